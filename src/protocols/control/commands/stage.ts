import type { targetCodes } from '../documentation.ts'
import { refuse, type CommandDiagnostic } from '../../../core/command.ts'
import type { Mention, TargetResolution } from '../../../core/target.ts'
import { msg } from '../../../core/message.ts'
import { distance } from '../../../core/suggestion.ts'
import { answersFolder, stageFiles } from '../files.ts'
import type { ControlModel, Run, Stage } from '../model.ts'
import { inside } from '../contract/paths.ts'
import { declarations } from '../contract/contract.ts'
import { leadsTo } from '../reading/links.ts'
import { stageName } from '../schema.ts'
import { takeOptions } from '../../../kit/options.ts'
import { namedTargets } from '../../../kit/target.ts'
import { baseName } from '../../../core/view.ts'

type Code = keyof typeof targetCodes | 'STAGE_SYMLINK'

/** How a stage is named: `explore@RUN`, or `explore` with `--run RUN`. */
interface Named {
  readonly stage: string
  /** Every run that is named, repetitions included. */
  readonly runs: readonly string[]
  readonly words: readonly string[]
}

/** Takes `--run RUN` out of the options before the other words. Which command it is for is not known yet: its own options are left. */
function nameStage(name: string, words: readonly string[]): Named {
  const [stage = '', ...rest] = name.split('@')
  const own = rest.length > 0 ? [rest.join('@')] : []
  const taken = takeOptions(words, { run: 'many', 'run-dir': 'many' }, { leading: 0, foreign: true, blank: true })
  if ('fault' in taken) return { stage, runs: [...own, ''], words }
  const { run = [], 'run-dir': folder = [] } = taken.options
  return { stage, runs: [...own, ...run, ...folder], words: taken.rest }
}

const refusal = (code: Code, message: string, hint?: string): CommandDiagnostic => ({
  code,
  severity: 'error',
  message,
  place: { path: '.' },
  ...(hint !== undefined && { hint }),
})

const near = (name: string, all: Iterable<string>): readonly string[] => [...new Set(all)].filter((each) => distance(name, each) <= 2)

/** Those that are near, otherwise all. */
function candidates(name: string, all: readonly string[]): string {
  const close = name.length > 100 ? [] : near(name, all)
  const listed = close.length > 0 ? close : [...new Set(all)]
  return listed.length === 0 ? 'There is none.' : msg`There is ${listed.slice(0, 20)}.`
}

/** How a run is written is compared with those that were found, and never opened. */
const runText = (written: string) => written.replace(/^(?:\.\/)+/, '').replace(/\/+$/, '')

function namedRuns<Named extends Pick<Run, 'path' | 'name'>>(runs: readonly Named[], written: string): readonly Named[] {
  const text = runText(written)
  const exact = runs.filter(({ path }) => path === text)
  return exact.length > 0 ? exact : runs.filter(({ name }) => name === text)
}

/** The link in place of the stage that is meant. One in the place of a run hides only what is not elsewhere. */
function hiding({ links }: ControlModel, name: string, run: string | undefined, isElsewhere: boolean): string | undefined {
  const hidden = links.flatMap(({ path, hides }) =>
    hides && (hides.stage ?? name) === name
      ? [{ link: path, path: hides.run, name: baseName(hides.run), isRun: hides.stage === undefined }]
      : [],
  )
  const possible = isElsewhere ? hidden.filter(({ isRun }) => !isRun) : hidden
  const [first] = run === undefined ? possible : namedRuns(possible, run)
  return first?.link
}

/** Of the runs that have a stage the one that is meant, if any. */
function meant({ configuration, runOf }: ControlModel, stages: readonly Stage[], touched: Mention['touched']): Stage | undefined {
  const [inChange, ...more] = new Set(touched.flatMap((path) => runOf(path) ?? []))
  const changed = more.length === 0 ? stages.find(({ run }) => run === inChange) : undefined
  if (changed || stages.length === 1) return changed ?? stages[0]
  if (!configuration.newestRun) return undefined
  const last = stages
    .map(({ run }) => run.name)
    .toSorted()
    .at(-1)
  const newest = stages.filter(({ run }) => run.name === last)
  return newest.length === 1 ? newest[0] : undefined
}

/** The stage that a name means (docs/control.md, "Commands"), or why there is none. */
function findStage(model: ControlModel, { stage: name, runs }: Named, touched: Mention['touched']): Stage | CommandDiagnostic {
  const [run, ...others] = runs
  if (!stageName.test(name)) {
    const message = msg`Unexpected name ${name} of a stage, expected lower-case letters, digits and ${'-'}, starting with a letter`
    return { ...refusal('STAGE_NAME_INVALID', message), unknown: name }
  }
  if (run !== undefined && others.some((other) => runText(other) !== runText(run)))
    return refusal('STAGE_AMBIGUOUS', msg`Unexpected runs ${runs}, expected one`, 'Say which one.')
  const named = run === undefined ? undefined : namedRuns(model.runs, run)
  const having = (named ?? model.runs).flatMap((each) => each.stage(name) ?? [])
  const link = hiding(model, name, run, having.length > 0)
  if (link !== undefined)
    return refusal(
      'STAGE_SYMLINK',
      msg`Unexpected symbolic link ${link}, expected the folder of a run or a stage`,
      'Put the folder itself in place of the link.',
    )
  if (named?.length === 0) {
    const labels = model.runs.map(({ label }) => label)
    const refused = refusal('STAGE_RUN_UNKNOWN', msg`Unknown run ${run ?? ''}`, candidates(runText(run ?? ''), labels))
    return { ...refused, unknown: `${name}@${run}` }
  }
  const [only] = having
  if (!only) {
    const names = (named ?? model.runs).flatMap(({ stages }) => stages.map((stage) => stage.name))
    return { ...refusal('STAGE_UNKNOWN', msg`Unknown stage ${name}`, candidates(name, names)), unknown: name }
  }
  const found = named ? (named.length === 1 ? only : undefined) : meant(model, having, touched)
  if (found) return found
  const ambiguous = having.map(({ target }) => target)
  return { ...refusal('STAGE_AMBIGUOUS', msg`Unexpected name ${name}, expected one of ${ambiguous}`, 'Name it in full.'), ambiguous }
}

const controlFiles = [stageFiles.accept.path, stageFiles.handback.path, stageFiles.grant.path, answersFolder, stageFiles.config.path]

/** Links in other stages at, or above, what the contract needs of them. */
function linksInSources({ run, config: { contract } }: Stage): readonly string[] {
  return (contract ? declarations(contract) : []).flatMap(({ fromStage, source }) => {
    const from = fromStage && run.stage(fromStage.text)
    if (!from) return []
    const needed = [stageFiles.params.path, source && inside(source.text)].flatMap((inner) =>
      inner === undefined ? [] : `${from.path}/${inner}`,
    )
    return from.links().flatMap(({ path }) => (needed.some((each) => leadsTo(path, each)) ? [path] : []))
  })
}

/** Why the files of a stage must not be read or written: links lead elsewhere. `all`: of those that its contract names, too. */
function linkDiagnostics(stage: Stage, all = false): readonly CommandDiagnostic[] {
  const own = stage.links().filter(({ path }) => all || controlFiles.some((file) => leadsTo(path, `${stage.path}/${file}`)))
  const blocking = new Set([...own.map(({ path }) => path), ...(all ? linksInSources(stage) : [])])
  return Array.from(blocking, (path) => ({
    ...refusal(
      'STAGE_SYMLINK',
      msg`Unexpected symbolic link ${path}, expected a file or folder`,
      'Put the file itself in place of the link.',
    ),
    place: { path },
    target: stage.target,
  }))
}

const unknown = new Set<string>(['STAGE_NAME_INVALID', 'STAGE_UNKNOWN'])

const stages = namedTargets<ControlModel, Stage>({
  usage: 'STAGE [--run RUN]',
  called: 'a stage',
  id: ({ target }) => target,
  find(model, { name, words, touched }) {
    const named = nameStage(name, words)
    const found = findStage(model, named, touched)
    if (!('code' in found)) return { target: found, words: named.words }
    return unknown.has(found.code) ? { unknown: [found] } : { refused: [found] }
  },
})

/** Which target a command means: a workflow, or a stage. */
export function resolveTarget(model: ControlModel, mention: Mention): TargetResolution {
  const workflow = model.workflows.find(({ target }) => target === `workflow:${mention.name}`)
  return workflow ? { ids: [workflow.target], words: mention.words } : stages.resolve(model, mention)
}

/** The stage that a request names. `all`: links in all that its contract names are in the way, too. */
const stageKind = (all: boolean) =>
  stages.kind((target) => {
    const links = linkDiagnostics(target, all)
    return links.length > 0 ? refuse(...links) : { target }
  })

export const stage = stageKind(false)
export const stageWithContract = stageKind(true)
