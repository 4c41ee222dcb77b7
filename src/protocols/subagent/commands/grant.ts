import type { Content } from '../../../core/command.ts'
import { fencedBlock, visibleLine } from '../../../core/message.ts'
import { type DataNode, nodeAt, nodeOf } from '../../../documents/data.ts'
import { messageName } from '../reading/names.ts'
import { answersOf, blockersOf, questionOf, type TaskInSession } from '../model.ts'
import type { Message } from '../reading/message.ts'
import { messageText, replacedMessages, withAnswer, type Stamp } from '../writing/messages.ts'

const maxValueLength = 2000

/** The prompt of an agent, a line for each value. */
export const prompt = (title: string, values: Readonly<Record<string, string | number>>): string =>
  `${title}\n\n${fencedBlock(
    'text',
    Object.entries(values).map(([key, value]) => `${key}: ${visibleLine(String(value), maxValueLength)}`),
  )}`

/**
 * The number of the next planner input of a task's MODE: that of an input without an output, otherwise one more than
 * the highest.
 */
export function plannerNumber({ task, session }: TaskInSession): number {
  const openInput = task.planning.find(({ key, kind }) => kind === 'input' && !session.message(key, 'output'))
  return openInput?.number ?? Math.max(0, ...task.planning.map(({ number }) => number)) + 1
}

/**
 * The request of a planner: the text of the command, otherwise the request of the session, otherwise the objective of
 * the task.
 */
function requestOf({ task, session }: TaskInSession, text: string): string {
  const sessionRequest = session.message('planner.INITIALIZE.1', 'input')?.content?.fields.text('USER_REQUEST') ?? ''
  return (
    [text, sessionRequest, task.definition?.objective ?? '', task.id].find((candidate) => candidate.trim() !== '') ??
    task.id
  )
}

/** What granting control writes, and the payload of the input. */
interface GrantChanges {
  readonly files: readonly (readonly [path: string, content: Content | null])[]
  /** The files that are replaced whatever they hold. */
  readonly discards: readonly string[]
  readonly payload: Readonly<Record<string, string | number>>
  /** Of an executor. */
  readonly attempt?: number
}

const maxAnswers = 5

/**
 * The questions of a planner with their answers, each the request of the input that came next; the newest is answered
 * by the text of the command.
 */
function previousPlannerAnswers(
  { task: { planning } }: TaskInSession,
  text: string,
  defaultRequest: string,
): Readonly<Record<string, string>> {
  const answers = planning.flatMap((message, index) => {
    const question = message.status === 'needs_clarification' ? blockersOf(message).at(-1) : undefined
    const nextInput = planning.slice(index + 1).find(({ kind }) => kind === 'input')
    const answer = nextInput ? nextInput.content?.fields.text('USER_REQUEST') : text
    return question === undefined || answer === undefined || answer === '' || answer === defaultRequest
      ? []
      : [{ question, answer }]
  })
  return previousAnswers(answers.map(nodeOf))
}

export function grantPlanner(target: TaskInSession, text: string, stamp: Stamp): GrantChanges {
  const { session, task } = target
  const payload = {
    SESSION_PATH: `${session.path}/`,
    MODE: task.mode ?? 'UPDATE',
    USER_REQUEST: requestOf(target, text),
  }
  const path = `${session.path}/${messageName(`planner.${payload.MODE}.${plannerNumber(target)}`, 'input')}`
  const files = [[path, messageText({ agent: 'planner', kind: 'input' }, session, nodeOf(payload), stamp)]] as const
  return {
    files,
    discards: replacedMessages(session, files),
    payload: { ...payload, ...previousPlannerAnswers(target, text, requestOf(target, '')) },
  }
}

/** The newest answers that the agent of a task was given before, for the prompt of another. */
const previousAnswers = (answerNodes: readonly DataNode[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    answerNodes.slice(-maxAnswers).flatMap((node, index) =>
      ['question', 'answer'].flatMap((key) => {
        const text = nodeAt(node, [key])
        return text?.kind === 'scalar' ? [[`${key.toUpperCase()}_${index + 1}`, String(text.value)]] : []
      }),
    ),
  )

/**
 * The input of an attempt, with the answers of earlier ones; messages about it and later ones are removed. The question
 * of a blocked attempt goes to `answers`.
 *
 * @param answer to that question
 */
export function grantExecutor({ session, task }: TaskInSession, stamp: Stamp, answer?: string): GrantChanges {
  const isBlocked = task.state === 'blocked'
  const attempt = isBlocked ? task.attempt : task.next
  const payload = { SESSION_PATH: `${session.path}/`, TASK_ID: task.id, ATTEMPT_NUMBER: attempt }
  const path = `${session.path}/${messageName(`executor.${task.id}.a${attempt}`, 'input')}`
  const previousInput = task.executor(attempt, 'input')
  const question = questionOf(task)
  const newAnswer = question === undefined ? undefined : { question, ...(answer !== undefined && { answer }) }
  const keptText =
    isBlocked && previousInput && newAnswer ? withAnswer(previousInput, session, newAnswer, stamp) : undefined
  const earlierAnswers = answersOf(task)
  const text =
    keptText ??
    messageText(
      { agent: 'executor', kind: 'input' },
      session,
      nodeOf(payload),
      stamp,
      newAnswer ? [newAnswer] : [],
      earlierAnswers,
    )
  // Attempts are counted by reports: messages about later ones would make another attempt than this the current one.
  const isStale = ({ agent, kind, number }: Message) =>
    agent === 'executor' && (number > attempt || (number === attempt && kind === 'output'))
  const removals = task.messages.filter(isStale).map(({ path: stalePath }) => [stalePath, null] as const)
  const files = [[path, text], ...removals] as const
  return {
    files,
    discards: replacedMessages(session, keptText === undefined ? files : removals),
    payload:
      answer === undefined
        ? { ...payload, ...previousAnswers(earlierAnswers) }
        : { ...payload, QUESTION: question ?? '', ANSWER: answer },
    attempt,
  }
}
