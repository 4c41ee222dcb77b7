import type { refusalCodes } from '../documentation.ts'
import { diagnosticsOf } from '../../../kit/diagnostic.ts'

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

/** By default they are about the folder of all. */
export const { diagnostic, violation } = diagnosticsOf<
  Code,
  { readonly path?: string; readonly target?: string | undefined }
>(({ path = '.', target }) => ({ path, target }))
