import { memo } from '../../../../kit/once.ts'
import type { Rule } from '../../../../core/rule.ts'
import { msg } from '../../../../core/message.ts'
import { failedSample, payloads, reportPath, reportText, reviewText, sample, withMessage } from '../../examples.ts'
import type { ReportSubject } from '../../subjects.ts'
import type { Task } from '../../task.ts'

const second = { [reportPath('task-3', 2)]: reportText('task-3', 2) }
const third = { [reportPath('task-3', 3)]: reportText('task-3', 3) }
const blocked = (files: typeof sample, attempt: number) =>
  withMessage(
    files,
    `executor.task-3.a${attempt}.output`,
    {
      ...payloads.executorOutput('task-3'),
      report_path: `tasks.task-3-report${attempt === 1 ? '' : `-r${attempt}`}.md`,
      status: 'blocked',
      success_criteria_met: false,
      blockers: ['Which words?'],
    },
    payloads.executorInput('task-3', attempt),
  )

/** Whether the executor said of an attempt that it came to nothing. */
const isGivenUp = (task: Task, attempt: number): boolean => {
  const status = task.executor(attempt, 'output')?.status
  return status === 'failed' || status === 'blocked'
}

/** Of each attempt that has a report, the one before it that has; 0 where there is none. */
const attemptsBefore = memo(({ reports }: Task): ReadonlyMap<number, number> => {
  const found = new Map<number, number>()
  let last = 0
  for (const { attempt } of reports) {
    if (!found.has(attempt)) found.set(attempt, last)
    last = attempt
  }
  return found
})

export const attemptGap: Rule<ReportSubject> = {
  code: 'REPORTFILE_ATTEMPT_GAP',
  strict: 'error',
  soft: 'warning',
  summary: 'There is a report of an attempt, and of an earlier one neither a report nor an executor output `failed` or `blocked`.',
  why: 'Attempts are counted by reports: one is lost, or the number is wrong.',
  repair: 'Bring the missing report back, or rename this one.',
  examples() {
    return {
      bad: [
        { about: 'a second without a first', head: { ...sample, ...second } },
        { about: 'a third without a second', head: { ...failedSample, ...third } },
      ],
      good: [
        { about: 'one after the other', head: { ...failedSample, ...second } },
        { about: 'an attempt that was blocked', head: blocked({ ...failedSample, ...third }, 2) },
      ],
    }
  },
  *check({ task, report }) {
    const from = (attemptsBefore(task).get(report.attempt) ?? 0) + 1
    let missing = from
    while (missing < report.attempt && isGivenUp(task, missing)) missing++
    if (missing >= report.attempt) return
    yield {
      message: msg`Missing report of attempt ${missing} at ${task.id}, expected it before that of attempt ${report.attempt}`,
      hint: 'Bring it back, or rename this one.',
      place: { path: report.path, line: 1 },
      target: task.target,
    }
  },
}

export const predecessorUnreviewed: Rule<ReportSubject> = {
  code: 'REPORTFILE_PREDECESSOR_UNREVIEWED',
  strict: 'warning',
  soft: 'notice',
  summary: 'There is a report of an attempt, and that of the attempt before has no verdict, nor was that attempt given up.',
  why: 'Work is done again that nobody has looked at.',
  repair: 'Let the Reviewer look at the earlier report.',
  examples() {
    return {
      bad: [{ about: 'nobody looked at the first', head: { ...sample, [reportPath('task-3')]: reportText('task-3'), ...second } }],
      good: [
        { about: 'it failed', head: { ...failedSample, ...second } },
        { about: 'the executor was blocked', head: blocked({ ...sample, [reportPath('task-3')]: reportText('task-3'), ...second }, 1) },
      ],
    }
  },
  *check({ task, report }) {
    const previous = task.report(report.attempt - 1)
    if (!previous || previous.verdict || isGivenUp(task, previous.attempt)) return
    yield {
      message: msg`Unexpected attempt ${report.attempt} at ${task.id}, expected a verdict on attempt ${previous.attempt} first`,
      hint: 'Let the Reviewer look at the earlier report.',
      place: { path: report.path, line: 1 },
      target: task.target,
      related: [{ path: previous.path, line: 1, message: 'the report without a verdict' }],
    }
  },
}

export const predecessorQualified: Rule<ReportSubject> = {
  code: 'REPORTFILE_PREDECESSOR_QUALIFIED',
  strict: 'error',
  soft: 'error',
  summary: 'There is a report of an attempt, and that of the attempt before is Qualified.',
  why: 'What is qualified is completed: there is nothing to do again.',
  repair: 'Rename this report to that of another task, or let the Planner define a new one.',
  examples() {
    return {
      bad: [
        {
          about: 'after a verdict of Qualified',
          head: { ...sample, [reportPath('task-3')]: reportText('task-3') + reviewText('Qualified'), ...second },
        },
      ],
      good: [{ about: 'after a verdict of Failed', head: { ...failedSample, ...second } }],
    }
  },
  *check({ task, report }) {
    const previous = task.report(report.attempt - 1)
    if (previous?.verdict?.value !== 'Qualified') return
    yield {
      message: msg`Unexpected attempt ${report.attempt} at ${task.id}: attempt ${previous.attempt} is ${'Qualified'}`,
      hint: 'Let the Planner define a new task for what is left.',
      place: { path: report.path, line: 1 },
      target: task.target,
      related: [{ path: previous.path, line: previous.verdict.line, message: 'the verdict' }],
    }
  },
}
