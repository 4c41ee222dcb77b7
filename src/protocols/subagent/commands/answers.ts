import type { Outcome, CommandDiagnostic, usageCode } from '../../../core/command.ts'
import type { Place, Severity } from '../../../core/diagnostic.ts'
import { msg } from '../../../core/message.ts'
import type { Found } from './task.ts'

/** What commands answer besides the codes of rules: each with its meaning. */
const answers = {
  SUBAGENT_TARGET_UNKNOWN: 'No session has a task of this name.',
  SUBAGENT_TARGET_AMBIGUOUS: 'Several sessions have a task of this name.',
  SUBAGENT_PROFILE_READONLY: 'A session of v2 is not changed: counters and states elsewhere would no longer agree.',
  SUBAGENT_DEPENDENCY_OPEN: 'A task that it depends on is not completed.',
  SUBAGENT_NOT_IN_PROGRESS: 'No agent works on the task.',
  SUBAGENT_NOT_HELD: 'The agent has given control back already.',
  SUBAGENT_NOT_REVIEWABLE: 'There is nothing to be reviewed.',
  SUBAGENT_NO_QUESTION: 'The agent has asked nothing.',
  SUBAGENT_QUESTION_UNANSWERED: 'Control was granted after a question without an answer to it.',
  SUBAGENT_REVIEW_PENDING: 'The task waits for its review.',
  SUBAGENT_TASK_DONE: 'The task is completed.',
  SUBAGENT_TEXT_MISSING: 'A text is required, and there is none.',
  SUBAGENT_VERDICT_FIXED: 'The report has another verdict already.',
  MESSAGE_STATUS_MISMATCH: 'The json block says another status than the command.',
} as const satisfies Readonly<Record<string, string>>

type AnswerCode = keyof typeof answers

/** Codes of rules that commands answer with, too. */
type RuleCode =
  | 'SUBAGENT_UNREADABLE'
  | 'SUBAGENT_REPORT_MISSING'
  | 'SUBAGENT_ATTEMPT_LIMIT'
  | 'REPORTFILE_PART1_MISSING'
  | 'REPORTFILE_UNFILLED'
  | 'MESSAGE_VERDICT_MISMATCH'
  | 'MESSAGE_UNREADABLE'

type Code = AnswerCode | RuleCode | typeof usageCode

interface Said {
  readonly severity?: Severity
  readonly hint: string
  readonly place?: Place
}

/** Something that is said about a task. Sentences by `msg`. */
export function remark(
  { task, session }: Found,
  code: Code,
  message: string,
  { severity = 'error', hint, place }: Said,
): CommandDiagnostic {
  return {
    code,
    severity,
    message,
    place: place ?? task.line?.place ?? { path: session.progressPath },
    target: task.target,
    hint,
  }
}

/** What is said where the text of a handback is missing, by its reason. */
export const textMissing = {
  success: 'Missing text, expected what was done',
  error: 'Missing text, expected what went wrong',
  question: 'Missing text, expected the question',
} as const

/** What an agent asks, or what went wrong. */
export function returnedLines({ called }: { readonly called: string }, reason: keyof typeof textMissing, text: string): readonly string[] {
  if (reason === 'question') return [msg`Question: ${text}`, msg`${`/answer ${called} "…"`} answers it.`]
  return reason === 'error' ? [msg`Error: ${text}`] : []
}

export const unchanged = (reply: string, remarks: readonly CommandDiagnostic[] = []): Outcome => ({ outcome: 'unchanged', reply, remarks })
