import type { Plugin } from '../model.ts'
import { phaseNumber, stageOf, type Stages, type Unit } from './stages.ts'
import type { Phases } from '../states.ts'

/** The values of a handoff that follow from its state (docs/plugin.md, "States"). */
export interface DeterminedValues {
  readonly action: string | null
  readonly phase: Unit | null
}

/**
 * What follows a completed unit. `nextPhase` is what the handoff says, which decides while the plan is silent: a phase of the
 * same stage continues it, null ends it.
 */
export function determined(unit: Unit, nextPhase: Unit | null, phases: Phases, stages: Stages): DeterminedValues {
  const stage = stageOf(unit)
  const isPhase = phaseNumber(unit) > 0
  const next = isPhase ? followingPhase(unit, nextPhase, phases) : undefined
  if (next !== undefined) return { action: `${stages.get(stage)?.phases}_${next}`, phase: next }
  const following = stages.way.find((each) => each.stage > stage)
  if (!following) return { action: 'install', phase: null }
  return { action: following.action ?? null, phase: firstPhase(following.stage, phases, stages) }
}

function followingPhase(unit: Unit, nextPhase: Unit | null, phases: Phases): Unit | undefined {
  const stage = stageOf(unit)
  if (phases.decided) return phases.of(stage).find((phase) => phaseNumber(phase) > phaseNumber(unit))
  const nextStates = nextPhase !== null && stageOf(nextPhase) === stage && phaseNumber(nextPhase) > phaseNumber(unit)
  return nextStates ? nextPhase : undefined
}

/** The first phase of a stage; null if it has none. While the plan is silent, every stage that allows phases begins at `N.1`. */
export function firstPhase(stage: number, phases: Phases, stages: Stages): Unit | null {
  if (phases.decided || !phases.phased) return phases.of(stage)[0] ?? null
  return stages.get(stage)?.phases === undefined ? null : `${stage}.1`
}

/**
 * The phase that is complete while nothing says whether another follows: the plan is silent, and so is the handoff. To guess would
 * be to close a stage too early.
 */
export function openPhase({ state, handoff, phases }: Plugin): Unit | undefined {
  if (state.kind !== 'unit' || state.status !== 'complete' || phaseNumber(state.unit) === 0 || phases.decided || !phases.phased)
    return undefined
  const next = handoff?.fields.next_phase.state
  return next === 'good' || next === 'null' ? undefined : state.unit
}

const stageAfter = (unit: Unit, { way }: Stages): number | undefined => way.find(({ stage }) => stage > stageOf(unit))?.stage

/** The unit that begins when control of a plugin is granted: the last phase of a stage counts as the whole. None at the end of the way. */
export function unitToBegin({ state, handoff, phases }: Plugin, stages: Stages): Unit | undefined {
  if (state.kind === 'ideated') return stages.way[0] && String(stages.way[0].stage)
  if (state.kind !== 'unit') return undefined
  if (state.status === 'in_progress') return state.unit
  const { phase } = determined(state.unit, handoff?.fields.next_phase.value ?? null, phases, stages)
  const stage = stageAfter(state.unit, stages)
  return phase ?? (stage === undefined ? undefined : String(stage))
}

/** Whether a unit is a phase that is complete and that no other phase of its stage follows: what is left of the stage is to close it. */
export function isClosedNext(plugin: Plugin, stages: Stages): boolean {
  const { state } = plugin
  if (state.kind !== 'unit' || state.status !== 'complete' || phaseNumber(state.unit) === 0) return false
  const next = unitToBegin(plugin, stages)
  return next === undefined || stageOf(next) !== stageOf(state.unit)
}

/** The unit that ends when work is handed back: the one in progress, otherwise the next one, which may be the closing of a stage. */
export function unitToEnd(plugin: Plugin, stages: Stages): Unit | undefined {
  const { state } = plugin
  if (state.kind !== 'unit') return unitToBegin(plugin, stages)
  // The last stage is not at its end before the whole way is, and what is tolerated after it is no further.
  if (stageOf(state.unit) >= stages.last.stage) return String(stages.last.stage)
  if (isClosedNext(plugin, stages)) return String(stageOf(state.unit))
  return unitToBegin(plugin, stages)
}

/** Whether a unit is a whole stage that has no phases, or a phase. */
export const isWhole = (unit: Unit, { phases }: Plugin, stages: Stages): boolean =>
  phaseNumber(unit) > 0 || firstPhase(stageOf(unit), phases, stages) === null
