import { defined } from '../../core/defined.ts'
import type { Target, StateDigest } from '../../core/target.ts'
import { toPlainData, type DataNode } from '../../documents/data.ts'
import {
  blockersOf,
  dependenciesOf,
  givenUpOutputOf,
  attemptAgentOf,
  grantOf,
  heldInputOf,
  inputOf,
  questionOf,
  openDependenciesOf,
  subjectsByTarget,
  type SubagentModel,
  type Session,
  type Task,
} from './model.ts'
import { msg } from '../../core/message.ts'
import type { Decision, TurnDetails } from '../../core/turn.ts'
import { holderOf, markersOf, markerText, happyPath, type Marker, type TaskState } from './states.ts'

const askingTurn = (kind: Decision['kind'], text: string): TurnDetails => ({ asks: { kind, text } })
const endedTurn = (): TurnDetails => ({ ended: true })

/** What the state of a task says of its turn. Planning is not reviewed. */
const statedTurns: Readonly<Partial<Record<TaskState, (task: Task) => TurnDetails | undefined>>> = {
  'in progress'(task) {
    const since = inputOf(task)?.content?.createdAt
    return since === undefined ? undefined : { since }
  },
  blocked: ({ waiting, state }) => askingTurn('question', blockersOf(waiting)[0] ?? state),
  stopped: ({ waiting, state }) => askingTurn('error', blockersOf(waiting).at(-1) ?? state),
  failed: (task) => askingTurn('error', blockersOf(givenUpOutputOf(task)).at(-1) ?? task.state),
  'review pending': ({ kind, newest }) =>
    kind === 'planning'
      ? undefined
      : askingTurn('review', newest ? msg`Read ${newest.path}.` : 'Its report is missing.'),
  completed: endedTurn,
  cancelled: endedTurn,
}

/**
 * The input with which an attempt began, and how many questions were answered in it. Planning has one input, which
 * every grant replaces.
 */
function periodOf(task: Task): string {
  const input = heldInputOf(task)
  const { answers, createdAt } = input?.content ?? {}
  return [input?.path, answers?.length ?? 0, ...(task.mode === undefined ? [] : [createdAt])].join(' ')
}

function taskTarget(session: Session, task: Task): Target {
  const { line, state, kind, attempt, reports, newest, messages, planning } = task
  const isBegun = line?.marker !== ' ' || reports.length > 0 || messages.length > 0 || planning.length > 0
  const way = happyPath(state, kind)
  const question = questionOf(task)
  const error = blockersOf(givenUpOutputOf(task)).at(-1)
  return {
    id: task.target,
    path: session.progressPath,
    ...(state !== 'unknown' && { holder: holderOf(state) }),
    state,
    ...defined({ question, error }),
    ...grantOf(task),
    ...(state === 'in progress' && { period: periodOf(task) }),
    ...(state === 'review pending' && { attemptBy: attemptAgentOf(task) }),
    turn: statedTurns[state]?.(task),
    facts: defined({
      session: session.id,
      kind,
      marker: line && markerText(line.marker ?? line.mark),
      attempt: isBegun ? attempt : undefined,
      attempts: reports.length,
      report: newest?.path,
      verdict: newest?.verdict?.value,
      dependsOn: dependenciesOf(session, task.id),
      waitsFor: openDependenciesOf(session, task),
      files: task.definition?.files ?? [],
      blockers: blockersOf(task.waiting),
      since: inputOf(task)?.content?.createdAt,
    }),
    within: session.target,
    ...(way && { way }),
  }
}

const taskCounts = (session: Session, kind: Task['kind']): Readonly<Record<string, number>> => {
  const countOf = (marker: Marker) =>
    markedTasksOf(session).filter((task) => task.kind === kind && task.line?.marker === marker).length
  return Object.fromEntries(markersOf(session.profile).map((marker) => [markerText(marker), countOf(marker)]))
}

const markedTasksOf = ({ allTasks }: Session) => allTasks.filter(({ line }) => line !== undefined)

/** The state of a session: stored in v2, otherwise inferred from its markers. */
export function sessionState(session: Session): string {
  if (session.iterations) return session.iterations.state ?? 'unknown'
  const tasks = markedTasksOf(session)
  const has = (kind: Task['kind'], marks: string) =>
    tasks.some((task) => task.kind === kind && task.line?.marker !== undefined && marks.includes(task.line.marker))
  const isLater = session.profile === 'v1-3.x'
  if (tasks.length === 0) return 'INITIALIZING'
  if (has('implementation', 'P')) return isLater ? 'REVIEWING_BATCH' : 'REVIEWING'
  if (isLater && session.progress?.hasWave === true && has('implementation', '/')) return 'EXECUTING_BATCH'
  if (has('planning', ' /') || tasks.every(({ kind }) => kind === 'planning')) return 'PLANNING'
  if (tasks.some(({ kind, line }) => kind === 'implementation' && line?.marker !== 'x'))
    return isLater ? 'BATCHING' : 'EXECUTING'
  return 'COMPLETE'
}

/** Inputs without an output whose agent may still be at work. */
function inputKeysInFlight(session: Session): readonly string[] {
  return session.messages.flatMap(({ key, kind, agent, task, mode }) => {
    if (kind !== 'input' || session.message(key, 'output')) return []
    const hasTaskAt = (marker: Marker, matches: (task: Task) => boolean) =>
      markedTasksOf(session).some((candidate) => matches(candidate) && candidate.line?.marker === marker)
    if (agent === 'executor' && !hasTaskAt('/', ({ id }) => id === task)) return []
    if (agent === 'planner' && !hasTaskAt('/', (candidate) => candidate.mode === mode)) return []
    return agent === 'reviewer' && task !== undefined && !hasTaskAt('P', ({ id }) => id === task) ? [] : [key]
  })
}

function sessionTarget(session: Session): Target {
  const tasks = markedTasksOf(session)
  const isHeld = tasks.some(({ state }) => holderOf(state) === 'agent')
  const cycles = session.questions.flatMap(({ cycles }) => cycles)
  const isReady = (task: Task) =>
    task.kind === 'implementation' && task.line?.marker === ' ' && openDependenciesOf(session, task).length === 0
  return {
    id: session.target,
    path: session.progressPath,
    holder: isHeld ? 'agent' : 'orchestrator',
    state: sessionState(session),
    turn: { container: true },
    facts: {
      profile: session.profile,
      state: sessionState(session),
      counts: taskCounts(session, 'implementation'),
      planning: taskCounts(session, 'planning'),
      next: tasks.filter(isReady).map(({ id }) => id),
      inFlight: inputKeysInFlight(session),
      blockers: tasks.flatMap((task) => blockersOf(task.waiting).map((text) => ({ target: task.target, text }))),
      cycles: cycles.length,
      unanswered: cycles
        .flatMap(({ questions }) => questions)
        .filter((question) => question.get('status') !== 'Answered').length,
    },
  }
}

/** A session, then its tasks in the order of progress.md. */
export const targetsOf = ({ sessions }: SubagentModel): readonly Target[] =>
  sessions.flatMap((session) => [
    sessionTarget(session),
    ...markedTasksOf(session).map((task) => taskTarget(session, task)),
  ])

const withoutPayload = (root: DataNode) =>
  root.kind === 'mapping'
    ? Object.fromEntries(
        root.entries.flatMap(({ key, value }) => (key.source === 'payload' ? [] : [[key.source, toPlainData(value)]])),
      )
    : null

/** What was read from one file, as plain data. */
export function parsedFile(model: SubagentModel, path: string): unknown {
  const session = model.sessionOf(path)
  if (!session) return undefined
  if (session.progress?.document.path === path)
    return {
      markers: session.progress.markers.map(({ id, mark, line, note }) => ({
        id,
        marker: markerText(mark),
        line,
        note,
      })),
    }
  if (session.tasks.document?.path === path)
    return {
      tasks: session.tasks.definitions.map(({ id, title, line, type, files, objective, criteria, dependsOn }) => ({
        id,
        title,
        line,
        type,
        files,
        objective,
        criteria,
        dependsOn,
      })),
    }
  const report = session.reports.find((candidate) => candidate.path === path)
  if (report) {
    const { task, attempt, part1, filled, verdict } = report
    return defined({ task, attempt, part1: part1 !== undefined, filled, verdict: verdict?.value })
  }
  const file = session.questions.find((question) => question.path === path)
  if (file)
    return {
      cycles: file.cycles.map(({ cycle, questions }) => ({
        cycle,
        questions: questions.map(({ text, values }) => ({
          text,
          ...Object.fromEntries(values.map(({ name, text: value }) => [name, value])),
        })),
      })),
    }
  const message = session.messages.find((candidate) => candidate.path === path)
  if (message?.content) {
    const { agent, key, kind, content } = message
    return {
      agent,
      key,
      kind,
      envelope: content.enveloped ? withoutPayload(content.root) : null,
      payload: toPlainData(content.payload),
    }
  }
  return undefined
}

/**
 * The state of a task for a command: its marker line, its reports and its messages, each by path; its contract is its
 * definition.
 */
export function stateDigestOf(model: SubagentModel, target: string): StateDigest {
  const { session, task } = subjectsByTarget(model).get(target) ?? {}
  if (!session || !task) return { state: [], contract: [] }
  const line = task.line && session.progress?.document.line(task.line.line)
  const files = [task.reports, [...task.messages, ...task.planning]].flatMap((records) =>
    records.map(({ path }) => path).toSorted(),
  )
  const { document } = session.tasks
  const { definition } = task
  return {
    state: [line, ...files.flatMap((path) => [path, model.view.digest(path)?.sha256])],
    contract: [
      definition &&
        document?.text.slice(document.offsetOf(definition.line), document.offsetOf(definition.end)).trimEnd(),
    ],
  }
}
