import type { Rule } from '../../../../core/rule.ts'
import { msg } from '../../../../core/message.ts'
import { marked, messagesSample, payloads, pendingSample, reportPath, withMessage, workingSample, failedSample } from '../../examples.ts'
import { isReviewable, takes } from '../../takes.ts'
import type { Message } from '../../reading/message.ts'
import { shown } from '../../states.ts'
import { nameIn, type MessageSubject, type TaskSubject } from '../../subjects.ts'
import { aboutOf, isRead } from './read.ts'

const blocked = { ...payloads.executorOutput('task-3'), status: 'blocked', success_criteria_met: false, blockers: ['Which?'] }

/** How message and marker come to agree. */
function movingHint({ status, number }: Message, { task, session, model }: Pick<TaskSubject, 'task' | 'session' | 'model'>): string {
  if (status !== 'completed') return task.state === 'review pending' ? 'Mend the message, or let the Reviewer decide.' : 'Mend the message.'
  const report = task.report(number)
  return report && isReviewable(report) && report.filled && number === task.attempt && takes(session, task, 'success')
    ? msg`${`/handback ${nameIn(model, session, task.id)} success`} moves the marker; or mend the message.`
    : msg`Let the executor write its report and mark the task ${'[P]'}, or mend the message.`
}

export const markerMismatch: Rule<TaskSubject> = {
  code: 'MESSAGE_MARKER_MISMATCH',
  strict: 'error',
  soft: 'error',
  summary:
    'The newest executor output of a task contradicts its marker: completed, and neither `[P]` nor `[x]` nor reviewed as Failed; failed or blocked, and `[P]` or `[x]`.',
  why: 'What the agent said and where the task stands are the opposite of each other.',
  repair: 'Move the marker, of an attempt that is completed and in progress by `/handback TASK success`; or mend the message.',
  examples() {
    return {
      bad: [
        {
          about: 'completed, and still in progress',
          head: withMessage(
            { ...workingSample, [reportPath('task-3')]: pendingSample[reportPath('task-3')] ?? '' },
            'executor.task-3.a1.output',
            payloads.executorOutput('task-3'),
            payloads.executorInput('task-3'),
          ),
        },
        {
          about: 'blocked, and under review',
          head: withMessage(pendingSample, 'executor.task-3.a1.output', blocked, payloads.executorInput('task-3')),
        },
      ],
      good: [
        {
          about: 'completed, and Failed',
          head: withMessage(failedSample, 'executor.task-3.a1.output', payloads.executorOutput('task-3'), payloads.executorInput('task-3')),
        },
        {
          about: 'a later attempt',
          head: withMessage(
            withMessage(
              marked(failedSample, 'task-3', ' ', '/'),
              'executor.task-3.a1.output',
              payloads.executorOutput('task-3'),
              payloads.executorInput('task-3'),
            ),
            'executor.task-3.a2.input',
            payloads.executorInput('task-3', 2),
          ),
        },
        {
          about: 'blocked, and in progress',
          head: withMessage(workingSample, 'executor.task-3.a1.output', blocked, payloads.executorInput('task-3')),
        },
      ],
    }
  },
  *check({ task, session, model }) {
    const { marker, place } = task.line ?? {}
    const output = task.messages
      .filter(({ agent, kind }) => agent === 'executor' && kind === 'output')
      .toSorted((a, b) => a.number - b.number)
      .at(-1)
    if (!output?.content || marker === undefined || marker === 'F') return
    const isOld = [...task.reports.map(({ attempt }) => attempt), ...task.messages.map(({ number }) => number)].some(
      (number) => number > output.number,
    )
    const isDone = marker === 'P' || marker === 'x'
    const failed = task.report(output.number)?.verdict?.value === 'Failed'
    const isWrong =
      output.status === 'completed' ? !isDone && !failed : (output.status === 'failed' || output.status === 'blocked') && isDone
    if (isOld || !isWrong) return
    yield {
      message: msg`Unexpected status ${output.status ?? ''} of ${task.id}, which stands at ${shown(marker)}`,
      hint: movingHint(output, { task, session, model }),
      place: output.content.place('status'),
      target: task.target,
      ...(place && { related: [{ ...place, message: 'the marker' }] }),
    }
  },
}

export const verdictMismatch: Rule<MessageSubject> = {
  code: 'MESSAGE_VERDICT_MISMATCH',
  strict: 'error',
  soft: 'error',
  summary: 'A review is completed, and the report of its task and attempt has another verdict, or none.',
  why: 'The report is what people read, the message what the orchestrator acts on.',
  repair: 'Append the verdict to the report, or mend the message.',
  examples() {
    return {
      bad: [
        {
          about: 'none',
          head: withMessage(pendingSample, 'reviewer.task-3.a1.output', payloads.reviewerOutput, payloads.reviewerInput('task-3')),
        },
        {
          about: 'the other one',
          head: withMessage(failedSample, 'reviewer.task-3.a1.output', payloads.reviewerOutput, payloads.reviewerInput('task-3')),
        },
      ],
      good: [{ about: 'the same', head: messagesSample }],
    }
  },
  *check({ message, session }) {
    if (!isRead(message) || message.agent !== 'reviewer' || message.status !== 'completed' || message.task === undefined) return
    const said = message.content.text('verdict')
    const report = session.task(message.task)?.report(message.number)
    if ((said !== 'Qualified' && said !== 'Failed') || report?.verdict?.value === said) return
    yield {
      message: msg`Unexpected verdict ${said}: the report says ${report?.verdict?.value ?? 'none'}`,
      hint: 'Append the verdict to the report, or mend the message.',
      place: message.content.place('verdict'),
      target: aboutOf(session, message),
      ...(report && { related: [{ path: report.path, line: report.verdict?.line ?? 1, message: 'the report' }] }),
    }
  },
}
