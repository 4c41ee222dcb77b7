import type { ProtocolDiscovery } from '../../core/protocol.ts'
import { configuration, type ControlConfiguration } from './configuration.ts'
import { selectorsOf } from './files.ts'

export const discovery: ProtocolDiscovery<ControlConfiguration> = {
  name: 'control',
  kinds: ['stage', 'workflow'],
  configuration,
  selectors: selectorsOf,
}
