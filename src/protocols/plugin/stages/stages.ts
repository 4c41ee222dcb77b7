import type { PluginConfiguration, Stage } from '../discovery.ts'
import { msg } from '../../../core/message.ts'

/** What gets worked on: a stage (`3`) or one phase of it (`3.1`). Where a stage has phases, the bare stage stands for its closing. */
export type Unit = string

/** The stages of the specification (section 2). */
const specified: readonly Stage[] = [
  { stage: 0, title: 'Research & Planning', agent: 'research-planning-agent', done: 'Research & Planning complete', tolerated: false },
  { stage: 1, title: 'Planning', done: 'Planning complete', tolerated: true },
  {
    stage: 2,
    title: 'Foundation',
    agent: 'foundation-shell-agent',
    action: 'invoke_foundation_shell_agent',
    done: 'Foundation complete',
    tolerated: false,
  },
  {
    stage: 3,
    title: 'Audio engine',
    agent: 'dsp-agent',
    action: 'invoke_dsp_agent',
    phases: 'continue_dsp_phase',
    done: 'Audio engine complete',
    tolerated: false,
  },
  {
    stage: 4,
    title: 'UI',
    agent: 'gui-agent',
    action: 'invoke_gui_agent',
    phases: 'continue_gui_phase',
    done: 'UI complete',
    tolerated: false,
  },
  { stage: 5, title: 'Validation', action: 'begin_stage_5', done: 'Validation complete', tolerated: false },
  { stage: 6, title: 'Done', done: 'Done complete', tolerated: true },
]

/** Names of actions that older files use for those of the table. */
const alsoAccepted: Readonly<Record<string, readonly string[]>> = { begin_stage_5: ['invoke_validation'] }

/** The text at the end of the last stage: what may follow it. */
export const finalActions: readonly string[] = ['install', 'improve']

/** The stages of one configuration, with what follows from them. */
export interface Stages {
  readonly all: readonly Stage[]
  /** Those that commands go to, in order. */
  readonly way: readonly Stage[]
  readonly last: Stage
  get(stage: number): Stage | undefined
  /** The names that a `next_action` may have, of phases the first. */
  readonly actions: readonly string[]
  /** Whether an action is one of some stage. */
  knowsAction(action: string): boolean
}

export function stagesOf(configuration: PluginConfiguration): Stages {
  const all = configuration.stages === 'default' ? specified : configuration.stages
  const byNumber = new Map(all.map((stage) => [stage.stage, stage]))
  const way = all.filter((stage) => !stage.tolerated)
  const last = way.at(-1)
  if (!last) throw new RangeError('A way without stages: the configuration has at least one')
  const named = new Set([...all.flatMap(({ action }) => (action === undefined ? [] : sameAction(action))), ...finalActions])
  const prefixes = all.flatMap(({ stage, phases }) => (phases === undefined ? [] : [`${phases}_${stage}.`]))
  return {
    all,
    way,
    last,
    get: (stage) => byNumber.get(stage),
    actions: [...named, ...prefixes.map((prefix) => `${prefix}1`)],
    knowsAction: (action) =>
      named.has(action) || prefixes.some((prefix) => action.startsWith(prefix) && isPhase(action.slice(prefix.lastIndexOf('_') + 1))),
  }
}

/** An action and the names that mean the same. */
export const sameAction = (action: string): readonly string[] => [action, ...(alsoAccepted[action] ?? [])]

const phasePattern = /^(0|[1-9]\d{0,8})\.[1-9]\d{0,8}$/

/** Whether a text is a phase, `N.M`. */
export const isPhase = (text: string): boolean => phasePattern.test(text)

/** The stage of a unit: 3 for `3` and `3.1`. */
export const stageOf = (unit: Unit): number => Number(unit.split('.', 1)[0])

/** The number of a phase in its stage: 10 for `3.10`; 0 for a bare stage, which is not a phase. */
export const phaseNumber = (unit: Unit): number => Number(unit.split('.')[1] ?? 0)

/** The order of phases of one stage: 3.9 before 3.10. */
export const byPhase = (a: Unit, b: Unit): number => phaseNumber(a) - phaseNumber(b)

const placeInStage = (unit: Unit): number => phaseNumber(unit) || Number.MAX_SAFE_INTEGER

/** The order of units: the phases of a stage, then the bare stage, which closes it. */
export const byUnit = (a: Unit, b: Unit): number => stageOf(a) - stageOf(b) || placeInStage(a) - placeInStage(b)

const naming = /(?<![\w.])(Stage|Phase) (\d{1,9}(?:\.\d{1,9})?)(?!\w|\.\d)/g

/** The units that a text names, as whole words: `Stage N`, and for a phase `Stage N.M` or `Phase N.M`. */
export function unitsIn(text: string): readonly Unit[] {
  return Array.from(text.matchAll(naming), ([, word, unit = '']) => (word === 'Stage' || isPhase(unit) ? unit : '')).filter(
    (unit) => unit !== '',
  )
}

/** A unit as an argument names it: a phase, or a stage, which stands for the next unit of it. */
export interface Named {
  readonly stage: number
  readonly phase: Unit | undefined
}

/** The unit that options name; none if they name none. */
export function namedBy({
  stage,
  phase,
}: {
  readonly stage?: string
  readonly phase?: string
}): Named | undefined | { readonly fault: string } {
  if (stage !== undefined && !/^(0|[1-9]\d{0,8})$/.test(stage)) return { fault: msg`Unexpected stage ${stage}, expected an integer` }
  if (phase !== undefined && !isPhase(phase)) return { fault: msg`Unexpected phase ${phase}, expected ${'N.M'}` }
  if (stage !== undefined && phase !== undefined && stageOf(phase) !== Number(stage))
    return { fault: msg`Unexpected phase ${phase}, expected one of stage ${stage}` }
  const number = phase === undefined ? stage : stageOf(phase)
  return number === undefined ? undefined : { stage: Number(number), phase }
}

/** Whether a unit is the one that is named. */
export const isNamed = (unit: Unit, { stage, phase }: Named): boolean => (phase === undefined ? stageOf(unit) === stage : unit === phase)

/** As it was named. */
export const nameOf = ({ stage, phase }: Named): string => phase ?? String(stage)
