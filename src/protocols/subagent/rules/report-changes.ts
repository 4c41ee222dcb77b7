import { msg } from '../../../core/message.ts'
import { targetOf } from '../model.ts'
import { comparableSessions, keptReports, type SubagentRules } from './subjects.ts'
import { overParts } from '../../../kit/rules.ts'

/** The first line in which two texts differ. */
function firstDifference(text: string, textBefore: string): number {
  const [lines, linesBefore] = [text.split('\n'), textBefore.split('\n')]
  const differenceIndex = lines.findIndex((line, index) => line !== linesBefore[index])
  return differenceIndex === -1 ? lines.length : differenceIndex + 1
}

export const reportChangeRules: SubagentRules = {
  name: 'report-changes',
  title: 'What a change may do to reports',
  rules: [
    overParts(comparableSessions, [
      {
        code: 'REPORTFILE_REMOVED',
        strict: 'error',
        soft: 'error',
        summary: 'A report is gone or renamed, and the session remains.',
        why: 'Attempts are counted by reports, and verdicts rest on them.',
        hint: 'Restore it.',
        *check({ session, before, model }) {
          for (const report of before.reports) {
            if (model.view.entry(report.path)) continue
            const line = session.task(report.task)?.line
            yield {
              message: msg`Missing report ${report.path}, which was there before`,
              place: line?.place ?? { path: session.anchor, line: 1 },
              target: targetOf(session, report.task),
            }
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
        *check({ report: { task, document, frozen }, reportBefore, taskBefore }) {
          const marker = taskBefore?.newest === reportBefore ? taskBefore.line?.marker : undefined
          const wasSubmitted = reportBefore.verdict !== undefined || marker === 'P' || marker === 'x'
          if (!wasSubmitted || reportBefore.legacy !== undefined || frozen === reportBefore.frozen) return
          const line = Math.min(firstDifference(frozen, reportBefore.frozen), document.lineCount)
          yield {
            message: msg`Unexpected change of ${'PART 1'} of ${task}, expected it as submitted for review`,
            place: document.place(Math.max(1, line)),
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
        *check({ report: { task, verdict, document }, reportBefore }) {
          if (!reportBefore.verdict || verdict?.value === reportBefore.verdict.value) return
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
          if (!isSameVerdict || review === reportBefore.review) return
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
