import type { ProtocolName } from '../../src/core/protocol.ts'
import { diagramOf, type StateMachine } from '../../src/kit/states.ts'
import { machine as controlMachine } from '../../src/protocols/control/states.ts'
import { machine as governanceMachine } from '../../src/protocols/governance/states.ts'
import { machine as handoverMachine } from '../../src/protocols/handover/states.ts'
import { configuration } from '../../src/protocols/plugin/configuration.ts'
import { follows, type Way } from '../../src/protocols/plugin/moves.ts'
import { stagesOf } from '../../src/protocols/plugin/stages.ts'
import { describe, type State as PluginState } from '../../src/protocols/plugin/states.ts'
import { machine as taskMachine } from '../../src/protocols/subagent/states.ts'

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
  const way: Way = { stages, units: ['0', '1'] }
  const unit = (name: string, status: 'in_progress' | 'complete'): PluginState => ({ kind: 'unit', unit: name, status })
  const states: readonly PluginState[] = [
    { kind: 'ideated' },
    ...way.units.flatMap((each) => [unit(each, 'in_progress'), unit(each, 'complete')]),
    { kind: 'working' },
    { kind: 'installed' },
  ]
  const named = (state: PluginState) => describe(state).replace('stage 0', 'first stage').replace('stage 1', 'last stage').replace('_', ' ')
  const arrows = states.flatMap((from) => follows(from, way).map((to): Arrow => [named(from), named(to)]))
  return diagram(arrows, 'ideated')
}

const machineDiagram = <State extends string>(machine: StateMachine<State>) => ['```mermaid', diagramOf(machine), '```'].join('\n')

const handover = () => machineDiagram(handoverMachine)

const subagent = () => ['```mermaid', diagramOf(taskMachine), '```'].join('\n')

const control = () => machineDiagram(controlMachine)

const governance = () => ['```mermaid', diagramOf(governanceMachine), '```'].join('\n')

/** The states of each protocol as a Mermaid diagram, from the tables that its rules and commands go by. */
export const diagrams: Readonly<Record<ProtocolName, () => string>> = { plugin, handover, subagent, control, governance }
