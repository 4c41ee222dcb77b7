import { msg } from '../../../core/message.ts'
import { changedLine, isReviewWrong, keptReports, previousVerdicts, removedReports } from './mends/reports.ts'
import type { SubagentRules } from './subjects.ts'
import { overParts } from '../../../kit/rules.ts'

export const reportChangeRules: SubagentRules = {
  name: 'report-changes',
  title: 'What a change may do to reports',
  rules: [
    overParts(removedReports, [
      {
        code: 'REPORTFILE_REMOVED',
        strict: 'error',
        soft: 'error',
        summary: 'A report is gone or renamed, and the session remains.',
        why: 'Attempts are counted by reports, and verdicts rest on them.',
        hint: 'Restore it.',
        *check({ session, id, reportBefore }) {
          yield {
            message: msg`Missing report ${reportBefore.path}, which was there before`,
            place: session.task(id)?.line?.place ?? { path: session.anchor, line: 1 },
          }
        },
      },
    ]),
    overParts(keptReports, [
      {
        code: 'REPORTFILE_PART1_CHANGED',
        strict: 'error',
        soft: 'error',
        summary: 'What the executor wrote changed after it was submitted for review or reviewed.',
        why: 'A verdict holds for the content that was reviewed.',
        hint: 'Revert it: a repeated attempt has its own report.',
        *check({ report, reportBefore, taskBefore }) {
          const marker = taskBefore.newest === reportBefore ? taskBefore.line?.marker : undefined
          const wasSubmitted = reportBefore.verdict !== undefined || marker === 'P' || marker === 'x'
          const line = wasSubmitted ? changedLine(report, reportBefore, taskBefore) : undefined
          if (line === undefined || reportBefore.legacy !== undefined) return
          const { task, document } = report
          yield {
            message: msg`Unexpected change of ${'PART 1'} of ${task}, expected it as submitted for review`,
            place: document.place(Math.max(1, Math.min(line, document.lineCount))),
          }
        },
      },
      {
        code: 'REPORTFILE_VERDICT_CHANGED',
        strict: 'error',
        soft: 'error',
        summary: 'A verdict changed, or is gone.',
        why: 'It has been acted on already.',
        hint: 'Revert it: a repeated attempt has its own report.',
        *check({ report: { task, verdict, document }, reportBefore, taskBefore }) {
          if (!reportBefore.verdict || previousVerdicts(reportBefore, taskBefore).includes(verdict?.value)) return
          yield {
            message: `${verdict ? msg`Unexpected verdict ${verdict.value}` : 'Missing verdict'} of ${msg`${task}, expected ${reportBefore.verdict.value} as before`}`,
            place: document.place(verdict?.line ?? 1),
          }
        },
      },
      {
        code: 'REPORTFILE_PART2_CHANGED',
        strict: 'warning',
        soft: 'warning',
        summary: 'The review of a report changed, and its verdict did not.',
        why: 'A review is appended once.',
        repair: 'Revert it, unless the correction was agreed upon.',
        *check({ report: { task, verdict, review, part2, document }, reportBefore }) {
          const isSameVerdict = reportBefore.verdict && verdict?.value === reportBefore.verdict.value
          if (!isSameVerdict || review === reportBefore.review || isReviewWrong(reportBefore)) return
          yield {
            message: msg`Unexpected change of ${'PART 2'} of ${task}, expected the review unchanged`,
            hint: 'Revert it, unless it is a correction.',
            place: document.place(part2 ?? 1),
          }
        },
      },
    ]),
  ],
}
