import { type Outcome, refused } from '../../../core/command.ts'
import { msg } from '../../../core/message.ts'
import { waitsFor } from '../targets.ts'
import { isReviewable } from '../model.ts'
import { moves, type Act, type MoveCode } from '../states.ts'
import { remark, unchanged } from './answers.ts'
import type { Scene } from './task.ts'

/** What lets an agent work on a task: the command that would, or what the task waits for. */
function grantHint({ task, session, called }: Scene): string {
  if (task.state === 'unknown') return 'Write its mark first.'
  const waiting = waitsFor(session, task)
  return waiting.length > 0 ? msg`It waits for these: ${waiting}.` : msg`${`/accept ${called}`} grants control.`
}

function reviewHint({ task, called }: Scene): string {
  const { newest } = task
  const verdict = newest?.verdict?.value
  if (!newest || !isReviewable(newest)) return msg`Its review begins with a report that has ${'## PART 1: IMPLEMENTATION REPORT'}.`
  if (verdict !== undefined) return msg`Its report is ${verdict}: ${`/review ${called} ${verdict.toLowerCase()}`} moves it.`
  return msg`${`/review ${called} qualified`} completes it, ${`/review ${called} failed "…"`} brings it back.`
}

/** What a refusal by the state says, and what to do instead. */
const reasons: Readonly<Record<MoveCode, (scene: Scene) => { readonly message: string; readonly hint: string }>> = {
  SUBAGENT_NOT_IN_PROGRESS: (scene) => ({
    message: msg`Nobody works on ${scene.task.id}: it is ${scene.task.state}`,
    hint: grantHint(scene),
  }),
  SUBAGENT_NOT_HELD: (scene) => ({
    message: msg`The agent does not hold ${scene.task.id}: it is ${scene.task.state}`,
    hint: scene.task.state === 'blocked' ? msg`${`/answer ${scene.called} "…"`} grants control again.` : grantHint(scene),
  }),
  SUBAGENT_NOT_REVIEWABLE: ({ task }) => ({
    message:
      task.kind === 'planning'
        ? msg`Unexpected review of ${task.id}: planning is not reviewed`
        : msg`Unexpected review of ${task.id}, which is ${task.state}`,
    hint: msg`A task is reviewed at ${'[P]'}.`,
  }),
  SUBAGENT_NO_QUESTION: ({ task }) => ({
    message: msg`Unexpected answer for ${task.id}: its agent has asked nothing`,
    hint: msg`${'/status'} says what waits.`,
  }),
  SUBAGENT_REVIEW_PENDING: (scene) => ({
    message: msg`Unexpected command for ${scene.task.id}, which waits for its review`,
    hint: reviewHint(scene),
  }),
  SUBAGENT_TASK_DONE: ({ task }) => ({
    message: msg`Unexpected command for ${task.id}, which is ${task.state}`,
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
