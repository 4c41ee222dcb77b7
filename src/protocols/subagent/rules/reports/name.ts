import type { Rule } from '../../../../core/rule.ts'
import { msg } from '../../../../core/message.ts'
import { change, failedSample, inSession, iteratedSample, pendingSample, reportPath, reportText, sample } from '../../examples.ts'
import { iterationReportOf, reportOf, soundsLikeReport } from '../../files.ts'
import { nameOf } from '../../reading/tree.ts'
import type { Session } from '../../session.ts'
import { knowsTasks, type ReportSubject, type SessionSubject } from '../../subjects.ts'

const third = reportPath('task-3')

/** Files that are called as if they were reports, and are none. */
function misnamed(session: Session): readonly string[] {
  const { iterations, paths, path, names } = session
  if (!iterations) return names.filter((name) => soundsLikeReport(name) && !reportOf(name)).map((name) => `${path}/${name}`)
  const folder = `${path}/iterations/${iterations.current}/reports/`
  return paths.filter(
    (each) => each.startsWith(folder) && /report[^/]*\.md$/i.test(each.slice(folder.length)) && !iterationReportOf(nameOf(each)),
  )
}

export const reportName: Rule<SessionSubject> = {
  code: 'REPORTFILE_NAME',
  strict: 'error',
  soft: 'warning',
  summary: 'A file is called like a report, and is none: `-r1`, `-r02`, `-report-2`.',
  why: 'Nobody finds the report of an attempt under another name.',
  repair: 'Rename it: `tasks.TASK-report.md`, from the second attempt on `tasks.TASK-report-rN.md`.',
  examples: () => ({
    bad: [
      { about: 'the first attempt, numbered', head: { ...sample, [inSession('tasks.task-3-report-r1.md')]: reportText('task-3') } },
      { about: 'a leading zero', head: { ...sample, [inSession('tasks.task-3-report-r02.md')]: reportText('task-3') } },
      { about: 'a capital', head: { ...sample, [inSession('tasks.task-3-Report.md')]: reportText('task-3') } },
      {
        about: 'in an iteration',
        head: { ...iteratedSample, [inSession('iterations/2/reports/task-1-report-r1.md')]: reportText('task-1') },
      },
    ],
    good: [{ about: 'a report', head: pendingSample }],
  }),
  *check({ session }) {
    for (const path of misnamed(session)) {
      yield {
        message: msg`Unexpected name ${nameOf(path)}, expected one such as ${'tasks.task-1-report.md'} or ${'tasks.task-1-report-r2.md'}`,
        hint: 'Rename it.',
        place: { path, line: 1 },
        target: session.target,
      }
    }
  },
}

export const reportTitle: Rule<ReportSubject> = {
  code: 'REPORTFILE_TITLE',
  strict: 'error',
  soft: 'warning',
  summary: 'The title of a report names another task than its file.',
  why: 'One of them is wrong, and with it perhaps the whole report.',
  repair: 'Write the task of the file into the title, or rename the file.',
  examples: () => ({
    bad: [{ about: 'another task', head: change(pendingSample, { [third]: [['# Task Report: task-3', '# Task Report: task-2']] }) }],
    good: [
      { about: 'a rework', head: { ...failedSample, [reportPath('task-3', 2)]: reportText('task-3', 2) } },
      { about: 'words', head: change(pendingSample, { [third]: [['# Task Report: task-3', '# Task Report: help']] }) },
    ],
  }),
  *check({ report: { title, task, document }, task: { target } }) {
    if (!title || title.value === task) return
    yield {
      message: msg`Unexpected title of ${title.value}, expected ${task} as the file is called`,
      hint: 'Mend the title, or rename the file.',
      place: document.place(title.line),
      target,
    }
  },
}

export const reportTaskUnknown: Rule<ReportSubject> = {
  code: 'REPORTFILE_TASK_UNKNOWN',
  strict: 'error',
  soft: 'warning',
  summary: 'A report is about a task that has neither a definition, nor a mention, nor a marker line.',
  why: 'Nobody asked for it, and nobody will review it.',
  repair: 'Rename the file, or let the Planner define the task.',
  examples: () => ({
    bad: [{ about: 'nobody knows it', head: { ...sample, [reportPath('task-7')]: reportText('task-7') } }],
    good: [{ about: 'a task', head: pendingSample }],
  }),
  *check({ report, task, session }) {
    if (task.line || session.tasks.mentions(task.id) || !knowsTasks(session)) return
    yield {
      message: msg`Unknown task ${task.id}: neither ${'tasks.md'} nor ${'progress.md'} has it`,
      hint: 'Rename the file, or let the Planner define the task.',
      place: { path: report.path, line: 1 },
      target: task.target,
    }
  },
}
