import type { ProtocolDiscovery } from '../../core/protocol.ts'
import { configuration, type SubagentConfiguration } from './configuration.ts'
import { selectorsOf } from './files.ts'

export const discovery: ProtocolDiscovery<SubagentConfiguration> = {
  name: 'subagent',
  kinds: ['task', 'ralph'],
  configuration,
  selectors: selectorsOf,
}
