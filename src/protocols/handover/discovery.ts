import * as z from 'zod'
import { expected, section } from '../../core/configuration.ts'
import { stateGlob } from '../../core/configured-paths.ts'
import { once } from '../../core/once.ts'
import type { ProtocolDiscovery } from '../../core/protocol.ts'
import { selectorsOf, fileKinds } from './files.ts'

const defaults = { projects: ['.claude/projects/*'] }

/** The section `protocols.handover`. */
export const configuration = once(() =>
  section({
    projects: z.array(stateGlob(), { error: expected`a list of patterns` }).prefault(defaults.projects),
  }),
)

export type HandoverConfiguration = z.output<ReturnType<typeof configuration>>

/** Session state and prompt of a project, which git ignores. */
export const leftovers = { target: 'PROJECT_DIR', ignore: '*.local.*' }

export const discovery: ProtocolDiscovery<HandoverConfiguration> = {
  name: 'handover',
  kinds: ['project'],
  configuration,
  defaults,
  selectors: selectorsOf,
  capabilities: { namedKinds: { fileKinds }, leftovers },
}
