import { randomUUID } from 'node:crypto'
import { renameSync } from 'node:fs'
import { writeFresh } from './disk-write.ts'
import { inside } from './inside.ts'

/**
 * Writes a file below a folder, whole or not at all, and never through a symbolic link. Gives its absolute path.
 *
 * @throws Fault when the path leads out of the folder, or through or onto a link.
 */
export function writeBelow(root: string, path: string, text: string | Uint8Array): string {
  const { location } = inside(root, path)
  const fresh = `${location}.${randomUUID()}.tmp`
  writeFresh(fresh, text)
  renameSync(fresh, location)
  return location
}
