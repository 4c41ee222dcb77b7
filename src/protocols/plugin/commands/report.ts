import * as z from 'zod'
import { msg } from '../../../core/message.ts'
import { isPhase, stageOf, type Named } from '../stages/stages.ts'

/** What is wrong with a key is said by what is expected there: the `error`s are the ends of sentences. */
const perhapsText = z.string().optional().catch(undefined)
const paths = (error: string) => z.array(z.string({ error }), { error })

const outputs = z.object(
  {
    stage_completed: z.int({ error: 'a whole number' }).optional(),
    phase_completed: z.string({ error: 'N.M or null' }).refine(isPhase, { error: 'N.M or null' }).nullish(),
    files_modified: paths('a list of paths').optional(),
    state_files_updated: z.union([z.boolean(), z.array(z.string())], { error: 'true, false or a list of paths' }).optional(),
    error_type: perhapsText,
    error_message: perhapsText,
    implementation_status: perhapsText,
  },
  { error: 'keys and values' },
)

const schema = z.object(
  {
    agent: z.string({ error: 'the name of an agent' }),
    status: z.enum(['success', 'failure'], { error: 'success or failure' }),
    outputs,
    issues: z.array(z.unknown(), { error: 'a list' }).optional(),
    ready_for_next_stage: z.boolean({ error: 'true or false' }),
  },
  { error: 'keys and values' },
)

/** What a subagent says of its work (plugin protocol, section 7). */
export type Report = z.output<typeof schema>

/** In bytes. */
const largest = 64 * 1024

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Reads a report. A fault is a message by `msg`. */
export function readReport(text: string): Report | { readonly fault: string } {
  const size = new TextEncoder().encode(text).length
  if (size > largest) return { fault: msg`Unexpected size of the report, ${size} bytes, expected at most ${largest}` }
  const read = schema.safeParse(parsed(text))
  if (read.success) return read.data
  const [issue] = read.error.issues
  const path = issue?.path.join('.') ?? ''
  return {
    fault:
      path === '' ? 'Unexpected report, expected a JSON object' : `${msg`Unexpected ${path} in the report`}, expected ${issue?.message}`,
  }
}

/** The unit that a report says is done; none where it says nothing of it. */
export function namedByReport({ outputs: { stage_completed: stage, phase_completed: phase } }: Report): Named | undefined {
  if (phase) return { stage: stage ?? stageOf(phase), phase }
  return stage === undefined ? undefined : { stage, phase: undefined }
}

/** Whether only the state could not be written: the work itself is done. */
export const isDoneButForState = ({ status, outputs }: Report): boolean =>
  status === 'failure' && outputs.error_type === 'state_update_failure' && outputs.implementation_status === 'complete'

/** Whether a report says that the work is done. */
export const saysDone = (report: Report): boolean => report.status === 'success' || isDoneButForState(report)

/** Whether it claims to have written the state files. */
export const claimsState = ({ outputs: { state_files_updated: claimed } }: Report): boolean =>
  Array.isArray(claimed) ? claimed.length > 0 : claimed === true

/** Every path that it names. */
export const pathsIn = ({ outputs }: Report): readonly string[] => [
  ...(outputs.files_modified ?? []),
  ...(Array.isArray(outputs.state_files_updated) ? outputs.state_files_updated : []),
]

/** Whether a path stays in the repository: relative, without `..`, `\` and controls. */
export const isInside = (path: string): boolean =>
  path !== '' && !/^(?:\/|[A-Za-z]:)/.test(path) && !path.includes('\\') && !/\p{Cc}/u.test(path) && !path.split('/').includes('..')
