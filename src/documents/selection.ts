import { loadLevels, type EntryKind, type LoadLevel, type Selector, foldersAbove } from '../core/view.ts'
import { globs, escapeGlob, type Globs } from './glob.ts'

/** As seen from a folder. */
export type SelectedPaths = Globs<Selector['level']>

/** The paths of some selectors, as seen from the root. */
export const selectedPaths = (selectors: readonly Selector[]): SelectedPaths =>
  globs(selectors.map(({ glob, level, except }) => [glob, level, except]))

const levelsOfNonFiles = { symlink: 'digest', submodule: 'name' } as const

/**
 * The level to which an entry of this name in this folder is loaded. A link or submodule is seen where a selected path
 * would be at or below it, so that a finding about a missing file can say why; a link with the digest of where it
 * leads.
 */
export function levelOf(paths: SelectedPaths, name: string, kind: EntryKind): LoadLevel | undefined {
  const levels = paths.matching(name)
  if (kind !== 'file') return levels.length > 0 || paths.below(name) ? levelsOfNonFiles[kind] : undefined
  return loadLevels.findLast((level) => levels.includes(level))
}

export const isFolderSelected = (paths: SelectedPaths, name: string): boolean => paths.matching(name).includes('folder')

/** Names that no path may hold: a tree that was made by hand can. */
const invalidNames: ReadonlySet<string> = new Set(['', '.', '..', '.git'])

/** The levels of whole paths. */
export interface PathFilter {
  level(path: string, kind: EntryKind): LoadLevel | undefined
  folder(path: string): boolean
}

/** `levelOf` and `isFolderSelected` for lists of whole paths: each folder is looked at once. */
export function pathFilter(selectors: readonly Selector[]): PathFilter {
  const root = selectedPaths(selectors)
  const folders = new Map<string, SelectedPaths | undefined>()

  const folderAt = (path: string): SelectedPaths | undefined => {
    if (!folders.has(path)) {
      let paths: SelectedPaths | undefined = root
      for (const name of path.split('/')) paths = invalidNames.has(name) ? undefined : paths?.below(name)
      folders.set(path, paths)
    }
    return folders.get(path)
  }

  const lookUp = <Answer>(path: string, answer: (paths: SelectedPaths, name: string) => Answer): Answer | undefined => {
    const end = path.lastIndexOf('/')
    const name = path.slice(end + 1)
    const paths = end < 0 ? root : folderAt(path.slice(0, end))
    return paths && !invalidNames.has(name) ? answer(paths, name) : undefined
  }

  return {
    level: (path, kind) => lookUp(path, (paths, name) => levelOf(paths, name, kind)),
    folder: (path) => lookUp(path, isFolderSelected) === true,
  }
}

/**
 * Selectors that name a path each. They are added and taken away one by one, at the same cost whatever their number.
 */
export interface PathSelection extends PathFilter {
  add(selector: Selector): void
  remove(selector: Selector): void
}

/** The path that a selector names, if it can match no other. */
export function literalPath({ glob, except = [] }: Selector): string | undefined {
  const path = glob.replaceAll(/\\(.)/gs, '$1')
  return except.length === 0 && escapeGlob(path) === glob ? path : undefined
}

export function pathSelection(): PathSelection {
  const levels = new Map<string, ReadonlySet<Selector['level']>>()
  /** How many of the paths are below each folder. */
  const folders = new Map<string, number>()
  const count = (path: string, step: 1 | -1) => {
    for (const folder of foldersAbove(path)) folders.set(folder, (folders.get(folder) ?? 0) + step)
  }
  const change = (
    selector: Selector,
    changeLevels: (levels: ReadonlySet<Selector['level']>) => readonly Selector['level'][],
  ) => {
    const path = literalPath(selector)
    if (path === undefined || path.split('/').some((name) => invalidNames.has(name))) return
    const newLevels = new Set(changeLevels(levels.get(path) ?? new Set()))
    if (newLevels.size > 0 && !levels.has(path)) count(path, 1)
    if (newLevels.size > 0) levels.set(path, newLevels)
    else if (levels.delete(path)) count(path, -1)
  }
  return {
    add: (selector) => change(selector, (currentLevels) => [...currentLevels, selector.level]),
    remove: (selector) =>
      change(selector, (currentLevels) => [...currentLevels].filter((level) => level !== selector.level)),
    level(path, kind) {
      const selectedLevels = levels.get(path)
      if (kind !== 'file') return selectedLevels || (folders.get(path) ?? 0) > 0 ? levelsOfNonFiles[kind] : undefined
      return loadLevels.findLast((level) => selectedLevels?.has(level))
    },
    folder: (path) => levels.get(path)?.has('folder') === true,
  }
}
