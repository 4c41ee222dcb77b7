import { randomUUID } from 'node:crypto'
import { mkdirSync, renameSync, rmSync } from 'node:fs'
import { relative, sep } from 'node:path'
import { writeFresh } from './fresh-file.ts'
import { pathRefusal, safePath, type SafePath } from './safe-path.ts'
import { unwritableRefusal } from './tree/refusals.ts'

/**
 * The place of a file to be written below a folder.
 *
 * @throws TreeRefusal when the path leads out of the folder, into `.git`, or through or onto a link
 */
export function placeBelow(root: string, path: string): SafePath {
  const place = safePath(root, path)
  const names = relative(root, place.location).split(sep)
  if (names.some((name) => name.toLowerCase() === '.git')) throw pathRefusal(path, 'git')
  return place
}

/**
 * Writes a file below a folder, whole or not at all, never through a symbolic link and never into git's own folder.
 * Gives its absolute path.
 *
 * @throws TreeRefusal when the path leads out of the folder, into `.git`, or through or onto a link, and when the
 * system refuses to write.
 */
export function writeBelow(root: string, path: string, text: string | Uint8Array): string {
  const { location, missing, stats } = placeBelow(root, path)
  const freshPath = `${location}.${randomUUID()}.tmp`
  try {
    for (const folder of missing) mkdirSync(folder)
    writeFresh(freshPath, text, stats?.mode)
    renameSync(freshPath, location)
  } catch (cause) {
    rmSync(freshPath, { force: true })
    throw unwritableRefusal(path, cause)
  }
  return location
}
