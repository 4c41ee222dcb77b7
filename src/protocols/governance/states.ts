import type { Holder } from '../../core/target.ts'
import { hour } from '../../core/time.ts'

/** What a session file may say of its state. */
export const states = ['beginning', 'between_turn', 'compacted', 'interrupted'] as const
export type State = (typeof states)[number]
export const isState = (word: unknown): word is State => (states as readonly unknown[]).includes(word)

/** Steps that are only legal where the configuration allows them. */
export const extraEdges = ['beginning->compacted', 'beginning->interrupted', 'compacted->interrupted', 'interrupted->between_turn'] as const
export type ExtraEdge = (typeof extraEdges)[number]

/** `window`: it depends on how long the session was idle. `same`: no step at all. */
export type Edge = 'same' | 'legal' | 'extra' | 'window' | 'no'

/** Every step (governance protocol, "The states"): from the row's state to the column's. */
export const edges: Readonly<Record<State, Readonly<Record<State, Edge>>>> = {
  beginning: { beginning: 'same', between_turn: 'legal', compacted: 'extra', interrupted: 'extra' },
  between_turn: { beginning: 'no', between_turn: 'same', compacted: 'legal', interrupted: 'legal' },
  compacted: { beginning: 'no', between_turn: 'legal', compacted: 'same', interrupted: 'extra' },
  interrupted: { beginning: 'window', between_turn: 'extra', compacted: 'no', interrupted: 'same' },
}

const isAllowed = (from: State, to: State, allowed: readonly ExtraEdge[]) => (allowed as readonly string[]).includes(`${from}->${to}`)

/** A step as it is judged: an extra one is legal or it is not. */
export function edgeOf(from: State, to: State, allowed: readonly ExtraEdge[]): Exclude<Edge, 'extra'> {
  const edge = edges[from][to]
  if (edge !== 'extra') return edge
  return isAllowed(from, to, allowed) ? 'legal' : 'no'
}

/** The states from one to another, both inclusive: through `between_turn` where there is no direct step. */
export function wayTo(from: State, to: State, allowed: readonly ExtraEdge[]): readonly State[] {
  return edgeOf(from, to, allowed) === 'no' ? [from, 'between_turn', to] : [from, to]
}

/** What became of a session by how long it was idle: it is still a live one, it resumes, or it starts afresh (specification, S5). */
export type Window = 'live' | 'resumes' | 'expired'

export const windowOf = (idle: number): Window => (idle <= hour ? 'live' : idle < 48 * hour ? 'resumes' : 'expired')

/** Who holds a session: the agent until it stops. */
export const holderOf = (state: State): Holder => (state === 'interrupted' ? 'orchestrator' : 'agent')

/** How the specification counts the states. */
export const specOf = (state: State, isResumed: boolean): string =>
  ({ beginning: isResumed ? 'S5' : 'S1', between_turn: 'S3', compacted: 'S2', interrupted: 'S4' })[state]
