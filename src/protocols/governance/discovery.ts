import type { ProtocolDiscovery } from '../../core/protocol.ts'
import { configuration, type GovernanceConfiguration } from './configuration.ts'
import { selectorsOf } from './files.ts'

export const discovery: ProtocolDiscovery<GovernanceConfiguration> = {
  name: 'governance',
  kinds: ['session', 'brain'],
  foundByConfiguration: true,
  configuration,
  selectors: selectorsOf,
}
