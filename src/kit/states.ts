import type { Holder } from '../core/target.ts'

/** A step that is legal from one state to another. */
export interface Step<State extends string> {
  readonly from: State
  readonly to: State
  /** What makes it: `/handback success`. */
  readonly by?: string
}

/** The states of a target, who holds it in each, and the steps between them: legality, diagrams and tests come from this. */
export interface StateMachine<State extends string> {
  readonly initial: State
  readonly holders: Readonly<Record<State, Holder>>
  readonly steps: readonly Step<State>[]
}

/** The states of a machine, in order. */
export const statesOf = <State extends string>({ holders }: StateMachine<State>): readonly State[] => Object.keys(holders) as State[]

/** Whether one step leads from a state to another. */
export const allows = <State extends string>({ steps }: Pick<StateMachine<State>, 'steps'>, from: State, to: State): boolean =>
  steps.some((step) => step.from === from && step.to === to)

/** How many steps lead from one state to another at least; `undefined` where none do. */
export function distanceBetween<State extends string>(
  { steps }: Pick<StateMachine<State>, 'steps'>,
  from: State,
  to: State,
): number | undefined {
  const seen = new Set<State>([from])
  let edge: readonly State[] = [from]
  for (let count = 0; edge.length > 0; count++) {
    if (edge.includes(to)) return count
    edge = steps.flatMap((step) => (edge.includes(step.from) && !seen.has(step.to) ? [step.to] : []))
    for (const state of edge) seen.add(state)
  }
  return undefined
}

/** A state machine as a Mermaid diagram. Steps between the same two states are one arrow. */
export function diagramOf<State extends string>({ initial, steps }: Pick<StateMachine<State>, 'initial' | 'steps'>): string {
  const names = [...new Set([initial, ...steps.flatMap(({ from, to }) => [from, to])])]
  const id = (name: State) => `s${names.indexOf(name)}`
  const labels = new Map<string, string[]>()
  for (const { from, to, by } of steps) {
    const arrow = `  ${id(from)} --> ${id(to)}`
    labels.set(arrow, [...(labels.get(arrow) ?? []), ...(by === undefined ? [] : [by])])
  }
  return [
    'stateDiagram-v2',
    ...names.map((name) => `  state "${name}" as ${id(name)}`),
    `  [*] --> ${id(initial)}`,
    ...Array.from(labels, ([arrow, by]) => (by.length === 0 ? arrow : `${arrow} : ${by.join(', ')}`)),
  ].join('\n')
}
