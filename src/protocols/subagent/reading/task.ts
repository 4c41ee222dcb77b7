import { groupBy } from '../../../core/grouped.ts'
import { stateOf, type TaskKind } from '../states.ts'
import type { Task } from '../model.ts'
import { isImplementation, type PlannerMode, type Profile } from '../schema.ts'
import type { Message } from './message.ts'
import type { Progress } from './progress.ts'
import type { Report } from './report.ts'
import type { Tasks } from './tasks.ts'

/** The MODE that a planning task is done in. */
function modeOf(id: string): PlannerMode {
  if (id === 'plan-init') return 'INITIALIZE'
  if (id.endsWith('breakdown')) return 'TASK_BREAKDOWN'
  return id.endsWith('brainstorm') || id.endsWith('research') ? 'DISCOVERY' : 'UPDATE'
}

interface SessionParts {
  readonly label: string
  readonly profile: Profile
  readonly tasks: Tasks
  readonly progress: Progress | undefined
  readonly reports: readonly Report[]
  readonly messages: readonly Message[]
}

/** Outputs come after the inputs of their number. */
const compareMessages = (a: Message, b: Message) =>
  a.number - b.number || (a.kind === b.kind ? 0 : a.kind === 'input' ? -1 : 1)

/** Why an attempt in progress does not go on, by the last message about it. */
function interruptionOf(message: Message | undefined): 'blocked' | 'stopped' | undefined {
  if (message?.kind !== 'output') return undefined
  if (message.agent === 'executor')
    return message.status === 'blocked' ? 'blocked' : message.status === 'failed' ? 'stopped' : undefined
  return message.status === 'blocked' || message.status === 'needs_clarification' ? 'blocked' : undefined
}

function taskOf(
  id: string,
  { label, tasks, progress }: SessionParts,
  reports: readonly Report[],
  messages: readonly Message[],
  planning: ReadonlyMap<string | undefined, readonly Message[]>,
): Task {
  const kind: TaskKind = isImplementation(id) ? 'implementation' : 'planning'
  const line = progress?.get(id)
  const newest = reports.at(-1)
  const byAttempt = new Map(reports.map((report) => [report.attempt, report]))
  const executorMessages = new Map(
    messages
      .toReversed()
      .flatMap((message) => (message.agent === 'executor' ? [[`${message.number}.${message.kind}`, message]] : [])),
  )
  const executor = (attempt: number, messageKind: Message['kind']) => executorMessages.get(`${attempt}.${messageKind}`)
  const lastSentAttempt = Math.max(
    0,
    ...messages.flatMap(({ agent, number }) => (agent === 'executor' ? [number] : [])),
  )
  const reachedAttempt = Math.max(newest?.attempt ?? 0, lastSentAttempt, 1)
  const attempt = line?.marker === '/' && byAttempt.get(reachedAttempt)?.verdict ? reachedAttempt + 1 : reachedAttempt
  const mode = kind === 'planning' ? modeOf(id) : undefined
  const planningMessages = mode === undefined ? [] : (planning.get(mode) ?? [])
  const lastMessage = kind === 'planning' ? planningMessages.at(-1) : executor(attempt, 'output')
  const interruption = line?.marker === '/' ? interruptionOf(lastMessage) : undefined
  return {
    id,
    target: `task:${id}@${label}`,
    kind,
    line,
    definition: tasks.get(id),
    reports,
    newest,
    messages,
    attempt,
    next: (newest?.attempt ?? 0) + 1,
    mode,
    planning: planningMessages,
    waiting: interruption === undefined ? undefined : lastMessage,
    state: stateOf(line?.marker, interruption),
    report: (number) => byAttempt.get(number),
    executor,
  }
}

/** Every task of a session: in the order of progress.md, then of tasks.md, then of reports and messages. */
export function tasksIn(parts: SessionParts): readonly Task[] {
  const reports = groupBy(parts.reports, ({ task }) => task)
  const messages = groupBy(
    parts.messages.flatMap((message) => (message.task === undefined ? [] : [{ task: message.task, message }])),
    ({ task }) => task,
  )
  const planning = groupBy(
    parts.messages.filter(({ agent }) => agent === 'planner').toSorted(compareMessages),
    ({ mode }) => mode,
  )
  const ids = new Set([
    ...(parts.progress?.markers.map(({ id }) => id) ?? []),
    ...parts.tasks.definitions.map(({ id }) => id),
    ...reports.keys(),
    ...messages.keys(),
  ])
  return [...ids].map((id) =>
    taskOf(
      id,
      parts,
      reports.get(id) ?? [],
      (messages.get(id) ?? []).map(({ message }) => message),
      planning,
    ),
  )
}
