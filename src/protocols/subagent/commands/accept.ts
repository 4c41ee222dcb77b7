import {
  type Command,
  type Content,
  type Outcome,
  type Refusal,
  refused,
  type CommandDiagnostic,
  usageCode,
  type CommandContext,
} from '../../../core/command.ts'
import { questionOpen } from '../../../kit/question.ts'
import { msg } from '../../../core/message.ts'
import { misused, type CommandForm } from '../../../kit/command.ts'
import { waitsFor } from '../targets.ts'
import { messageName } from '../files.ts'
import { questionOf, type SubagentModel } from '../model.ts'
import type { Message } from '../reading/message.ts'
import { sceneOf, textOf, type Found, type Scene } from './task.ts'
import { withMarker } from '../writing/markdown.ts'
import { messageText, nodeOf, withAnswer, type Stamp } from '../writing/messages.ts'
import { remark } from './answers.ts'
import { prompt } from './fence.ts'
import { blockedBy } from './moving.ts'

const form = { name: 'accept', usage: 'TASK [--anyway] [TEXT]' } as const
const preflightForm = { name: 'preflight', usage: 'TASK' } as const

/** The number of the next planner input of a task's MODE: of one that nobody has answered yet, else one more than the highest. */
export function plannerNumber({ task, session }: Found): number {
  const open = task.planning.find(({ key, kind }) => kind === 'input' && !session.message(key, 'output'))
  return open?.number ?? Math.max(0, ...task.planning.map(({ number }) => number)) + 1
}

/** The request that a planner gets: what is said, else that of the session, else what the task is for. */
function requestOf({ task, session }: Found, text: string): string {
  const first = session.message('planner.INITIALIZE.1', 'input')?.content?.fields.text('USER_REQUEST') ?? ''
  return [text, first, task.definition?.objective ?? '', task.id].find((each) => each.trim() !== '') ?? task.id
}

/** An input that is written, and what the agent is told. */
interface Grant {
  readonly files: readonly (readonly [path: string, content: Content])[]
  readonly told: Readonly<Record<string, string | number>>
}

export function grantPlanner(found: Found, text: string, stamp: Stamp): Grant {
  const { session, task } = found
  const told = { SESSION_PATH: `${session.path}/`, MODE: task.mode ?? 'UPDATE', USER_REQUEST: requestOf(found, text) }
  const key = `planner.${told.MODE}.${plannerNumber(found)}`
  return {
    files: [
      [`${session.path}/${messageName(key, 'input')}`, messageText({ agent: 'planner', kind: 'input' }, session, nodeOf(told), stamp)],
    ],
    told,
  }
}

/** The input of an attempt, and what was said since removed; of one that is blocked the question goes to the answers. */
function grantExecutor({ session, task }: Found, stamp: Stamp): Grant & { readonly attempt: number } {
  const isBlocked = task.state === 'blocked'
  const attempt = isBlocked ? task.attempt : task.next
  const told = { SESSION_PATH: `${session.path}/`, TASK_ID: task.id, ATTEMPT_NUMBER: attempt }
  const path = `${session.path}/${messageName(`executor.${task.id}.a${attempt}`, 'input')}`
  const old = task.executor(attempt, 'input')
  const question = questionOf(task)
  const answers = question === undefined ? [] : [{ question }]
  const [first] = answers
  const kept = isBlocked && old && first ? withAnswer(old, session, first, stamp) : undefined
  const text = kept ?? messageText({ agent: 'executor', kind: 'input' }, session, nodeOf(told), stamp, answers)
  // Attempts are counted by reports: what was said of later ones would make another attempt than this the current one.
  const isStale = ({ agent, kind, number }: Message) =>
    agent === 'executor' && (number > attempt || (number === attempt && kind === 'output'))
  const removed = task.messages.filter(isStale).map(({ path }) => [path, null] as const)
  return { files: [[path, text], ...removed], told, attempt }
}

function unanswered(scene: Scene): readonly CommandDiagnostic[] {
  const { task } = scene
  if (task.state !== 'blocked') return []
  const question = questionOf(task)
  const message = question === undefined ? msg`Unanswered question of ${task.id}` : msg`Unanswered question of ${task.id}: ${question}`
  const hint =
    task.kind === 'planning'
      ? 'It stays in the output that asked it.'
      : msg`It is kept without an answer, in ${'answers'} of the input of the attempt.`
  return [remark(scene, 'SUBAGENT_QUESTION_UNANSWERED', message, { severity: 'warning', hint })]
}

/** Why a task is not granted while its agent waits for an answer. */
const unansweredHindrance = ({ task, called, session }: Scene, text: string): Refusal =>
  refused(
    questionOpen({
      text,
      called,
      target: task.target,
      place: task.line?.place ?? { path: session.progressPath },
      fix: `/answer ${called} "…"`,
    }),
  )

function overLimit(found: Found, model: SubagentModel, attempt: number): readonly CommandDiagnostic[] {
  const { attempts: limit } = model.configuration.limits
  if (limit === 0 || attempt <= limit) return []
  return [
    remark(found, 'SUBAGENT_ATTEMPT_LIMIT', msg`Unexpected attempt ${attempt} at ${found.task.id}, expected at most ${limit}`, {
      severity: 'warning',
      hint: 'Let the Planner cut the task differently, or let a person look at it.',
    }),
  ]
}

/** What granting control of a task comes to. */
function granted(model: SubagentModel, scene: Scene, text: string, stamp: Stamp, anyway: boolean): Outcome {
  const { task, session } = scene
  const stop = blockedBy(scene, 'accept', () => true, msg`Accepted already: the agent holds ${task.id}.`)
  if (stop) return stop
  const open = questionOf(task)
  if (open !== undefined && !anyway) return unansweredHindrance(scene, open)
  const waiting = task.state === 'blocked' ? [] : waitsFor(session, task)
  if (waiting.length > 0)
    return refused(
      remark(scene, 'SUBAGENT_DEPENDENCY_OPEN', msg`Unexpected begin of ${task.id}, expected these to be completed first: ${waiting}`, {
        hint: 'Let them be completed first.',
      }),
    )
  const marker = withMarker(session, task, '/')
  if (task.kind === 'planning') {
    const { files, told } = grantPlanner(scene, text, stamp)
    return {
      outcome: 'changed',
      changes: new Map([...marker, ...files]),
      reply: prompt(`Accept: ${task.id}`, told),
      remarks: unanswered(scene),
    }
  }
  const { files, told, attempt } = grantExecutor(scene, stamp)
  return {
    outcome: 'changed',
    changes: new Map([...marker, ...files]),
    reply: prompt(`Accept: ${task.id}, attempt ${attempt}`, told),
    remarks: [...unanswered(scene), ...overLimit(scene, model, attempt)],
  }
}

/** Grants control of a task, or says why it cannot be. */
function accepted(
  model: SubagentModel,
  request: Parameters<Command<SubagentModel>['run']>[1],
  { context }: Pick<CommandContext, 'context'>,
  form: CommandForm,
): Outcome {
  const scene = sceneOf(model, request, form, ['MARKER_TASK_UNKNOWN'])
  if ('outcome' in scene) return scene
  const text = textOf(scene.words, form)
  if (typeof text !== 'string') return text
  if (text !== '' && scene.task.kind === 'implementation')
    return misused({ ...form, usage: 'TASK' }, msg`Unexpected ${text} behind the command`)
  return granted(model, scene, text, { actor: request.actor, at: context.at }, request.anyway === true)
}

/** Grants control of a task to an agent (subagent protocol, section 8). */
export const accept: Command<SubagentModel> = {
  ...form,
  summary:
    'Grants control of a task to an agent: `[ ]` becomes `[/]`, and the input of the next attempt is written. TEXT is the request of a planning task. Where a question is open, only with `--anyway`.',
  examples: ['/accept task-1', '/accept task-1@260131-144400', '/accept plan-breakdown "Cut it smaller"'],
  run: (model, request, world) => accepted(model, request, world, form),
}

/** Says whether a task would be accepted. Nothing changes. */
export const preflight: Command<SubagentModel> = {
  ...preflightForm,
  summary: 'Says whether control of a task could be granted, and what the agent would be told. Nothing changes.',
  examples: ['/preflight task-1'],

  run(model, request, world): Outcome {
    const outcome = accepted(model, request, world, preflightForm)
    if (outcome.outcome === 'refused') {
      const isUsage = outcome.remarks.some(({ code }) => code === usageCode || code.startsWith('SUBAGENT_TARGET_'))
      return isUsage ? outcome : { outcome: 'unchanged', reply: 'It would be refused.', remarks: outcome.remarks }
    }
    return { outcome: 'unchanged', reply: outcome.reply, remarks: outcome.remarks }
  },
}
