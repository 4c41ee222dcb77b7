import { msg } from '../../../core/message.ts'
import { targetOf } from '../model.ts'
import { type ChangedSession, comparableSessions, type SubagentRules } from './subjects.ts'
import { overParts } from '../../../kit/rules.ts'

/** The first line in which two texts differ. */
function firstDifference(text: string, textBefore: string): number {
  const [lines, linesBefore] = [text.split('\n'), textBefore.split('\n')]
  const differenceIndex = lines.findIndex((line, index) => line !== linesBefore[index])
  return differenceIndex === -1 ? lines.length : differenceIndex + 1
}

const reportPairsOf = ({ session, before }: ChangedSession) =>
  before.reports.flatMap((reportBefore) => {
    const report = session.task(reportBefore.task)?.report(reportBefore.attempt)
    return report
      ? [
          {
            old: reportBefore,
            report,
            marker: before.task(reportBefore.task)?.line?.marker,
            newest: before.task(reportBefore.task)?.newest === reportBefore,
          },
        ]
      : []
  })

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
      {
        code: 'REPORTFILE_PART1_CHANGED',
        strict: 'error',
        soft: 'error',
        summary: 'What the executor wrote changed after it was submitted for review or reviewed.',
        why: 'A verdict holds for the content that was reviewed.',
        hint: 'Revert it: a repeated attempt has its own report.',
        *check(subject) {
          for (const { old: reportBefore, report, marker, newest: wasNewest } of reportPairsOf(subject)) {
            const wasSubmitted = reportBefore.verdict !== undefined || (wasNewest && (marker === 'P' || marker === 'x'))
            if (!wasSubmitted || reportBefore.legacy !== undefined || report.frozen === reportBefore.frozen) continue
            yield {
              message: msg`Unexpected change of ${'PART 1'} of ${report.task}, expected it as submitted for review`,
              place: report.document.place(
                Math.max(1, Math.min(firstDifference(report.frozen, reportBefore.frozen), report.document.lineCount)),
              ),
              target: targetOf(subject.session, report.task),
            }
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
        *check(subject) {
          for (const { old: reportBefore, report } of reportPairsOf(subject)) {
            if (!reportBefore.verdict || report.verdict?.value === reportBefore.verdict.value) continue
            yield {
              message: `${report.verdict ? msg`Unexpected verdict ${report.verdict.value}` : 'Missing verdict'} of ${msg`${report.task}, expected ${reportBefore.verdict.value} as before`}`,
              place: report.document.place(report.verdict?.line ?? 1),
              target: targetOf(subject.session, report.task),
            }
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
        *check(subject) {
          for (const { old: reportBefore, report } of reportPairsOf(subject)) {
            if (
              !reportBefore.verdict ||
              report.verdict?.value !== reportBefore.verdict.value ||
              reportBefore.review === report.review
            )
              continue
            yield {
              message: msg`Unexpected change of ${'PART 2'} of ${report.task}, expected the review unchanged`,
              hint: 'Revert it, unless it is a correction.',
              place: report.document.place(report.part2 ?? 1),
              target: targetOf(subject.session, report.task),
            }
          }
        },
      },
    ]),
  ],
}
