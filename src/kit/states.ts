import type { ActionKind, Proposal } from '../core/action.ts'
import type { CommandMove } from '../core/command.ts'
import type { Holder } from '../core/target.ts'

/** A move that is legal from one state to another. */
export interface Move<State extends string, Condition extends string = string> {
  readonly from: State
  readonly to: State
  /** What else it depends on, in words. */
  readonly condition?: Condition
}

/** Which moves are legal. A state may always stay what it is. */
export interface Transitions<State extends string> {
  readonly moves: readonly Move<State>[]
}

export interface TargetMove<State extends string, Condition extends string = string> extends Move<State, Condition> {
  /** What causes it: a command, `/handback success`, or in words an action without one. */
  readonly by: string
}

export interface StateRow {
  readonly holder: Holder
  /**
   * The next actions that it may have, each with its command and the words after the target; `null`: without a command.
   * Of several the files of the target decide. None: nothing is left to do.
   */
  readonly next: Readonly<Partial<Record<ActionKind, Proposal['run'] | null>>>
}

/**
 * The states of a target and the moves between them: who has control, what is legal, the next action, the diagram and
 * the tests come from this.
 */
export interface StateMachine<State extends string, Condition extends string = string> {
  readonly initial: State
  readonly states: Readonly<Record<State, StateRow>>
  readonly moves: readonly TargetMove<State, Condition>[]
}

/**
 * The next action of a kind in a state, with the command that the table has for it. @throws RangeError where the table
 * lacks it.
 */
export function propose<State extends string>(
  { states }: Pick<StateMachine<State>, 'states'>,
  state: State,
  kind: ActionKind,
  details: Omit<Proposal, 'do' | 'run'> = {},
): Proposal {
  const run = states[state].next[kind]
  if (run === undefined) throw new RangeError(`The state ${state} has no action ${kind}`)
  return { do: kind, ...(run && { run }), ...details }
}

const keysOf = Object.keys as <Key extends string>(table: Readonly<Partial<Record<Key, unknown>>>) => readonly Key[]

/** The moves of a table that has for each state those that it leads to. */
export const movesTo = <State extends string>(
  table: Readonly<Partial<Record<State, readonly State[]>>>,
): readonly Move<State>[] => keysOf(table).flatMap((from) => (table[from] ?? []).map((to) => ({ from, to })))

/** What each act of a command does in each state: `do` moves the target; what other words mean is the protocol's. */
type Effects<State extends string, Act extends string> = Readonly<Record<State, Readonly<Record<Act, string>>>>

/** The moves that commands make, by what they do in each state and where each act leads. */
export const movesBy = <State extends string, Act extends string>(
  effects: Effects<State, Act>,
  leads: Readonly<Partial<Record<Act, readonly Omit<TargetMove<State>, 'from'>[]>>>,
): readonly TargetMove<State>[] =>
  keysOf(effects).flatMap((from) =>
    keysOf(leads)
      .flatMap((act) => (effects[from][act] === 'do' ? (leads[act] ?? []) : []))
      .flatMap((lead) => (lead.to === from ? [] : [{ from, ...lead }])),
  )

/** The move from one state to another, whatever it depends on; `undefined` where there is none. */
export const moveBetween = <State extends string>(
  { moves }: Transitions<State>,
  from: State,
  to: State,
): Move<State> | undefined => moves.find((move) => move.from === from && move.to === to)

/** Whether one state may become another. `holds`: whether a condition is met; by default none is. */
export function isLegal<State extends string>(
  transitions: Transitions<State>,
  from: State,
  to: State,
  holds: (condition: string) => boolean = () => false,
): boolean {
  const isOpen = ({ condition }: Move<State>) => condition === undefined || holds(condition)
  return from === to || transitions.moves.some((move) => move.from === from && move.to === to && isOpen(move))
}

/**
 * The moves that commands make, with the states that a command leads to the same state grouped together; moves without
 * a command are left out.
 */
export function commandMoves<State extends string>({
  moves,
}: Pick<StateMachine<State>, 'moves'>): readonly CommandMove[] {
  const movesByKey = new Map<string, CommandMove>()
  for (const { from, to, by } of moves) {
    if (!by.startsWith('/')) continue
    const key = `${by} ${to}`
    const knownStates = movesByKey.get(key)?.from ?? []
    movesByKey.set(key, { by, from: knownStates.includes(from) ? knownStates : [...knownStates, from], to })
  }
  return [...movesByKey.values()]
}

/** Whether a command, with the words that decide, leads out of a state. */
export const leadsFrom = <State extends string>(
  { moves }: Pick<StateMachine<State>, 'moves'>,
  state: State,
  by: string,
): boolean => moves.some((move) => move.from === state && move.by === by)

export const statesReachedFrom = <State extends string>({ moves }: Transitions<State>, from: State): readonly State[] =>
  moves.flatMap((move) => (move.from === from ? [move.to] : []))

/** The least number of moves from one state to another; `undefined` if there is no way. */
export function distance<State extends string>(
  transitions: Transitions<State>,
  from: State,
  to: State,
): number | undefined {
  const visited = new Set([from])
  let frontier: readonly State[] = [from]
  for (let count = 0; frontier.length > 0; count++) {
    if (frontier.includes(to)) return count
    frontier = [...new Set(frontier.flatMap((state) => statesReachedFrom(transitions, state)))].filter(
      (state) => !visited.has(state),
    )
    for (const state of frontier) visited.add(state)
  }
  return undefined
}

/**
 * A state machine as a Mermaid diagram: each arrow with what makes the move. Moves between the same two states are one
 * arrow.
 */
export function diagramOf<State extends string>({
  initial,
  moves,
}: Pick<StateMachine<State>, 'initial' | 'moves'>): string {
  const names = [...new Set([initial, ...moves.flatMap(({ from, to }) => [from, to])])]
  const id = (name: State) => `s${names.indexOf(name)}`
  const labels = new Map<string, string[]>()
  for (const { from, to, by, condition } of moves) {
    const arrow = `  ${id(from)} --> ${id(to)}`
    labels.set(arrow, [...(labels.get(arrow) ?? []), condition === undefined ? by : `${by} ${condition}`])
  }
  return [
    'stateDiagram-v2',
    ...names.map((name) => `  state "${name}" as ${id(name)}`),
    `  [*] --> ${id(initial)}`,
    ...Array.from(labels, ([arrow, labelTexts]) => `${arrow} : ${labelTexts.join(', ')}`),
  ].join('\n')
}
