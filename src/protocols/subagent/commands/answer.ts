import { msg } from '../../../core/message.ts'
import { nodeAt } from '../../../documents/data.ts'
import { type Call, command, usageLine } from '../../../kit/command.ts'
import type { SubagentModel, TaskInSession } from '../model.ts'
import { violation } from './diagnostics.ts'
import { grantExecutor, grantPlanner, prompt } from './grant.ts'
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
    const { files, discards, payload } =
      task.kind === 'planning' ? grantPlanner(target, textOf(rest), stamp) : grantExecutor(target, stamp, textOf(rest))
    return {
      outcome: 'changed',
      changes: new Map(files),
      discards,
      reply: prompt(`Answer: ${task.id}`, payload),
      diagnostics: [],
    }
  },
})
