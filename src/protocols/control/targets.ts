import type { Remark } from '../../core/command.ts'
import type { Mention, Resolved } from '../../core/protocol.ts'
import { say } from '../../core/say.ts'
import { distance, suggestion } from '../../core/suggestion.ts'
import { stageFiles } from './files.ts'
import type { ControlModel, Run, Stage } from './model.ts'
import { leadsTo } from './reading/links.ts'
import { stageName } from './words.ts'

type Code = 'STAGE_NAME_INVALID' | 'STAGE_UNKNOWN' | 'STAGE_RUN_UNKNOWN' | 'STAGE_AMBIGUOUS' | 'STAGE_SYMLINK'

/** How a stage is named: `explore@RUN`, or `explore` with `--run RUN`. */
export interface Named {
  readonly stage: string
  readonly run: string | undefined
  readonly words: readonly string[]
}

const runOption = /^--run(?:-dir)?(?:=(.*))?$/is

/** Takes `--run RUN` out of the options that stand before the other words. */
export function nameStage(name: string, words: readonly string[]): Named {
  const [stage = '', ...rest] = name.split('@')
  let run = rest.length > 0 ? rest.join('@') : undefined
  const kept: string[] = []
  let at = 0
  for (; at < words.length && words[at]?.startsWith('--'); at++) {
    const option = runOption.exec(words[at] ?? '')
    if (option) run = option[1] ?? words[++at] ?? ''
    else kept.push(words[at] as string)
  }
  return { stage, run, words: [...kept, ...words.slice(at)] }
}

const refusal = (code: Code, message: string, hint?: string): Remark => ({
  code,
  severity: 'error',
  message,
  place: { path: '.' },
  ...(hint !== undefined && { hint }),
})

const near = (name: string, all: Iterable<string>): readonly string[] => [...new Set(all)].filter((each) => distance(name, each) <= 2)

/** Those that are near, else all. */
function candidates(name: string, all: readonly string[]): string {
  const close = name.length > 100 ? [] : near(name, all)
  const listed = close.length > 0 ? close : [...new Set(all)]
  return listed.length === 0 ? 'There is none.' : say`There is ${listed.slice(0, 20)}.`
}

/** How a run is written is compared with those that were found, and never opened. */
const runText = (written: string) => written.replace(/^(?:\.\/)+/, '').replace(/\/+$/, '')

function namedRuns({ runs }: ControlModel, written: string): readonly Run[] {
  const text = runText(written)
  const exact = runs.filter(({ path }) => path === text)
  return exact.length > 0 ? exact : runs.filter(({ name }) => name === text)
}

/** Of the runs that have a stage the one that is meant, if any. */
function meant({ configuration, runs }: ControlModel, stages: readonly Stage[], touched: Mention['touched']): Stage | undefined {
  const inChange = runs.filter(({ paths }) => paths.some(touched))
  const changed = inChange.length === 1 ? stages.find(({ run }) => run === inChange[0]) : undefined
  if (changed || stages.length === 1) return changed ?? stages[0]
  if (!configuration.newestRun) return undefined
  const last = stages
    .map(({ run }) => run.name)
    .toSorted()
    .at(-1)
  const newest = stages.filter(({ run }) => run.name === last)
  return newest.length === 1 ? newest[0] : undefined
}

/** The stage that a name means (control protocol, "Targets"), or why there is none. */
export function findStage(model: ControlModel, { stage: name, run }: Named, touched: Mention['touched']): Stage | Remark {
  const all = [...new Set(model.stages.map((stage) => stage.name))]
  if (!stageName.test(name)) {
    const resembles = suggestion(
      name,
      all.filter((each) => stageName.test(each)),
    )
    return refusal(
      'STAGE_NAME_INVALID',
      say`Unexpected name ${name} of a stage, expected small letters, digits and ${'-'} behind a letter`,
      resembles && say`Perhaps ${resembles} is meant.`,
    )
  }
  const named = run === undefined ? undefined : namedRuns(model, run)
  if (named?.length === 0) {
    return refusal(
      'STAGE_RUN_UNKNOWN',
      say`Unknown run ${run ?? ''}`,
      candidates(
        runText(run ?? ''),
        model.runs.map(({ label }) => label),
      ),
    )
  }
  const linked = model.links.find(({ stage }) => stage?.name === name && (!named || named.some(({ path }) => path === stage.run)))
  if (linked)
    return refusal(
      'STAGE_SYMLINK',
      say`Unexpected link ${linked.path}, expected the folder of a stage`,
      'Put the folder itself in place of the link.',
    )
  const having = (named ?? model.runs).flatMap((each) => each.stage(name) ?? [])
  const [only] = having
  if (!only)
    return refusal(
      'STAGE_UNKNOWN',
      say`Unknown stage ${name}`,
      candidates(
        name,
        (named ?? model.runs).flatMap(({ stages }) => stages.map((stage) => stage.name)),
      ),
    )
  const found = named ? (named.length === 1 ? only : undefined) : meant(model, having, touched)
  if (found) return found
  return refusal(
    'STAGE_AMBIGUOUS',
    say`Unexpected name ${name}, expected one of ${having.map(({ target }) => target)}`,
    'Say which one by its whole name.',
  )
}

const controlFiles = [stageFiles.accept, stageFiles.handback, stageFiles.answers, stageFiles.config]

/** Why the files of a stage must not be read or written: links lead elsewhere. `all`: of those that its contract names, too. */
export function linkRefusals({ links, path, target }: Stage, all = false): readonly Remark[] {
  const blocking = links.filter((link) => all || controlFiles.some((file) => leadsTo(link.path, `${path}/${file}`)))
  return blocking.map((link) => ({
    ...refusal('STAGE_SYMLINK', say`Unexpected link ${link.path}, expected a file or folder`, 'Put the file itself in place of the link.'),
    place: { path: link.path },
    target,
  }))
}

const unknown = new Set<string>(['STAGE_NAME_INVALID', 'STAGE_UNKNOWN'])

/** Which stage a command means. A name that this protocol does not know is nobody's, until a command has to say so. */
export function resolveStage(model: ControlModel, { name, words, touched }: Mention): Resolved {
  const workflow = model.workflows.find(({ target }) => target === `workflow:${name}`)
  if (workflow) return { ids: [workflow.target], words }
  const named = nameStage(name, words)
  const found = findStage(model, named, touched)
  if ('target' in found && 'run' in found) return { ids: [found.target], words: named.words }
  return unknown.has(found.code) ? { ids: [], words } : { refused: [found] }
}
