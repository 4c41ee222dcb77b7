import { contradiction } from '../../../core/compared.ts'
import { msg } from '../../../core/message.ts'
import { markerPair, verdictPair } from '../compared.ts'
import { isReviewable, isActAllowed, nameIn } from '../model.ts'
import {
  messages,
  type TaskSubject,
  contractTasks,
  artifactsOf,
  isChanged,
  missingArtifacts,
  newFinalOutputs,
  changedSessions,
  unknownTaskOf,
  type SubagentRules,
} from './subjects.ts'
import { changedMessages, removedMessages } from './mends/messages.ts'
import { isRead, type Message } from '../reading/message.ts'
import { markerText } from '../states.ts'
import { overParts } from '../../../kit/rules.ts'

/** How to make message and marker agree. */
function movingHint(
  { status, number }: Message,
  { task, session, model }: Pick<TaskSubject, 'task' | 'session' | 'model'>,
): string {
  if (status !== 'completed')
    return task.state === 'review pending' ? 'Fix the message, or let the Reviewer decide.' : 'Fix the message.'
  const report = task.report(number)
  return report &&
    isReviewable(report) &&
    report.filled &&
    number === task.attempt &&
    isActAllowed(session, task, 'success')
    ? msg`${`/handback ${nameIn(model, session, task.id)} success`} moves the marker; or fix the message.`
    : msg`Let the executor write its report and mark the task ${'[P]'}, or fix the message.`
}

export const messageSessionRules: SubagentRules = {
  name: 'message-session',
  title: 'Messages and the session around them',
  rules: [
    overParts(messages, [
      {
        code: 'MESSAGE_TASK_UNKNOWN',
        strict: 'error',
        soft: 'warning',
        summary: '`TASK_ID` of an input is a task that has neither a definition, nor a mention, nor a marker line.',
        why: 'An agent would be sent to do what was not planned.',
        hint: 'Name another task, or let the Planner define this one.',
        *check({ message, session }) {
          const task = unknownTaskOf(message, session)
          if (task === undefined || !isRead(message)) return
          yield {
            message: msg`Unknown task ${task}: neither ${'tasks.md'} nor ${'progress.md'} has it`,
            place: message.content.place('TASK_ID'),
          }
        },
      },
      {
        code: 'MESSAGE_UNPAIRED',
        strict: 'warning',
        soft: 'notice',
        summary: 'An output has no input.',
        why: 'It is unclear what the agent was asked.',
        repair: 'Write the input of the same name.',
        *check({ message, session }) {
          if (!('key' in message) || message.kind !== 'output' || session.message(message.key, 'input')) return
          yield {
            message: msg`Missing ${`${message.key}.input.json`}, expected it next to its output`,
            hint: 'Write what was asked.',
            place: { path: message.path, line: 1 },
            concerns: [message.path.replace(/output\.json$/, 'input.json')],
          }
        },
      },
    ]),
    overParts(contractTasks, [
      {
        code: 'MESSAGE_MARKER_MISMATCH',
        strict: 'error',
        soft: 'error',
        contradiction: true,
        summary:
          'The newest executor output of a task contradicts its marker: completed, and neither `[P]` nor `[x]` nor reviewed as Failed; failed or blocked, and `[P]` or `[x]`.',
        why: 'The message of the agent and the state of the task contradict each other.',
        repair:
          'Move the marker, or fix the message. `/handback TASK success` moves it for a completed attempt that is still in progress.',
        *check({ task, session, model }) {
          const pair = markerPair({ task })
          if (!pair || pair.agrees) return
          const { output } = pair
          const { marker = ' ', place } = task.line ?? {}
          yield {
            message: msg`Unexpected status ${output.status ?? ''} of ${task.id}, which is marked ${markerText(marker)}`,
            hint: movingHint(output, { task, session, model }),
            place: output.content.place('status'),
            ...(place && { related: [{ ...place, message: 'the marker' }] }),
            ...contradiction(pair),
          }
        },
      },
    ]),
    overParts(messages, [
      {
        code: 'MESSAGE_VERDICT_MISMATCH',
        strict: 'error',
        soft: 'error',
        contradiction: true,
        summary: 'A review is completed, and the report of its task and attempt has another verdict, or none.',
        why: 'The report is what people read, the message what the orchestrator acts on.',
        hint: 'Append the verdict to the report, or fix the message.',
        *check({ message, session }) {
          const pair = verdictPair({ message, session })
          if (!pair || pair.agrees || !isRead(message) || message.task === undefined) return
          const report = session.task(message.task)?.report(message.number)
          yield {
            message: `${msg`Unexpected verdict ${message.content.fields.text('verdict') ?? ''}`}: the report ${report?.verdict ? msg`says ${report.verdict.value}` : 'has none'}`,
            place: message.content.place('verdict'),
            ...(report && { related: [{ path: report.path, line: report.verdict?.line ?? 1, message: 'the report' }] }),
            ...contradiction(pair),
          }
        },
      },
      {
        code: 'MESSAGE_ARTIFACT_MISSING',
        strict: 'error',
        soft: 'warning',
        summary: 'A planner completed, and an artifact that it names does not exist.',
        why: 'The next agent will look for it.',
        repair: 'Write the artifact, or leave it out.',
        *check({ message, session, model }) {
          if (!isRead(message)) return
          for (const { text, place, paths } of missingArtifacts(message, session, model.view)) {
            yield {
              message: msg`Missing artifact ${text}, expected it to be there`,
              hint: 'Write it, or leave it out.',
              place,
              target: session.target,
              concerns: paths,
            }
          }
        },
      },
      {
        code: 'QUESTIONS_CYCLE_MISSING',
        strict: 'error',
        soft: 'warning',
        summary: 'A questioner completed a cycle that is in no questions file.',
        why: 'Its questions are recorded nowhere.',
        repair: 'Append the cycle to `plan.questions.md`.',
        *check({ message, session, before, model }) {
          if (!isRead(message) || message.agent !== 'questioner' || message.status !== 'completed') return
          if (session.questions.some(({ cycles }) => cycles.some(({ cycle }) => cycle === message.number))) return
          yield {
            message: msg`Missing cycle ${message.number} of questions`,
            hint: msg`Append it to ${'plan.questions.md'}.`,
            place: message.content.place('status'),
            target: session.target,
            concerns: (before?.questions ?? []).map(({ path }) => path).filter((path) => !model.view.entry(path)),
          }
        },
      },
    ]),
    overParts(changedMessages, [
      {
        code: 'MESSAGE_CHANGED',
        strict: 'error',
        soft: 'error',
        summary: 'A message of a finished invocation changed.',
        why: 'It is the record of what was asked and answered.',
        repair: 'Restore it. A new question gets a message of its own.',
        *check({ message: { path } }) {
          yield {
            message: msg`Unexpected change of ${path}, expected it unchanged`,
            hint: 'Restore it.',
            place: { path, line: 1 },
          }
        },
      },
    ]),
    overParts(removedMessages, [
      {
        code: 'MESSAGE_REMOVED',
        strict: 'warning',
        soft: 'warning',
        summary: 'A message of a finished invocation is gone.',
        why: 'It is the record of what was asked and answered.',
        hint: 'Restore it.',
        *check({ message: { path }, session }) {
          yield { message: msg`Missing ${path}, which was there before`, place: { path: session.anchor, line: 1 } }
        },
      },
    ]),
    overParts(changedSessions, [
      {
        code: 'MESSAGE_ARTIFACT_UNCHANGED',
        strict: 'warning',
        soft: 'warning',
        summary: 'A planner says that it created a file that already existed, or updated a file that did not change.',
        why: 'What it reports did not happen.',
        repair: 'Fix the lists of artifacts.',
        *check({ session, before, model, modelBefore }) {
          for (const message of newFinalOutputs(session, before)) {
            if (message.agent !== 'planner' || message.status !== 'completed' || before.message(message.key, 'output'))
              continue
            for (const { text, place, paths } of artifactsOf(message, session, 'artifacts_created'))
              if (paths.some((path) => modelBefore.view.entry(path)))
                yield {
                  message: msg`Unexpected artifact ${text}, which existed before`,
                  hint: msg`Name it in ${'artifacts_updated'}.`,
                  place,
                }
            for (const { text, place, paths } of artifactsOf(message, session, 'artifacts_updated'))
              if (
                paths.some((path) => model.view.entry(path)) &&
                !paths.some((path) => isChanged(model, modelBefore, path))
              )
                yield { message: msg`Unexpected artifact ${text}, which has not changed`, hint: 'Leave it out.', place }
          }
        },
      },
    ]),
  ],
}
