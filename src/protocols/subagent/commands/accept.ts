import { type CommandDiagnostic, type Outcome, usageCode } from '../../../core/command.ts'
import { msg } from '../../../core/message.ts'
import { type Call, command, usageLine, type Precondition } from '../../../kit/command.ts'
import { openQuestionDiagnostic } from '../../../kit/question.ts'
import { questionOf, openDependenciesOf, type SubagentModel, type TaskInSession } from '../model.ts'
import { withMarker } from '../writing/markdown.ts'
import { diagnostic, violation } from './diagnostics.ts'
import { grantExecutor, grantPlanner, prompt } from './grant.ts'
import { movePrecondition, moveOf, type AttemptedMove } from './moves.ts'
import { definedTask, textOf, textTooLong, type TaskTarget } from './task.ts'

const options = { anyway: { kind: 'flag' } } as const

type GrantCall = Omit<Call<SubagentModel, TaskTarget>, 'options'> &
  Pick<Call<SubagentModel, TaskTarget, typeof options>, 'options'>

const grantMove = ({ target }: GrantCall): AttemptedMove => ({ target, act: 'accept', isRepeated: () => true })

/** What must hold for control of a task to be granted. */
export const grantPreconditions: readonly Precondition<GrantCall>[] = [
  {
    code: usageCode,
    *violations({ target: { task }, rest, usage }) {
      const text = textOf(rest)
      if (text === '' || task.kind === 'planning') return
      yield {
        message: msg`Unexpected ${text} after the command`,
        hint: usageLine({ ...usage, usage: 'TASK' }),
        place: { path: '.' },
      }
    },
  },
  movePrecondition(grantMove),
  {
    code: 'QUESTION_OPEN',
    *violations({ target: { task, session, called }, options: { anyway } }) {
      const text = questionOf(task)
      const place = task.line?.place ?? { path: session.progressPath }
      if (text !== undefined && anyway !== true)
        yield openQuestionDiagnostic({ text, called, target: task.target, place, fix: `/answer ${called} "…"` })
    },
  },
  {
    code: 'SUBAGENT_DEPENDENCY_OPEN',
    *violations(call) {
      const { task, session } = call.target
      const openDependencies =
        task.state === 'blocked' || moveOf(grantMove(call)) === 'same' ? [] : openDependenciesOf(session, task)
      const message = msg`Unexpected start of ${task.id}, expected these to be completed first: ${openDependencies}`
      if (openDependencies.length > 0)
        yield violation(call.target, message, {
          hint: msg`Let them be completed first; ${'/status'} shows how far they are.`,
        })
    },
  },
]

function unansweredQuestionWarnings(target: TaskInSession): readonly CommandDiagnostic[] {
  const { task } = target
  if (task.state !== 'blocked') return []
  const question = questionOf(task)
  const message =
    question === undefined
      ? msg`Unanswered question of ${task.id}`
      : msg`Unanswered question of ${task.id}: ${question}`
  const hint =
    task.kind === 'planning'
      ? 'It stays in the output that asked it.'
      : msg`It is kept without an answer, in ${'answers'} of the input of the attempt.`
  return [diagnostic(target, 'SUBAGENT_QUESTION_UNANSWERED', message, { severity: 'warning', hint })]
}

function attemptLimitWarnings(
  target: TaskInSession,
  { configuration }: SubagentModel,
  attempt = 0,
): readonly CommandDiagnostic[] {
  const { attempts: limit } = configuration.limits
  if (limit === 0 || attempt <= limit) return []
  const message = msg`Unexpected attempt ${attempt} at ${target.task.id}, expected at most ${limit}`
  const hint = 'Let the Planner cut the task differently, or let a person look at it.'
  return [diagnostic(target, 'SUBAGENT_ATTEMPT_LIMIT', message, { severity: 'warning', hint })]
}

/** Grants control of a task whose preconditions hold. */
export function grant(call: GrantCall): Outcome {
  const { model, target, rest, request, at } = call
  const { task, session } = target
  if (moveOf(grantMove(call)) === 'same')
    return { outcome: 'unchanged', reply: msg`Accepted already: the agent holds ${task.id}.`, diagnostics: [] }
  const stamp = { actor: request.actor, at }
  const { files, discards, payload, attempt } =
    task.kind === 'planning' ? grantPlanner(target, textOf(rest), stamp) : grantExecutor(target, stamp)
  return {
    outcome: 'changed',
    changes: new Map([...withMarker(session, task, '/'), ...files]),
    discards,
    reply: prompt(`Accept: ${task.id}${attempt === undefined ? '' : `, attempt ${attempt}`}`, payload),
    diagnostics: [...unansweredQuestionWarnings(target), ...attemptLimitWarnings(target, model, attempt)],
  }
}

/** Grants control of a task to an agent (docs/subagent.md, "Commands"). */
export const accept = command({
  name: 'accept',
  summary:
    'Grants control of a task to an agent: `[ ]` becomes `[/]`, and the input of the next attempt is written. TEXT is the request of a planning task. Where a question is open, only with `--anyway`.',
  examples: ['/accept task-1', '/accept task-1@260131-144400', '/accept plan-breakdown "Cut it smaller"'],
  target: definedTask,
  options,
  text: '[TEXT]',
  fault: textTooLong,
  preconditions: grantPreconditions,
  run: grant,
})
