import { msg } from '../../../core/message.ts'
import { followsQualified, isActAllowed, nameIn, type Task } from '../model.ts'
import { reportName } from '../reading/names.ts'
import type { Report } from '../reading/report.ts'
import { namedReportOf, type Message } from '../reading/message.ts'
import {
  type TaskSubject,
  isResubmittedUnchanged,
  tasks,
  reports,
  contractTasks,
  contractSessions,
  type SubagentRules,
} from './subjects.ts'
import { memo } from '../../../core/once.ts'
import { plannerModes } from '../schema.ts'
import { overParts } from '../../../kit/rules.ts'

/** Whether the report that a message names must be there: an executor that is blocked need not have written it. */
const hasWrittenReport = ({ agent, status }: Message) =>
  agent === 'reviewer' || status === 'completed' || status === 'failed'

/** Who writes the report of the current attempt. */
const skeletonHint = ({ task, session, model }: TaskSubject): string =>
  task.executor(task.attempt, 'input') && isActAllowed(session, task, 'success')
    ? msg`Let the executor write it, or ${`/handback ${nameIn(model, session, task.id)} success --skeleton "…"`} with what was done.`
    : 'Let the executor write it.'

/** Whether an output of the executor ends an attempt without a result. */
const isGivenUp = (task: Task, attempt: number): boolean => {
  const status = task.executor(attempt, 'output')?.status
  return status === 'failed' || status === 'blocked'
}

/** The attempt with a report before each attempt with a report; 0 where there is none. */
const previousAttempts = memo(({ reports }: Task): ReadonlyMap<number, number> => {
  const previousByAttempt = new Map<number, number>()
  let lastAttempt = 0
  for (const { attempt } of reports) {
    if (!previousByAttempt.has(attempt)) previousByAttempt.set(attempt, lastAttempt)
    lastAttempt = attempt
  }
  return previousByAttempt
})

/** The first attempt before that of a report of which there is nothing; `undefined` where none is missing. */
export function missingAttempt(task: Task, { attempt }: Pick<Report, 'attempt'>): number | undefined {
  let candidate = (previousAttempts(task).get(attempt) ?? 0) + 1
  while (candidate < attempt && isGivenUp(task, candidate)) candidate++
  return candidate < attempt ? candidate : undefined
}

export const attemptRules: SubagentRules = {
  name: 'attempts',
  title: 'Attempts and their limits',
  rules: [
    overParts(tasks, [
      {
        code: 'SUBAGENT_REPORT_MISSING',
        strict: 'error',
        soft: 'warning',
        summary:
          'A required report is missing: that of a task under review or completed, that of an executor that completed or failed, or a new one after a failed review.',
        why: 'Without a report there is nothing to review.',
        repair:
          'Let the executor write its report. For an attempt in progress, `/handback TASK success --skeleton TEXT` writes it.',
        *check(subject) {
          const { task, taskBefore, session, model } = subject
          const hint = 'Let the executor write it.'
          const { marker } = task.line ?? {}
          if (task.line && task.kind === 'implementation' && (marker === 'P' || marker === 'x') && !task.newest)
            yield {
              message: msg`Missing report of ${task.id}, expected one for a task marked ${`[${marker}]`}`,
              hint,
              place: task.line.place,
              concerns: (taskBefore?.reports ?? []).map(({ path }) => path),
            }
          if (task.line && isResubmittedUnchanged(subject))
            yield {
              message: msg`Missing report of ${task.id}, expected a new one after the review that failed`,
              hint,
              place: task.line.place,
            }
          const currentReportPath = `${session.path}/${reportName({ task: task.id, attempt: task.attempt })}`
          for (const message of task.messages) {
            const report = namedReportOf(message, session)
            if (!report || !hasWrittenReport(message) || model.view.entry(report.path)) continue
            yield {
              message: msg`Missing report ${report.written}, expected it to be there`,
              hint: report.path === currentReportPath ? skeletonHint(subject) : hint,
              place: report.place,
              concerns: [report.path],
            }
          }
        },
      },
    ]),
    overParts(reports, [
      {
        code: 'REPORTFILE_ATTEMPT_GAP',
        strict: 'error',
        soft: 'warning',
        summary:
          'There is a report of an attempt, and for an earlier one neither a report nor an executor output `failed` or `blocked`.',
        why: 'Attempts are counted by reports: one is lost, or the number is wrong.',
        repair: 'Restore the missing report, or rename this one.',
        *check({ task, taskBefore, report }) {
          const missing = missingAttempt(task, report)
          if (missing === undefined) return
          yield {
            message: msg`Missing report of attempt ${missing} at ${task.id}, expected it before that of attempt ${report.attempt}`,
            hint: 'Restore it, or rename this one.',
            place: { path: report.path, line: 1 },
            concerns: (taskBefore?.reports ?? []).flatMap(({ attempt, path }) => (attempt === missing ? path : [])),
          }
        },
      },
      {
        code: 'REPORTFILE_PREDECESSOR_UNREVIEWED',
        strict: 'warning',
        soft: 'notice',
        summary:
          'There is a report of an attempt, and that of the previous attempt has no verdict, nor was that attempt given up.',
        why: 'The work was repeated before it was reviewed.',
        hint: 'Let the Reviewer look at the earlier report.',
        *check({ task, report }) {
          const previousReport = task.report(report.attempt - 1)
          if (!previousReport || previousReport.verdict || isGivenUp(task, previousReport.attempt)) return
          yield {
            message: msg`Unexpected attempt ${report.attempt} at ${task.id}, expected a verdict on attempt ${previousReport.attempt} first`,
            place: { path: report.path, line: 1 },
            related: [{ path: previousReport.path, line: 1, message: 'the report without a verdict' }],
          }
        },
      },
      {
        code: 'REPORTFILE_PREDECESSOR_QUALIFIED',
        strict: 'error',
        soft: 'error',
        summary: 'There is a report of an attempt, and that of the previous attempt is Qualified.',
        why: 'A qualified task is completed: there is nothing to repeat.',
        repair: 'Rename this report to that of another task, or let the Planner define a new one.',
        *check({ task, report }) {
          const previousReport = task.report(report.attempt - 1)
          if (!previousReport?.verdict || !followsQualified(task, report)) return
          yield {
            message: msg`Unexpected attempt ${report.attempt} at ${task.id}: attempt ${previousReport.attempt} is ${'Qualified'}`,
            hint: 'Rename it to the report of another task; for remaining work the Planner defines a new one.',
            place: { path: report.path, line: 1 },
            related: [{ path: previousReport.path, line: previousReport.verdict.line, message: 'the verdict' }],
          }
        },
      },
    ]),
    overParts(contractTasks, [
      {
        code: 'SUBAGENT_ATTEMPT_LIMIT',
        strict: 'warning',
        soft: 'notice',
        summary: 'A task has a report or an executor input of an attempt above `limits.attempts`.',
        why: 'A task that fails repeatedly needs a person, or another plan.',
        repair: 'Let the Planner cut the task differently, or raise `protocols.subagent.limits.attempts`.',
        *check({ task, session, model }) {
          const { attempts: limit } = model.configuration.limits
          const inputs = task.messages.flatMap(({ agent, kind, number }) =>
            agent === 'executor' && kind === 'input' ? [number] : [],
          )
          const highestAttempt = Math.max(task.newest?.attempt ?? 0, ...inputs)
          if (limit === 0 || highestAttempt <= limit) return
          yield {
            message: msg`Unexpected attempt ${highestAttempt} at ${task.id}, expected at most ${limit}`,
            hint: 'Let the Planner cut the task differently, or let a person look at it.',
            place: task.line?.place ?? { path: task.newest?.path ?? session.anchor, line: 1 },
          }
        },
      },
    ]),
    overParts(contractSessions, [
      {
        code: 'SUBAGENT_PLANNING_LIMIT',
        strict: 'warning',
        soft: 'notice',
        summary: 'More than `limits.planning` planner outputs of one MODE say `blocked`.',
        why: 'Asking the Planner once more will not help: something outside has to change.',
        repair: 'Remove what blocks it, then ask again.',
        *check({ session, model }) {
          const { planning: limit } = model.configuration.limits
          for (const mode of plannerModes) {
            const outputs = session.messages.filter(
              (message) =>
                message.agent === 'planner' &&
                message.mode === mode &&
                message.kind === 'output' &&
                message.status === 'blocked',
            )
            const newestOutput = outputs.toSorted((a, b) => a.number - b.number).at(-1)
            if (limit === 0 || outputs.length <= limit || !newestOutput) continue
            yield {
              message: msg`Unexpected number of blocked plans in MODE ${mode}: ${outputs.length}, expected at most ${limit}`,
              hint: 'Remove what blocks the Planner, then ask again.',
              place: newestOutput.content?.place('status') ?? { path: newestOutput.path, line: 1 },
            }
          }
        },
      },
    ]),
  ],
}
