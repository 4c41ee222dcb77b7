import type { Protocol, BuiltInName } from '../core/protocol.ts'
import { control } from '../protocols/control/protocol.ts'
import { governance } from '../protocols/governance/protocol.ts'
import { handover } from '../protocols/handover/protocol.ts'
import { plugin } from '../protocols/plugin/protocol.ts'
import { subagent } from '../protocols/subagent/protocol.ts'

const protocolsByName: Readonly<Record<BuiltInName, Protocol>> = { plugin, handover, subagent, control, governance }

export const protocols = Object.values(protocolsByName) as readonly Protocol<BuiltInName>[]
