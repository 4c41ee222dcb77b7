import type { Rule } from '../../../../core/rule.ts'
import { msg } from '../../../../core/message.ts'
import { change, failedSample, marked, payloads, pendingSample, reportPath, sample, withMessage, workingSample } from '../../examples.ts'
import { takes } from '../../takes.ts'
import { reportName } from '../../files.ts'
import { isUnsafe, meantBy } from '../../paths.ts'
import type { Message } from '../../reading/message.ts'
import { nameIn, type TaskSubject } from '../../subjects.ts'

/** Whether a task came to its review again with the report that failed. */
export const isSameAgain = ({ task, taskBefore }: Pick<TaskSubject, 'task' | 'taskBefore'>): boolean => {
  const newest = taskBefore?.newest
  const came = task.line?.marker === 'P' && (taskBefore?.line?.marker === ' ' || taskBefore?.line?.marker === '/')
  return came && newest?.verdict?.value === 'Failed' && task.newest?.attempt === newest.attempt && task.newest.frozen === newest.frozen
}

/** The report that a message is about. */
function namedBy({ agent, kind, status, content }: Message): { readonly key: string; readonly path: string } | undefined {
  const key =
    agent === 'reviewer' && kind === 'input' ? 'REPORT_PATH' : agent === 'executor' && kind === 'output' ? 'report_path' : undefined
  const path = key === undefined ? undefined : content?.text(key)
  if (key === undefined || path === undefined || path.trim() === '' || isUnsafe(path)) return undefined
  return agent === 'executor' && status !== 'completed' && status !== 'failed' ? undefined : { key, path }
}

/** Who writes the report of the current attempt. */
const skeletonHint = ({ task, session, model }: TaskSubject): string =>
  task.executor(task.attempt, 'input') && takes(session, task, 'success')
    ? msg`Let the executor write it, or ${`/handback ${nameIn(model, session, task.id)} success --skeleton "…"`} with what was done.`
    : 'Let the executor write it.'

const completed = payloads.executorOutput('task-3')

export const reportMissing: Rule<TaskSubject> = {
  code: 'SUBAGENT_REPORT_MISSING',
  strict: 'error',
  soft: 'warning',
  summary:
    'A report that must be there is not: of a task under review or completed, of an executor that completed or failed, or a new one after a review that failed.',
  why: 'Without a report nobody can review what was done.',
  repair: 'Let the executor write its report. Of an attempt in progress `/handback TASK success --skeleton TEXT` writes it.',
  examples() {
    return {
      bad: [
        { about: 'completed without a report', head: marked(sample, 'task-3', ' ', 'x') },
        { about: 'under review without a report', head: change(pendingSample, { [reportPath('task-3')]: null }) },
        {
          about: 'an executor that failed',
          head: withMessage(
            workingSample,
            'executor.task-3.a1.output',
            { ...completed, status: 'failed', success_criteria_met: false },
            payloads.executorInput('task-3'),
          ),
        },
        {
          about: 'an executor that completed',
          head: withMessage(workingSample, 'executor.task-3.a1.output', completed, payloads.executorInput('task-3')),
          also: ['MESSAGE_MARKER_MISMATCH'],
        },
        {
          about: 'a reviewer that is to look at it',
          head: withMessage(workingSample, 'reviewer.task-3.a1.input', payloads.reviewerInput('task-3')),
        },
        {
          about: 'the report that failed once more',
          base: marked(failedSample, 'task-3', ' ', '/'),
          head: marked(failedSample, 'task-3', ' ', 'P'),
        },
      ],
      good: [
        { about: 'a report', head: pendingSample },
        {
          about: 'blocked: no report is needed',
          head: withMessage(
            workingSample,
            'executor.task-3.a1.output',
            { ...completed, status: 'blocked', success_criteria_met: false, blockers: ['Which words?'] },
            payloads.executorInput('task-3'),
          ),
        },
      ],
    }
  },
  *check(subject) {
    const { task, session, model } = subject
    const hint = 'Let the executor write it.'
    const { marker } = task.line ?? {}
    if (task.line && task.kind === 'implementation' && (marker === 'P' || marker === 'x') && !task.newest)
      yield {
        message: msg`Missing report of ${task.id}, expected one at ${`[${marker}]`}`,
        hint,
        place: task.line.place,
        target: task.target,
      }
    if (task.line && isSameAgain(subject))
      yield {
        message: msg`Missing report of ${task.id}, expected a new one after the review that failed`,
        hint,
        place: task.line.place,
        target: task.target,
      }
    const current = `${session.path}/${reportName({ task: task.id, attempt: task.attempt })}`
    for (const message of task.messages) {
      const named = namedBy(message)
      if (!named || !message.content || model.view.entry(meantBy(named.path, session))) continue
      yield {
        message: msg`Missing report ${named.path}, expected it to be there`,
        hint: meantBy(named.path, session) === current ? skeletonHint(subject) : hint,
        place: message.content.place(named.key),
        target: task.target,
      }
    }
  },
}
