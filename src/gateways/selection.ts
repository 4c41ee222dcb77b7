import { needs, type EntryKind, type Need, type Selector } from '../core/view.ts'
import { globs, type Globs } from '../documents/glob.ts'

/** What the selectors want, as seen from a folder. */
export type SelectedPaths = Globs<Selector['need']>

/** What some selectors want, as seen from the root. */
export const selectedPaths = (selectors: readonly Selector[]): SelectedPaths =>
  globs(selectors.map(({ glob, need, except }) => [glob, need, except]))

const otherThanFiles = { symlink: 'digest', submodule: 'name' } as const

/**
 * What is needed of the thing that has this name in this folder. A link or submodule is seen where something that is wanted would
 * lie at or below it, so that whoever misses a file can tell why; a link with the digest of where it leads.
 */
export function needOf(here: SelectedPaths, name: string, kind: EntryKind): Need | undefined {
  const found = here.matching(name)
  if (kind !== 'file') return found.length > 0 || here.below(name) ? otherThanFiles[kind] : undefined
  return needs.findLast((need) => found.includes(need))
}

/** Whether the folder of this name in this folder is wanted as such. */
export const isFolderSelected = (here: SelectedPaths, name: string): boolean => here.matching(name).includes('folder')

/** Names that no path may hold: a tree that was made by hand can. */
const noNames: ReadonlySet<string> = new Set(['', '.', '..', '.git'])

/** What is wanted of lists of whole paths. */
export interface Sieve {
  need(path: string, kind: EntryKind): Need | undefined
  /** Whether this folder is wanted as such. */
  folder(path: string): boolean
}

/** `needOf` and `isFolderWanted` for lists of whole paths: each folder is looked at once. */
export function sieve(selectors: readonly Selector[]): Sieve {
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

  const asked = <Answer>(path: string, answer: (here: SelectedPaths, name: string) => Answer): Answer | undefined => {
    const end = path.lastIndexOf('/')
    const name = path.slice(end + 1)
    const here = end < 0 ? root : folderAt(path.slice(0, end))
    return here && !noNames.has(name) ? answer(here, name) : undefined
  }

  return {
    need: (path, kind) => asked(path, (here, name) => needOf(here, name, kind)),
    folder: (path) => asked(path, isFolderSelected) === true,
  }
}
