import { memo } from '../core/once.ts'
import { foldersAbove, type View } from '../core/view.ts'
import type { UnreadableReason } from '../documents/text.ts'

/** What a view has at a path. `link`: the path of a link, at it or above it; `folder`: whether files are below it. */
export interface PathEntry {
  readonly exists: boolean
  readonly link: string | undefined
  readonly folder: boolean
}

const foldersOf = memo((view: View): ReadonlySet<string> => {
  const folders = new Set<string>()
  for (const path of view.paths) for (const folder of foldersAbove(path)) folders.add(folder)
  return folders
})

export const hasPathBelow = (view: View, folder: string): boolean => view.holds?.(folder) ?? foldersOf(view).has(folder)

/** Looks up a path in a view. */
export function entryAt(view: View, path: string): PathEntry {
  const isLink = (candidate: string) => (view.entry(candidate)?.kind ?? 'file') !== 'file'
  const link = [...foldersAbove(path), path].find(isLink)
  const folder = hasPathBelow(view, path)
  return { exists: link !== undefined || folder || view.entry(path) !== undefined, link, folder }
}

/** What stands at a path in place of a file or folder, as messages call it. */
export const linkNoun = (view: View, path: string): 'submodule' | 'symbolic link' =>
  view.entry(path)?.kind === 'submodule' ? 'submodule' : 'symbolic link'

/** Why a file is not read, whatever is at its path. */
export const unreadableReasons: Readonly<Record<UnreadableReason, string>> = {
  absent: 'Unexpected bytes, expected UTF-8',
  link: 'Unexpected symbolic link, expected a file',
  large: 'Unexpected size, expected a file within the limit (`limits.file`)',
  encoding: 'Unexpected bytes, expected UTF-8',
}

/** Why a file of a view is not read. */
export function unreadableReason(view: View, path: string, reason: UnreadableReason): string {
  if (reason === 'link') return `Unexpected ${linkNoun(view, path)}, expected a file`
  // A NUL is UTF-8, and no text.
  if (reason === 'encoding' && view.bytes(path)?.includes(0)) return 'Unexpected NUL byte, expected text'
  return unreadableReasons[reason]
}
