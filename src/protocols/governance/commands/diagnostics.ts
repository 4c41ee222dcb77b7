import { type CommandDiagnostic, refused, type Refusal } from '../../../core/command.ts'
import type { Severity } from '../../../core/diagnostic.ts'
import { msg } from '../../../core/message.ts'
import { about } from '../rules/subjects.ts'

/** What commands answer besides the codes of rules: each with its meaning. */
const answers = {
  GOV_SESSION_UNKNOWN: 'There is no session of that name.',
  GOV_NOT_HELD: 'The session is interrupted.',
  GOV_ANCHORS_FULL: 'There are 20 anchors, and none may give way.',
} as const satisfies Readonly<Record<string, string>>

/** Codes of rules that commands answer with. */
type RuleCode =
  | 'GOV_FILE_UNREADABLE'
  | 'GOV_FILE_LINK'
  | 'GOV_DUPLICATE_KEY'
  | 'GOV_SESSION_NAME'
  | 'GOV_SESSION_CASE'
  | 'GOV_SESSION_RECORD'
  | 'GOV_TIME_BACKWARDS'
  | 'GOV_RESUME_TOO_EARLY'
  | 'GOV_TEXT_LIMIT'
  | 'GOV_METRICS_SESSION'
  | 'GOV_STALL_PLANNER'
  | 'GOV_STALL_VALIDATOR'
  | 'GOV_ERROR_LIMIT'
  | 'SCOPE_AGENT_UNKNOWN'

export type Code = keyof typeof answers | RuleCode

export interface Saying {
  readonly path?: string
  readonly target?: string | undefined
  readonly hint?: string
  readonly severity?: Severity
}

/** Something that is said about a file. Sentences by `msg`. */
export const remark = (code: Code, message: string, { path = '.', target, hint, severity = 'error' }: Saying = {}): CommandDiagnostic => ({
  code,
  severity,
  message,
  place: { path },
  ...(hint !== undefined && { hint }),
  ...about(target),
})

export const refuse = (...said: Parameters<typeof remark>): Refusal => refused(remark(...said))

/** A whole number that is not below 0; a fault is why it is none. */
export function countOf(option: string, written: string | undefined): number | undefined | { readonly fault: string } {
  if (written === undefined || /^\d{1,15}$/.test(written)) return written === undefined ? undefined : Number(written)
  return { fault: msg`Unexpected ${`--${option}`} ${written}, expected a whole number, 0 or more` }
}

export const isFault = (value: unknown): value is { readonly fault: string } =>
  typeof value === 'object' && value !== null && 'fault' in value
