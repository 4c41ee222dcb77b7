import type { Handoff } from './handoff.ts'
import { phaseNumber, stageOf, type Stages, type Unit } from './stages.ts'
import type { Status } from './status.ts'

/** The state of a plugin (plugin protocol, section 2). */
export type State =
  | { readonly kind: 'ideated' | 'working' | 'installed' | 'unknown' }
  | { readonly kind: 'unit'; readonly unit: Unit; readonly status: 'in_progress' | 'complete' }

export const sameState = (a: State, b: State): boolean =>
  a.kind === 'unit' && b.kind === 'unit' ? a.unit === b.unit && a.status === b.status : a.kind === b.kind

/** A state in words, for people. Of a working plugin that still has its handoff: `stage 5 workflow_complete`. */
export function describe(state: State, stage?: number): string {
  if (state.kind === 'unit') return `stage ${state.unit} ${state.status}`
  return state.kind === 'working' && stage !== undefined ? `stage ${stage} workflow_complete` : state.kind
}

/**
 * The state that a handoff says; `unknown` where it cannot be read: invalid front matter or none, another plugin's name, or a
 * stage, status or phase that is wrong, missing or contradicts the others (section 7, "unreadable").
 */
export function stateOfHandoff({ fields }: Handoff, name: string, stages: Stages): State {
  const unknown: State = { kind: 'unknown' }
  const stage = fields.stage.value === undefined ? undefined : stages.get(fields.stage.value)
  const status = fields.status.value
  if (!stage || status === undefined || fields.plugin.state === 'wrong' || fields.phase.state === 'wrong') return unknown
  if (fields.plugin.value !== undefined && fields.plugin.value !== name) return unknown
  const phase = fields.phase.value
  if (phase !== undefined && (stageOf(phase) !== stage.stage || stage.phases === undefined)) return unknown
  if (status === 'workflow_complete') return contradictsWorkflow(stage.stage, phase, stages) ? unknown : { kind: 'working' }
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

/** Whether the first stage is complete: from then on complexity and contracts are known. Not where the stage cannot be told. */
export function isPlanned({ fields: { stage, status } }: Handoff, stages: Stages): boolean {
  const first = stages.way[0]?.stage ?? 0
  if (stage.value === undefined) return false
  return stage.value > first || (stage.value === first && status.value !== undefined && status.value !== 'in_progress')
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

/** What a state determines (plugin protocol, section 3, "Determined values"). */
export interface Determined {
  readonly action: string | null
  readonly phase: Unit | null
}

/**
 * What follows a completed unit. `nextPhase` is what the handoff says, which decides while the plan is silent: a phase of the
 * same stage continues it, null ends it.
 */
export function determined(unit: Unit, nextPhase: Unit | null, phases: Phases, stages: Stages): Determined {
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
  const follows = nextPhase !== null && stageOf(nextPhase) === stage && phaseNumber(nextPhase) > phaseNumber(unit)
  return follows ? nextPhase : undefined
}

/** The first phase of a stage; null if it has none. While the plan is silent, every stage that allows phases begins at `N.1`. */
export function firstPhase(stage: number, phases: Phases, stages: Stages): Unit | null {
  if (phases.decided || !phases.phased) return phases.of(stage)[0] ?? null
  return stages.get(stage)?.phases === undefined ? null : `${stage}.1`
}
