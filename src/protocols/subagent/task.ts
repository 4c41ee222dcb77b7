import { grouped } from '../../core/grouped.ts'
import type { Message } from './reading/message.ts'
import type { MarkerLine, Progress } from './reading/progress.ts'
import type { Report } from './reading/report.ts'
import type { Definition, Tasks } from './reading/tasks.ts'
import { stateOf, type TaskKind, type TaskState } from './states.ts'
import { isImplementation, type PlannerMode, type Profile } from './words.ts'

/** Everything that is known of one task. */
export interface Task {
  readonly id: string
  /** `task:task-1@260131-144400` */
  readonly target: string
  readonly kind: TaskKind
  /** The marker line that counts. */
  readonly line: MarkerLine | undefined
  readonly definition: Definition | undefined
  /** Ascending by attempt. */
  readonly reports: readonly Report[]
  readonly newest: Report | undefined
  /** Of its executor and its reviewer. */
  readonly messages: readonly Message[]
  /** Its current and its next attempt (subagent protocol, section 2, "Attempts"). */
  readonly attempt: number
  readonly next: number
  /** Of a planning task: its MODE. */
  readonly mode: PlannerMode | undefined
  /** What the planner was told and said of its MODE. */
  readonly planning: readonly Message[]
  /** The answer of the agent that an unfinished attempt waits on. */
  readonly waiting: Message | undefined
  readonly state: TaskState
  report(attempt: number): Report | undefined
  executor(attempt: number, kind: Message['kind']): Message | undefined
}

/** The MODE that a planning task is done in (subagent protocol, section 8). */
function modeOf(id: string): PlannerMode {
  if (id === 'plan-init') return 'INITIALIZE'
  if (id.endsWith('breakdown')) return 'TASK_BREAKDOWN'
  return id.endsWith('brainstorm') || id.endsWith('research') ? 'DISCOVERY' : 'UPDATE'
}

interface Parts {
  readonly label: string
  readonly profile: Profile
  readonly tasks: Tasks
  readonly progress: Progress | undefined
  readonly reports: readonly Report[]
  readonly messages: readonly Message[]
}

/** Outputs come after the inputs of their number. */
const inOrder = (a: Message, b: Message) => a.number - b.number || (a.kind === b.kind ? 0 : a.kind === 'input' ? -1 : 1)

/** The answer that an attempt in progress waits on, and what it says. */
function waitingOn(message: Message | undefined): 'blocked' | 'stopped' | undefined {
  if (message?.kind !== 'output') return undefined
  if (message.agent === 'executor') return message.status === 'blocked' ? 'blocked' : message.status === 'failed' ? 'stopped' : undefined
  return message.status === 'blocked' || message.status === 'needs_clarification' ? 'blocked' : undefined
}

function taskOf(
  id: string,
  { label, tasks, progress }: Parts,
  reports: readonly Report[],
  messages: readonly Message[],
  planning: ReadonlyMap<string | undefined, readonly Message[]>,
): Task {
  const kind: TaskKind = isImplementation(id) ? 'implementation' : 'planning'
  const line = progress?.get(id)
  const newest = reports.at(-1)
  const byAttempt = new Map(reports.map((report) => [report.attempt, report]))
  const said = new Map(
    messages.toReversed().flatMap((message) => (message.agent === 'executor' ? [[`${message.number}.${message.kind}`, message]] : [])),
  )
  const executor = (attempt: number, of: Message['kind']) => said.get(`${attempt}.${of}`)
  const told = Math.max(0, ...messages.flatMap(({ agent, number }) => (agent === 'executor' ? [number] : [])))
  const reached = Math.max(newest?.attempt ?? 0, told, 1)
  const attempt = line?.marker === '/' && byAttempt.get(reached)?.verdict ? reached + 1 : reached
  const mode = kind === 'planning' ? modeOf(id) : undefined
  const own = mode === undefined ? [] : (planning.get(mode) ?? [])
  const last = kind === 'planning' ? own.at(-1) : executor(attempt, 'output')
  const waits = line?.marker === '/' ? waitingOn(last) : undefined
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
    planning: own,
    waiting: waits === undefined ? undefined : last,
    state: stateOf(line?.marker, waits),
    report: (number) => byAttempt.get(number),
    executor,
  }
}

/** Every task of a session: in the order of progress.md, then of tasks.md, then of reports and messages. */
export function tasksIn(parts: Parts): readonly Task[] {
  const reports = grouped(parts.reports, ({ task }) => task)
  const messages = grouped(
    parts.messages.flatMap((message) => (message.task === undefined ? [] : [{ task: message.task, message }])),
    ({ task }) => task,
  )
  const planning = grouped(parts.messages.filter(({ agent }) => agent === 'planner').toSorted(inOrder), ({ mode }) => mode)
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

/** The question that the agent of a task waits on an answer to. */
export const questionOf = ({ state, waiting }: Task): string | undefined => (state === 'blocked' ? blockersOf(waiting).at(-1) : undefined)

/** The output by which an agent gave its last attempt up, where nothing of a later one exists. */
export function givenUp({ kind, state, planning, messages, reports }: Task): Message | undefined {
  if (state !== 'stopped' && state !== 'not started') return undefined
  const last = planning.at(-1)
  if (kind === 'planning') return last?.kind === 'output' && last.status === 'blocked' ? last : undefined
  const outputs = messages.filter((message) => message.agent === 'executor' && message.kind === 'output')
  const newest = outputs.reduce((most, { number }) => Math.max(most, number), 0)
  const output = outputs.findLast(({ number }) => number === newest)
  const numbers = [...reports.map(({ attempt }) => attempt), ...messages.map(({ number }) => number)]
  return output?.status === 'failed' && numbers.every((number) => number <= output.number) ? output : undefined
}

/** What a planner or executor said stands in the way. */
export const blockersOf = (message: Message | undefined): readonly string[] =>
  message?.content?.texts('blockers').map(({ text }) => text) ?? []
