import { existsSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The top of the clone that a folder is in, by its looks: the nearest folder above or the folder itself that has a `.git`. */
export function topOf(folder: string): string | undefined {
  if (existsSync(join(folder, '.git'))) return folder
  return dirname(folder) === folder ? undefined : topOf(dirname(folder))
}

/**
 * Whether a folder is itself a bare repository, by its entries. A folder in a clone is not: a checked-out tree may contain one that looks
 * like it.
 */
export const isBare = (folder: string): boolean =>
  ['HEAD', 'objects', 'refs'].every((name) => existsSync(join(folder, name))) && topOf(realpathSync(folder)) === undefined

/** Whether a folder is there and in a clone, or is a bare repository, as far as that shows without asking git. */
export const isInClone = (folder: string): boolean => existsSync(folder) && (topOf(realpathSync(folder)) !== undefined || isBare(folder))
