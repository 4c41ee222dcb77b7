import type { Lookout } from '../app/validate/check.ts'
import type { Protocol, ProtocolName, Signs } from '../core/protocol.ts'
import { signsOf } from '../core/closing.ts'
import { configurationSchema } from '../engine/configuration/schema.ts'
import { signs as control } from '../protocols/control/signs.ts'
import { signs as governance } from '../protocols/governance/signs.ts'
import { signs as handover } from '../protocols/handover/signs.ts'
import { signs as plugin } from '../protocols/plugin/signs.ts'
import { signs as subagent } from '../protocols/subagent/signs.ts'
import codes from './codes.json' with { type: 'json' }

interface Seen {
  readonly signs: Signs
  load(): Promise<Protocol>
}

/** Each protocol is a file of its own in the bundle: what a repository does not use is not loaded. */
const byName: Readonly<Record<ProtocolName, Seen>> = {
  plugin: { signs: signsOf(plugin), load: async () => (await import('../protocols/plugin/protocol.ts')).plugin },
  handover: { signs: signsOf(handover), load: async () => (await import('../protocols/handover/protocol.ts')).handover },
  subagent: { signs: signsOf(subagent), load: async () => (await import('../protocols/subagent/protocol.ts')).subagent },
  control: { signs: signsOf(control), load: async () => (await import('../protocols/control/protocol.ts')).control },
  governance: { signs: signsOf(governance), load: async () => (await import('../protocols/governance/protocol.ts')).governance },
}

const all = Object.values(byName)
const signs = all.map((each) => each.signs)

/** What a door that only checks tells the use case: the protocols are loaded when a sign of them is seen. */
export const lookout: Lookout = {
  signs,
  // What is wrong with the configuration is graver than it could say.
  schema: configurationSchema({ protocols: signs, rules: codes.map((code) => ({ code })) }),
  load: (names) => Promise.all(all.flatMap(({ signs: { name }, load }) => (names.includes(name) ? [load()] : []))),
}
