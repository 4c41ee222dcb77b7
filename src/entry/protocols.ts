import type { Protocol } from '../core/protocol.ts'
import { control } from '../protocols/control/protocol.ts'
import { plugin } from '../protocols/plugin/protocol.ts'

/** Every protocol that Baton checks. */
export const protocols: readonly Protocol[] = [plugin, control]
