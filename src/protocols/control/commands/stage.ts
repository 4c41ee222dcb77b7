import type { targetCodes } from '../documentation.ts'
import { refuse, type CommandDiagnostic } from '../../../core/command.ts'
import type { Mention, TargetResolution } from '../../../core/target.ts'
import { msg } from '../../../core/message.ts'
import { distance } from '../../../core/suggestion.ts'
import { answersFolder, stageFiles } from '../files.ts'
import type { ControlModel, Run, Stage } from '../model.ts'
import { innerPathOf, declarations } from '../contract/contract.ts'
import { leadsTo } from '../reading/links.ts'
import { stageName } from '../schema.ts'
import { requestError } from '../../../kit/diagnostic.ts'
import { takeOptions } from '../../../kit/options.ts'
import { namedTargets } from '../../../kit/target.ts'
import { baseName } from '../../../core/view.ts'

type Code = keyof typeof targetCodes | 'STAGE_SYMLINK'

/** How a stage is named: `explore@RUN`, or `explore` with `--run RUN`. */
interface StageReference {
  readonly stage: string
  /** Every run that is named, repetitions included. */
  readonly runs: readonly string[]
  readonly words: readonly string[]
}

/**
 * Takes `--run RUN` out of the options before the other words. Which command it is for is not known yet: its own
 * options are left.
 */
function parseStageReference(name: string, words: readonly string[]): StageReference {
  const [stage = '', ...rest] = name.split('@')
  const runsInName = rest.length > 0 ? [rest.join('@')] : []
  const parsedOptions = takeOptions(
    words,
    { run: 'many', 'run-dir': 'many' },
    { leading: 0, foreign: true, blank: true },
  )
  if ('fault' in parsedOptions) return { stage, runs: [...runsInName, ''], words }
  const { run = [], 'run-dir': folder = [] } = parsedOptions.options
  return { stage, runs: [...runsInName, ...run, ...folder], words: parsedOptions.rest }
}

const refusal: (code: Code, message: string, hint?: string) => CommandDiagnostic = requestError

/** How many letters are other ones in a name than in that of something that there is. */
const otherLetters = (written: string, name: string) => (written.length > 100 ? Infinity : distance(written, name))

/** The hint that lists what is near, the nearest first, or all where nothing is. */
function candidatesHint(candidates: readonly (readonly [name: string, otherLetters: number])[]): string {
  const nearNames = candidates.filter(([, letters]) => letters <= 2).toSorted(([, a], [, b]) => a - b)
  const names = new Set((nearNames.length > 0 ? nearNames : candidates).map(([name]) => name))
  return names.size === 0 ? 'There is none.' : msg`There is ${[...names].slice(0, 20)}.`
}

/** How a run is written is compared with those that were found, and never opened. */
const runText = (mention: string) => mention.replace(/^(?:\.\/)+/, '').replace(/\/+$/, '')

function namedRuns<NamedRun extends Pick<Run, 'path' | 'name'>>(
  runs: readonly NamedRun[],
  mention: string,
): readonly NamedRun[] {
  const text = runText(mention)
  const pathMatches = runs.filter(({ path }) => path === text)
  return pathMatches.length > 0 ? pathMatches : runs.filter(({ name }) => name === text)
}

/** The link in place of the stage that is meant. One in the place of a run hides only what is not elsewhere. */
function hidingLinkOf(
  { links }: ControlModel,
  name: string,
  run: string | undefined,
  isElsewhere: boolean,
): string | undefined {
  const hiddenPlaces = links.flatMap(({ path, hides }) =>
    hides && (hides.stage ?? name) === name
      ? [{ link: path, path: hides.run, name: baseName(hides.run), isRun: hides.stage === undefined }]
      : [],
  )
  const candidatePlaces = isElsewhere ? hiddenPlaces.filter(({ isRun }) => !isRun) : hiddenPlaces
  const [firstPlace] = run === undefined ? candidatePlaces : namedRuns(candidatePlaces, run)
  return firstPlace?.link
}

/** The run that is meant among those that have the stage, if any. */
function intendedStage(
  { configuration, runOf }: ControlModel,
  stages: readonly Stage[],
  touchedPaths: Mention['touched'],
): Stage | undefined {
  const [changedRun, ...otherRuns] = new Set(touchedPaths.flatMap((path) => runOf(path) ?? []))
  const changedStage = otherRuns.length === 0 ? stages.find(({ run }) => run === changedRun) : undefined
  if (changedStage || stages.length === 1) return changedStage ?? stages[0]
  if (!configuration.newestRun) return undefined
  const lastRunName = stages
    .map(({ run }) => run.name)
    .toSorted()
    .at(-1)
  const newestStages = stages.filter(({ run }) => run.name === lastRunName)
  return newestStages.length === 1 ? newestStages[0] : undefined
}

/** The stage that a name means (docs/control.md, "Commands"), or why there is none. */
function findStage(
  model: ControlModel,
  { stage: name, runs }: StageReference,
  touchedPaths: Mention['touched'],
): Stage | CommandDiagnostic {
  const [run, ...otherRuns] = runs
  if (!stageName.test(name)) {
    const message = msg`Unexpected name ${name} of a stage, expected lower-case letters, digits and ${'-'}, starting with a letter`
    return { ...refusal('STAGE_NAME_INVALID', message), unknown: name }
  }
  if (run !== undefined && otherRuns.some((otherRun) => runText(otherRun) !== runText(run)))
    return refusal(
      'STAGE_AMBIGUOUS',
      msg`Unexpected runs ${runs}, expected one`,
      msg`Say which one; ${'/status'} lists all targets.`,
    )
  const matchingRuns = run === undefined ? undefined : namedRuns(model.runs, run)
  const matchingStages = (matchingRuns ?? model.runs).flatMap((candidate) => candidate.stage(name) ?? [])
  const link = hidingLinkOf(model, name, run, matchingStages.length > 0)
  if (link !== undefined)
    return refusal(
      'STAGE_SYMLINK',
      msg`Unexpected symbolic link or submodule ${link}, expected the folder of a run or a stage`,
      msg`Put the folder itself in place of the link; ${'/status'} then lists its stages.`,
    )
  if (matchingRuns?.length === 0) {
    const written = runText(run ?? '')
    const candidates = model.runs.map(({ label, path, name: runName }) => {
      const letters = Math.min(otherLetters(written, path), otherLetters(baseName(written), runName))
      return [label, letters] as const
    })
    // A target has the path of its run only where another run is called the same.
    const isCalledByPath = model.runs.some(({ label }) => label.includes('/'))
    return {
      ...refusal('STAGE_RUN_UNKNOWN', msg`Unknown run ${run ?? ''}`, candidatesHint(candidates)),
      unknown: `${name}@${isCalledByPath ? written : baseName(written)}`,
    }
  }
  const [firstMatch] = matchingStages
  if (!firstMatch) {
    const candidates = (matchingRuns ?? model.runs).flatMap(({ stages }) =>
      stages.map((stage) => [stage.name, otherLetters(name, stage.name)] as const),
    )
    return { ...refusal('STAGE_UNKNOWN', msg`Unknown stage ${name}`, candidatesHint(candidates)), unknown: name }
  }
  const foundStage = matchingRuns
    ? matchingRuns.length === 1
      ? firstMatch
      : undefined
    : intendedStage(model, matchingStages, touchedPaths)
  if (foundStage) return foundStage
  const ambiguous = matchingStages.map(({ target }) => target)
  return {
    ...refusal(
      'STAGE_AMBIGUOUS',
      msg`Unexpected name ${name}, expected one of ${ambiguous}`,
      msg`Name it in full; ${'/status'} lists all targets.`,
    ),
    ambiguous,
  }
}

const controlFiles = [
  stageFiles.accept.path,
  stageFiles.handback.path,
  stageFiles.grant.path,
  answersFolder,
  stageFiles.config.path,
]

/** Links in other stages at, or above, what the contract needs of them. */
function linksInSources({ run, config: { contract } }: Stage): readonly string[] {
  return (contract ? declarations(contract) : []).flatMap(({ fromStage, source }) => {
    const sourceStage = fromStage && run.stage(fromStage.text)
    if (!sourceStage) return []
    const neededPaths = [stageFiles.params.path, source && innerPathOf(source.text)].flatMap((innerPath) =>
      innerPath === undefined ? [] : `${sourceStage.path}/${innerPath}`,
    )
    return sourceStage
      .links()
      .flatMap(({ path }) => (neededPaths.some((neededPath) => leadsTo(path, neededPath)) ? [path] : []))
  })
}

/**
 * Why the files of a stage must not be read or written: links lead elsewhere. `withContractPaths`: of those that its
 * contract names, too.
 */
function linkDiagnostics(stage: Stage, withContractPaths = false): readonly CommandDiagnostic[] {
  const ownLinks = stage
    .links()
    .filter(({ path }) => withContractPaths || controlFiles.some((file) => leadsTo(path, `${stage.path}/${file}`)))
  const blockingPaths = new Set([
    ...ownLinks.map(({ path }) => path),
    ...(withContractPaths ? linksInSources(stage) : []),
  ])
  return Array.from(blockingPaths, (path) => ({
    ...refusal(
      'STAGE_SYMLINK',
      msg`Unexpected symbolic link or submodule ${path}, expected a file or folder`,
      'Put the file itself in place of the link.',
    ),
    place: { path },
    target: stage.target,
  }))
}

const unknownCodes = new Set<string>(['STAGE_NAME_INVALID', 'STAGE_UNKNOWN'])

const stages = namedTargets<ControlModel, Stage>({
  usage: 'STAGE [--run RUN]',
  called: 'a stage',
  id: ({ target }) => target,
  find(model, { name, words, touched }) {
    const reference = parseStageReference(name, words)
    const lookup = findStage(model, reference, touched)
    if (!('code' in lookup)) return { target: lookup, words: reference.words }
    return unknownCodes.has(lookup.code) ? { unknown: [lookup] } : { refused: [lookup] }
  },
})

/** Which target a command means: a workflow, or a stage. */
export function resolveTarget(model: ControlModel, mention: Mention): TargetResolution {
  const workflow = model.workflows.find(({ target }) => target === `workflow:${mention.name}`)
  return workflow ? { ids: [workflow.target], words: mention.words } : stages.resolve(model, mention)
}

/** The stage that a request names. `withContractPaths`: links in all that its contract names are in the way, too. */
const stageKind = (withContractPaths: boolean) =>
  stages.kind((target) => {
    const links = linkDiagnostics(target, withContractPaths)
    return links.length > 0 ? refuse(...links) : { target }
  })

export const stage = stageKind(false)
export const stageWithContract = stageKind(true)
