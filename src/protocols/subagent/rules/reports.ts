import { msg } from '../../../core/message.ts'
import { iterationReportOf, reportOf, isNamedLikeReport } from '../reading/names.ts'
import { isUnfilled, isUnmentioned, type Session } from '../model.ts'
import type { Report } from '../reading/report.ts'
import { sessions, reports, type SubagentRules } from './subjects.ts'
import { overParts } from '../../../kit/rules.ts'
import { baseName } from '../../../core/view.ts'

/** Files that are called as if they were reports, and are none. */
function misnamedPathsIn(session: Session): readonly string[] {
  const { iterations, paths, path, names } = session
  if (!iterations)
    return names.filter((name) => isNamedLikeReport(name) && !reportOf(name)).map((name) => `${path}/${name}`)
  const folder = `${path}/iterations/${iterations.current}/reports/`
  return paths.filter(
    (candidate) =>
      candidate.startsWith(folder) &&
      /report[^/]*\.md$/i.test(candidate.slice(folder.length)) &&
      !iterationReportOf(baseName(candidate)),
  )
}

/** Whether a title names another task than the file. */
export const hasOtherTitle = ({ title, task }: Report): boolean => title !== undefined && title.value !== task

export const lacksPart1 = ({ part1, legacy }: Report): boolean => part1 === undefined && legacy === undefined

export const lacksFeedback = ({ verdict, hasFeedback, legacy }: Report): boolean =>
  verdict?.value === 'Failed' && !hasFeedback && legacy === undefined

export const reportRules: SubagentRules = {
  name: 'reports',
  title: 'Reports: `tasks.TASK-report.md`',
  rules: [
    overParts(sessions, [
      {
        code: 'REPORTFILE_NAME',
        strict: 'error',
        soft: 'warning',
        summary: 'A file is named like a report but is not one: `-r1`, `-r02`, `-report-2`.',
        why: 'The report of an attempt is not found under another name.',
        repair: 'Rename it: `tasks.TASK-report.md`, from the second attempt on `tasks.TASK-report-rN.md`.',
        *check({ session }) {
          for (const path of misnamedPathsIn(session)) {
            yield {
              message: msg`Unexpected name ${baseName(path)}, expected one such as ${'tasks.task-1-report.md'} or ${'tasks.task-1-report-r2.md'}`,
              hint: 'Rename it.',
              place: { path, line: 1 },
            }
          }
        },
      },
    ]),
    overParts(reports, [
      {
        code: 'REPORTFILE_TITLE',
        strict: 'error',
        soft: 'warning',
        summary: 'The title of a report names another task than its file.',
        why: 'One of them is wrong, and with it perhaps the whole report.',
        repair: 'Write the task of the file into the title, or rename the file.',
        *check({ report }) {
          const { title, task, document } = report
          if (!title || !hasOtherTitle(report)) return
          yield {
            message: msg`Unexpected title of ${title.value}, expected ${task} as in the name of the file`,
            hint: 'Fix the title, or rename the file.',
            place: document.place(title.line),
          }
        },
      },
      {
        code: 'REPORTFILE_TASK_UNKNOWN',
        strict: 'error',
        soft: 'warning',
        summary: 'A report is about a task that has neither a definition, nor a mention, nor a marker line.',
        why: 'It belongs to no task, and will not be reviewed.',
        hint: 'Rename the file, or let the Planner define the task.',
        *check({ report, task, session }) {
          if (task.line || !isUnmentioned(session, task.id)) return
          yield {
            message: msg`Unknown task ${task.id}: neither ${'tasks.md'} nor ${'progress.md'} has it`,
            place: { path: report.path, line: 1 },
          }
        },
      },
      {
        code: 'REPORTFILE_PART1_MISSING',
        strict: 'error',
        soft: 'warning',
        summary: 'A report has no heading `PART 1`.',
        why: 'The reviewer appends to what the executor wrote; without parts it is unclear who wrote what.',
        hint: 'Write `## PART 1: IMPLEMENTATION REPORT` above what was done.',
        *check({ report }) {
          if (!lacksPart1(report)) return
          yield {
            message: msg`Missing heading ${'PART 1'}`,
            place: { path: report.path, line: 1 },
          }
        },
      },
      {
        code: 'REPORTFILE_LEGACY',
        strict: 'warning',
        soft: 'warning',
        summary: 'A report that predates parts: its section *Status* is read as the verdict.',
        why: 'Old reports stay evidence; new ones have two parts.',
        repair: 'Write `## PART 1: IMPLEMENTATION REPORT` above it, and the verdict into a PART 2.',
        *check({ report: { legacy, document } }) {
          if (legacy === undefined) return
          yield {
            message: msg`Unexpected report without parts, expected ${'PART 1'} and ${'PART 2'}`,
            hint: 'Write the headings of both parts.',
            place: document.place(legacy),
          }
        },
      },
      {
        code: 'REPORTFILE_UNFILLED',
        strict: 'error',
        soft: 'warning',
        summary: 'The newest report of a task at `[P]` or `[x]` has an empty PART 1.',
        why: 'There is nothing to review.',
        repair: 'Let the executor write what was done.',
        *check({ report, task }) {
          if (!isUnfilled(report, task)) return
          yield {
            message: msg`Missing content of ${'PART 1'}, expected what was done`,
            hint: 'Let the executor write it.',
            place: report.document.place(report.part1 ?? report.legacy ?? 1),
          }
        },
      },
      {
        code: 'REPORTFILE_VERDICT_UNKNOWN',
        strict: 'error',
        soft: 'warning',
        summary: 'A line *Status* in PART 2 is neither Qualified nor Failed.',
        why: 'The orchestrator moves a task by one of these two words.',
        repair: 'Write `**Status**: Qualified` or `**Status**: Failed`.',
        *check({ report: { unknown, document } }) {
          for (const { value, line } of unknown)
            yield {
              message: msg`Unexpected status ${value}, expected ${'Qualified'} or ${'Failed'}`,
              hint: 'Write one of the two words.',
              place: document.place(line),
            }
        },
      },
      {
        code: 'REPORTFILE_PART2_DUPLICATE',
        strict: 'error',
        soft: 'error',
        summary: 'A report has more than one verdict. The last counts.',
        why: 'A report is reviewed once; a repeated attempt has its own report.',
        hint: 'Remove one of them.',
        *check({ report: { verdicts, document } }) {
          const [firstVerdict] = verdicts
          const lastVerdict = verdicts.at(-1)
          if (!firstVerdict || !lastVerdict || verdicts.length < 2) return
          yield {
            message: msg`Unexpected second verdict ${lastVerdict.value}, expected one`,
            place: document.place(lastVerdict.line),
            related: [{ ...document.place(firstVerdict.line), message: 'the first' }],
          }
        },
      },
      {
        code: 'REPORTFILE_FEEDBACK_MISSING',
        strict: 'warning',
        soft: 'notice',
        summary: 'The verdict is Failed, and no section *Feedback* in that PART 2 says why.',
        why: 'The next attempt would make the same mistake again.',
        repair: 'Write `### Feedback for Next Iteration` with what to improve.',
        *check({ report }) {
          const { verdict, document } = report
          if (!verdict || !lacksFeedback(report)) return
          yield {
            message: msg`Missing section ${'Feedback'}, expected it together with the verdict ${'Failed'}`,
            hint: 'Write what the next attempt has to improve.',
            place: document.place(verdict.line),
          }
        },
      },
    ]),
  ],
}
