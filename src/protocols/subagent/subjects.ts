import type { Comparison, Context } from '../../core/context.ts'
import { memo } from '../../kit/once.ts'
import type { MessageFile } from './reading/messages.ts'
import type { Questions } from './reading/questions.ts'
import type { Report } from './reading/report.ts'
import type { SubagentModel } from './model.ts'
import { higher, type Session } from './session.ts'
import type { Task } from './task.ts'

export type Compared = Comparison<SubagentModel>

/** A session, and what it was before the change: read as the higher profile of the two. */
export interface SessionSubject {
  readonly session: Session
  /** Absent where there is no base, or the base does not have it. */
  readonly before: Session | undefined
  readonly model: SubagentModel
  readonly modelBefore: SubagentModel | undefined
  readonly context: Context
}

/** A session that the base has, too. */
export interface ChangedSession extends SessionSubject {
  readonly before: Session
  readonly modelBefore: SubagentModel
}

export interface TaskSubject extends SessionSubject {
  readonly task: Task
  /** The same task in the base; absent where that has no such task. */
  readonly taskBefore: Task | undefined
}

export interface ReportSubject extends TaskSubject {
  readonly report: Report
}

export interface QuestionsSubject extends SessionSubject {
  readonly file: Questions
}

export interface MessageSubject extends SessionSubject {
  readonly message: MessageFile
}

const known = new WeakMap<Compared, readonly SessionSubject[]>()

function read({ now: model, before: modelBefore, context }: Compared): readonly SessionSubject[] {
  return model.sessions.map((each) => {
    const base = modelBefore?.session(each.path)
    const profile = base ? higher(each.profile, base.profile) : each.profile
    const before = base?.as(profile)
    return { session: each.as(profile), before: before?.legacy ? undefined : before, model, modelBefore, context }
  })
}

/** Every session of the head, of whatever form. */
export function allSessions(compared: Compared): readonly SessionSubject[] {
  const before = known.get(compared)
  if (before) return before
  const subjects = read(compared)
  known.set(compared, subjects)
  return subjects
}

/** Whether a session is of before there were task ids. One that had them before the change is none: it would lose its tasks unseen. */
export const isLegacy = ({ session, before }: SessionSubject): boolean =>
  session.legacy !== undefined && before?.allTasks.some(({ line }) => line) !== true

/** Sessions that have task ids. */
export const sessions = (compared: Compared): readonly SessionSubject[] => allSessions(compared).filter((subject) => !isLegacy(subject))

/** Those of the contracts and of 3.x, which store no state of their own. */
export const contractSessions = (compared: Compared): readonly SessionSubject[] =>
  sessions(compared).filter(({ session }) => session.profile !== 'v2')

/** Those of v2. */
export const iteratedSessions = (compared: Compared): readonly SessionSubject[] =>
  sessions(compared).filter(({ session }) => session.profile === 'v2')

const isChanged = (subject: SessionSubject): subject is ChangedSession => subject.before !== undefined && subject.modelBefore !== undefined

/** Sessions that the base has, too, of whatever profile. */
export const everyChanged = (compared: Compared): readonly ChangedSession[] => sessions(compared).filter(isChanged)

/** Those of the contracts and of 3.x. */
export const changedSessions = (compared: Compared): readonly ChangedSession[] => contractSessions(compared).filter(isChanged)

/** The same of v2. */
export const changedIterations = (compared: Compared): readonly ChangedSession[] => iteratedSessions(compared).filter(isChanged)

/** Sessions whose markers and reports can be compared: of v2 those that are in the same iteration on both sides. */
export const comparable = (compared: Compared): readonly ChangedSession[] =>
  sessions(compared)
    .filter(isChanged)
    .filter(({ session, before }) => session.iterations?.current === before.iterations?.current)

const tasksOf = (subject: SessionSubject): readonly TaskSubject[] =>
  subject.session.allTasks.map((task) => ({ ...subject, task, taskBefore: subject.before?.task(task.id) }))

const knownTasks = new WeakMap<Compared, readonly TaskSubject[]>()

/** Every task of every session. */
export function tasks(compared: Compared): readonly TaskSubject[] {
  const before = knownTasks.get(compared)
  if (before) return before
  const subjects = sessions(compared).flatMap(tasksOf)
  knownTasks.set(compared, subjects)
  return subjects
}

/** Every report of every session. */
export const reports = (compared: Compared): readonly ReportSubject[] =>
  tasks(compared).flatMap((subject) => subject.task.reports.map((report) => ({ ...subject, report })))

export const questions = (compared: Compared): readonly QuestionsSubject[] =>
  contractSessions(compared).flatMap((subject) => subject.session.questions.map((file) => ({ ...subject, file })))

export const messages = (compared: Compared): readonly MessageSubject[] =>
  contractSessions(compared).flatMap((subject) => subject.session.messageFiles.map((message) => ({ ...subject, message })))

/** Everything of a task that says its state and its contract, as one text. */
function contentOf({ tasks: defined, text }: Session, { line, definition, reports: own, messages: said }: Task): string {
  const document = defined.document
  const defining = definition && document ? document.text.slice(document.offsetOf(definition.line), document.offsetOf(definition.end)) : ''
  return JSON.stringify([
    line && [line.lead, line.mark, line.note],
    defining.trimEnd(),
    own.map(({ path, document: { text: all } }) => [path, all]),
    said.map(({ path, content }) => [path, content?.document.text ?? text(path)?.text]),
  ])
}

/** Whether a change leaves all of a task as it was. */
export function isSame({ session, before, task, taskBefore }: TaskSubject): boolean {
  return before !== undefined && taskBefore !== undefined && contentOf(session, task) === contentOf(before, taskBefore)
}

/** The id of a task's target. */
export const targetOf = ({ target }: Session, task: string): string => `task:${task}@${target.slice('ralph:'.length)}`

/** Whether both progress.md and tasks.md were read where they are there: else nobody knows which tasks there are. */
export function knowsTasks({ unreadable, progressPath, path }: Session): boolean {
  return !unreadable.some((file) => file.path === progressPath || file.path === `${path}/tasks.md`)
}

/** Tasks of sessions that are not of v2. */
export const contractTasks = (compared: Compared): readonly TaskSubject[] =>
  tasks(compared).filter(({ session }) => session.profile !== 'v2')

/** In how many sessions a task has a marker line, by its id. */
const sessionsWith = memo(({ sessions: all }: SubagentModel): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>()
  const ids = all.flatMap(({ progress }) => [...new Set(progress?.markers.map(({ id }) => id))])
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1)
  return counts
})

/** What a task is called in a command: by its id, where another session has that too with the session. */
export const nameIn = (model: SubagentModel, { target }: Session, task: string): string =>
  (sessionsWith(model).get(task) ?? 0) > 1 ? `${task}@${target.slice('ralph:'.length)}` : task
