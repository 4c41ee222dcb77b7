import type { CommandDiagnostic } from '../../../core/command.ts'
import { diagnosticAbout, type DiagnosticDetails } from '../../../kit/diagnostic.ts'

/** What commands answer besides the codes of rules: each with its meaning. */
export const refusalCodes = {
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

export type Code = keyof typeof refusalCodes | RuleCode

interface Details extends DiagnosticDetails {
  readonly path?: string
  readonly target?: string | undefined
}

/** A diagnostic about a file, by default the folder of all. */
export const diagnostic = (code: Code, message: string, { path = '.', target, ...details }: Details = {}): CommandDiagnostic =>
  diagnosticAbout({ path, target }, code, message, details)
