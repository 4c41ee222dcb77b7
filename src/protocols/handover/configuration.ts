import * as z from 'zod'
import { expected, section } from '../../core/configuration.ts'
import { stateGlob } from '../../core/configured-paths.ts'

/** The section `protocols.handover`. */
export const configuration = section({
  projects: z
    .array(stateGlob, { error: expected`a list of patterns` })
    .prefault(['.claude/projects/*'])
    .describe('The folders of projects'),
})

export type HandoverConfiguration = z.output<typeof configuration>
