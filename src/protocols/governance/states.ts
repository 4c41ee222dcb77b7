import type { Holder } from '../../core/target.ts'
import { hour } from '../../core/time.ts'
import type { StateMachine, Step } from '../../kit/states.ts'

/** The states that a session file may name. */
export const states = ['beginning', 'between_turn', 'compacted', 'interrupted'] as const
export type State = (typeof states)[number]
export const isState = (word: unknown): word is State => (states as readonly unknown[]).includes(word)

/** A step, and on what it depends where it is not always legal: the configuration, or how long the session was idle. */
interface SessionStep extends Step<State> {
  readonly condition?: 'allow-edges' | 'window'
}

const steps: readonly SessionStep[] = [
  { from: 'beginning', to: 'between_turn' },
  { from: 'beginning', to: 'compacted', condition: 'allow-edges' },
  { from: 'beginning', to: 'interrupted', condition: 'allow-edges' },
  { from: 'between_turn', to: 'compacted' },
  { from: 'between_turn', to: 'interrupted' },
  { from: 'compacted', to: 'between_turn' },
  { from: 'compacted', to: 'interrupted', condition: 'allow-edges' },
  { from: 'interrupted', to: 'beginning', condition: 'window' },
  { from: 'interrupted', to: 'between_turn', condition: 'allow-edges' },
]

const conditions = { 'allow-edges': 'where allow-edges has it', window: 'by how long it was idle' } as const

/** The states of a session and the steps between them. */
export const machine: StateMachine<State> = {
  initial: 'beginning',
  steps: steps.map(({ condition, ...step }) => ({ ...step, ...(condition && { by: conditions[condition] }) })),
}

export type ExtraEdge = `${State}->${State}`

/** Steps that are only legal where the configuration allows them. */
export const extraEdges: readonly ExtraEdge[] = steps.flatMap(({ from, to, condition }) =>
  condition === 'allow-edges' ? [`${from}->${to}` as const] : [],
)

/** `window`: it depends on how long the session was idle. `same`: no step at all. */
export type Edge = 'same' | 'legal' | 'window' | 'no'

/** Whether a session may go from one state to another. */
export function edgeOf(from: State, to: State, allowed: readonly ExtraEdge[]): Edge {
  if (from === to) return 'same'
  const step = steps.find((each) => each.from === from && each.to === to)
  if (!step) return 'no'
  if (step.condition === 'window') return 'window'
  return step.condition === undefined || allowed.includes(`${from}->${to}`) ? 'legal' : 'no'
}

/** The states from one to another, both inclusive: through `between_turn` where there is no direct step. */
export function pathBetween(from: State, to: State, allowed: readonly ExtraEdge[]): readonly State[] {
  return edgeOf(from, to, allowed) === 'no' ? [from, 'between_turn', to] : [from, to]
}

/** What became of a session by how long it was idle: it is still a live one, it resumes, or it starts afresh (specification, S5). */
export type Window = 'live' | 'resumes' | 'expired'

export const idleWindow = (idle: number): Window => (idle <= hour ? 'live' : idle < 48 * hour ? 'resumes' : 'expired')

/** Who holds a session: the agent until it stops. */
export const holderOf = (state: State): Holder => (state === 'interrupted' ? 'orchestrator' : 'agent')

/** How the specification counts the states. */
export const specOf = (state: State, isResumed: boolean): string =>
  ({ beginning: isResumed ? 'S5' : 'S1', between_turn: 'S3', compacted: 'S2', interrupted: 'S4' })[state]
