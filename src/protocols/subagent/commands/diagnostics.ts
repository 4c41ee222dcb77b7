import type { Finding } from '../../../core/diagnostic.ts'
import { msg } from '../../../core/message.ts'
import { diagnosticsOf } from '../../../kit/diagnostic.ts'
import type { Found } from './task.ts'

/** The codes of refusals and warnings that no rule has: each with its meaning. */
export const refusalCodes = {
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

/** Codes of rules that commands refuse or warn with, too. */
type RuleCode =
  | 'SUBAGENT_UNREADABLE'
  | 'SUBAGENT_REPORT_MISSING'
  | 'SUBAGENT_ATTEMPT_LIMIT'
  | 'REPORTFILE_PART1_MISSING'
  | 'REPORTFILE_UNFILLED'
  | 'MESSAGE_VERDICT_MISMATCH'
  | 'MESSAGE_UNREADABLE'

/** About a task, by default at its line in the progress file. */
export const { diagnostic, violation } = diagnosticsOf<keyof typeof refusalCodes | RuleCode, Found>(
  ({ task: { target, line }, session: { progressPath: path } }) => ({ path, target, place: line?.place }),
)

/** That a report has no part that could be reviewed. */
export const headingMissing = (found: Found, path: string): Finding =>
  violation(found, msg`Missing heading ${'PART 1'} in ${path}`, {
    hint: msg`Write ${'## PART 1: IMPLEMENTATION REPORT'} above what was done.`,
    place: { path, line: 1 },
  })
