import { type Outcome, refused } from '../../../core/command.ts'
import { say } from '../../../core/say.ts'
import { moves, type Act, type MoveCode } from '../states.ts'
import { remark, unchanged } from './answers.ts'
import type { Scene } from './scene.ts'

/** What a refusal by the state says, and what to do instead. */
const reasons: Readonly<Record<MoveCode, (scene: Scene) => { readonly message: string; readonly hint: string }>> = {
  SUBAGENT_NOT_IN_PROGRESS: ({ task, called }) => ({
    message: say`Nobody works on ${task.id}: it is ${task.state}`,
    hint: say`${`/accept ${called}`} grants control first.`,
  }),
  SUBAGENT_NOT_HELD: ({ task, called }) => ({
    message: say`The agent does not hold ${task.id}: it is ${task.state}`,
    hint:
      task.state === 'blocked'
        ? say`${`/answer ${called} TEXT`} or ${`/accept ${called}`} grants control again.`
        : say`${`/accept ${called}`} grants control again.`,
  }),
  SUBAGENT_NOT_REVIEWABLE: ({ task }) => ({
    message:
      task.kind === 'planning'
        ? say`Unexpected review of ${task.id}: planning is not reviewed`
        : say`Unexpected review of ${task.id}, which is ${task.state}`,
    hint: say`A task is reviewed at ${'[P]'}.`,
  }),
  SUBAGENT_NO_QUESTION: ({ task }) => ({
    message: say`Unexpected answer for ${task.id}: its agent has asked nothing`,
    hint: say`${'/status'} says what waits.`,
  }),
  SUBAGENT_REVIEW_PENDING: ({ task, called }) => ({
    message: say`Unexpected command for ${task.id}, which waits for its review`,
    hint: say`${`/review ${called} qualified`} or ${`/review ${called} failed TEXT`} decides.`,
  }),
  SUBAGENT_TASK_DONE: ({ task }) => ({
    message: say`Unexpected command for ${task.id}, which is ${task.state}`,
    hint: 'What is left is a new task.',
  }),
}

/** Whether a state lets something happen: nothing where it does, else the answer. `isSame`: whether it is just this that happened last. */
export function blockedBy(scene: Scene, act: Act, isSame: () => boolean, reply: string): Outcome | undefined {
  const { task } = scene
  const reviewing = act === 'qualified' || act === 'failed'
  const move =
    task.kind === 'planning' && reviewing
      ? 'SUBAGENT_NOT_REVIEWABLE'
      : task.state === 'unknown'
        ? 'SUBAGENT_NOT_IN_PROGRESS'
        : moves[task.state][act]
  if (move === 'do') return undefined
  const isConditional = move.startsWith('same or ')
  if (move === 'same' || (isConditional && isSame())) return unchanged(reply)
  // A planning task is completed where others come to their review.
  if (task.kind === 'planning' && act === 'success' && task.state === 'completed') return unchanged(reply)
  const code = move.replace('same or ', '') as MoveCode
  const { message, hint } = reasons[code](scene)
  return refused(remark(scene, code, message, { hint }))
}
