import type { Rule } from '../../../../core/rule.ts'
import { say } from '../../../../core/say.ts'
import {
  change,
  inMessage,
  marked,
  messagePath,
  messageText,
  messagesSample,
  payloads,
  pendingSample,
  questionsPath,
  reportPath,
  sample,
  withMessage,
  workingSample,
  failedSample,
} from '../../examples.ts'
import { exists } from '../../changed.ts'
import { isUnsafe, meantBy } from '../../paths.ts'
import type { Message } from '../../reading/message.ts'
import type { Session } from '../../session.ts'
import { shown } from '../../states.ts'
import { knowsTasks, nameIn, targetOf, type MessageSubject, type TaskSubject } from '../../subjects.ts'

const isRead = (message: MessageSubject['message']): message is Message & { readonly content: NonNullable<Message['content']> } =>
  'key' in message && message.content !== undefined

const about = (session: Session, { task }: Message) => (task === undefined ? session.target : targetOf(session, task))

export const messageTaskUnknown: Rule<MessageSubject> = {
  code: 'MESSAGE_TASK_UNKNOWN',
  strict: 'error',
  soft: 'warning',
  summary: 'A message is about a task that has neither a definition, nor a mention, nor a marker line.',
  why: 'An agent would be sent to do what nobody has planned.',
  repair: 'Rename the file, or let the Planner define the task.',
  get examples() {
    return {
      bad: [{ about: 'nobody knows it', head: withMessage(sample, 'executor.task-8.a1.input', payloads.executorInput('task-8')) }],
      good: [{ about: 'a task', head: withMessage(workingSample, 'executor.task-3.a1.input', payloads.executorInput('task-3')) }],
    }
  },
  *check({ message, session }) {
    if (!isRead(message) || message.task === undefined || !knowsTasks(session)) return
    const { task, content } = message
    if (session.tasks.mentions(task) || session.progress?.get(task)) return
    yield {
      message: say`Unknown task ${task}: neither ${'tasks.md'} nor ${'progress.md'} has it`,
      hint: 'Rename the file, or let the Planner define the task.',
      place: content.place('TASK_ID'),
      target: about(session, message),
    }
  },
}

export const unpaired: Rule<MessageSubject> = {
  code: 'MESSAGE_UNPAIRED',
  strict: 'warning',
  soft: 'notice',
  summary: 'An output has no input.',
  why: 'Nobody can tell what was asked.',
  repair: 'Write the input of the same name.',
  get examples() {
    return {
      bad: [
        {
          about: 'no input',
          head: change(inMessage('planner.INITIALIZE.1.output'), { [messagePath('planner.INITIALIZE.1.input')]: null }),
        },
      ],
      good: [
        {
          about: 'an input that is in flight',
          head: change(inMessage('planner.INITIALIZE.1.output'), { [messagePath('planner.INITIALIZE.1.output')]: null }),
        },
      ],
    }
  },
  *check({ message, session }) {
    if (!('key' in message) || message.kind !== 'output' || session.message(message.key, 'input')) return
    yield {
      message: say`Missing ${`${message.key}.input.json`}, expected it beside its output`,
      hint: 'Write what was asked.',
      place: { path: message.path, line: 1 },
      target: about(session, message),
    }
  },
}

const blocked = { ...payloads.executorOutput('task-3'), status: 'blocked', success_criteria_met: false, blockers: ['Which?'] }

export const markerMismatch: Rule<TaskSubject> = {
  code: 'MESSAGE_MARKER_MISMATCH',
  strict: 'error',
  soft: 'error',
  summary:
    'The newest executor output of a task contradicts its marker: completed, and neither `[P]` nor `[x]` nor reviewed as Failed; failed or blocked, and `[P]` or `[x]`.',
  why: 'What the agent said and where the task stands are the opposite of each other.',
  repair: 'Move the marker by `/handback TASK success`, or mend the message.',
  get examples() {
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
      message: say`Unexpected status ${output.status ?? ''} of ${task.id}, which stands at ${shown(marker)}`,
      hint: say`${`/handback ${nameIn(model, session, task.id)} success`} moves the marker of a task that is completed.`,
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
  get examples() {
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
      message: say`Unexpected verdict ${said}: the report says ${report?.verdict?.value ?? 'none'}`,
      hint: 'Append the verdict to the report, or mend the message.',
      place: message.content.place('verdict'),
      target: about(session, message),
      ...(report && { related: [{ path: report.path, line: report.verdict?.line ?? 1, message: 'the report' }] }),
    }
  },
}

/** The artifacts that a planner names, with their paths in the repository. */
export const artifactsOf = (message: Message, session: Session, key: 'artifacts_created' | 'artifacts_updated') =>
  (message.content?.texts(key) ?? []).flatMap(({ text, place }) => {
    if (isUnsafe(text)) return []
    const path = meantBy(text, session)
    const isInstructions = path === `${session.path}/${session.id}.instructions.md`
    return [{ text, place, paths: isInstructions ? [path, `${session.path}.instructions.md`] : [path] }]
  })

export const artifactMissing: Rule<MessageSubject> = {
  code: 'MESSAGE_ARTIFACT_MISSING',
  strict: 'error',
  soft: 'warning',
  summary: 'A planner completed, and an artifact that it names does not exist.',
  why: 'The next agent will look for it.',
  repair: 'Write the artifact, or leave it out.',
  get examples() {
    return {
      bad: [{ about: 'not there', head: inMessage('planner.INITIALIZE.1.output', ['"plan.md"', '"design.md"']) }],
      good: [
        {
          about: 'from the root',
          head: inMessage('planner.INITIALIZE.1.output', ['"plan.md"', '".ralph-sessions/260131-144400/plan.md"']),
        },
        { about: 'the instructions', head: inMessage('planner.INITIALIZE.1.output', ['"plan.md"', '"260131-144400.instructions.md"']) },
      ],
    }
  },
  *check({ message, session, model }) {
    if (!isRead(message) || message.agent !== 'planner' || message.status !== 'completed') return
    for (const { text, place, paths } of [
      ...artifactsOf(message, session, 'artifacts_created'),
      ...artifactsOf(message, session, 'artifacts_updated'),
    ]) {
      if (paths.some((path) => exists(model.view, path))) continue
      yield {
        message: say`Missing artifact ${text}, expected it to be there`,
        hint: 'Write it, or leave it out.',
        place,
        target: session.target,
      }
    }
  },
}

export const cycleMissing: Rule<MessageSubject> = {
  code: 'QUESTIONS_CYCLE_MISSING',
  strict: 'error',
  soft: 'warning',
  summary: 'A questioner completed a cycle that no questions file has.',
  why: 'Its questions are nowhere to be read.',
  repair: 'Append the cycle to `plan.questions.md`.',
  get examples() {
    return {
      bad: [
        {
          about: 'no such cycle',
          head: withMessage(sample, 'questioner.RESEARCH.c2.output', payloads.research, payloads.questionerInput('RESEARCH', 2)),
        },
        {
          about: 'no questions',
          head: change(inMessage('questioner.BRAINSTORM.c1.output'), { [questionsPath]: null }),
        },
      ],
      good: [
        { about: 'a cycle', head: messagesSample },
        {
          about: 'blocked',
          head: {
            ...sample,
            [messagePath('questioner.RESEARCH.c2.output')]: messageText('questioner', 'output', { status: 'blocked' }),
            [messagePath('questioner.RESEARCH.c2.input')]: messageText('questioner', 'input', payloads.questionerInput('RESEARCH', 2)),
          },
        },
      ],
    }
  },
  *check({ message, session }) {
    if (!isRead(message) || message.agent !== 'questioner' || message.status !== 'completed') return
    if (session.questions.some(({ cycles }) => cycles.some(({ cycle }) => cycle === message.number))) return
    yield {
      message: say`Missing cycle ${message.number} of questions`,
      hint: say`Append it to ${'plan.questions.md'}.`,
      place: message.content.place('status'),
      target: session.target,
    }
  },
}
