import { groupBy } from '../../../core/grouped.ts'
import { memo } from '../../../core/once.ts'
import { baseName, type View } from '../../../core/view.ts'
import { partsWithTarget } from '../../../kit/rules.ts'
import { markerPair, verdictPair } from '../compared.ts'
import { layoutFiles } from '../files.ts'
import {
  contradictsVerdict,
  followsQualified,
  isUnfilled,
  isUnmentioned,
  isUnreviewed,
  type Session,
  type Task,
} from '../model.ts'
import type { Message } from '../reading/message.ts'
import type { Progress } from '../reading/progress.ts'
import { misnumberedIndex, type Cycle } from '../reading/questions.ts'
import type { Report } from '../reading/report.ts'
import type { Definition, Tasks } from '../reading/tasks.ts'
import { isDateAndTime, verdicts, type Verdict } from '../schema.ts'
import { markerAfter, stepsBetween, type Marker } from '../states.ts'
import { missingAttempt } from './attempts.ts'
import { messageContent } from './message-content.ts'
import { messageForm } from './message-form.ts'
import { hasOtherTitle, lacksFeedback, lacksPart1 } from './reports.ts'
import {
  changedSessions,
  comparableSessions,
  isChanged,
  isFinal,
  missingArtifacts,
  partsAboutTasks,
  sessionParts,
  targetOfMessageSubject,
  unknownTaskOf,
  type ChangedSession,
  type SubagentComparison,
  type TaskSubject,
} from './subjects.ts'

// What rules compare a change with. Where the rule of a file finds something wrong in the base, its hint says what to
// write: whatever else may not be changed, this may, or what is wrong once would stay so.

const linesByTask = memo(({ markers }: Progress) => groupBy(markers, ({ id }) => id))

/** The marker of a task, and those that would mend it where a rule finds it wrong. */
function previousMarkers({ progress, profile }: Session, task: Task): readonly Marker[] {
  const lines = (progress && linesByTask(progress).get(task.id)) ?? []
  const verdict = contradictsVerdict(task) ? task.newest?.verdict : undefined
  return [
    ...lines.flatMap(({ marker }) => marker ?? []),
    ...(isUnreviewed(task) ? (['P'] as const) : []),
    ...(verdict ? [markerAfter(verdict.value, profile)] : []),
  ]
}

export interface MarkerMove {
  /** What was written before; absent: there was no line. */
  readonly written: Marker | undefined
  /** From which marker it is judged: the written one, or one that mends it. */
  readonly from: Marker | undefined
  readonly to: Marker
  /** How many legal steps it is; `undefined` where none lead there. */
  readonly steps: number | undefined
}

const unreachable = Number.MAX_SAFE_INTEGER

/** The move of a task in its iteration to a marker, by default its own; `undefined` where one of both is unknown. */
export function markerMoveOf(
  { session, before, task, taskBefore }: TaskSubject,
  to: Marker | undefined = task.line?.marker,
): MarkerMove | undefined {
  const isSameIteration = before !== undefined && session.iterations?.current === before.iterations?.current
  if (!isSameIteration || before.progress === undefined || to === undefined) return undefined
  const lineBefore = taskBefore?.line
  // A new line is not begun where its first step is.
  if (!lineBefore) return { written: undefined, from: undefined, to, steps: to === ' ' ? 0 : 2 }
  if (lineBefore.marker === undefined) return undefined
  const moves = [...new Set(previousMarkers(before, taskBefore))].map((from): MarkerMove => ({
    written: lineBefore.marker,
    from,
    to,
    steps: stepsBetween(from, to, task.kind, session.profile),
  }))
  return moves.toSorted((a, b) => (a.steps ?? unreachable) - (b.steps ?? unreachable))[0]
}

/** The tasks whose lines are gone, and whether they were withdrawn before anything was done. */
export const removedTasks = partsAboutTasks((comparison) =>
  comparableSessions(comparison).flatMap((subject) => {
    const { session, before } = subject
    return before.allTasks.flatMap((task) => {
      const { id, kind, line, reports: taskReports } = task
      if (!line || !session.progress || session.progress.get(id)) return []
      // MARKER_TASK_UNKNOWN: the line may be removed.
      if (kind === 'implementation' && !before.tasks.isBlank && isUnmentioned(before, id)) return []
      const isWithdrawn =
        line.marker === ' ' && taskReports.length === 0 && !session.tasks.mentions(id) && !session.iterations
      return [{ ...subject, id, line, isWithdrawn }]
    })
  }),
)

const definitionsByTask = memo(({ definitions }: Tasks) => groupBy(definitions, ({ id }) => id))

/** The definitions of a task: of several the first counts. */
export const previousDefinitions = ({ tasks }: Session, id: string): readonly Definition[] =>
  definitionsByTask(tasks).get(id) ?? []

/** The verdicts of a report: of several each counts, and where the marker of its task contradicts it, the other one. */
export const previousVerdicts = (report: Report, task: Task): readonly (Verdict | undefined)[] => [
  ...report.verdicts.map(({ value }) => value),
  ...(report === task.newest && contradictsVerdict(task) ? verdicts : []),
]

/** Whether a rule finds something wrong with what the reviewer wrote. */
export const isReviewWrong = (report: Report): boolean =>
  report.unknown.length > 0 || report.verdicts.length > 1 || lacksFeedback(report)

interface ReportLine {
  readonly line: number
  readonly text: string
}

/** The lines of PART 1 and what precedes it, without the headings that a rule finds wrong or missing in the base. */
function comparedLines({ frozen, title, part1 }: Report, base: Report): readonly ReportLine[] {
  const lines = frozen.split('\n').map((text, index): ReportLine => ({ line: index + 1, text }))
  if (!hasOtherTitle(base) && !lacksPart1(base)) return lines
  const isMended = (line: number) =>
    (hasOtherTitle(base) && line === title?.line) || (lacksPart1(base) && line === part1)
  return lines.filter(({ line, text }) => text.trim() !== '' && !isMended(line))
}

/** The first line in which a report is not as its executor left it; `undefined` where it is. */
export function changedLine(report: Report, reportBefore: Report, taskBefore: Task): number | undefined {
  if (report.frozen === reportBefore.frozen || isUnfilled(reportBefore, taskBefore)) return undefined
  const [lines, linesBefore] = [comparedLines(report, reportBefore), comparedLines(reportBefore, reportBefore)]
  const changed = lines.find(({ text }, index) => text !== linesBefore[index]?.text)
  if (!changed && lines.length === linesBefore.length) return undefined
  return (changed ?? lines.at(-1))?.line ?? 1
}

/** The lowest attempt of a task whose report has the wrong number: later ones are counted after it. */
const firstMisnumbered = memo((task: Task): number =>
  Math.min(...task.reports.flatMap((report) => (missingAttempt(task, report) === undefined ? [] : [report.attempt]))),
)

/** Whether a rule finds that a report should have another name. */
function isMisnamed(session: Session, task: Task, report: Report): boolean {
  const isUnknown = !task.line && isUnmentioned(session, task.id)
  return (
    hasOtherTitle(report) || isUnknown || followsQualified(task, report) || report.attempt >= firstMisnumbered(task)
  )
}

/** All of a report but its title, which has the name of its task. */
const untitledText = ({ frozen, title, review }: Report): string =>
  JSON.stringify([frozen.split('\n').filter((text, index) => text.trim() !== '' && index + 1 !== title?.line), review])

/** The reports of the base that had a wrong name, and stand in the head under one that they did not have. */
const renamedReports = memo(({ session, before }: ChangedSession): ReadonlySet<Report> => {
  const misnamed = before.reports.filter((report) => {
    const task = before.task(report.task)
    return task !== undefined && isMisnamed(before, task, report)
  })
  if (misnamed.length === 0) return new Set()
  const previousTexts = new Map(before.reports.map((report) => [report.path, untitledText(report)]))
  const newTexts = new Set(
    session.reports.flatMap((report) => {
      const text = untitledText(report)
      return previousTexts.get(report.path) === text ? [] : [text]
    }),
  )
  return new Set(misnamed.filter((report) => newTexts.has(untitledText(report))))
})

const previousReports = memo((comparison: SubagentComparison) =>
  comparableSessions(comparison).flatMap((subject) =>
    subject.before.reports.flatMap((reportBefore) => {
      const { task: id } = reportBefore
      const taskBefore = subject.before.task(id)
      return taskBefore && !renamedReports(subject).has(reportBefore)
        ? [{ ...subject, id, reportBefore, taskBefore }]
        : []
    }),
  ),
)

/** Reports that are there on both sides. */
export const keptReports = partsAboutTasks((comparison) =>
  previousReports(comparison).flatMap((subject) => {
    const report = subject.session.task(subject.id)?.report(subject.reportBefore.attempt)
    return report ? [{ ...subject, report }] : []
  }),
)

/** Reports that are gone. */
export const removedReports = partsAboutTasks((comparison) =>
  previousReports(comparison).filter(({ reportBefore, model }) => !model.view.entry(reportBefore.path)),
)

export const askedTexts = memo(({ questions }: Cycle) => new Set(questions.map(({ text }) => text)))

/** What a cycle is now: the one with its number, or the one in its place where numbers were wrong, as its questions say. */
function cycleNow(
  { questions }: Cycle,
  sameNumber: Cycle | undefined,
  samePlace: Cycle | undefined,
): Cycle | undefined {
  const asksAll = (cycle: Cycle) => questions.every(({ text }) => askedTexts(cycle).has(text))
  if (!sameNumber || !samePlace) return sameNumber ?? samePlace
  return !asksAll(sameNumber) && asksAll(samePlace) ? samePlace : sameNumber
}

/** Cycles of questions in files that are there on both sides, each with what it is now. */
export const previousCycles = sessionParts((comparison) =>
  changedSessions(comparison).flatMap((subject) =>
    subject.before.questions.flatMap((fileBefore) => {
      const file = subject.session.questions.find(({ path }) => path === fileBefore.path)
      if (!file) return []
      const byNumber = new Map(file.cycles.toReversed().map((cycle) => [cycle.cycle, cycle]))
      const isOrdered = misnumberedIndex(fileBefore) === -1
      return fileBefore.cycles.map((cycleBefore, index) => ({
        ...subject,
        file,
        cycleBefore,
        cycle: cycleNow(cycleBefore, byNumber.get(cycleBefore.cycle), isOrdered ? undefined : file.cycles[index]),
        wasLast: index === fileBefore.cycles.length - 1,
      }))
    }),
  ),
)

/** Cycles of questions that are there on both sides. */
export const keptCycles = sessionParts((comparison) =>
  previousCycles(comparison).flatMap((subject) => (subject.cycle ? [{ ...subject, cycle: subject.cycle }] : [])),
)

type PreviousMessage = ChangedSession & { readonly message: Message }

/** The messages of a session whose pair has a final output. */
const settledMessagesIn = (session: Session): readonly Message[] =>
  session.messages.filter(({ key }) => isFinal(session.message(key, 'output') ?? { status: undefined }))

const settledMessages = (subject: ChangedSession): readonly PreviousMessage[] =>
  settledMessagesIn(subject.before).map((message) => ({ ...subject, message }))

/** Whether a message contradicts what is in its session. */
function contradictsSession({ message, before, modelBefore }: PreviousMessage): boolean {
  const task = message.task === undefined ? undefined : before.task(message.task)
  const marker = task && markerPair({ task })
  return (
    unknownTaskOf(message, before) !== undefined ||
    verdictPair({ message, session: before })?.agrees === false ||
    (marker?.output === message && !marker.agrees) ||
    missingArtifacts(message, before, modelBefore.view).length > 0
  )
}

/** Whether a rule finds something wrong with a message of the base. */
const isWrongMessage = (subject: PreviousMessage): boolean =>
  [...messageForm, ...messageContent].some(
    (rule) => [...rule.check({ message: subject.message, session: subject.before })].length > 0,
  ) || contradictsSession(subject)

const messageParts = (partsOf: (subject: ChangedSession) => readonly PreviousMessage[]) =>
  partsWithTarget(targetOfMessageSubject, (comparison: SubagentComparison) =>
    changedSessions(comparison).flatMap(partsOf),
  )

/** Settled messages that were right and have changed. */
export const changedMessages = messageParts((session) =>
  settledMessages(session).filter((subject) => {
    const { message, model, modelBefore } = subject
    const isThere = model.view.entry(message.path) !== undefined
    return isThere && isChanged(model, modelBefore, message.path) && !isWrongMessage(subject)
  }),
)

/** Settled messages that are gone, and do not stand under another name because theirs was wrong. */
export const removedMessages = messageParts((session) => {
  const { model, modelBefore } = session
  const missing = settledMessages(session).filter(({ message }) => !model.view.entry(message.path))
  if (missing.length === 0) return []
  const contentOf = (view: View, { path }: Message) => view.digest(path)?.sha256
  const added = session.session.messages.filter(({ path }) => !modelBefore.view.entry(path))
  const addedContents = new Set(added.map((message) => contentOf(model.view, message)))
  const isRenamed = (subject: PreviousMessage) =>
    addedContents.has(contentOf(modelBefore.view, subject.message)) && isWrongMessage(subject)
  return missing.filter((subject) => !isRenamed(subject))
})

const hasRightName = ({ id, isNamed }: Session): boolean => isNamed && isDateAndTime(id)

/** The texts of the files that every session has, without its id. */
const layoutTexts = (session: Session): readonly string[] =>
  [...layoutFiles.map((name) => `${session.path}/${name}`), session.progressPath].flatMap((path) => {
    const text = session.text(path)?.text.replaceAll(session.id, '')
    return text === undefined || text.trim() === '' ? [] : [`${path.slice(session.path.length)} ${text}`]
  })

/** Whether a task of another session is in a session with its reports, in the state where it was or a later one. */
function hasTask(session: Session, before: Session, task: Task): boolean {
  const { id, kind, line, reports } = task
  const marker = session.progress?.get(id)?.marker
  const isReached = (from: Marker) =>
    marker !== undefined && stepsBetween(from, marker, kind, session.profile) !== undefined
  if (line?.marker !== undefined && !previousMarkers(before, task).some(isReached)) return false
  return reports.every(({ attempt, frozen, verdict }) => {
    const report = session.task(id)?.report(attempt)
    return report?.frozen === frozen && report.verdict?.value === verdict?.value
  })
}

/** Whether a session has all work of another: its tasks, its questions and its settled messages. */
const hasWorkOf = (session: Session, before: Session): boolean =>
  before.allTasks.every((task) => hasTask(session, before, task)) &&
  before.questions.every(({ path }) => session.names.includes(baseName(path))) &&
  settledMessagesIn(before).every(({ key, kind }) => session.message(key, kind) !== undefined)

/** The sessions that are gone, and do not stand under the right name because theirs was wrong. */
export function removedSessions({ now: model, before: modelBefore }: SubagentComparison): readonly Session[] {
  const missing = (modelBefore?.sessions ?? []).filter(({ path }) => !model.session(path))
  const added = model.sessions.filter((session) => hasRightName(session) && !modelBefore?.session(session.path))
  const byText = new Map(added.flatMap((session) => layoutTexts(session).map((text) => [text, session])))
  const isRenamed = (before: Session) =>
    layoutTexts(before).some((text) => {
      const session = byText.get(text)
      return session !== undefined && hasWorkOf(session, before)
    })
  return missing.filter((session) => hasRightName(session) || !isRenamed(session))
}
