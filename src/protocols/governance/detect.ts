import { mostFrequent } from '../../core/grouped.ts'
import type { Detection } from '../../core/protocol.ts'
import { detectBySigns } from '../../kit/file-reading.ts'
import { discovery } from './discovery.ts'
import { kindFiles } from './files.ts'

const { root: defaultRoot } = discovery.defaults

const { state, config, metrics, session } = kindFiles
const { glob, reads, folderOf } = detectBySigns([state, config, metrics, session])

/**
 * State of the framework, and sessions, by the keys that only they have. There is one root: the usual one, otherwise
 * that with most files.
 */
export const detect: Detection = {
  glob,
  reads,
  place: (path) => folderOf(path) || '.',
  section(paths) {
    const roots = paths.map(folderOf)
    const root = roots.includes(defaultRoot) ? defaultRoot : mostFrequent(roots)
    return root === defaultRoot ? {} : { root }
  },
}
