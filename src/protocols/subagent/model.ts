import { memo } from '../../core/once.ts'
import type { Steps } from '../../core/steps.ts'
import type { Message, MessageFile } from './reading/message.ts'
import type { MarkerLine, Progress } from './reading/progress.ts'
import type { Report } from './reading/report.ts'
import type { Definition, Tasks } from './reading/tasks.ts'
import { effects, holderOf, type TaskKind, type TaskState, type Act } from './states.ts'
import { instantOf, profiles, timestampOf, type PlannerMode, type Profile } from './schema.ts'
import { grantFrom } from '../../kit/grant.ts'
import { type DataNode, toPlainData } from '../../documents/data.ts'
import { printJson } from '../../documents/json.ts'
import type { Place } from '../../core/diagnostic.ts'
import type { TextDocument } from '../../documents/text.ts'
import { layoutFiles, metadataFile, tasksFile } from './files.ts'
import type { FileRecord } from '../../kit/record.ts'
import type { Questions } from './reading/questions.ts'
import type { Context } from '../../core/context.ts'
import { foldersAbove, type View } from '../../core/view.ts'
import type { SubagentConfiguration } from './discovery.ts'
import { findSessions, linkedSessions, readSession } from './reading/session.ts'
import { unitLabels } from '../../kit/units.ts'

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
  /** The messages of its executor and its reviewer. */
  readonly messages: readonly Message[]
  /** Its current and its next attempt. */
  readonly attempt: number
  readonly next: number
  /** The MODE of a planning task. */
  readonly mode: PlannerMode | undefined
  /** Inputs and outputs of the planner in its MODE. */
  readonly planning: readonly Message[]
  /** The answer of the agent that an unfinished attempt waits on. */
  readonly waiting: Message | undefined
  readonly state: TaskState
  report(attempt: number): Report | undefined
  executor(attempt: number, kind: Message['kind']): Message | undefined
}

export const questionOf = ({ state, waiting }: Task): string | undefined =>
  state === 'blocked' ? blockersOf(waiting).at(-1) : undefined

/**
 * The questions of all attempts at a task, each with its answer where there is one, the oldest first: the inputs of
 * attempts have them.
 */
export function answersOf({ messages }: Task): readonly DataNode[] {
  const inputs = messages
    .filter(({ agent, kind }) => agent === 'executor' && kind === 'input')
    .toSorted((a, b) => a.number - b.number)
  const answerNodes = inputs.flatMap(({ content }) => content?.answers ?? [])
  return [...new Map(answerNodes.map((answerNode) => [printJson(answerNode), answerNode])).values()]
}

/** The newest output of a task's executor, and whether anything of a later attempt exists. */
export function newestOutputOf({
  reports,
  messages,
}: Task): { readonly output: Message; readonly isSuperseded: boolean } | undefined {
  const output = messages
    .filter(({ agent, kind }) => agent === 'executor' && kind === 'output')
    .toSorted((a, b) => a.number - b.number)
    .at(-1)
  const attempts = [...reports.map(({ attempt }) => attempt), ...messages.map(({ number }) => number)]
  return output && { output, isSuperseded: attempts.some((attempt) => attempt > output.number) }
}

/** The output by which an agent gave its last attempt up, where nothing of a later one exists. */
export function givenUpOutputOf(task: Task): Message | undefined {
  const { kind, state, planning } = task
  if (state !== 'stopped' && state !== 'not started') return undefined
  const lastMessage = planning.at(-1)
  if (kind === 'planning')
    return lastMessage?.kind === 'output' && lastMessage.status === 'blocked' ? lastMessage : undefined
  const { output, isSuperseded } = newestOutputOf(task) ?? {}
  return output?.status === 'failed' && !isSuperseded ? output : undefined
}

/** The blockers that an output of a planner or executor names. */
export const blockersOf = (message: Message | undefined): readonly string[] =>
  message?.content?.texts('blockers').map(({ text }) => text) ?? []

/** The input by which control of a task was given last. */
export const inputOf = ({ mode, planning, attempt, executor }: Task): Message | undefined =>
  mode === undefined ? executor(attempt, 'input') : planning.findLast(({ kind }) => kind === 'input')

/**
 * The input of the attempt that an agent has: files about a later attempt, which nothing has granted, do not take the
 * work away whose output and verdict are missing.
 */
export function heldInputOf(task: Task): Message | undefined {
  const input = inputOf(task)
  if (input || task.mode !== undefined) return input
  const attempts = task.messages.flatMap(({ agent, kind, number }) =>
    agent === 'executor' && kind === 'input' ? [number] : [],
  )
  const attempt = Math.max(0, ...attempts)
  const isOver = task.executor(attempt, 'output') !== undefined || task.report(attempt)?.verdict !== undefined
  return isOver ? undefined : task.executor(attempt, 'input')
}

/**
 * To whom control of a task was given by name: its input says so where its envelope has an `agent` or an `until`. A key
 * that is not text and a `created_at` that is not a time are reported by the rule of the envelope: there is no grant
 * then.
 */
export const grantOf = (task: Task): ReturnType<typeof grantFrom> =>
  holderOf(task.state) === 'agent' ? grantIn(heldInputOf(task)) : {}

/**
 * The agent that held the attempt of the newest report: `/handback` leaves its name in the output, other tools in the
 * input.
 */
export const attemptAgentOf = ({ newest, executor }: Task): string | undefined =>
  newest &&
  (['output', 'input'] as const)
    .map((kind) => grantIn(executor(newest.attempt, kind)).grant?.agent)
    .find((agent) => agent !== undefined)

function grantIn(message: Message | undefined): ReturnType<typeof grantFrom> {
  const content = message?.content
  const since = instantOf(content?.createdAt ?? '')
  if (!content?.enveloped || since === undefined) return {}
  const nodeOf = (key: string) => content.root.get(key)?.value
  const [agent, until, by] = ['agent', 'until', 'by'].map((key) => {
    const node = nodeOf(key)
    return (node && toPlainData(node)) ?? undefined
  })
  const firstNode = nodeOf(agent === undefined ? 'until' : 'agent')
  const isText = (value: unknown) => value === undefined || typeof value === 'string'
  if (!firstNode || (agent ?? until) === undefined || !isText(agent) || !isText(until)) return {}
  const giver = typeof by === 'string' && by.trim() !== '' ? by : undefined
  const value = { agent, by: giver, since: timestampOf(new Date(since).toISOString()), until }
  return grantFrom(value, content.document.span(firstNode.start, firstNode.end))
}

export interface UnreadableFile {
  readonly path: string
  readonly message: string
  readonly place: Place
}

/** The additional parts of a session of v2. */
export interface Iterations {
  readonly metadata: FileRecord | undefined
  readonly state: string | undefined
  /** `iteration` of the metadata. */
  readonly stored: number | undefined
  /** The numbers of the folders that are there, ascending. */
  readonly folders: readonly number[]
  readonly current: number | undefined
  /** Whether an iteration's own metadata say that it was completed. */
  isCompleted(iteration: number): boolean
  readonly signals: readonly { readonly file: FileRecord; readonly processed: boolean }[]
}

export interface Session {
  readonly path: string
  /** The name of its folder. */
  readonly id: string
  /** `ralph:260131-144400` */
  readonly target: string
  readonly isNamed: boolean
  readonly profile: Profile
  /** Paths in it, sorted. */
  readonly paths: readonly string[]
  /** Names of what is directly in it. */
  readonly names: readonly string[]
  /** The file that findings about the session point to where one is missing. */
  readonly anchor: string
  /** The file that shows that the session is from before there were ids, and why. No other rule looks at it. */
  readonly legacy: { readonly path: string; readonly why: 'markers' | 'metadata' } | undefined
  readonly unreadable: readonly UnreadableFile[]
  readonly tasks: Tasks
  readonly progress: Progress | undefined
  /** The path of progress.md, there or not. */
  readonly progressPath: string
  readonly questions: readonly Questions[]
  /** Ascending by attempt. */
  readonly reports: readonly Report[]
  readonly messageFiles: readonly MessageFile[]
  /** Those that are called like one, readable or not. */
  readonly messages: readonly Message[]
  /** The path of instructions next to the folder, whether they can be read or not. */
  readonly besidePath: string | undefined
  /** Their front matter. */
  readonly instructions: FileRecord | undefined
  /** Paths of instructions inside the folder. */
  readonly inside: readonly string[]
  /** Only of v2. */
  readonly iterations: Iterations | undefined
  /** Every task that has a marker line, a definition, a report or a message. */
  readonly allTasks: readonly Task[]
  task(id: string): Task | undefined
  message(key: string, kind: Message['kind']): Message | undefined
  /** Whether a file of it is there and has more than blanks in it. */
  isThere(name: string): boolean
  /** What is read of a file in it; `undefined` where it cannot be read. */
  text(path: string): TextDocument | undefined
  /** This session read under another profile. */
  as(profile: Profile): Session
}

/** The higher of two profiles: in a comparison it holds for both sides. */
export const higherProfile = (a: Profile, b: Profile): Profile => (profiles.indexOf(a) >= profiles.indexOf(b) ? a : b)

/** The files of a session's layout that are missing or blank. */
export function missingFiles(session: Session): readonly string[] {
  const { iterations, path, progressPath, isThere } = session
  const expectedFiles = iterations ? [metadataFile, progressPath.slice(path.length + 1)] : layoutFiles
  return expectedFiles.filter((name) => !isThere(name))
}

/** What a task depends on: by its definition, in 3.x by the graph too. */
export function dependenciesOf({ tasks, profile }: Session, id: string): readonly string[] {
  const graph = profile === 'v1-3.x' ? (tasks.groups.graph.get(id)?.dependsOn ?? []) : []
  return [...new Set([...(tasks.get(id)?.dependsOn ?? []), ...graph])]
}

/** Whether a task is not completed. */
export const isOpen = ({ progress }: Session, id: string): boolean => progress?.get(id)?.marker !== 'x'

/** The dependencies that are not completed. */
export const openDependenciesOf = (session: Session, task: Task): readonly string[] =>
  dependenciesOf(session, task.id).filter((id) => isOpen(session, id))

/** Whether the marker of a task and the verdict on it say the opposite of each other. */
export function contradictsVerdict({ line, newest }: Task): boolean {
  const verdict = newest?.verdict?.value
  if (verdict === undefined) return false
  return verdict === 'Qualified' ? line?.marker === ' ' || line?.marker === '/' : line?.marker === 'x'
}

/** Whether a task is marked as completed without a verdict in its newest report. */
export const isUnreviewed = ({ line, newest }: Task): boolean =>
  line?.marker === 'x' && newest !== undefined && !newest.verdict

/** Whether a report is the newest of a task under review or completed, and does not say what was done. */
export const isUnfilled = (report: Report, { newest, line }: Task): boolean =>
  report === newest && !report.filled && isReviewable(report) && (line?.marker === 'P' || line?.marker === 'x')

/** Whether there is a report of an attempt though the one before was Qualified. */
export const followsQualified = (task: Task, { attempt }: Pick<Report, 'attempt'>): boolean =>
  task.report(attempt - 1)?.verdict?.value === 'Qualified'

/** Whether the state of a task is doubtful: its finding has to be repaired before any command takes it. */
export function isDoubtful(session: Session, task: Task): boolean {
  if (task.line?.marker === undefined || session.progress?.doubled.has(task.id) === true || contradictsVerdict(task))
    return true
  return task.reports.some((report) => report.verdicts.length > 1 || followsQualified(task, report))
}

/** Whether a command would do this to a task as it stands. */
export const isActAllowed = (session: Session, task: Task, act: Act): boolean =>
  session.profile !== 'v2' &&
  knowsTasks(session) &&
  !isDoubtful(session, task) &&
  task.state !== 'unknown' &&
  effects[task.state][act] === 'do'

export const isReviewable = (report: Report): boolean => (report.part1 ?? report.legacy) !== undefined

/** All sessions of a repository. */
export interface SubagentModel {
  readonly configuration: SubagentConfiguration
  readonly context: Context
  readonly view: View
  /** Sorted by path. */
  readonly sessions: readonly Session[]
  /** Links in the place of a session. */
  readonly linked: readonly string[]
  /** The session that a path is in, or whose instructions it is. */
  sessionOf(path: string): Session | undefined
  session(path: string): Session | undefined
}

/** Reads every session of a view, file by file. */
export function* readModel(view: View, configuration: SubagentConfiguration, context: Context): Steps<SubagentModel> {
  const folders = findSessions(view, configuration.sessions)
  const labelOf = unitLabels(folders.map(({ path }) => path))
  const sessions: Session[] = []
  for (const folder of folders)
    sessions.push(yield* readSession({ view, configuration, limit: context.limit }, folder, labelOf(folder.path)))
  const byPath = new Map(sessions.map((session) => [session.path, session]))
  const byInstructions = new Map(sessions.map((session) => [`${session.path}.instructions.md`, session]))
  return {
    configuration,
    context,
    view,
    sessions,
    linked: linkedSessions(view, configuration.sessions),
    session: (path) => byPath.get(path),
    sessionOf(path) {
      const folder = foldersAbove(path).findLast((candidate) => byPath.has(candidate))
      return folder === undefined ? byInstructions.get(path) : byPath.get(folder)
    },
  }
}

export interface TaskInSession {
  readonly session: Session
  readonly task: Task
}

/** Sessions and tasks by their targets. */
export const subjectsByTarget = memo(
  ({ sessions }: SubagentModel): ReadonlyMap<string, { readonly session: Session; readonly task?: Task }> =>
    new Map(
      sessions.flatMap((session) => [
        [session.target, { session }] as const,
        ...session.allTasks.map((task) => [task.target, { session, task }] as const),
      ]),
    ),
)

export const targetOf = ({ target }: Session, task: string): string => `task:${task}@${target.slice('ralph:'.length)}`

/** Why progress.md or tasks.md cannot be read. */
export const unreadableTaskFiles = ({ unreadable, progressPath, path }: Session): readonly UnreadableFile[] =>
  unreadable.filter((file) => file.path === progressPath || file.path === `${path}/${tasksFile}`)

/** Whether both were read where they are there: else it is not known which tasks there are. */
export const knowsTasks = (session: Session): boolean => unreadableTaskFiles(session).length === 0

/** Whether `tasks.md` does not know a task; never where it cannot be read. */
export const isUnmentioned = (session: Session, task: string): boolean =>
  knowsTasks(session) && !session.tasks.mentions(task)

/** In how many sessions a task has a marker line, by its id. */
const sessionCounts = memo(({ sessions }: SubagentModel): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>()
  const ids = sessions.flatMap(({ progress }) => [...new Set(progress?.markers.map(({ id }) => id))])
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1)
  return counts
})

/** What a task is called in a command: by its id, where another session has that too with the session. */
export const nameIn = (model: SubagentModel, { target }: Session, task: string): string =>
  (sessionCounts(model).get(task) ?? 0) > 1 ? `${task}@${target.slice('ralph:'.length)}` : task
