import * as z from 'zod'
import { expected, flag, section } from '../../core/configuration.ts'
import { glob, stateGlobOrNot } from '../../core/configured-paths.ts'
import { once } from '../../core/once.ts'
import type { ProtocolDiscovery } from '../../core/protocol.ts'
import { selectorsOf } from './files.ts'

const expectedGlobs = expected`a list of patterns`

const defaults = { runs: ['**/run-*'], workflows: ['**/wf.yaml'], newestRun: false }

/** The section `protocols.control`. */
export const configuration = once(() =>
  section({
    runs: z.array(stateGlobOrNot(), { error: expectedGlobs }).prefault(defaults.runs),
    workflows: z.array(glob(), { error: expectedGlobs }).prefault(defaults.workflows),
    'newest-run': flag().prefault(defaults.newestRun),
  }),
)

export type ControlConfiguration = z.output<ReturnType<typeof configuration>>

export const discovery: ProtocolDiscovery<ControlConfiguration> = {
  name: 'control',
  kinds: ['stage', 'workflow'],
  configuration,
  defaults,
  selectors: selectorsOf,
}
