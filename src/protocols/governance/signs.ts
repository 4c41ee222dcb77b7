import type { SignsDefinition } from '../../core/protocol.ts'
import { configuration, type GovernanceConfiguration } from './configuration.ts'
import { selectorsOf } from './files.ts'

export const signs: SignsDefinition<GovernanceConfiguration> = {
  name: 'governance',
  kinds: ['session', 'brain'],
  foundByConfiguration: true,
  configuration,
  selectors: selectorsOf,
}
