import type { ProtocolName } from '../../src/core/protocol.ts'
import { diagramOf, type StateMachine } from '../../src/kit/states.ts'
import { machine as controlMachine } from '../../src/protocols/control/states.ts'
import { machine as governanceMachine } from '../../src/protocols/governance/states.ts'
import { machine as handoverMachine } from '../../src/protocols/handover/states.ts'
import { machine as taskMachine } from '../../src/protocols/subagent/states.ts'
import { configuration } from '../../src/protocols/plugin/discovery.ts'
import { machineOf } from '../../src/protocols/plugin/states.ts'
import { stagesOf } from '../../src/protocols/plugin/stages/stages.ts'

const mermaid = <State extends string>(machine: Pick<StateMachine<State>, 'initial' | 'moves'>) =>
  ['```mermaid', diagramOf(machine), '```'].join('\n')

/** A way of two stages stands for all: the first and the last. */
function plugin(): string {
  const stage = (number: number) => ({ stage: number, title: `Stage ${number}` })
  const stages = stagesOf(configuration.parse({ stages: [stage(0), stage(1)] }))
  const named = (state: string) => state.replace('stage 0', 'first stage').replace('stage 1', 'last stage').replace('_', ' ')
  const { initial, moves } = machineOf({ stages, units: ['0', '1'] })
  return mermaid({ initial, moves: moves.map(({ from, to }) => ({ from: named(from), to: named(to) })) })
}

/** The states of each protocol as a Mermaid diagram, from the tables that its rules and commands go by. */
export const diagrams: Readonly<Record<ProtocolName, () => string>> = {
  plugin,
  handover: () => mermaid(handoverMachine),
  subagent: () => mermaid(taskMachine),
  control: () => mermaid(controlMachine),
  governance: () => mermaid(governanceMachine),
}
