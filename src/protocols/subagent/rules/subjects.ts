import type { Comparison, Context } from '../../../core/context.ts'
import type { View } from '../../../core/view.ts'
import { splice } from '../../../documents/text.ts'
import { entryAt } from '../../../kit/entry.ts'
import { partsWithTarget, type RuleGroup } from '../../../kit/rules.ts'
import { isUnsafe, resolvePath } from '../files.ts'
import { higherProfile, isUnmentioned, targetOf, type Session, type SubagentModel, type Task } from '../model.ts'
import { hasContract, isNamed, type Message, type MessageFile } from '../reading/message.ts'
import type { Questions } from '../reading/questions.ts'
import type { Report } from '../reading/report.ts'
import { isImplementation, isTaskId } from '../schema.ts'

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

const targetOfSession = ({ session }: SessionSubject) => session.target
const targetOfTask = ({ task }: TaskSubject) => task.target
export const targetOfMessageSubject = ({ session, message }: MessageSubject) =>
  isNamed(message) ? targetOfMessage(session, message) : session.target

/** Parts that are sessions, or parts of sessions and about all of them. */
export const sessionParts = <Part extends SessionSubject>(
  partsOf: (comparison: SubagentComparison) => readonly Part[],
) => partsWithTarget(targetOfSession, partsOf)

export const taskParts = <Part extends TaskSubject>(partsOf: (comparison: SubagentComparison) => readonly Part[]) =>
  partsWithTarget(targetOfTask, partsOf)

/** Every session of the head, of whatever form. */
export const allSessions = sessionParts(({ now: model, before: modelBefore, context }) =>
  model.sessions.map((session): SessionSubject => {
    const base = modelBefore?.session(session.path)
    const profile = base ? higherProfile(session.profile, base.profile) : session.profile
    const before = base?.as(profile)
    return { session: session.as(profile), before: before?.legacy ? undefined : before, model, modelBefore, context }
  }),
)

/**
 * Whether a session is from before there were task ids. One that had them before the change is not: it would lose its
 * tasks unnoticed.
 */
export const isLegacy = ({ session, before }: SessionSubject): boolean =>
  session.legacy !== undefined && before?.allTasks.some(({ line }) => line) !== true

const isContract = ({ session }: SessionSubject): boolean => session.profile !== 'v2'
const isIterated = ({ session }: SessionSubject): boolean => session.profile === 'v2'
const isInBoth = (subject: SessionSubject): subject is ChangedSession =>
  subject.before !== undefined && subject.modelBefore !== undefined

/** Sessions that have task ids. */
export const sessions = sessionParts((comparison) => allSessions(comparison).filter((subject) => !isLegacy(subject)))

/** Sessions of the contracts and of 3.x, which store no state of their own. */
export const contractSessions = sessionParts((comparison) => sessions(comparison).filter(isContract))

export const iteratedSessions = sessionParts((comparison) => sessions(comparison).filter(isIterated))

/** Sessions that the base has, too, of whatever profile. */
export const allChangedSessions = sessionParts((comparison) => sessions(comparison).filter(isInBoth))

/** Sessions of the contracts and of 3.x that the base has, too. */
export const changedSessions = sessionParts((comparison) => allChangedSessions(comparison).filter(isContract))

/** Sessions of v2 that a change touches, each with its state before. */
export const changedIterations = sessionParts((comparison) => allChangedSessions(comparison).filter(isIterated))

/** Sessions whose markers and reports can be compared: of v2 those that are in the same iteration on both sides. */
export const comparableSessions = sessionParts((comparison) =>
  allChangedSessions(comparison).filter(
    ({ session, before }) => session.iterations?.current === before.iterations?.current,
  ),
)

export const tasks = taskParts((comparison) =>
  sessions(comparison).flatMap((subject): readonly TaskSubject[] =>
    subject.session.allTasks.map((task) => ({ ...subject, task, taskBefore: subject.before?.task(task.id) })),
  ),
)

/** Tasks of sessions that are not of v2. */
export const contractTasks = taskParts((comparison) => tasks(comparison).filter(isContract))

/** Every report of every session. */
export const reports = taskParts((comparison) =>
  tasks(comparison).flatMap((subject): readonly ReportSubject[] =>
    subject.task.reports.map((report) => ({ ...subject, report })),
  ),
)

export const questions = sessionParts((comparison) =>
  contractSessions(comparison).flatMap((subject): readonly QuestionsSubject[] =>
    subject.session.questions.map((file) => ({ ...subject, file })),
  ),
)

interface AboutTask extends SessionSubject {
  readonly id: string
}

export const partsAboutTasks = <Part extends AboutTask>(partsOf: (comparison: SubagentComparison) => readonly Part[]) =>
  partsWithTarget(({ session, id }: Part) => targetOf(session, id), partsOf)

/** The marker lines of progress.md. */
export const markerLines = partsAboutTasks((comparison) =>
  sessions(comparison).flatMap((subject) =>
    (subject.session.progress?.markers ?? []).map((line) => ({ ...subject, id: line.id, line })),
  ),
)

/** What tasks.md defines. */
export const definitions = partsAboutTasks((comparison) =>
  contractSessions(comparison).flatMap((subject) =>
    subject.session.tasks.definitions.map((definition) => ({ ...subject, id: definition.id, definition })),
  ),
)

export const messages = partsWithTarget(
  targetOfMessageSubject,
  (comparison: SubagentComparison): readonly MessageSubject[] =>
    contractSessions(comparison).flatMap((subject) =>
      subject.session.messageFiles.map((message) => ({ ...subject, message })),
    ),
)

export const targetOfMessage = (session: Session, { task }: Message): string =>
  task === undefined ? session.target : targetOf(session, task)

/** The artifacts that a planner names, with their paths in the repository. */
export const artifactsOf = (message: Message, session: Session, key: 'artifacts_created' | 'artifacts_updated') =>
  (message.content?.texts(key) ?? []).flatMap(({ text, place }) => {
    if (isUnsafe(text)) return []
    const path = resolvePath(text, session)
    const isInstructions = path === `${session.path}/${session.id}.instructions.md`
    return [{ text, place, paths: isInstructions ? [path, `${session.path}.instructions.md`] : [path] }]
  })

/** The artifacts of a planner that is done which are not there. */
export const missingArtifacts = (message: Message, session: Session, view: View) =>
  message.agent === 'planner' && message.status === 'completed'
    ? (['artifacts_created', 'artifacts_updated'] as const)
        .flatMap((key) => artifactsOf(message, session, key))
        .filter(({ paths }) => !paths.some((path) => exists(view, path)))
    : []

/** The task of an input that the session does not know. */
export function unknownTaskOf(message: MessageFile, session: Session): string | undefined {
  if (!hasContract(message) || message.task === undefined || message.kind !== 'input') return undefined
  const task = message.content.fields.text('TASK_ID') ?? ''
  return isTaskId(task) && isUnmentioned(session, task) && !session.progress?.get(task) ? task : undefined
}

const exists = (view: View, path: string): boolean => view.entry(path) !== undefined || entryAt(view, path).folder

/** Whether something else is at a path than before. */
export function differs(view: View, viewBefore: View, path: string): boolean {
  const [entry, entryBefore] = [view.entry(path), viewBefore.entry(path)]
  if (!entry || !entryBefore) return entry !== entryBefore
  const [identity, identityBefore] = [view.identity?.(path), viewBefore.identity?.(path)]
  if (identity !== undefined && identityBefore !== undefined) return identity !== identityBefore
  return (
    entry.kind !== entryBefore.kind ||
    entry.size !== entryBefore.size ||
    view.digest(path)?.sha256 !== viewBefore.digest(path)?.sha256
  )
}

export const isChanged = (model: SubagentModel, modelBefore: SubagentModel, path: string): boolean =>
  differs(model.view, modelBefore.view, path)

/** progress.md without the marks of its planning tasks. */
function progressWithoutPlanningMarks({ progress }: Session): string | undefined {
  if (!progress) return undefined
  const edits = progress.markers.flatMap(({ id, at, mark }) =>
    isImplementation(id) ? [] : [{ start: at, end: at + mark.length, text: '' }],
  )
  return splice(progress.document.text, edits)
}

/**
 * Whether a file of a session changed beyond the marks of planning tasks: the orchestrator moves those, which is not an
 * agent's effect.
 */
export function isWritten(
  { session, before, model, modelBefore }: Omit<ChangedSession, 'context'>,
  path: string,
): boolean {
  if (!isChanged(model, modelBefore, path)) return false
  return (
    path !== session.progressPath ||
    progressWithoutPlanningMarks(session) === undefined ||
    progressWithoutPlanningMarks(session) !== progressWithoutPlanningMarks(before)
  )
}

/** Whether the status of an output ends its invocation. */
export const isFinal = ({ status }: Pick<Message, 'status'>): boolean =>
  status === 'completed' || status === 'needs_qa_cycle'

/** The outputs that end their invocation for the first time in this change. */
export function newFinalOutputs(session: Session, before: Session | undefined): readonly Message[] {
  return session.messages.filter((message) => {
    if (
      message.kind !== 'output' ||
      !isFinal(message) ||
      (message.status === 'needs_qa_cycle' && message.agent !== 'planner')
    )
      return false
    const outputBefore = before?.message(message.key, 'output')
    return !outputBefore || !isFinal(outputBefore)
  })
}

/** Whether a task was submitted for review again with the report that failed. */
export function isResubmittedUnchanged({ task, taskBefore }: Pick<TaskSubject, 'task' | 'taskBefore'>): boolean {
  const newestBefore = taskBefore?.newest
  const isResubmitted =
    task.line?.marker === 'P' && (taskBefore?.line?.marker === ' ' || taskBefore?.line?.marker === '/')
  return (
    isResubmitted &&
    newestBefore?.verdict?.value === 'Failed' &&
    task.newest?.attempt === newestBefore.attempt &&
    task.newest.frozen === newestBefore.frozen
  )
}

/** The reports that the change adds, in sessions that were there before. */
export function newReports(
  comparison: SubagentComparison,
): readonly { readonly session: Session; readonly report: Report }[] {
  return changedSessions(comparison).flatMap(({ session, before }) =>
    session.reports
      .filter(({ task, attempt }) => !before.task(task)?.report(attempt))
      .map((report) => ({ session, report })),
  )
}
