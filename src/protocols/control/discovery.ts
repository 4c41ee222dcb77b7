import * as z from 'zod'
import { expected, flag, section } from '../../core/configuration.ts'
import { glob, stateGlobOrNot } from '../../core/configured-paths.ts'
import type { ProtocolDiscovery } from '../../core/protocol.ts'
import { selectorsOf } from './files.ts'

const globs = expected`a list of patterns`

/** The section `protocols.control`. */
export const configuration = section({
  runs: z
    .array(stateGlobOrNot, { error: globs })
    .prefault(['**/run-*'])
    .describe('The folders of runs; one that begins with `!` takes folders out'),
  workflows: z.array(glob, { error: globs }).prefault(['**/wf.yaml']).describe('The definitions of workflows'),
  'newest-run': flag
    .prefault(false)
    .describe('A stage that several runs have is meant in the one whose name comes last, instead of being refused'),
})

export type ControlConfiguration = z.output<typeof configuration>

export const discovery: ProtocolDiscovery<ControlConfiguration> = {
  name: 'control',
  kinds: ['stage', 'workflow'],
  configuration,
  selectors: selectorsOf,
}
