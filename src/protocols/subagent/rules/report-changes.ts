import { msg } from '../../../core/message.ts'
import { targetOf } from '../model.ts'
import { type ChangedSession, comparable, type SubagentRules } from './subjects.ts'
import { overParts } from '../../../kit/rules.ts'

/** The first line in which two texts differ. */
function firstDifference(now: string, before: string): number {
  const [a, b] = [now.split('\n'), before.split('\n')]
  const at = a.findIndex((line, index) => line !== b[index])
  return at === -1 ? a.length : at + 1
}

const pairs = ({ session, before }: ChangedSession) =>
  before.reports.flatMap((old) => {
    const report = session.task(old.task)?.report(old.attempt)
    return report ? [{ old, report, marker: before.task(old.task)?.line?.marker, newest: before.task(old.task)?.newest === old }] : []
  })

/** What a change may do to reports */
export const reportChangeRules: SubagentRules = {
  name: 'report-changes',
  title: 'What a change may do to reports',
  rules: [
    overParts(comparable, [
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
          for (const { old, report, marker, newest } of pairs(subject)) {
            const isGiven = old.verdict !== undefined || (newest && (marker === 'P' || marker === 'x'))
            if (!isGiven || old.legacy !== undefined || report.frozen === old.frozen) continue
            yield {
              message: msg`Unexpected change of ${'PART 1'} of ${report.task}, expected it as submitted for review`,
              place: report.document.place(Math.max(1, Math.min(firstDifference(report.frozen, old.frozen), report.document.lineCount))),
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
          for (const { old, report } of pairs(subject)) {
            if (!old.verdict || report.verdict?.value === old.verdict.value) continue
            yield {
              message: msg`Unexpected verdict ${report.verdict?.value ?? 'none'} of ${report.task}, expected ${old.verdict.value} as before`,
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
          for (const { old, report } of pairs(subject)) {
            if (!old.verdict || report.verdict?.value !== old.verdict.value || old.review === report.review) continue
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
