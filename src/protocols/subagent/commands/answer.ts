import type { Outcome } from '../../../core/command.ts'
import { msg } from '../../../core/message.ts'
import { nodeAt, nodeOf } from '../../../documents/data.ts'
import { type Call, command, usageLine } from '../../../kit/command.ts'
import { messageName } from '../reading/names.ts'
import { answersOf, blockersOf, type SubagentModel, type TaskInSession } from '../model.ts'
import { messageText, replacedMessages, withAnswer, type Stamp } from '../writing/messages.ts'
import { violation } from './diagnostics.ts'
import { grantPlanner, prompt } from './grant.ts'
import { movePrecondition, moveOf, type AttemptedMove } from './moves.ts'
import { task as taskTarget, textOf, textTooLong, type TaskTarget } from './task.ts'

/** The last answer that the agent of a task was given. */
function lastAnswer({ task }: TaskInSession): string | undefined {
  if (task.kind === 'planning') {
    const lastMessage = task.planning.at(-1)
    return lastMessage?.kind === 'input' ? lastMessage.content?.fields.text('USER_REQUEST') : undefined
  }
  const lastNode = task.executor(task.attempt, 'input')?.content?.answers.at(-1)
  const answerNode = lastNode && nodeAt(lastNode, ['answer'])
  return answerNode?.kind === 'scalar' && typeof answerNode.value === 'string' ? answerNode.value : undefined
}

/** The input of the attempt with the answer; the output that asked is removed. */
function answerOutcome({ session, task }: TaskInSession, text: string, stamp: Stamp): Outcome {
  const question = blockersOf(task.waiting).at(-1) ?? ''
  const path = (kind: 'input' | 'output') =>
    `${session.path}/${messageName(`executor.${task.id}.a${task.attempt}`, kind)}`
  const previousInput = task.executor(task.attempt, 'input')
  const payload = { SESSION_PATH: `${session.path}/`, TASK_ID: task.id, ATTEMPT_NUMBER: task.attempt }
  const answer = { question, answer: text }
  const editedInput = previousInput && withAnswer(previousInput, session, answer, stamp)
  const input =
    editedInput ??
    messageText({ agent: 'executor', kind: 'input' }, session, nodeOf(payload), stamp, [answer], answersOf(task))
  return {
    outcome: 'changed',
    changes: new Map([
      [path('input'), input],
      [path('output'), null],
    ]),
    discards: replacedMessages(session, [
      ...(editedInput === undefined ? [[path('input')] as const] : []),
      [path('output')],
    ]),
    reply: prompt(`Answer: ${task.id}`, { ...payload, QUESTION: question, ANSWER: text }),
    diagnostics: [],
  }
}

const answerMove = ({ target, rest }: Call<SubagentModel, TaskTarget>): AttemptedMove => {
  const text = textOf(rest)
  return { target, act: 'answer', isRepeated: () => text !== '' && lastAnswer(target) === text }
}

/** Answers a question and grants control again (docs/subagent.md, "Commands"). */
export const answer = command({
  name: 'answer',
  summary: 'Answers the question of an agent: the answer is in the input of the attempt, and the agent holds it again.',
  examples: ['/answer task-1 "Blanks and line ends"'],
  target: taskTarget,
  text: 'TEXT',
  fault: textTooLong,
  preconditions: [
    movePrecondition(answerMove),
    {
      code: 'SUBAGENT_TEXT_MISSING',
      *violations({ target, rest, usage }) {
        if (textOf(rest) === '')
          yield violation(target, 'Missing text, expected the answer', { hint: usageLine(usage) })
      },
    },
  ],

  run(call) {
    const { target, rest, request, at } = call
    const { task } = target
    if (moveOf(answerMove(call)) === 'same')
      return { outcome: 'unchanged', reply: msg`Answered already: the agent holds ${task.id}.`, diagnostics: [] }
    const stamp = { actor: request.actor, at }
    if (task.kind === 'implementation') return answerOutcome(target, textOf(rest), stamp)
    const { files, discards, payload } = grantPlanner(target, textOf(rest), stamp)
    return {
      outcome: 'changed',
      changes: new Map(files),
      discards,
      reply: prompt(`Answer: ${task.id}`, payload),
      diagnostics: [],
    }
  },
})
