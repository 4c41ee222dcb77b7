import type { Holder } from '../../core/target.ts'
import { hour } from '../../core/time.ts'
import { isLegal, moveBetween, type StateMachine } from '../../kit/states.ts'

/** The states that a session file may name. */
export const states = ['beginning', 'between_turn', 'compacted', 'interrupted'] as const
export type State = (typeof states)[number]
export const isState = (word: unknown): word is State => (states as readonly unknown[]).includes(word)

const allowedCondition = 'where allow-edges has it'
const idleTimeCondition = 'by how long it was idle'

const workingState = {
  holder: 'agent',
  next: { mend: ['handback', 'question "…"'], work: ['handback', 'success|error|question "…"'] },
} as const

/** The states of a session and the moves between them. */
export const machine: StateMachine<State> = {
  initial: 'beginning',
  states: {
    beginning: workingState,
    between_turn: workingState,
    compacted: workingState,
    interrupted: {
      holder: 'orchestrator',
      next: { answer: ['anchor', 'context high "…"'], wait: null, decide: ['accept'], accept: ['accept'] },
    },
  },
  moves: [
    { from: 'beginning', to: 'between_turn', by: '/turn' },
    { from: 'beginning', to: 'compacted', by: '/compact', condition: allowedCondition },
    { from: 'beginning', to: 'interrupted', by: '/handback', condition: allowedCondition },
    { from: 'between_turn', to: 'compacted', by: '/compact' },
    { from: 'between_turn', to: 'interrupted', by: '/handback' },
    { from: 'compacted', to: 'between_turn', by: '/turn' },
    { from: 'compacted', to: 'interrupted', by: '/handback', condition: allowedCondition },
    { from: 'interrupted', to: 'beginning', by: '/accept', condition: idleTimeCondition },
    { from: 'interrupted', to: 'between_turn', by: '/accept', condition: allowedCondition },
  ],
}

export type ExtraEdge = `${State}->${State}`

/** Moves that are only legal where the configuration allows them. */
export const extraEdges: readonly ExtraEdge[] = machine.moves.flatMap(({ from, to, condition }) =>
  condition === allowedCondition ? [`${from}->${to}` as const] : [],
)

/** `window`: it depends on how long the session was idle. `same`: no move at all. */
export type Edge = 'same' | 'legal' | 'window' | 'no'

/** Whether a session may go from one state to another. */
export function edgeOf(from: State, to: State, allowedEdges: readonly ExtraEdge[]): Edge {
  if (from === to) return 'same'
  if (moveBetween(machine, from, to)?.condition === idleTimeCondition) return 'window'
  return isLegal(machine, from, to, () => allowedEdges.includes(`${from}->${to}`)) ? 'legal' : 'no'
}

/** The states from one to another, both inclusive: through `between_turn` where there is no direct step. */
export function pathBetween(from: State, to: State, allowedEdges: readonly ExtraEdge[]): readonly State[] {
  return edgeOf(from, to, allowedEdges) === 'no' ? [from, 'between_turn', to] : [from, to]
}

/**
 * What became of a session by how long it was idle: it is still a live one, it resumes, or it starts afresh
 * (specification, S5).
 */
export type IdleWindow = 'live' | 'resumes' | 'expired'

export const idleWindow = (idle: number): IdleWindow =>
  idle <= hour ? 'live' : idle < 48 * hour ? 'resumes' : 'expired'

/** Who holds a session: the agent until it stops. */
export const holderOf = (state: State): Holder => machine.states[state].holder

/** How the specification counts the states. */
export const specOf = (state: State, isResumed: boolean): string =>
  ({ beginning: isResumed ? 'S5' : 'S1', between_turn: 'S3', compacted: 'S2', interrupted: 'S4' })[state]
