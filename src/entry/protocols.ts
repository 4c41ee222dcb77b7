import type { Protocol, ProtocolName } from '../core/protocol.ts'
import { control } from '../protocols/control/protocol.ts'
import { governance } from '../protocols/governance/protocol.ts'
import { handover } from '../protocols/handover/protocol.ts'
import { plugin } from '../protocols/plugin/protocol.ts'
import { subagent } from '../protocols/subagent/protocol.ts'

const byName: Readonly<Record<ProtocolName, Protocol>> = { plugin, handover, subagent, control, governance }

/** Every protocol that Baton checks. */
export const protocols: readonly Protocol[] = Object.values(byName)
