import type { Selector } from '../../core/view.ts'
import { type FileKind, pathIn, selectBelow } from '../../kit/files.ts'
import type { GovernanceConfiguration } from './discovery.ts'
import {
  checkpointShape,
  configShape,
  metricsShape,
  publishedSession,
  sessionShape,
  stallShape,
  stateShape,
} from './schema.ts'

/** A byte-order mark is read over, and reported by a rule. */
export const stateFormat = 'json-with-mark'

/** The kinds of files below the root (docs/governance.md, "Files"). Two signs are enough, since old files lack some. */
export const kindFiles = {
  state: {
    path: 'brain/state.json',
    format: stateFormat,
    shape: stateShape,
    signs: { keys: ['framework', 'phase', 'initialized', 'anchors', 'history', 'validationCount'], least: 2 },
    about: 'Phase, anchors and history.',
  },
  config: {
    path: 'brain/config.json',
    format: stateFormat,
    shape: configShape,
    signs: { keys: ['hierarchy', 'user', 'governance'], least: 2 },
    about: 'The part of the configuration that is read.',
  },
  metrics: {
    path: 'brain/execution-metrics.json',
    format: stateFormat,
    shape: metricsShape,
    signs: { keys: ['iterationCounts', 'agentSpawns', 'limits'], least: 2 },
    about: 'What was counted in a session.',
    schema: { name: 'metrics' },
  },
  todos: { path: 'brain/todos.json', format: stateFormat },
  session: {
    path: 'sessions/*.json',
    format: stateFormat,
    shape: sessionShape,
    signs: { keys: ['sessionState', 'stateHistory', 'governanceLevel', 'violationCount', 'idleAt'], least: 2 },
    about: 'A session: the states that it went through, and who holds it.',
    schema: { name: 'session', title: 'sessions/<id>.json', shape: publishedSession },
  },
  stall: {
    path: 'brain/stall/*.json',
    format: stateFormat,
    shape: stallShape,
    about: 'The rounds of the loops of a session.',
    schema: { name: 'stall', title: 'stall/<id>.json' },
  },
  checkpoint: {
    path: 'brain/execution/*/*.json',
    format: stateFormat,
    shape: checkpointShape,
    about: 'How far a task had come.',
    schema: { name: 'checkpoint', title: 'a checkpoint' },
  },
} as const satisfies Readonly<Record<string, FileKind>>

/** Where the files are below a root: paths, and globs of those of which there may be many. */
export const pathsOf = ({ root }: Pick<GovernanceConfiguration, 'root'>) => ({
  root,
  state: pathIn(root, kindFiles.state),
  config: pathIn(root, kindFiles.config),
  metrics: pathIn(root, kindFiles.metrics),
  todos: pathIn(root, kindFiles.todos),
  session: (id: string) => pathIn(root, kindFiles.session, id),
  stall: (id: string) => pathIn(root, kindFiles.stall, id),
})

export type StatePaths = ReturnType<typeof pathsOf>

/** What is read: the state, and of everything else below the root that it is there. */
export const selectorsOf = ({ root }: GovernanceConfiguration): readonly Selector[] => [
  ...selectBelow(root, Object.fromEntries(Object.values(kindFiles).map(({ path }) => [path, 'text' as const]))),
  { glob: `${root}/**`, level: 'name' },
]

/** Places of state that must not be ignored; the session stands for all. */
export const committedPaths = ({ root }: Pick<GovernanceConfiguration, 'root'>): readonly string[] => [
  pathIn(root, kindFiles.state),
  pathIn(root, kindFiles.session, 'x'),
]

/** The name of a file without its folder and `.json`. */
export const stemOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1, -'.json'.length)

export const sessionId = /^[A-Za-z0-9][A-Za-z0-9_-]{2,63}$/
