import * as z from 'zod'
import { count, expected, section } from '../../core/configuration.ts'
import { stateGlob } from '../../core/configured-paths.ts'
import { once } from '../../core/once.ts'
import type { ProtocolDiscovery } from '../../core/protocol.ts'
import { selectorsOf } from './files.ts'

const defaults = { sessions: ['.ralph-sessions/*'], limits: { attempts: 3, cycles: 3, planning: 2 } }

/** The section `protocols.subagent`. */
export const configuration = once(() =>
  section({
    sessions: z.array(stateGlob(), { error: expected`a list of patterns` }).prefault(defaults.sessions),
    profile: z.enum(['contract-1.0.0', 'v1-3.x', 'v2']).optional(),
    limits: section({
      attempts: count(0).prefault(defaults.limits.attempts),
      cycles: count(0).prefault(defaults.limits.cycles),
      planning: count(0).prefault(defaults.limits.planning),
    }).prefault({}),
  }),
)

/** Every setting of the protocol; without a profile it is detected. */
export type SubagentConfiguration = z.output<ReturnType<typeof configuration>>

export const discovery: ProtocolDiscovery<SubagentConfiguration> = {
  name: 'subagent',
  kinds: ['task', 'ralph'],
  configuration,
  defaults,
  selectors: selectorsOf,
}
