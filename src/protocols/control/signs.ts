import type { SignsDefinition } from '../../core/protocol.ts'
import { configuration, type ControlConfiguration } from './configuration.ts'
import { selectorsOf } from './files.ts'

export const signs: SignsDefinition<ControlConfiguration> = {
  name: 'control',
  kinds: ['stage', 'workflow'],
  configuration,
  selectors: selectorsOf,
}
