import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Whether a folder, or one that it is in, looks like a clone. */
export function isInRepository(folder: string): boolean {
  return existsSync(join(folder, '.git')) || (dirname(folder) !== folder && isInRepository(dirname(folder)))
}
