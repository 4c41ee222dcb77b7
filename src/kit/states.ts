/** A step that is legal from one state to another. */
export interface Step<State extends string> {
  readonly from: State
  readonly to: State
  /** What makes it: `/handback success`. */
  readonly by?: string
}

/** The states of a target by the steps between them: legality, diagrams and tests come from this. */
export interface StateMachine<State extends string> {
  readonly initial: State
  readonly steps: readonly Step<State>[]
}

/** A state machine as a Mermaid diagram. Steps between the same two states are one arrow. */
export function diagramOf<State extends string>({ initial, steps }: StateMachine<State>): string {
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
