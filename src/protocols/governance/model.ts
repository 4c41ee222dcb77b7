import { type FileKind, pathIn } from '../../kit/files.ts'
import { readFile, timeIn, type ShapedKind } from './reading/records.ts'
import { type FileRecord } from '../../kit/record.ts'
import type { Change } from '../../core/change.ts'
import type { Context } from '../../core/context.ts'
import { mapInSteps, type Steps } from '../../core/steps.ts'
import type { View } from '../../core/view.ts'
import { matcher } from '../../documents/glob.ts'
import type { GovernanceConfiguration } from './discovery.ts'
import { kindFiles, pathsOf, stemOf, type StatePaths } from './files.ts'
import { readSession, type Session } from './sessions/session.ts'
import { newestArchive, readStateFile, type HistoryEntry, type StateFile } from './reading/state-file.ts'
import { readStall, type Stall } from './loops/stalls.ts'

export interface Checkpoint {
  readonly file: FileRecord
  readonly id: string
  readonly phase: string
}

/** What a repository says of its sessions. */
export interface GovernanceModel {
  readonly context: Context
  readonly configuration: GovernanceConfiguration
  readonly paths: StatePaths
  /** `brain:.idumb`, where there is state, configuration or metrics. */
  readonly brain: string | undefined
  readonly state: StateFile
  readonly config: FileRecord
  readonly metrics: FileRecord
  readonly todos: FileRecord
  /** The target that the metrics belong to: the session that they name. */
  readonly metricsTarget: string | undefined
  /** Sorted by id. */
  readonly sessions: readonly Session[]
  readonly stalls: readonly Stall[]
  readonly checkpoints: readonly Checkpoint[]
  session(id: string): Session | undefined
  stall(id: string): Stall | undefined
  /** The session whose file or stall file has a path. */
  sessionAt(path: string): Session | undefined
  /** One of the files that are judged. */
  file(path: string): FileRecord | undefined
  /** Links and submodules in place of such a file, or of a folder above it, sorted. */
  readonly links: readonly string[]
  /** Present for a head whose commits are known: `withChange`. */
  readonly change?: Change
}

const foldersOf = (glob: string): readonly string[] => {
  const names = glob.split('/')
  return names.map((_, index) => names.slice(0, index + 1).join('/'))
}

/** Reads everything below the root that is judged, file by file. */
export function* readModel(
  view: View,
  configuration: GovernanceConfiguration,
  context: Context,
): Steps<GovernanceModel> {
  const paths = pathsOf(configuration)
  const read = (path: string) => readFile(view, path, context.limit)
  const globs = Object.values(kindFiles)
    .filter((kind) => kind !== kindFiles.todos)
    .map((kind) => pathIn(configuration.root, kind))
  const pathsOfKind = (kind: FileKind) => view.paths.filter(matcher([pathIn(configuration.root, kind)]))
  const sessions = yield* mapInSteps(pathsOfKind(kindFiles.session), (path) => readSession(read(path)))
  const stalls = yield* mapInSteps(pathsOfKind(kindFiles.stall), (path) => readStall(stemOf(path), read(path)))
  const checkpoints = yield* mapInSteps(pathsOfKind(kindFiles.checkpoint), read)
  const state = read(paths.state)
  yield
  const config = read(paths.config)
  yield
  const metrics = read(paths.metrics)
  yield
  const byId = new Map(sessions.map((session) => [session.id, session]))
  const stallById = new Map(stalls.map((stall) => [stall.id, stall]))
  const byFile = new Map([
    ...stalls.map(({ id, file }) => [file.path, byId.get(id)] as const),
    ...sessions.map((session) => [session.path, session] as const),
  ])
  const isPlace = matcher(globs.flatMap(foldersOf))
  const files = [
    state,
    config,
    metrics,
    ...sessions.map(({ file }) => file),
    ...stalls.map(({ file }) => file),
    ...checkpoints,
  ]
  const byPath = new Map(files.map((file) => [file.path, file]))
  const brain = state.exists || config.exists || metrics.exists ? `brain:${configuration.root}` : undefined
  return {
    context,
    configuration,
    paths,
    brain,
    state: readStateFile(state),
    config,
    metrics,
    metricsTarget: byId.get(metrics.text('sessionId') ?? '')?.target ?? brain,
    todos: read(paths.todos),
    sessions,
    stalls,
    checkpoints: checkpoints.map((file) => ({ file, id: stemOf(file.path), phase: file.path.split('/').at(-2) ?? '' })),
    session: (id) => byId.get(id),
    stall: (id) => stallById.get(id),
    sessionAt: (path) => byFile.get(path),
    file: (path) => byPath.get(path),
    links: view.paths.filter((path) => (view.entry(path)?.kind ?? 'file') !== 'file' && isPlace(path)),
  }
}

/** The model of a head whose commits are known. */
export const withChange = (model: GovernanceModel, change: Change): GovernanceModel => ({ ...model, change })

/** A file that is judged, with the target that it is about. */
export interface JudgedFile {
  readonly file: FileRecord
  readonly kind: ShapedKind
  readonly target: string | undefined
  /** A session in an old format, of which little is checked. */
  readonly isOld: boolean
}

export function* filesOf(model: GovernanceModel): Iterable<JudgedFile> {
  const { brain, state, config, metrics, sessions, stalls, checkpoints } = model
  const judgedFile = (kind: ShapedKind, file: FileRecord, target: string | undefined, isOld = false) => ({
    file,
    kind,
    target,
    isOld,
  })
  yield judgedFile('state', state.file, brain)
  yield judgedFile('config', config, brain)
  yield judgedFile('metrics', metrics, model.metricsTarget)
  for (const { file, target, kind } of sessions)
    yield judgedFile('session', file, target, kind === 'legacy' || kind === 'record')
  for (const { id, file } of stalls) yield judgedFile('stall', file, model.session(id)?.target ?? brain)
  for (const { file } of checkpoints) yield judgedFile('checkpoint', file, brain)
}

/** The time that a whole history has reached. */
export const latestHistoryTime = ({ history }: StateFile): number => Math.max(-Infinity, ...history.map(({ at }) => at))

export const ownerOf = ({ metrics: file, session: findSession }: GovernanceModel): Session | undefined =>
  findSession(file.text('sessionId') ?? '')

/** The sessions that have not stopped, and that a command can name. */
export const workingSessions = ({ sessions }: GovernanceModel): readonly Session[] =>
  sessions.filter(({ isHeld, named }) => isHeld && named)

/** The session that new metrics are of: of those that work the one created last. */
export const newestSession = (model: GovernanceModel): Session | undefined =>
  workingSessions(model)
    .toSorted((a, b) => (timeIn(a.file, 'createdAt') ?? 0) - (timeIn(b.file, 'createdAt') ?? 0))
    .at(-1)

/** A stopped session, and the newest entry that archives it, which has another number of violations. */
interface MiscountedArchive {
  readonly session: Session
  readonly entry: HistoryEntry
  readonly written: number
  readonly expected: number
}

export function* miscountedArchives({ state, sessions }: GovernanceModel): Iterable<MiscountedArchive> {
  for (const session of sessions) {
    const expected = session.file.number('violationCount')
    if (session.kind !== 'current' || session.state !== 'interrupted' || expected === undefined) continue
    const { entry, violations: written } = newestArchive(state, session.id) ?? {}
    if (entry && written !== undefined && written !== expected) yield { session, entry, written, expected }
  }
}
