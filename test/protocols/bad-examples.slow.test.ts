import { control } from '../../src/protocols/control/protocol.ts'
import { governance } from '../../src/protocols/governance/protocol.ts'
import { handover } from '../../src/protocols/handover/protocol.ts'
import { plugin } from '../../src/protocols/plugin/protocol.ts'
import { subagent } from '../../src/protocols/subagent/protocol.ts'
import { describeActions } from './actions.ts'
import { describeBadExamples } from './guided.ts'

// What is to be done where something is wrong, in every protocol.
for (const protocol of [handover, control]) describeActions(protocol)
for (const protocol of [plugin, subagent, governance]) describeBadExamples(protocol)
