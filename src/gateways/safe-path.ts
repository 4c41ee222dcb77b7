import { lstatSync, rmdirSync, type Stats } from 'node:fs'
import { isAbsolute, join, relative, resolve, sep } from 'node:path'
import { TreeRefusal } from '../core/fault.ts'
import { msg } from '../core/message.ts'
import { unwritableRefusal } from './tree/refusals.ts'

/** A place below a folder that no link leads to. */
export interface SafePath {
  /** Absolute. */
  readonly location: string
  /** The present entry: a regular file, or nothing; a folder only if one is allowed. */
  readonly stats: Stats | undefined
  /** Folders on its way that are not there yet, absolute, outermost first. */
  readonly missing: readonly string[]
}

/** Why nothing is written at a path, and what to do about it. */
const obstacles = {
  outside: ['it is not below the folder', 'Name a path below it.'],
  git: ['it is in `.git`', 'Name a path outside of it.'],
  link: ['it is a symbolic link', 'Put a file in place of the link.'],
  notFile: ['it is not a file', 'Move what is there away.'],
  linkOnTheWay: ['is a symbolic link', 'Put a folder in place of the link.'],
  notFolder: ['is not a folder', 'Move what is there away.'],
} as const

/** @param name of the folder on its way that is none */
export function pathRefusal(path: string, obstacle: keyof typeof obstacles, name?: string): TreeRefusal {
  const [reason, hint] = obstacles[obstacle]
  const why = name === undefined ? reason : `${msg`${name}`} ${reason}`
  return new TreeRefusal('TREE_READ_ONLY', [
    { message: `${msg`${path} cannot be written`}: ${why}`, hint, place: { path } },
  ])
}

/** The entry at a place, without following links. A name that the system does not accept is refused as well. */
function statsOf(location: string, path: string): Stats | undefined {
  try {
    return lstatSync(location, { throwIfNoEntry: false })
  } catch (cause) {
    throw unwritableRefusal(path, cause)
  }
}

/**
 * Finds the place of a path below a folder. No folder on its way may be a link, nor may the entry at its end: a
 * checked-out head may have planted one.
 *
 * @throws TreeRefusal when the path leads out of the folder, through or onto a link, or onto something that is no
 * regular file, nor a folder where one is allowed.
 */
export function safePath(root: string, path: string, mayBeFolder = false): SafePath {
  const location = resolve(root, path)
  const relativePath = relative(resolve(root), location)
  if (relativePath === '' || relativePath === '..' || relativePath.startsWith(`..${sep}`) || isAbsolute(relativePath))
    throw pathRefusal(path, 'outside')
  const missing: string[] = []
  let folder = resolve(root)
  for (const name of relativePath.split(sep).slice(0, -1)) {
    folder = join(folder, name)
    const folderStats = statsOf(folder, path)
    if (folderStats && !folderStats.isDirectory())
      throw pathRefusal(path, folderStats.isSymbolicLink() ? 'linkOnTheWay' : 'notFolder', name)
    if (!folderStats) missing.push(folder)
  }
  const stats = statsOf(location, path)
  if (stats && !stats.isFile() && !(mayBeFolder && stats.isDirectory()))
    throw pathRefusal(path, stats.isSymbolicLink() ? 'link' : 'notFile')
  return { location, stats, missing }
}

/**
 * Removes the folders above some files that were removed, as far as nothing is left in them. Git has no empty folders.
 */
export function removeEmptyFolders(root: string, paths: Iterable<string>): void {
  for (const path of paths) {
    const parts = path.split('/')
    try {
      for (let depth = parts.length - 1; depth > 0; depth--)
        rmdirSync(safePath(root, parts.slice(0, depth).join('/'), true).location)
    } catch {
      // Something is left in it, or it is behind a link.
    }
  }
}
