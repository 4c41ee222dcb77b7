import { type Command, type Outcome, refused } from '../../../core/command.ts'
import { msg } from '../../../core/message.ts'
import { usageLine } from '../../../kit/command.ts'
import { at } from '../../../documents/data.ts'
import { messageName } from '../files.ts'
import { blockersOf, type SubagentModel } from '../model.ts'
import { sceneOf, textOf, type Found } from './task.ts'
import { messageText, nodeOf, withAnswer, type Stamp } from '../writing/messages.ts'
import { grantPlanner } from './accept.ts'
import { remark } from './answers.ts'
import { prompt } from './fence.ts'
import { blockedBy } from './moving.ts'

const form = { name: 'answer', usage: 'TASK TEXT' } as const

/** The last answer that the agent of a task was given. */
function lastAnswer({ task }: Found): string | undefined {
  if (task.kind === 'planning') {
    const last = task.planning.at(-1)
    return last?.kind === 'input' ? last.content?.fields.text('USER_REQUEST') : undefined
  }
  const list = task.executor(task.attempt, 'input')?.content?.root.get('answers')?.value
  const last = list?.kind === 'sequence' ? list.items.at(-1) : undefined
  const given = last && at(last, ['answer'])
  return given?.kind === 'scalar' && typeof given.value === 'string' ? given.value : undefined
}

/** The input of the attempt with the answer, and the output that asked removed. */
function answered({ session, task }: Found, text: string, stamp: Stamp): Outcome {
  const question = blockersOf(task.waiting).at(-1) ?? ''
  const inner = (kind: 'input' | 'output') => `${session.path}/${messageName(`executor.${task.id}.a${task.attempt}`, kind)}`
  const old = task.executor(task.attempt, 'input')
  const told = { SESSION_PATH: `${session.path}/`, TASK_ID: task.id, ATTEMPT_NUMBER: task.attempt }
  const answer = { question, answer: text }
  const input =
    (old && withAnswer(old, session, answer, stamp)) ??
    messageText({ agent: 'executor', kind: 'input' }, session, nodeOf(told), stamp, [answer])
  return {
    outcome: 'changed',
    changes: new Map([
      [inner('input'), input],
      [inner('output'), null],
    ]),
    reply: prompt(`Answer: ${task.id}`, { ...told, QUESTION: question, ANSWER: text }),
    remarks: [],
  }
}

/** Answers a question and grants control again (subagent protocol, section 8). */
export const answer: Command<SubagentModel> = {
  ...form,
  summary: 'Answers the question of an agent: the answer stands in the input of the attempt, and the agent holds it again.',
  examples: ['/answer task-1 "Blanks and line ends"'],

  run(model, request, { context }): Outcome {
    const scene = sceneOf(model, request, form)
    if ('outcome' in scene) return scene
    const text = textOf(scene.words, form)
    if (typeof text !== 'string') return text
    const stop = blockedBy(
      scene,
      'answer',
      () => text !== '' && lastAnswer(scene) === text,
      msg`Answered already: the agent holds ${scene.task.id}.`,
    )
    if (stop) return stop
    if (text === '') return refused(remark(scene, 'SUBAGENT_TEXT_MISSING', 'Missing text, expected the answer', { hint: usageLine(form) }))
    const stamp = { actor: request.actor, at: context.at }
    if (scene.task.kind === 'implementation') return answered(scene, text, stamp)
    const { files, told } = grantPlanner(scene, text, stamp)
    return { outcome: 'changed', changes: new Map(files), reply: prompt(`Answer: ${scene.task.id}`, told), remarks: [] }
  },
}
