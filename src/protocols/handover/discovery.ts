import * as z from 'zod'
import { expected, section } from '../../core/configuration.ts'
import { stateGlob } from '../../core/configured-paths.ts'
import type { ProtocolDiscovery } from '../../core/protocol.ts'
import { selectorsOf, fileKinds } from './files.ts'

/** The section `protocols.handover`. */
export const configuration = section({
  projects: z
    .array(stateGlob, { error: expected`a list of patterns` })
    .prefault(['.claude/projects/*'])
    .describe('The folders of projects'),
})

export type HandoverConfiguration = z.output<typeof configuration>

export const discovery: ProtocolDiscovery<HandoverConfiguration> = {
  name: 'handover',
  kinds: ['project'],
  configuration,
  selectors: selectorsOf,
  capabilities: { namedKinds: { fileKinds } },
}
