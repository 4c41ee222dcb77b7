import { memo } from '../../../../core/once.ts'
import {
  type Session,
  type Task,
  contradictsVerdict,
  followsQualified,
  isUnfilled,
  isUnmentioned,
} from '../../model.ts'
import type { Report } from '../../reading/report.ts'
import { type Verdict, verdicts } from '../../schema.ts'
import { missingAttempt } from '../attempts.ts'
import { hasOtherTitle, lacksFeedback, lacksPart1 } from '../reports.ts'
import { type ChangedSession, type SubagentComparison, comparableSessions, partsAboutTasks } from '../subjects.ts'

/** The verdicts of a report: of several each counts, and where the marker of its task contradicts it, the other one. */
export const previousVerdicts = (report: Report, task: Task): readonly (Verdict | undefined)[] => [
  ...report.verdicts.map(({ value }) => value),
  ...(report === task.newest && contradictsVerdict(task) ? verdicts : []),
]

/** Whether a rule finds something wrong with what the reviewer wrote. */
export const isReviewWrong = (report: Report): boolean =>
  report.unknown.length > 0 || report.verdicts.length > 1 || lacksFeedback(report)

interface ReportLine {
  readonly line: number
  readonly text: string
}

/** The lines of PART 1 and what precedes it, without the headings that a rule finds wrong or missing in the base. */
function comparedLines({ frozen, title, part1 }: Report, base: Report): readonly ReportLine[] {
  const lines = frozen.split('\n').map((text, index): ReportLine => ({ line: index + 1, text }))
  if (!hasOtherTitle(base) && !lacksPart1(base)) return lines
  const isMended = (line: number) =>
    (hasOtherTitle(base) && line === title?.line) || (lacksPart1(base) && line === part1)
  return lines.filter(({ line, text }) => text.trim() !== '' && !isMended(line))
}

/** The first line in which a report is not as its executor left it; `undefined` where it is. */
export function changedLine(report: Report, reportBefore: Report, taskBefore: Task): number | undefined {
  if (report.frozen === reportBefore.frozen || isUnfilled(reportBefore, taskBefore)) return undefined
  const [lines, linesBefore] = [comparedLines(report, reportBefore), comparedLines(reportBefore, reportBefore)]
  const changed = lines.find(({ text }, index) => text !== linesBefore[index]?.text)
  if (!changed && lines.length === linesBefore.length) return undefined
  return (changed ?? lines.at(-1))?.line ?? 1
}

/** The lowest attempt of a task whose report has the wrong number: later ones are counted after it. */
const firstMisnumbered = memo((task: Task): number =>
  Math.min(...task.reports.flatMap((report) => (missingAttempt(task, report) === undefined ? [] : [report.attempt]))),
)

/** Whether a rule finds that a report should have another name. */
function isMisnamed(session: Session, task: Task, report: Report): boolean {
  const isUnknown = !task.line && isUnmentioned(session, task.id)
  return (
    hasOtherTitle(report) || isUnknown || followsQualified(task, report) || report.attempt >= firstMisnumbered(task)
  )
}

/** All of a report but its title, which has the name of its task. */
const untitledText = ({ frozen, title, review }: Report): string =>
  JSON.stringify([frozen.split('\n').filter((text, index) => text.trim() !== '' && index + 1 !== title?.line), review])

/** The reports of the base that had a wrong name, and stand in the head under one that they did not have. */
const renamedReports = memo(({ session, before }: ChangedSession): ReadonlySet<Report> => {
  const misnamed = before.reports.filter((report) => {
    const task = before.task(report.task)
    return task !== undefined && isMisnamed(before, task, report)
  })
  if (misnamed.length === 0) return new Set()
  const previousTexts = new Map(before.reports.map((report) => [report.path, untitledText(report)]))
  const newTexts = new Set(
    session.reports.flatMap((report) => {
      const text = untitledText(report)
      return previousTexts.get(report.path) === text ? [] : [text]
    }),
  )
  return new Set(misnamed.filter((report) => newTexts.has(untitledText(report))))
})

const previousReports = memo((comparison: SubagentComparison) =>
  comparableSessions(comparison).flatMap((subject) =>
    subject.before.reports.flatMap((reportBefore) => {
      const { task: id } = reportBefore
      const taskBefore = subject.before.task(id)
      return taskBefore && !renamedReports(subject).has(reportBefore)
        ? [{ ...subject, id, reportBefore, taskBefore }]
        : []
    }),
  ),
)

/** Reports that are there on both sides. */
export const keptReports = partsAboutTasks((comparison) =>
  previousReports(comparison).flatMap((subject) => {
    const report = subject.session.task(subject.id)?.report(subject.reportBefore.attempt)
    return report ? [{ ...subject, report }] : []
  }),
)

/** Reports that are gone. */
export const removedReports = partsAboutTasks((comparison) =>
  previousReports(comparison).filter(({ reportBefore, model }) => !model.view.entry(reportBefore.path)),
)
