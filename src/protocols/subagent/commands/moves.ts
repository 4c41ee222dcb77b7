import { msg } from '../../../core/message.ts'
import type { Precondition } from '../../../kit/command.ts'
import { isReviewable, questionOf, openDependenciesOf } from '../model.ts'
import { effects, type Act, type MoveCode } from '../states.ts'
import { diagnostic } from './diagnostics.ts'
import type { TaskTarget } from './task.ts'

/** What lets an agent work on a task: the command that would, or what the task waits for. */
function grantHint({ task, session, called }: TaskTarget): string {
  if (task.state === 'unknown') return 'Write its mark first.'
  const openDependencies = openDependenciesOf(session, task)
  return openDependencies.length > 0
    ? msg`It waits for these: ${openDependencies}. ${'/status'} shows how far they are.`
    : msg`${`/accept ${called}`} grants control.`
}

const doneHint = msg`Remaining work is a new task; ${'/status'} shows what is left.`

/** What a task goes on with that is not under review. */
function workHint(target: TaskTarget): string {
  const { task, called } = target
  if (task.state === 'in progress') return msg`${`/handback ${called} success`} ends the work on it.`
  if (task.state === 'review pending') return planningMarkHint(target)
  if (task.state === 'completed' || task.state === 'failed' || task.state === 'cancelled') return doneHint
  return questionOf(task) === undefined ? grantHint(target) : msg`${`/answer ${called} "…"`} grants control again.`
}

/** Planning is not reviewed, whatever its marker says. */
const planningMarkHint = ({ called }: TaskTarget): string =>
  msg`Mark it ${'[x]'} if it is done, otherwise ${'[/]'}; ${`/status ${called}`} shows where it is.`

function reviewHint(target: TaskTarget): string {
  const { task, called } = target
  if (task.kind === 'planning') return planningMarkHint(target)
  const { newest } = task
  const verdict = newest?.verdict?.value
  if (!newest || !isReviewable(newest))
    return msg`Its review begins with a report that has ${'## PART 1: IMPLEMENTATION REPORT'}; ${`/status ${called}`} shows where it is.`
  if (verdict !== undefined)
    return msg`Its report is ${verdict}: ${`/review ${called} ${verdict.toLowerCase()}`} moves it.`
  return msg`${`/review ${called} qualified`} completes it, ${`/review ${called} failed "…"`} brings it back.`
}

/** Why the state of a task refuses an act, and what to do instead. */
const reasons: Readonly<Record<MoveCode, (target: TaskTarget) => { readonly message: string; readonly hint: string }>> =
  {
    SUBAGENT_NOT_IN_PROGRESS: (target) => ({
      message: msg`No agent works on ${target.task.id}: it is ${target.task.state}`,
      hint: grantHint(target),
    }),
    SUBAGENT_NOT_HELD: (target) => ({
      message: msg`The agent does not hold ${target.task.id}: it is ${target.task.state}`,
      hint:
        questionOf(target.task) === undefined
          ? grantHint(target)
          : msg`${`/answer ${target.called} "…"`} grants control again.`,
    }),
    SUBAGENT_NOT_REVIEWABLE: (target) => ({
      message:
        target.task.kind === 'planning'
          ? msg`Unexpected review of ${target.task.id}: planning is not reviewed`
          : msg`Unexpected review of ${target.task.id}, which is ${target.task.state}`,
      hint: `${msg`A task is reviewed while it is marked ${'[P]'}.`} ${workHint(target)}`,
    }),
    SUBAGENT_NO_QUESTION: (target) => ({
      message: msg`Unexpected answer for ${target.task.id}: its agent has asked nothing`,
      hint: target.task.state === 'blocked' ? grantHint(target) : msg`${'/status'} shows what waits.`,
    }),
    SUBAGENT_REVIEW_PENDING: (target) => ({
      message: msg`Unexpected command for ${target.task.id}, which waits for its review`,
      hint: reviewHint(target),
    }),
    SUBAGENT_TASK_DONE: ({ task }) => ({
      message: msg`Unexpected command for ${task.id}, which is ${task.state}`,
      hint: doneHint,
    }),
  }

/** An act on a task: `isRepeated` says whether it is the act that brought the task where it is. */
export interface AttemptedMove {
  readonly target: TaskTarget
  readonly act: Act
  readonly isRepeated: () => boolean
}

/** What the state of a task makes of an act: it is done, nothing changes, or a code refuses it. */
export function moveOf({ target: { task }, act, isRepeated }: AttemptedMove): 'do' | 'same' | MoveCode {
  if (task.kind === 'planning' && (act === 'qualified' || act === 'failed')) return 'SUBAGENT_NOT_REVIEWABLE'
  if (task.state === 'unknown') return 'SUBAGENT_NOT_IN_PROGRESS'
  // Answers are kept with their questions in the input of the attempt.
  if (act === 'answer' && task.kind === 'implementation' && task.state === 'blocked' && questionOf(task) === undefined)
    return 'SUBAGENT_NO_QUESTION'
  const effect = effects[task.state][act]
  if (effect === 'do' || effect === 'same') return effect
  const code = effect.replace('same or ', '') as MoveCode
  if (code !== effect && isRepeated()) return 'same'
  // A planning task is completed where others are reviewed.
  return task.kind === 'planning' && act === 'success' && task.state === 'completed' ? 'same' : code
}

/** The state of a task lets the act of a command happen, if it is known which. */
export const movePrecondition = <Call>(
  attemptedMoveOf: (call: Call) => AttemptedMove | undefined,
): Precondition<Call> => ({
  *violations(call) {
    const attemptedMove = attemptedMoveOf(call)
    const move = attemptedMove && moveOf(attemptedMove)
    if (!attemptedMove || move === undefined || move === 'do' || move === 'same') return
    const { message, hint } = reasons[move](attemptedMove.target)
    yield diagnostic(attemptedMove.target, move, message, { hint })
  },
})
