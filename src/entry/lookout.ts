import type { Lookout } from '../app/validate/check.ts'
import type { Protocol, ProtocolName } from '../core/protocol.ts'
import { signsOf } from '../core/closing.ts'
import { configurationSchema } from '../engine/configuration/schema.ts'
import { signs as control } from '../protocols/control/signs.ts'
import { signs as governance } from '../protocols/governance/signs.ts'
import { signs as handover } from '../protocols/handover/signs.ts'
import { signs as plugin } from '../protocols/plugin/signs.ts'
import { signs as subagent } from '../protocols/subagent/signs.ts'
import codes from './codes.json' with { type: 'json' }

/** Each protocol is a file of its own in the bundle: what a repository does not use is not loaded. */
const loaders: Readonly<Record<ProtocolName, () => Promise<Protocol>>> = {
  plugin: async () => (await import('../protocols/plugin/protocol.ts')).plugin,
  handover: async () => (await import('../protocols/handover/protocol.ts')).handover,
  subagent: async () => (await import('../protocols/subagent/protocol.ts')).subagent,
  control: async () => (await import('../protocols/control/protocol.ts')).control,
  governance: async () => (await import('../protocols/governance/protocol.ts')).governance,
}

const signs = [signsOf(plugin), signsOf(handover), signsOf(subagent), signsOf(control), signsOf(governance)]

/** The shape of each protocol's section of the configuration. */
export const sections = {
  plugin: plugin.configuration,
  handover: handover.configuration,
  subagent: subagent.configuration,
  control: control.configuration,
  governance: governance.configuration,
}

/** What a door that only checks tells the use case: the protocols are loaded when a sign of them is seen. */
export const lookout: Lookout = {
  signs,
  // What is wrong with the configuration is graver than it could say.
  schema: configurationSchema({ sections, rules: codes.map((code) => ({ code })) }),
  load: (names) => Promise.all(signs.flatMap(({ name }) => (names.includes(name) ? [loaders[name]()] : []))),
}
