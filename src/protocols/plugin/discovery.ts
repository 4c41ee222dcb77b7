import type { ProtocolDiscovery } from '../../core/protocol.ts'
import { configuration, type PluginConfiguration } from './configuration.ts'
import { selectorsOf } from './paths.ts'

export const discovery: ProtocolDiscovery<PluginConfiguration> = {
  name: 'plugin',
  kinds: ['plugin'],
  configuration,
  selectors: selectorsOf,
}
