import { msg } from '../../../core/message.ts'
import { takes, nameIn, type Task } from '../model.ts'
import { isUnsafe, meantBy } from '../files.ts'
import { reportName } from '../reading/names.ts'
import type { Message } from '../reading/message.ts'
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

/** The report that a message is about. */
function namedBy({ agent, kind, status, content }: Message): { readonly key: string; readonly path: string } | undefined {
  const key =
    agent === 'reviewer' && kind === 'input' ? 'REPORT_PATH' : agent === 'executor' && kind === 'output' ? 'report_path' : undefined
  const path = key === undefined ? undefined : content?.fields.text(key)
  if (key === undefined || path === undefined || path.trim() === '' || isUnsafe(path)) return undefined
  return agent === 'executor' && status !== 'completed' && status !== 'failed' ? undefined : { key, path }
}

/** Who writes the report of the current attempt. */
const skeletonHint = ({ task, session, model }: TaskSubject): string =>
  task.executor(task.attempt, 'input') && takes(session, task, 'success')
    ? msg`Let the executor write it, or ${`/handback ${nameIn(model, session, task.id)} success --skeleton "…"`} with what was done.`
    : 'Let the executor write it.'

/** Whether an output of the executor ends an attempt without a result. */
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

/** Attempts and their limits */
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
          'A report that must be there is not: of a task under review or completed, of an executor that completed or failed, or a new one after a review that failed.',
        why: 'Without a report there is nothing to review.',
        repair: 'Let the executor write its report. Of an attempt in progress `/handback TASK success --skeleton TEXT` writes it.',
        *check(subject) {
          const { task, session, model } = subject
          const hint = 'Let the executor write it.'
          const { marker } = task.line ?? {}
          if (task.line && task.kind === 'implementation' && (marker === 'P' || marker === 'x') && !task.newest)
            yield {
              message: msg`Missing report of ${task.id}, expected one at ${`[${marker}]`}`,
              hint,
              place: task.line.place,
            }
          if (task.line && isResubmittedUnchanged(subject))
            yield {
              message: msg`Missing report of ${task.id}, expected a new one after the review that failed`,
              hint,
              place: task.line.place,
            }
          const current = `${session.path}/${reportName({ task: task.id, attempt: task.attempt })}`
          for (const message of task.messages) {
            const named = namedBy(message)
            if (!named || !message.content || model.view.entry(meantBy(named.path, session))) continue
            yield {
              message: msg`Missing report ${named.path}, expected it to be there`,
              hint: meantBy(named.path, session) === current ? skeletonHint(subject) : hint,
              place: message.content.place(named.key),
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
        summary: 'There is a report of an attempt, and of an earlier one neither a report nor an executor output `failed` or `blocked`.',
        why: 'Attempts are counted by reports: one is lost, or the number is wrong.',
        repair: 'Restore the missing report, or rename this one.',
        *check({ task, report }) {
          const from = (attemptsBefore(task).get(report.attempt) ?? 0) + 1
          let missing = from
          while (missing < report.attempt && isGivenUp(task, missing)) missing++
          if (missing >= report.attempt) return
          yield {
            message: msg`Missing report of attempt ${missing} at ${task.id}, expected it before that of attempt ${report.attempt}`,
            hint: 'Restore it, or rename this one.',
            place: { path: report.path, line: 1 },
          }
        },
      },
      {
        code: 'REPORTFILE_PREDECESSOR_UNREVIEWED',
        strict: 'warning',
        soft: 'notice',
        summary: 'There is a report of an attempt, and that of the previous attempt has no verdict, nor was that attempt given up.',
        why: 'The work was repeated before it was reviewed.',
        hint: 'Let the Reviewer look at the earlier report.',
        *check({ task, report }) {
          const previous = task.report(report.attempt - 1)
          if (!previous || previous.verdict || isGivenUp(task, previous.attempt)) return
          yield {
            message: msg`Unexpected attempt ${report.attempt} at ${task.id}, expected a verdict on attempt ${previous.attempt} first`,
            place: { path: report.path, line: 1 },
            related: [{ path: previous.path, line: 1, message: 'the report without a verdict' }],
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
          const previous = task.report(report.attempt - 1)
          if (previous?.verdict?.value !== 'Qualified') return
          yield {
            message: msg`Unexpected attempt ${report.attempt} at ${task.id}: attempt ${previous.attempt} is ${'Qualified'}`,
            hint: 'Let the Planner define a new task for the remaining work.',
            place: { path: report.path, line: 1 },
            related: [{ path: previous.path, line: previous.verdict.line, message: 'the verdict' }],
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
          const inputs = task.messages.flatMap(({ agent, kind, number }) => (agent === 'executor' && kind === 'input' ? [number] : []))
          const highest = Math.max(task.newest?.attempt ?? 0, ...inputs)
          if (limit === 0 || highest <= limit) return
          yield {
            message: msg`Unexpected attempt ${highest} at ${task.id}, expected at most ${limit}`,
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
                message.agent === 'planner' && message.mode === mode && message.kind === 'output' && message.status === 'blocked',
            )
            const newest = outputs.toSorted((a, b) => a.number - b.number).at(-1)
            if (limit === 0 || outputs.length <= limit || !newest) continue
            yield {
              message: msg`Unexpected number of blocked plans in MODE ${mode}: ${outputs.length}, expected at most ${limit}`,
              hint: 'Remove what blocks the Planner, then ask again.',
              place: newest.content?.place('status') ?? { path: newest.path, line: 1 },
            }
          }
        },
      },
    ]),
  ],
}
