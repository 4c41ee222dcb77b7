import type { SignsDefinition } from '../../core/protocol.ts'
import { configuration, type HandoverConfiguration } from './configuration.ts'
import { selectorsOf } from './files.ts'
import { fileKinds } from './kinds.ts'

export const signs: SignsDefinition<HandoverConfiguration> = {
  name: 'handover',
  kinds: ['project'],
  fileKinds,
  configuration,
  selectors: selectorsOf,
}
