import type { ProtocolName } from '../../src/core/protocol.ts'
import { diagramOf, type StateMachine } from '../../src/kit/states.ts'
import { machine as controlMachine } from '../../src/protocols/control/states.ts'
import { edges, states as sessionStates } from '../../src/protocols/governance/states.ts'
import { progressMoves } from '../../src/protocols/handover/states.ts'
import { configuration } from '../../src/protocols/plugin/discovery.ts'
import { machineOf } from '../../src/protocols/plugin/states.ts'
import { stagesOf } from '../../src/protocols/plugin/stages/stages.ts'
import { type Act, moves as taskMoves, type TaskState } from '../../src/protocols/subagent/states.ts'

/** A step from one state to another, and what makes it. */
type Arrow = readonly [from: string, to: string, by?: string | undefined]

/** What leads from the same state to the same is one arrow. */
function together(arrows: readonly Arrow[]): readonly Arrow[] {
  const found = new Map<string, Arrow>()
  for (const [from, to, by] of arrows) {
    const key = `${from}\n${to}`
    const before = found.get(key)?.[2]
    found.set(key, [from, to, [before, by].filter((each) => each !== undefined).join(', ') || undefined])
  }
  return [...found.values()]
}

function diagram(arrows: readonly Arrow[], first: string): string {
  const names = [...new Set([first, ...arrows.flatMap(([from, to]) => [from, to])])]
  const id = (name: string) => `s${names.indexOf(name)}`
  return [
    '```mermaid',
    'stateDiagram-v2',
    ...names.map((name) => `  state "${name}" as ${id(name)}`),
    `  [*] --> ${id(first)}`,
    ...together(arrows).map(([from, to, by]) => `  ${id(from)} --> ${id(to)}${by === undefined ? '' : ` : ${by}`}`),
    '```',
  ].join('\n')
}

/** A way of two stages stands for all: the first and the last. */
function plugin(): string {
  const stage = (number: number) => ({ stage: number, title: `Stage ${number}` })
  const stages = stagesOf(configuration.parse({ stages: [stage(0), stage(1)] }))
  const named = (state: string) => state.replace('stage 0', 'first stage').replace('stage 1', 'last stage').replace('_', ' ')
  const { initial, steps } = machineOf({ stages, units: ['0', '1'] })
  return mermaid({ initial, steps: steps.map(({ from, to }) => ({ from: named(from), to: named(to) })) })
}

const handover = () =>
  diagram(
    Object.entries(progressMoves).flatMap(([from, to]) => to.filter((each) => each !== from).map((each): Arrow => [from, each])),
    'pending',
  )

/** Where each act on a task leads that is done. */
const reached: Readonly<Record<Act, readonly [to: TaskState, by: string]>> = {
  accept: ['in progress', '/accept'],
  success: ['review pending', '/handback success'],
  error: ['not started', '/handback error'],
  question: ['blocked', '/handback question'],
  answer: ['in progress', '/answer'],
  qualified: ['completed', '/review qualified'],
  failed: ['not started', '/review failed'],
}

const subagent = () =>
  diagram(
    Object.entries(taskMoves).flatMap(([from, moves]) =>
      (Object.keys(reached) as readonly Act[]).flatMap((act): readonly Arrow[] => {
        const [to, by] = reached[act]
        // What is blocked waits for an answer.
        const label = from === 'blocked' && act === 'accept' ? `${by} --anyway` : by
        return moves[act] === 'do' && to !== from ? [[from, to, label]] : []
      }),
    ),
    'not started',
  )

const mermaid = (machine: StateMachine<string>) => ['```mermaid', diagramOf(machine), '```'].join('\n')

const control = () => mermaid(controlMachine)

const words = { legal: undefined, extra: 'where allow-edges has it', window: 'by how long it was idle' } as const

const governance = () =>
  diagram(
    sessionStates.flatMap((from) =>
      sessionStates.flatMap((to): readonly Arrow[] => {
        const edge = edges[from][to]
        return edge === 'same' || edge === 'no' ? [] : [[from, to, words[edge]]]
      }),
    ),
    'beginning',
  )

/** The states of each protocol as a Mermaid diagram, from the tables that its rules and commands go by. */
export const diagrams: Readonly<Record<ProtocolName, () => string>> = { plugin, handover, subagent, control, governance }
