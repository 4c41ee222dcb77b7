import type { Target, StateDigest } from '../../core/target.ts'
import { toPlainData, type DataNode } from '../../documents/data.ts'
import {
  blockersOf,
  dependenciesOf,
  givenUp,
  attemptBy,
  grantOf,
  inputOf,
  questionOf,
  waitsFor,
  type SubagentModel,
  type Session,
  type Task,
} from './model.ts'
import { msg } from '../../core/message.ts'
import type { Decision, TurnDetails } from '../../core/turn.ts'
import { holderOf, markersOf, shown, happyPath, type Marker, type TaskState } from './states.ts'
import { memo } from '../../core/once.ts'
import { definedFacts } from '../../kit/facts.ts'

const asking = (kind: Decision['kind'], text: string): TurnDetails => ({ asks: { kind, text } })
const ended = (): TurnDetails => ({ ended: true })

/** What the state of a task says of its turn. Planning is not reviewed. */
const statedTurns: Readonly<Partial<Record<TaskState, (task: Task) => TurnDetails | undefined>>> = {
  'in progress'(task) {
    const since = inputOf(task)?.content?.createdAt
    return since === undefined ? undefined : { since }
  },
  blocked: ({ waiting, state }) => asking('question', blockersOf(waiting)[0] ?? state),
  stopped: ({ waiting, state }) => asking('error', blockersOf(waiting).at(-1) ?? state),
  failed: (task) => asking('error', blockersOf(givenUp(task)).at(-1) ?? task.state),
  'review pending': ({ kind, newest }) =>
    kind === 'planning' ? undefined : asking('review', newest ? msg`Read ${newest.path}.` : 'Its report is missing.'),
  completed: ended,
  cancelled: ended,
}

/**
 * The input with which an attempt began, and how many questions were answered in it. Planning has one input, which every grant replaces.
 */
function periodOf(task: Task): string {
  const input = inputOf(task)
  const answers = input?.content?.root.get('answers')?.value
  const count = answers?.kind === 'sequence' ? answers.items.length : 0
  return [input?.path, count, ...(task.mode === undefined ? [] : [input?.content?.createdAt])].join(' ')
}

function taskTarget(session: Session, task: Task): Target {
  const { line, state, kind, attempt, reports, newest, messages, planning } = task
  const begun = line?.marker !== ' ' || reports.length > 0 || messages.length > 0 || planning.length > 0
  const way = happyPath(state, kind)
  const question = questionOf(task)
  const error = blockersOf(givenUp(task)).at(-1)
  return {
    id: task.target,
    path: session.progressPath,
    ...(state !== 'unknown' && { holder: holderOf(state) }),
    state,
    ...(question !== undefined && { question }),
    ...(error !== undefined && { error }),
    ...grantOf(task),
    ...(state === 'in progress' && { period: periodOf(task) }),
    ...(state === 'review pending' && { attemptBy: attemptBy(task) }),
    turn: statedTurns[state]?.(task),
    facts: definedFacts({
      session: session.id,
      kind,
      marker: line && shown(line.marker ?? line.mark),
      attempt: begun ? attempt : undefined,
      attempts: reports.length,
      report: newest?.path,
      verdict: newest?.verdict?.value,
      dependsOn: dependenciesOf(session, task.id),
      waitsFor: waitsFor(session, task),
      files: task.definition?.files ?? [],
      blockers: blockersOf(task.waiting),
      since: inputOf(task)?.content?.createdAt,
    }),
    within: session.target,
    ...(way && { way }),
  }
}

const taskCounts = (session: Session, kind: Task['kind']): Readonly<Record<string, number>> => {
  const of = (marker: Marker) => marked(session).filter((task) => task.kind === kind && task.line?.marker === marker).length
  return Object.fromEntries(markersOf(session.profile).map((marker) => [shown(marker), of(marker)]))
}

/** The tasks that have a marker line. */
const marked = ({ allTasks }: Session) => allTasks.filter(({ line }) => line !== undefined)

/** The state of a session: stored in v2, otherwise inferred from its markers. */
export function sessionState(session: Session): string {
  if (session.iterations) return session.iterations.state ?? 'unknown'
  const all = marked(session)
  const has = (kind: Task['kind'], marks: string) =>
    all.some((task) => task.kind === kind && task.line?.marker !== undefined && marks.includes(task.line.marker))
  const later = session.profile === 'v1-3.x'
  if (all.length === 0) return 'INITIALIZING'
  if (has('implementation', 'P')) return later ? 'REVIEWING_BATCH' : 'REVIEWING'
  if (later && session.progress?.hasWave === true && has('implementation', '/')) return 'EXECUTING_BATCH'
  if (has('planning', ' /') || all.every(({ kind }) => kind === 'planning')) return 'PLANNING'
  if (all.some(({ kind, line }) => kind === 'implementation' && line?.marker !== 'x')) return later ? 'BATCHING' : 'EXECUTING'
  return 'COMPLETE'
}

/** Inputs without an output whose agent may still be at work. */
function inFlight(session: Session): readonly string[] {
  return session.messages.flatMap(({ key, kind, agent, task, mode }) => {
    if (kind !== 'input' || session.message(key, 'output')) return []
    const at = (expected: Marker, isIt: (task: Task) => boolean) =>
      marked(session).some((each) => isIt(each) && each.line?.marker === expected)
    if (agent === 'executor' && !at('/', ({ id }) => id === task)) return []
    if (agent === 'planner' && !at('/', (each) => each.mode === mode)) return []
    return agent === 'reviewer' && task !== undefined && !at('P', ({ id }) => id === task) ? [] : [key]
  })
}

function sessionTarget(session: Session): Target {
  const all = marked(session)
  const held = all.some(({ state }) => holderOf(state) === 'agent')
  const cycles = session.questions.flatMap(({ cycles }) => cycles)
  const isReady = (task: Task) => task.kind === 'implementation' && task.line?.marker === ' ' && waitsFor(session, task).length === 0
  return {
    id: session.target,
    path: session.progressPath,
    holder: held ? 'agent' : 'orchestrator',
    state: sessionState(session),
    turn: { container: true },
    facts: {
      profile: session.profile,
      state: sessionState(session),
      counts: taskCounts(session, 'implementation'),
      planning: taskCounts(session, 'planning'),
      next: all.filter(isReady).map(({ id }) => id),
      inFlight: inFlight(session),
      blockers: all.flatMap((task) => blockersOf(task.waiting).map((text) => ({ target: task.target, text }))),
      cycles: cycles.length,
      unanswered: cycles.flatMap(({ questions }) => questions).filter((question) => question.get('status') !== 'Answered').length,
    },
  }
}

/** A session, then its tasks in the order of progress.md. */
export const targetsOf = ({ sessions }: SubagentModel): readonly Target[] =>
  sessions.flatMap((session) => [sessionTarget(session), ...marked(session).map((task) => taskTarget(session, task))])

const withoutPayload = (root: DataNode) =>
  root.kind === 'mapping'
    ? Object.fromEntries(root.entries.flatMap(({ key, value }) => (key.source === 'payload' ? [] : [[key.source, toPlainData(value)]])))
    : null

/** What was read from one file, as plain data. */
export function parsedFile(model: SubagentModel, path: string): unknown {
  const session = model.sessionOf(path)
  if (!session) return undefined
  if (session.progress?.document.path === path)
    return { markers: session.progress.markers.map(({ id, mark, line, note }) => ({ id, marker: shown(mark), line, note })) }
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
  const report = session.reports.find((each) => each.path === path)
  if (report) {
    const { task, attempt, part1, filled, verdict } = report
    return definedFacts({ task, attempt, part1: part1 !== undefined, filled, verdict: verdict?.value })
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
  const message = session.messages.find((each) => each.path === path)
  if (message?.content) {
    const { agent, key, kind, content } = message
    return { agent, key, kind, envelope: content.enveloped ? withoutPayload(content.root) : null, payload: toPlainData(content.payload) }
  }
  return undefined
}

/** Every task with its session, by its target. */
export const byTarget = memo(
  ({ sessions }: SubagentModel) => new Map(sessions.flatMap((session) => session.allTasks.map((task) => [task.target, { session, task }]))),
)

/** The state of a task for a command: its marker line, its reports and its messages, each by path; its contract is its definition. */
export function stateDigestOf(model: SubagentModel, target: string): StateDigest {
  const found = byTarget(model).get(target)
  if (!found) return { state: [], contract: [] }
  const { session, task } = found
  const line = task.line && session.progress?.document.line(task.line.line)
  const files = [task.reports, [...task.messages, ...task.planning]].flatMap((each) => each.map(({ path }) => path).toSorted())
  const { document } = session.tasks
  const { definition } = task
  return {
    state: [line, ...files.flatMap((path) => [path, model.view.digest(path)?.sha256])],
    contract: [definition && document?.text.slice(document.offsetOf(definition.line), document.offsetOf(definition.end)).trimEnd()],
  }
}
