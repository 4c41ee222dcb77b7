import type { Detection } from '../../core/protocol.ts'
import { escapeGlob } from '../../documents/glob.ts'
import { readText } from '../../documents/text.ts'
import { discovery } from './discovery.ts'
import { progressFile, tasksFile } from './files.ts'
import { readProgress } from './reading/progress.ts'
import { readTasks } from './reading/tasks.ts'
import { isSessionId } from './schema.ts'
import { baseName, folderOf } from '../../core/view.ts'

const { sessions: defaultGlobs } = discovery.defaults

/** The folder of the session that a file belongs to: its own, or that around its iteration. */
function sessionOf(path: string): string {
  const folders = path.split('/').slice(0, -1)
  return (folders.at(-2) === 'iterations' && /^\d+$/.test(folders.at(-1) ?? '') ? folders.slice(0, -2) : folders).join(
    '/',
  )
}

/**
 * Lists of tasks with ids, and marker lines for them. Both are common names, and a document may have such a line as an
 * example: only a folder that holds both, or is called as sessions are, is one.
 */
export const detect: Detection = {
  glob: `**/*/{${progressFile},${tasksFile}}`,
  reads(view, path, limit) {
    const document = readText(view, path, limit)
    if (typeof document === 'string') return false
    return path.endsWith(progressFile)
      ? readProgress(document, 'contract-1.0.0').markers.length > 0
      : readTasks(document).definitions.length > 0
  },
  place: (path) => folderOf(sessionOf(path)) || '.',
  section(paths) {
    const files = new Map<string, Set<string>>()
    for (const path of paths) {
      const session = sessionOf(path)
      files.set(session, (files.get(session) ?? new Set()).add(baseName(path)))
    }
    const isSession = ([folder, names]: readonly [string, ReadonlySet<string>]) =>
      names.size === 2 || isSessionId(baseName(folder))
    const sessionGlobs = [...files]
      .filter(isSession)
      .map(([folder]) => `${escapeGlob(folderOf(folder))}/*`.replace(/^\//, ''))
    if (sessionGlobs.length === 0) return undefined
    const globs = [...new Set(sessionGlobs)].toSorted()
    return globs.every((glob) => defaultGlobs.includes(glob)) ? {} : { sessions: globs }
  },
}
