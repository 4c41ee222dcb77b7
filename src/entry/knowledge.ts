import type { ProtocolName } from '../core/protocol.ts'
import { configurationRule } from '../engine/configuration/rule.ts'
import { installationRules } from '../engine/installation/index.ts'
import { lookout } from './lookout.ts'
import { protocols } from './protocols.ts'

/** Everything that a door tells the use cases: the protocols, their rules, and the configuration that follows from both. */
export const knowledge = {
  ...lookout,
  protocols,
  rules: [configurationRule, ...installationRules, ...protocols.flatMap((protocol) => protocol.rules)],
  load: (names: readonly ProtocolName[]) => Promise.resolve(protocols.filter(({ name }) => names.includes(name))),
}
