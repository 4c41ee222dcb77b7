import type { BuiltInName } from '../../src/core/protocol.ts'
import { diagramOf, type StateMachine } from '../../src/kit/states.ts'
import { machine as controlMachine } from '../../src/protocols/control/states.ts'
import { machine as governanceMachine } from '../../src/protocols/governance/states.ts'
import { machine as handoverMachine } from '../../src/protocols/handover/states.ts'
import { machine as taskMachine } from '../../src/protocols/subagent/states.ts'
import { machine as pluginMachine } from '../../src/protocols/plugin/states.ts'

const mermaid = <State extends string>(machine: Pick<StateMachine<State>, 'initial' | 'moves'>) =>
  ['```mermaid', diagramOf(machine), '```'].join('\n')

/** The states of each protocol as a Mermaid diagram, from the tables that its rules and commands use. */
export const diagrams: Readonly<Record<BuiltInName, () => string>> = {
  plugin: () => mermaid(pluginMachine),
  handover: () => mermaid(handoverMachine),
  subagent: () => mermaid(taskMachine),
  control: () => mermaid(controlMachine),
  governance: () => mermaid(governanceMachine),
}
