import type { SignsDefinition } from '../../core/protocol.ts'
import { configuration, type PluginConfiguration } from './configuration.ts'
import { selectorsOf } from './paths.ts'

export const signs: SignsDefinition<PluginConfiguration> = {
  name: 'plugin',
  kinds: ['plugin'],
  configuration,
  selectors: selectorsOf,
}
