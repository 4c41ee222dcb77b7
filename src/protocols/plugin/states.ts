import type { Holder } from '../../core/target.ts'
import type { Move, StateMachine, TargetMove } from '../../kit/states.ts'
import type { Handoff } from './handoff/handoff.ts'
import { phaseNumber, stageOf, compareUnits, type Stages, type Unit } from './stages/stages.ts'
import type { Status } from './registry/values.ts'
import type { Plugin } from './model.ts'

/** The state of a plugin (docs/plugin.md, "States"). */
export type State =
  | { readonly kind: 'ideated' | 'working' | 'installed' | 'unknown' }
  | { readonly kind: 'unit'; readonly unit: Unit; readonly status: 'in_progress' | 'complete' }

export const isSameState = (a: State, b: State): boolean =>
  a.kind === 'unit' && b.kind === 'unit' ? a.unit === b.unit && a.status === b.status : a.kind === b.kind

/** A state in words, for people. Of a working plugin that still has its handoff: `stage 5 workflow_complete`. */
export function describeState(state: State, stage?: number): string {
  if (state.kind === 'unit') return `stage ${state.unit} ${state.status}`
  return state.kind === 'working' && stage !== undefined ? `stage ${stage} workflow_complete` : state.kind
}

/**
 * The state that a handoff says; `unknown` where it cannot be read: invalid front matter or none, another plugin's
 * name, or a stage, status or phase that is wrong, missing or contradicts the others.
 */
export function stateOfHandoff({ fields }: Handoff, name: string, stages: Stages): State {
  const unknownState: State = { kind: 'unknown' }
  const stage = fields.stage.value === undefined ? undefined : stages.get(fields.stage.value)
  const status = fields.status.value
  if (!stage || status === undefined || fields.plugin.state === 'wrong' || fields.phase.state === 'wrong')
    return unknownState
  if (fields.plugin.value !== undefined && fields.plugin.value !== name) return unknownState
  const phase = fields.phase.value
  if (phase !== undefined && (stageOf(phase) !== stage.stage || stage.phases === undefined)) return unknownState
  if (status === 'workflow_complete')
    return contradictsWorkflow(stage.stage, phase, stages) ? unknownState : { kind: 'working' }
  return { kind: 'unit', unit: phase ?? String(stage.stage), status }
}

/** `workflow_complete` before the last stage, or with a phase. */
export function contradictsWorkflow(stage: number, phase: Unit | undefined, stages: Stages): boolean {
  return stage < stages.last.stage || phase !== undefined
}

/** The state that a status of the registry stands for, where there is no handoff. */
export function stateOfStatus(status: Status | undefined): State {
  if (!status) return { kind: 'ideated' }
  return status.kind === 'stage' ? { kind: 'unit', unit: status.unit, status: 'complete' } : { kind: status.kind }
}

export type StateSources = Pick<Plugin, 'name' | 'handoff' | 'hasHandoff' | 'registered' | 'registeredState'>

/** Whether a handoff is left behind: the registry says that the plugin is installed. */
export const isStale = ({ handoff, registered }: StateSources): boolean =>
  handoff !== undefined && !handoff.front.fault && registered?.kind === 'installed'

/**
 * The state of a plugin: that of its handoff, and that of the registry where the handoff has none or is left behind
 * (docs/plugin.md, "States").
 */
export function stateOf(plugin: StateSources, stages: Stages): State {
  const { name, handoff, hasHandoff, registeredState } = plugin
  if (!handoff) return hasHandoff ? { kind: 'unknown' } : registeredState
  return isStale(plugin) || !handoff.front.exists ? registeredState : stateOfHandoff(handoff, name, stages)
}

/**
 * The states as the table has them: of a unit whether it is in progress, came back with an error or a question, or is
 * complete.
 */
export type MachineState =
  | 'ideated'
  | 'in progress'
  | 'error'
  | 'question'
  | 'complete'
  | 'working'
  | 'installed'
  | 'unknown'

/** Where a state is in the table, without what was handed back. */
const machineStateWithoutHandback = (state: State): MachineState => {
  if (state.kind !== 'unit') return state.kind
  return state.status === 'complete' ? 'complete' : 'in progress'
}

/** Whether work in progress was handed back. */
const isHandedBack = (handoff: Handoff | undefined): boolean =>
  handoff !== undefined && handoff.handback.state !== 'absent' && handoff.handback.state !== 'null'

const handbackCommand = ['handback', 'success|error|question "…"'] as const

export function machineStateOf({ state, handoff }: Pick<Plugin, 'state' | 'handoff'>): MachineState {
  const place = machineStateWithoutHandback(state)
  // Whatever an invalid handback means, the work came back, and a person has to look at it.
  return place === 'in progress' && isHandedBack(handoff) ? (handoff?.handback.value?.reason ?? 'error') : place
}

/** Who has control: the agent while work is in progress and has not been handed back. */
export function holderOf({ state, handoff }: Pick<Plugin, 'state' | 'handoff'>): Holder | undefined {
  if (state.kind === 'unknown') return undefined
  return isHandedBack(handoff) ? 'orchestrator' : machine.states[machineStateWithoutHandback(state)].holder
}

/**
 * Whether the first stage is complete: from then on complexity and contracts are known. Not where the stage is unknown.
 */
export function isPlanned({ fields: { stage, status } }: Handoff, stages: Stages): boolean {
  const firstStage = stages.way[0]?.stage ?? 0
  if (stage.value === undefined) return false
  return (
    stage.value > firstStage ||
    (stage.value === firstStage && status.value !== undefined && status.value !== 'in_progress')
  )
}

/** Which phases a plugin's stages have. */
export interface Phases {
  /** Whether the plugin is built in phases at all. */
  readonly phased: boolean
  /** Whether the plan names any phase, of whatever stage: then it decides. */
  readonly decided: boolean
  /** The phases of a stage in order; none for a stage without phases, and for every stage while the plan is silent. */
  of(stage: number): readonly Unit[]
}

/** Every unit of a way in order, with the phases that are given for each stage. */
export function unitsOf(stages: Stages, phases: (stage: number) => readonly Unit[]): readonly Unit[] {
  return stages.way.flatMap(({ stage }) => [...phases(stage), String(stage)])
}

/** The units of one plugin in order, as its states are compared. */
export interface UnitSequence {
  readonly stages: Stages
  readonly units: readonly Unit[]
}

/** The phases that a plugin names outside its plan: the one that it is at, and the one that it says is next. */
export function phasesNamedBy({ state, handoff }: Plugin): readonly Unit[] {
  const next = handoff?.fields.next_phase.value
  return [...(state.kind === 'unit' ? [state.unit] : []), ...(next === undefined ? [] : [next])]
}

/** A handoff may name any phase: no more than so many are counted out. */
const maxPhases = 100

/**
 * The way of a plugin. While its plan is silent, a stage has the phases up to the highest that the plugin names, or
 * that is given as `furtherPhases`; none if the handoff says that there are no phases.
 */
export function unitSequenceOf(
  plugin: Plugin,
  stages: Stages,
  furtherPhases: readonly Unit[] = [],
  phases: Phases = plugin.phases,
): UnitSequence {
  const namedPhases =
    plugin.handoff?.fields.phased_implementation.value === false ? [] : [...phasesNamedBy(plugin), ...furtherPhases]
  const countedPhases = (stage: number): readonly Unit[] => {
    const highest = Math.max(0, ...namedPhases.filter((unit) => stageOf(unit) === stage).map(phaseNumber))
    return Array.from({ length: Math.min(highest, maxPhases) }, (_, index) => `${stage}.${index + 1}`)
  }
  const phasesOf = (stage: number) => (phases.decided ? phases.of(stage) : countedPhases(stage))
  return { stages, units: unitsOf(stages, (stage) => (stages.get(stage)?.phases === undefined ? [] : phasesOf(stage))) }
}

export const lastPhase = (stage: number, { units }: UnitSequence): Unit | undefined =>
  units.findLast((unit) => stageOf(unit) === stage && phaseNumber(unit) > 0)

/** A move from one state to another, neither of them unknown. */
export interface Step {
  readonly from: State
  readonly to: State
  readonly way: UnitSequence
}

const firstUnit = ({ units }: UnitSequence): Unit | undefined => units[0]
const lastUnit = ({ stages }: UnitSequence): Unit => String(stages.last.stage)
const unitAfter = (unit: Unit, { units }: UnitSequence): Unit | undefined =>
  units.find((candidate) => compareUnits(candidate, unit) > 0)

const inProgressState = (unit: Unit): State => ({ kind: 'unit', unit, status: 'in_progress' })
const completeState = (unit: Unit): State => ({ kind: 'unit', unit, status: 'complete' })

const isAt = (state: State, unit: Unit | undefined): boolean => state.kind === 'unit' && state.unit === unit
const isInProgress = (state: State): boolean => state.kind === 'unit' && state.status === 'in_progress'

/** The unit that comes after a state; a state without a unit comes before all of them. */
const nextUnit = (state: State, way: UnitSequence): Unit | undefined =>
  state.kind === 'unit' ? unitAfter(state.unit, way) : firstUnit(way)

const isLastPhase = (state: State, way: UnitSequence): boolean =>
  state.kind === 'unit' && lastPhase(stageOf(state.unit), way) === state.unit
const unitAfterStage = (state: State, way: UnitSequence): Unit | undefined =>
  state.kind === 'unit' ? unitAfter(String(stageOf(state.unit)), way) : undefined

/** The condition of a move in addition to the states: the unit to which it leads, or from which it comes. */
const conditions = {
  'to the same unit': ({ from, to }) => from.kind === 'unit' && isAt(to, from.unit),
  'to the next unit': ({ from, to, way }) => isAt(to, nextUnit(from, way)),
  'past the closing of its stage': ({ from, to, way }) => isLastPhase(from, way) && isAt(to, unitAfterStage(from, way)),
  'at the first unit': ({ to, way }) => isAt(to, firstUnit(way)),
  'from the last stage': ({ from, way }) => isAt(from, lastUnit(way)),
  'from the unit before the last stage': ({ from, way }) => nextUnit(from, way) === lastUnit(way),
} as const satisfies Readonly<Record<string, (step: Step) => boolean>>

const orchestrator = { holder: 'orchestrator' } as const
const newCycle = 'restarted by hand'

/**
 * The states of a plugin and the moves between them. Which units there are comes from the configuration and the plan of
 * each plugin, so that a row stands for all of them (specification, appendix A).
 */
export const machine: StateMachine<MachineState, keyof typeof conditions> = {
  initial: 'ideated',
  states: {
    ideated: { ...orchestrator, next: { accept: ['accept'] } },
    // The last stage is the orchestrator's own.
    'in progress': { holder: 'agent', next: { finish: handbackCommand, work: handbackCommand } },
    error: { ...orchestrator, next: { decide: ['accept'] } },
    question: { ...orchestrator, next: { answer: ['answer', '"…"'] } },
    complete: { ...orchestrator, next: { finish: ['handback', 'success'], accept: ['accept'] } },
    working: { ...orchestrator, next: { finish: ['install'] } },
    installed: { ...orchestrator, next: {} },
    unknown: { ...orchestrator, next: { mend: null } },
  },
  moves: [
    { from: 'ideated', to: 'in progress', by: '/accept', condition: 'to the next unit' },
    { from: 'complete', to: 'in progress', by: '/accept', condition: 'to the next unit' },
    { from: 'complete', to: 'in progress', by: '/accept', condition: 'past the closing of its stage' },
    { from: 'in progress', to: 'error', by: '/handback error' },
    { from: 'error', to: 'in progress', by: '/accept' },
    { from: 'in progress', to: 'question', by: '/handback question' },
    { from: 'question', to: 'in progress', by: '/answer' },
    { from: 'question', to: 'in progress', by: '/accept --anyway' },
    { from: 'in progress', to: 'complete', by: '/handback success', condition: 'to the same unit' },
    // An agent may write the completion alone.
    { from: 'ideated', to: 'complete', by: '/handback success --stage 0', condition: 'to the next unit' },
    { from: 'complete', to: 'complete', by: '/handback success', condition: 'to the next unit' },
    { from: 'complete', to: 'complete', by: '/handback success', condition: 'past the closing of its stage' },
    { from: 'in progress', to: 'working', by: '/handback success', condition: 'from the last stage' },
    { from: 'complete', to: 'working', by: '/handback success', condition: 'from the last stage' },
    { from: 'complete', to: 'working', by: '/handback success', condition: 'from the unit before the last stage' },
    { from: 'working', to: 'installed', by: '/install' },
    { from: 'installed', to: 'working', by: 'taken out of the system folders' },
    ...(['working', 'installed'] as const).flatMap((from) =>
      (['in progress', 'complete'] as const).map(
        (to) => ({ from, to, by: newCycle, condition: 'at the first unit' }) as const,
      ),
    ),
  ],
}

/** How a step is legal: without a move, by a row of the table, or forward past units that left a trace. */
export type Legality = 'same' | 'ahead' | TargetMove<MachineState>

/**
 * The state that a step begins with: where a stage is in progress without a phase, and then is at one of its phases, the
 * first of them was in progress. Nothing shows that more was done.
 */
function startOf({ from, to, way }: Step): State {
  if (from.kind !== 'unit' || from.status !== 'in_progress' || phaseNumber(from.unit) > 0) return from
  if (to.kind !== 'unit' || phaseNumber(to.unit) === 0 || stageOf(to.unit) !== stageOf(from.unit)) return from
  return inProgressState(way.units.find((unit) => stageOf(unit) === stageOf(from.unit)) ?? from.unit)
}

/** Why a step is legal; `undefined`: it is illegal. */
export function legalityOf(givenStep: Step): Legality | undefined {
  const step = { ...givenStep, from: startOf(givenStep) }
  if (isSameState(step.from, step.to)) return 'same'
  const [from, to] = [machineStateWithoutHandback(step.from), machineStateWithoutHandback(step.to)]
  const isConditionMet = ({ condition }: Move<MachineState, keyof typeof conditions>) =>
    condition === undefined || conditions[condition](step)
  return (
    machine.moves.find((move) => move.from === from && move.to === to && isConditionMet(move)) ??
    (isForward(step) ? 'ahead' : undefined)
  )
}

/** The states that a state leads to with nothing passed over. */
export function nextStates(from: State, way: UnitSequence): readonly State[] {
  const units = [
    from.kind === 'unit' ? from.unit : undefined,
    nextUnit(from, way),
    unitAfterStage(from, way),
    firstUnit(way),
  ]
  const states: readonly State[] = [
    ...[...new Set(units)].flatMap((unit) => (unit === undefined ? [] : [inProgressState(unit), completeState(unit)])),
    { kind: 'working' },
    { kind: 'installed' },
  ]
  return states.filter((to) => {
    const step = { from, to, way }
    const legality = legalityOf(step)
    return legality !== undefined && legality !== 'same' && !(legality === 'ahead' && passedUnits(step).length > 0)
  })
}

const ranks = { unknown: 0, ideated: 0, unit: 1, working: 2, installed: 3 } as const

function isForward({ from, to }: Step): boolean {
  if (from.kind !== 'unit' || to.kind !== 'unit') return ranks[from.kind] < ranks[to.kind]
  return compareUnits(from.unit, to.unit) < 0
}

/**
 * The units that a step passes over: those between its states, and the one that it leaves in progress. Closings and
 * tolerated stages do not count.
 */
function passedUnits(step: Step): readonly Unit[] {
  const { to, way } = step
  const from = startOf(step)
  const end = to.kind === 'unit' ? to.unit : to.kind === 'working' ? lastUnit(way) : undefined
  const isBeforeEnd = (unit: Unit) => end === undefined || compareUnits(unit, end) < 0
  const isAfterStart = (unit: Unit) =>
    from.kind !== 'unit' || compareUnits(unit, from.unit) > 0 || (isInProgress(from) && unit === from.unit)
  const isClosing = (unit: Unit) => phaseNumber(unit) === 0 && lastPhase(stageOf(unit), way) !== undefined
  return way.units.filter((unit) => isAfterStart(unit) && isBeforeEnd(unit) && !isClosing(unit))
}

/** The units that a step should have left a trace of, and has not. */
export function skippedUnitsOf(step: Step, traces: ReadonlySet<Unit>): readonly Unit[] {
  return legalityOf(step) === 'ahead' ? passedUnits(step).filter((unit) => !traces.has(unit)) : []
}
