import { readFile } from './reading/records.ts'
import { mostFrequent } from '../../core/frequent.ts'
import type { Detection } from '../../core/protocol.ts'
import { discovery } from './discovery.ts'

const { root: usual } = discovery.defaults

/** Keys that distinguish a file of each kind from others of its name: two of them are enough, since old ones lack some. */
const marks: Readonly<Record<string, readonly string[]>> = {
  'brain/state.json': ['framework', 'phase', 'initialized', 'anchors', 'history', 'validationCount'],
  'brain/config.json': ['hierarchy', 'user', 'governance'],
  'brain/execution-metrics.json': ['iterationCounts', 'agentSpawns', 'limits'],
  'sessions/*.json': ['sessionState', 'stateHistory', 'governanceLevel', 'violationCount', 'idleAt'],
}

const kindOf = (path: string) => (path.split('/').at(-2) === 'sessions' ? 'sessions/*.json' : path.split('/').slice(-2).join('/'))

const rootOf = (path: string) => path.split('/').slice(0, -2).join('/')

/** State of the framework, and sessions, by the keys that only they have. There is one root: the usual one, otherwise that with most files. */
export const detect: Detection = {
  glob: `**/{${Object.keys(marks).join(',')}}`,
  reads(view, path, limit) {
    const file = readFile(view, path, limit)
    return (marks[kindOf(path)] ?? []).filter((key) => file.has(key)).length >= 2
  },
  place: (path) => rootOf(path) || '.',
  section(paths) {
    const roots = paths.map(rootOf)
    const root = roots.includes(usual) ? usual : mostFrequent(roots)
    return root === usual ? {} : { root }
  },
}
