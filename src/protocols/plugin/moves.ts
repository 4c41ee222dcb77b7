import type { Plugin } from './model.ts'
import { byUnit, phaseNumber, stageOf, type Stages, type Unit } from './stages.ts'
import { sameState, unitsOf, type Phases, type State } from './states.ts'

/** The units of one plugin in order, as its states are compared. */
export interface Way {
  readonly stages: Stages
  readonly units: readonly Unit[]
}

/** The phases that a plugin names besides its plan: the one that it is at, and the one that it says is next. */
export function phasesNamedBy({ state, handoff }: Plugin): readonly Unit[] {
  const next = handoff?.fields.next_phase.value
  return [...(state.kind === 'unit' ? [state.unit] : []), ...(next === undefined ? [] : [next])]
}

/** A handoff may name any phase: no more than so many are counted out. */
const mostPhases = 100

/**
 * The way of a plugin. While its plan is silent, a stage has the phases up to the highest that the plugin names, or that is named
 * besides (plugin protocol, section 5); none if the handoff says that there are no phases.
 */
export function wayThrough(plugin: Plugin, stages: Stages, besides: readonly Unit[] = [], phases: Phases = plugin.phases): Way {
  const named = plugin.handoff?.fields.phased_implementation.value === false ? [] : [...phasesNamedBy(plugin), ...besides]
  const upTo = (stage: number): readonly Unit[] => {
    const highest = Math.max(0, ...named.filter((unit) => stageOf(unit) === stage).map(phaseNumber))
    return Array.from({ length: Math.min(highest, mostPhases) }, (_, index) => `${stage}.${index + 1}`)
  }
  const phasesOf = (stage: number) => (phases.decided ? phases.of(stage) : upTo(stage))
  return { stages, units: unitsOf(stages, (stage) => (stages.get(stage)?.phases === undefined ? [] : phasesOf(stage))) }
}

/** The last phase of a stage; `undefined` where it has none. */
export const lastPhase = (stage: number, { units }: Way): Unit | undefined =>
  units.findLast((unit) => stageOf(unit) === stage && phaseNumber(unit) > 0)

/** A move from one state to another, neither of them unknown. */
export interface Step {
  readonly from: State
  readonly to: State
  readonly way: Way
}

/** A row of the table of moves. */
interface Move {
  /** Which states, in words. */
  readonly from: string
  readonly to: string
  readonly fits: (step: Step) => boolean
  /** Legal only if every unit that is passed over left a trace. */
  readonly traced?: true
}

const first = ({ units }: Way): Unit | undefined => units[0]
const last = ({ stages }: Way): Unit => String(stages.last.stage)
const after = (unit: Unit, { units }: Way): Unit | undefined => units.find((each) => byUnit(each, unit) > 0)

const inProgress = (unit: Unit): State => ({ kind: 'unit', unit, status: 'in_progress' })
const complete = (unit: Unit): State => ({ kind: 'unit', unit, status: 'complete' })

const isAt = (state: State, unit: Unit | undefined): boolean => state.kind === 'unit' && state.unit === unit
const isComplete = (state: State): boolean => state.kind === 'unit' && state.status === 'complete'
const isInProgress = (state: State): boolean => state.kind === 'unit' && state.status === 'in_progress'

/** The unit that comes after a state; before every unit stands what has none. */
const next = (state: State, way: Way): Unit | undefined => (state.kind === 'unit' ? after(state.unit, way) : first(way))

const isLastPhase = (state: State, way: Way): boolean => state.kind === 'unit' && lastPhase(stageOf(state.unit), way) === state.unit
const nextStage = (state: State, way: Way): Unit | undefined =>
  state.kind === 'unit' ? after(String(stageOf(state.unit)), way) : undefined

/** Every move that there is. The first row that fits decides; what fits none is illegal (plugin protocol, section 5). */
export const moves: readonly Move[] = [
  {
    from: 'any',
    to: 'the same',
    fits: ({ from, to }) => sameState(from, to),
  },
  {
    from: 'ideated, or (unit, complete)',
    to: '(next unit, in_progress) or (next unit, complete)',
    fits: ({ from, to, way }) => (from.kind === 'ideated' || isComplete(from)) && isAt(to, next(from, way)),
  },
  {
    from: '(unit, in_progress)',
    to: '(unit, complete)',
    fits: ({ from, to }) => from.kind === 'unit' && isInProgress(from) && isAt(to, from.unit),
  },
  {
    from: '(last phase, complete)',
    to: '(unit after its stage, in_progress) or (unit after its stage, complete), without closing the stage',
    fits: ({ from, to, way }) => isComplete(from) && isLastPhase(from, way) && isAt(to, nextStage(from, way)),
  },
  {
    from: '(last stage, in_progress or complete), or (unit before it, complete)',
    to: 'working',
    fits: ({ from, to, way }) => (isAt(from, last(way)) || (isComplete(from) && next(from, way) === last(way))) && to.kind === 'working',
  },
  {
    from: 'working',
    to: 'installed',
    fits: ({ from, to }) => from.kind === 'working' && to.kind === 'installed',
  },
  {
    from: 'installed',
    to: 'working: taken out of the system folders',
    fits: ({ from, to }) => from.kind === 'installed' && to.kind === 'working',
  },
  {
    from: 'working, or installed',
    to: '(first unit, in_progress) or (first unit, complete): a new cycle',
    fits: ({ from, to, way }) => (from.kind === 'working' || from.kind === 'installed') && isAt(to, first(way)),
  },
  {
    from: 'any earlier',
    to: 'any later',
    fits: isForward,
    traced: true,
  },
]

/** The row that a step belongs to; `undefined`: it is illegal. */
export const moveOf = (step: Step): Move | undefined => moves.find(({ fits }) => fits(step))

/** The states that a state leads to with nothing passed over. */
export function follows(from: State, way: Way): readonly State[] {
  const units = [from.kind === 'unit' ? from.unit : undefined, next(from, way), nextStage(from, way), first(way)]
  const states: readonly State[] = [
    ...[...new Set(units)].flatMap((unit) => (unit === undefined ? [] : [inProgress(unit), complete(unit)])),
    { kind: 'working' },
    { kind: 'installed' },
  ]
  return states.filter((to) => {
    const step = { from, to, way }
    const move = sameState(from, to) ? undefined : moveOf(step)
    return move !== undefined && !(move.traced && passedOver(step).length > 0)
  })
}

const ranks = { unknown: 0, ideated: 0, unit: 1, working: 2, installed: 3 } as const

function isForward({ from, to }: Step): boolean {
  if (from.kind !== 'unit' || to.kind !== 'unit') return ranks[from.kind] < ranks[to.kind]
  return byUnit(from.unit, to.unit) < 0
}

/** The units that a step passes over: those between its states, and the one that it leaves in progress. Closings and tolerated stages do not count. */
function passedOver({ from, to, way }: Step): readonly Unit[] {
  const end = to.kind === 'unit' ? to.unit : to.kind === 'working' ? last(way) : undefined
  const isBefore = (unit: Unit) => end === undefined || byUnit(unit, end) < 0
  const isLeft = (unit: Unit) => from.kind !== 'unit' || byUnit(unit, from.unit) > 0 || (isInProgress(from) && unit === from.unit)
  const isClosing = (unit: Unit) => phaseNumber(unit) === 0 && lastPhase(stageOf(unit), way) !== undefined
  return way.units.filter((unit) => isLeft(unit) && isBefore(unit) && !isClosing(unit))
}

/** The units that a step should have left a trace of, and has not. */
export function skippedBy(step: Step, traces: ReadonlySet<Unit>): readonly Unit[] {
  return moveOf(step)?.traced ? passedOver(step).filter((unit) => !traces.has(unit)) : []
}
