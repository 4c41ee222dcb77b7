import { foldersAbove, type View, baseName } from '../../../core/view.ts'
import { matcher } from '../../../documents/glob.ts'
import { metadataFile, progressFile, tasksFile } from '../files.ts'
import { isSessionId } from '../schema.ts'

export interface SessionFolder {
  readonly path: string
  /** Paths in it, sorted. */
  readonly paths: readonly string[]
}

/** Finds the folders of sessions in a view, sorted. */
export function findSessions(view: View, globs: readonly string[]): readonly SessionFolder[] {
  const matches = matcher(globs)
  const pathsByFolder = new Map<string, string[] | undefined>()
  for (const path of view.paths) {
    for (const folder of foldersAbove(path)) {
      if (!pathsByFolder.has(folder)) pathsByFolder.set(folder, matches(folder) ? [] : undefined)
      pathsByFolder.get(folder)?.push(path)
    }
  }
  const isSession = (path: string, paths: readonly string[]) =>
    isSessionId(baseName(path)) ||
    [progressFile, tasksFile, metadataFile].some((name) => paths.includes(`${path}/${name}`))
  return [...pathsByFolder]
    .flatMap(([path, paths]) => (paths && isSession(path, paths) ? [{ path, paths }] : []))
    .toSorted((a, b) => (a.path < b.path ? -1 : 1))
}

/** Links and submodules in the place of a session's folder. */
export function linkedSessions(view: View, globs: readonly string[]): readonly string[] {
  const matches = matcher(globs)
  return view.paths.filter((path) => view.entry(path)?.kind !== 'file' && isSessionId(baseName(path)) && matches(path))
}
