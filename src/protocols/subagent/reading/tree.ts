import { type View, baseName } from '../../../core/view.ts'
import { matcher } from '../../../documents/glob.ts'
import { pathsByUnit } from '../../../kit/units.ts'
import { metadataFile, progressFile, tasksFile } from '../files.ts'
import { isSessionId } from '../schema.ts'

export interface SessionFolder {
  readonly path: string
  /** Paths in it, sorted. */
  readonly paths: readonly string[]
}

const isSession = (path: string, paths: readonly string[]) =>
  isSessionId(baseName(path)) ||
  [progressFile, tasksFile, metadataFile].some((name) => paths.includes(`${path}/${name}`))

/** Finds the folders of sessions in a view, sorted. */
export const findSessions = (view: View, globs: readonly string[]): readonly SessionFolder[] =>
  pathsByUnit(view, matcher(globs)).flatMap(([path, paths]) => (isSession(path, paths) ? [{ path, paths }] : []))

/** Links and submodules in the place of a session's folder. */
export function linkedSessions(view: View, globs: readonly string[]): readonly string[] {
  const matches = matcher(globs)
  return view.paths.filter((path) => view.entry(path)?.kind !== 'file' && isSessionId(baseName(path)) && matches(path))
}
