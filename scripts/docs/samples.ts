import type { ProtocolName } from '../../src/core/protocol.ts'
import type { Files } from '../../src/core/rule.ts'
import { sample as control } from '../../src/protocols/control/examples.ts'
import { sample as governance } from '../../src/protocols/governance/examples.ts'
import { sample as handover } from '../../src/protocols/handover/examples.ts'
import { sample as plugin } from '../../src/protocols/plugin/examples.ts'
import { sample as subagent } from '../../src/protocols/subagent/examples.ts'

/** What the examples of a protocol's rules have in common. */
export const samples: Readonly<Record<ProtocolName, Files>> = { plugin, handover, subagent, control, governance }
