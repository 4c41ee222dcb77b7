import type { refusalCodes } from '../documentation.ts'
import type { Finding } from '../../../core/diagnostic.ts'
import { msg } from '../../../core/message.ts'
import { diagnosticsOf } from '../../../kit/diagnostic.ts'
import type { TaskInSession } from '../model.ts'

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
export const { diagnostic, violation } = diagnosticsOf<keyof typeof refusalCodes | RuleCode, TaskInSession>(
  ({ task: { target, line }, session: { progressPath: path } }) => ({ path, target, place: line?.place }),
)

/** The finding that a report has no part that could be reviewed. */
export const missingHeadingFinding = (target: TaskInSession, path: string): Finding =>
  violation(target, msg`Missing heading ${'PART 1'} in ${path}`, {
    hint: msg`Write ${'## PART 1: IMPLEMENTATION REPORT'} above what was done.`,
    place: { path, line: 1 },
  })
