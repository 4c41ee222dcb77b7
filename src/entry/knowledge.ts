import { configurationRule } from '../engine/configuration/rule.ts'
import { configurationSchema } from '../engine/configuration/schema.ts'
import { configuration as control } from '../protocols/control/configuration.ts'
import { configuration as governance } from '../protocols/governance/configuration.ts'
import { configuration as handover } from '../protocols/handover/configuration.ts'
import { configuration as plugin } from '../protocols/plugin/configuration.ts'
import { configuration as subagent } from '../protocols/subagent/configuration.ts'
import { protocols } from './protocols.ts'

const sections = { plugin, control, handover, subagent, governance }
const rules = protocols.flatMap((protocol) => protocol.rules)

/** Everything that a door tells the use cases: the protocols, their rules, and the configuration that follows from both. */
export const knowledge = {
  protocols,
  rules: [configurationRule, ...rules],
  sections,
  // What is wrong with the configuration is graver than it could say.
  schema: configurationSchema({ sections, rules }),
}
