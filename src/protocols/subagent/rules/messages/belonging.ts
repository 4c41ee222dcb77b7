import type { Rule } from '../../../../core/rule.ts'
import { msg } from '../../../../core/message.ts'
import { change, inMessage, messagePath, payloads, sample, withMessage, workingSample } from '../../examples.ts'
import { knowsTasks, type MessageSubject } from '../../subjects.ts'
import { aboutOf, isRead } from './read.ts'

export const messageTaskUnknown: Rule<MessageSubject> = {
  code: 'MESSAGE_TASK_UNKNOWN',
  strict: 'error',
  soft: 'warning',
  summary: 'A message is about a task that has neither a definition, nor a mention, nor a marker line.',
  why: 'An agent would be sent to do what nobody has planned.',
  repair: 'Rename the file, or let the Planner define the task.',
  examples() {
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
      message: msg`Unknown task ${task}: neither ${'tasks.md'} nor ${'progress.md'} has it`,
      hint: 'Rename the file, or let the Planner define the task.',
      place: content.place('TASK_ID'),
      target: aboutOf(session, message),
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
  examples() {
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
      message: msg`Missing ${`${message.key}.input.json`}, expected it beside its output`,
      hint: 'Write what was asked.',
      place: { path: message.path, line: 1 },
      target: aboutOf(session, message),
    }
  },
}
