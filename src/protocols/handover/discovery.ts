import type { ProtocolDiscovery } from '../../core/protocol.ts'
import { configuration, type HandoverConfiguration } from './configuration.ts'
import { selectorsOf } from './files.ts'
import { fileKinds } from './kinds.ts'

export const discovery: ProtocolDiscovery<HandoverConfiguration> = {
  name: 'handover',
  kinds: ['project'],
  fileKinds,
  configuration,
  selectors: selectorsOf,
}
