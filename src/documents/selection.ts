import { loadLevels, type EntryKind, type LoadLevel, type Selector, foldersAbove } from '../core/view.ts'
import { globs, escapeGlob, type Globs } from './glob.ts'

/** The selected paths, as seen from a folder. */
export type SelectedPaths = Globs<Selector['level']>

/** The paths of some selectors, as seen from the root. */
export const selectedPaths = (selectors: readonly Selector[]): SelectedPaths =>
  globs(selectors.map(({ glob, level, except }) => [glob, level, except]))

const otherThanFiles = { symlink: 'digest', submodule: 'name' } as const

/**
 * The level to which an entry of this name in this folder is loaded. A link or submodule is seen where a selected path would
 * be at or below it, so that a finding about a missing file can say why; a link with the digest of where it leads.
 */
export function levelOf(here: SelectedPaths, name: string, kind: EntryKind): LoadLevel | undefined {
  const found = here.matching(name)
  if (kind !== 'file') return found.length > 0 || here.below(name) ? otherThanFiles[kind] : undefined
  return loadLevels.findLast((level) => found.includes(level))
}

/** Whether the folder of this name in this folder is selected itself. */
export const isFolderSelected = (here: SelectedPaths, name: string): boolean => here.matching(name).includes('folder')

/** Names that no path may hold: a tree that was made by hand can. */
const noNames: ReadonlySet<string> = new Set(['', '.', '..', '.git'])

/** The levels of whole paths. */
export interface PathFilter {
  level(path: string, kind: EntryKind): LoadLevel | undefined
  /** Whether this folder is selected itself. */
  folder(path: string): boolean
}

/** `levelOf` and `isFolderSelected` for lists of whole paths: each folder is looked at once. */
export function pathFilter(selectors: readonly Selector[]): PathFilter {
  const root = selectedPaths(selectors)
  const folders = new Map<string, SelectedPaths | undefined>()

  const folderAt = (path: string): SelectedPaths | undefined => {
    if (!folders.has(path)) {
      let here: SelectedPaths | undefined = root
      for (const name of path.split('/')) here = noNames.has(name) ? undefined : here?.below(name)
      folders.set(path, here)
    }
    return folders.get(path)
  }

  const lookUp = <Answer>(path: string, answer: (here: SelectedPaths, name: string) => Answer): Answer | undefined => {
    const end = path.lastIndexOf('/')
    const name = path.slice(end + 1)
    const here = end < 0 ? root : folderAt(path.slice(0, end))
    return here && !noNames.has(name) ? answer(here, name) : undefined
  }

  return {
    level: (path, kind) => lookUp(path, (here, name) => levelOf(here, name, kind)),
    folder: (path) => lookUp(path, isFolderSelected) === true,
  }
}

/** Selectors that name a path each. They are added and taken away one by one, at the same cost whatever their number. */
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
  const change = (selector: Selector, changed: (levels: ReadonlySet<Selector['level']>) => readonly Selector['level'][]) => {
    const path = literalPath(selector)
    if (path === undefined || path.split('/').some((name) => noNames.has(name))) return
    const now = new Set(changed(levels.get(path) ?? new Set()))
    if (now.size > 0 && !levels.has(path)) count(path, 1)
    if (now.size > 0) levels.set(path, now)
    else if (levels.delete(path)) count(path, -1)
  }
  return {
    add: (selector) => change(selector, (before) => [...before, selector.level]),
    remove: (selector) => change(selector, (before) => [...before].filter((each) => each !== selector.level)),
    level(path, kind) {
      const found = levels.get(path)
      if (kind !== 'file') return found || (folders.get(path) ?? 0) > 0 ? otherThanFiles[kind] : undefined
      return loadLevels.findLast((level) => found?.has(level))
    },
    folder: (path) => levels.get(path)?.has('folder') === true,
  }
}
