import type { Comparison, Context } from '../../../core/context.ts'
import type { Finding } from '../../../core/diagnostic.ts'
import type { Selector, View } from '../../../core/view.ts'
import { escapeGlob } from '../../../documents/glob.ts'
import { splice } from '../../../documents/text.ts'
import { groupBy } from '../../../core/grouped.ts'
import { memo, once } from '../../../core/once.ts'
import { entryAt } from '../../../kit/record.ts'
import { partsWithTarget, type RuleGroup } from '../../../kit/rules.ts'
import { isUnsafe, meantBy, neverEntered } from '../files.ts'
import { higher, targetOf, type Session, type SubagentModel, type Task } from '../model.ts'
import { filesOf, missingIn, placesAtWork, placesOf } from '../reading/expected.ts'
import { isNamed, type Message, type MessageFile } from '../reading/message.ts'
import type { Questions } from '../reading/questions.ts'
import type { Report } from '../reading/report.ts'
import { isImplementation } from '../schema.ts'

/** A file of rules of this protocol. */
export type SubagentRules = RuleGroup<SubagentModel>

export type SubagentComparison = Comparison<SubagentModel>

/** A session, and what it was before the change: both read as the higher profile of the two. */
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

/** A message by itself, and the session that it is in. */
export interface OwnMessage {
  readonly message: MessageFile
  readonly session: Pick<Session, 'path' | 'id' | 'profile'>
}

export interface MessageSubject extends SessionSubject {
  readonly message: MessageFile
}

const ofSession = ({ session }: SessionSubject) => session.target
const ofTask = ({ task }: TaskSubject) => task.target
const ofMessage = ({ session, message }: MessageSubject) => (isNamed(message) ? targetOfMessage(session, message) : session.target)

/** Every session of the head, of whatever form. */
export const allSessions = partsWithTarget(
  ofSession,
  ({ now: model, before: modelBefore, context }: SubagentComparison): readonly SessionSubject[] =>
    model.sessions.map((session) => {
      const base = modelBefore?.session(session.path)
      const profile = base ? higher(session.profile, base.profile) : session.profile
      const before = base?.as(profile)
      return { session: session.as(profile), before: before?.legacy ? undefined : before, model, modelBefore, context }
    }),
)

/** Whether a session is from before there were task ids. One that had them before the change is not: it would lose its tasks unnoticed. */
export const isLegacy = ({ session, before }: SessionSubject): boolean =>
  session.legacy !== undefined && before?.allTasks.some(({ line }) => line) !== true

const isContract = ({ session }: SessionSubject): boolean => session.profile !== 'v2'
const isIterated = ({ session }: SessionSubject): boolean => session.profile === 'v2'
const isInBoth = (subject: SessionSubject): subject is ChangedSession => subject.before !== undefined && subject.modelBefore !== undefined

/** Sessions that have task ids. */
export const sessions = partsWithTarget(ofSession, (compared: SubagentComparison): readonly SessionSubject[] =>
  allSessions(compared).filter((subject) => !isLegacy(subject)),
)

/** Those of the contracts and of 3.x, which store no state of their own. */
export const contractSessions = partsWithTarget(ofSession, (compared: SubagentComparison): readonly SessionSubject[] =>
  sessions(compared).filter(isContract),
)

/** Those of v2. */
export const iteratedSessions = partsWithTarget(ofSession, (compared: SubagentComparison): readonly SessionSubject[] =>
  sessions(compared).filter(isIterated),
)

/** Sessions that the base has, too, of whatever profile. */
export const allChangedSessions = partsWithTarget(ofSession, (compared: SubagentComparison): readonly ChangedSession[] =>
  sessions(compared).filter(isInBoth),
)

/** Those of the contracts and of 3.x. */
export const changedSessions = partsWithTarget(ofSession, (compared: SubagentComparison): readonly ChangedSession[] =>
  allChangedSessions(compared).filter(isContract),
)

/** The same of v2. */
export const changedIterations = partsWithTarget(ofSession, (compared: SubagentComparison): readonly ChangedSession[] =>
  allChangedSessions(compared).filter(isIterated),
)

/** Sessions whose markers and reports can be compared: of v2 those that are in the same iteration on both sides. */
export const comparable = partsWithTarget(ofSession, (compared: SubagentComparison): readonly ChangedSession[] =>
  allChangedSessions(compared).filter(({ session, before }) => session.iterations?.current === before.iterations?.current),
)

/** Every task of every session. */
export const tasks = partsWithTarget(ofTask, (compared: SubagentComparison): readonly TaskSubject[] =>
  sessions(compared).flatMap((subject) =>
    subject.session.allTasks.map((task) => ({ ...subject, task, taskBefore: subject.before?.task(task.id) })),
  ),
)

/** Tasks of sessions that are not of v2. */
export const contractTasks = partsWithTarget(ofTask, (compared: SubagentComparison): readonly TaskSubject[] =>
  tasks(compared).filter(isContract),
)

/** Every report of every session. */
export const reports = partsWithTarget(ofTask, (compared: SubagentComparison): readonly ReportSubject[] =>
  tasks(compared).flatMap((subject) => subject.task.reports.map((report) => ({ ...subject, report }))),
)

export const questions = partsWithTarget(ofSession, (compared: SubagentComparison): readonly QuestionsSubject[] =>
  contractSessions(compared).flatMap((subject) => subject.session.questions.map((file) => ({ ...subject, file }))),
)

export const messages = partsWithTarget(ofMessage, (compared: SubagentComparison): readonly MessageSubject[] =>
  contractSessions(compared).flatMap((subject) => subject.session.messageFiles.map((message) => ({ ...subject, message }))),
)

/** The target that a message is about: its task, or the session. */
export const targetOfMessage = (session: Session, { task }: Message): string =>
  task === undefined ? session.target : targetOf(session, task)

/** The artifacts that a planner names, with their paths in the repository. */
export const artifactsOf = (message: Message, session: Session, key: 'artifacts_created' | 'artifacts_updated') =>
  (message.content?.texts(key) ?? []).flatMap(({ text, place }) => {
    if (isUnsafe(text)) return []
    const path = meantBy(text, session)
    const isInstructions = path === `${session.path}/${session.id}.instructions.md`
    return [{ text, place, paths: isInstructions ? [path, `${session.path}.instructions.md`] : [path] }]
  })

/** Whether a file or folder is at a path. */
export const exists = (view: View, path: string): boolean => view.entry(path) !== undefined || entryAt(view, path).folder

/** Whether something else is at a path than before. */
export function differs(now: View, before: View, path: string): boolean {
  const [here, there] = [now.entry(path), before.entry(path)]
  if (!here || !there) return here !== there
  const [one, other] = [now.identity?.(path), before.identity?.(path)]
  if (one !== undefined && other !== undefined) return one !== other
  return here.kind !== there.kind || here.size !== there.size || now.digest(path)?.sha256 !== before.digest(path)?.sha256
}

/** Whether the change touches a file. */
export const isChanged = (model: SubagentModel, before: SubagentModel, path: string): boolean => differs(model.view, before.view, path)

/** progress.md without the marks of its planning tasks. */
function unmarked({ progress }: Session): string | undefined {
  if (!progress) return undefined
  const edits = progress.markers.flatMap(({ id, at, mark }) =>
    isImplementation(id) ? [] : [{ start: at, end: at + mark.length, text: '' }],
  )
  return splice(progress.document.text, edits)
}

/** Whether a file of a session changed beyond the marks of planning tasks: the orchestrator moves those, which is not an agent's effect. */
export function isWritten({ session, before, model, modelBefore }: Omit<ChangedSession, 'context'>, path: string): boolean {
  if (!isChanged(model, modelBefore, path)) return false
  return path !== session.progressPath || unmarked(session) === undefined || unmarked(session) !== unmarked(before)
}

/** Whether the status of an output ends its invocation. */
export const isFinal = ({ status }: Pick<Message, 'status'>): boolean => status === 'completed' || status === 'needs_qa_cycle'

/** The outputs that end their invocation for the first time in this change. */
export function knownInvocations(session: Session, before: Session | undefined): readonly Message[] {
  return session.messages.filter((message) => {
    if (message.kind !== 'output' || !isFinal(message) || (message.status === 'needs_qa_cycle' && message.agent !== 'planner')) return false
    const old = before?.message(message.key, 'output')
    return !old || !isFinal(old)
  })
}

/** Whether a task was submitted for review again with the report that failed. */
export function isResubmittedUnchanged({ task, taskBefore }: Pick<TaskSubject, 'task' | 'taskBefore'>): boolean {
  const newest = taskBefore?.newest
  const came = task.line?.marker === 'P' && (taskBefore?.line?.marker === ' ' || taskBefore?.line?.marker === '/')
  return came && newest?.verdict?.value === 'Failed' && task.newest?.attempt === newest.attempt && task.newest.frozen === newest.frozen
}

/** The reports that the change adds, in sessions that were there before. */
export function newReports(compared: SubagentComparison): readonly { readonly session: Session; readonly report: Report }[] {
  return changedSessions(compared).flatMap(({ session, before }) =>
    session.reports.filter(({ task, attempt }) => !before.task(task)?.report(attempt)).map((report) => ({ session, report })),
  )
}

const knowsObjects = ({ view }: SubagentModel) => view.identity?.(view.paths[0] ?? '') !== undefined

/**
 * What must be known of files outside of sessions: whether those that tasks name are there; where exactly one report is new, enough to see
 * which files changed.
 */
export function outsideOf(compared: SubagentComparison): readonly Selector[] {
  const { now, before } = compared
  const places = compared.context.asksNext ? placesAtWork(now) : placesOf(doneFiles(compared))
  const expected = places.flatMap((path) => (['name', 'folder'] as const).map((level) => ({ glob: escapeGlob(path), level })))
  if (compared.context.asksNext || !before || newReports(compared).length !== 1) return expected
  return [...expected, { glob: '**', level: knowsObjects(now) && knowsObjects(before) ? 'name' : 'digest', except: neverEntered }]
}

/** Everything that makes up the state and the contract of a task, as one text. */
function contentOf({ tasks: defined, text }: Session, { line, definition, reports: own, messages: sent }: Task): string {
  const document = defined.document
  const defining = definition && document ? document.text.slice(document.offsetOf(definition.line), document.offsetOf(definition.end)) : ''
  return JSON.stringify([
    line && [line.lead, line.mark, line.note],
    definition?.place.path,
    defining.trimEnd(),
    own.map(({ path, document: { text: all } }) => [path, all]),
    sent.map(({ path, content }) => [path, content?.document.text ?? text(path)?.text]),
  ])
}

/** Whether a change leaves all of a task as it was. */
const isUntouched = ({ session, before, task, taskBefore }: TaskSubject): boolean =>
  before !== undefined && taskBefore !== undefined && contentOf(session, task) === contentOf(before, taskBefore)

/** Of each task by its target: whether the change leaves all of it as it was. */
const untouchedTasks = memo(
  (compared: SubagentComparison) => new Map(tasks(compared).map((subject) => [subject.task.target, once(() => isUntouched(subject))])),
)

/** Why a task was recorded as done without all of its files: what `--anyway` leaves in the messages or in the review. */
const isTakenAnyway = ({ messages: sent, newest }: Task): boolean =>
  /\btaken anyway: /i.test(newest?.review ?? '') ||
  sent.some(({ number, kind, content }) => kind === 'output' && number === newest?.attempt && content?.root.get('anyway') !== undefined)

/**
 * The files of the tasks that were handed back as done, of which some may be missing: in a comparison of those that the change touches.
 * Outside of a repository they may be anywhere, and commands look for those of the tasks at work.
 */
const doneFiles = memo((compared: SubagentComparison) => {
  if (compared.context.asksNext || compared.context.log?.head() === undefined) return []
  const untouched = untouchedTasks(compared)
  return filesOf(
    contractTasks(compared).filter(
      ({ task, before }) =>
        task.kind === 'implementation' &&
        (task.state === 'review pending' || task.state === 'completed') &&
        !isTakenAnyway(task) &&
        !(before && untouched.get(task.target)?.() === true),
    ),
  )
})

/** Tasks that were handed back as done, with those of their files that are not there. */
export const undone = partsWithTarget(
  ofTask,
  (compared: SubagentComparison): readonly (TaskSubject & { readonly missing: readonly string[] })[] => {
    const files = groupBy(doneFiles(compared), ({ task }) => task.target)
    return contractTasks(compared).flatMap((subject) => {
      const own = files.get(subject.task.target)?.map(({ file }) => file) ?? []
      const missing = missingIn(subject.model.view, own)
      return missing.length === 0 ? [] : [{ ...subject, missing }]
    })
  },
)

/** The paths that a finding is judged by: about a task that the change leaves as it was none, though the file is touched. */
export const judgedBy = ({ target }: Finding, compared: SubagentComparison): readonly string[] | undefined =>
  compared.before && target !== undefined && untouchedTasks(compared).get(target)?.() === true ? [] : undefined
