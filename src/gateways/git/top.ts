import { existsSync, lstatSync, readFileSync, realpathSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

/**
 * The top of the clone that a folder is in, by its looks: the nearest folder above or the folder itself that has a
 * `.git`.
 */
export function topOf(folder: string): string | undefined {
  if (existsSync(join(folder, '.git'))) return folder
  return dirname(folder) === folder ? undefined : topOf(dirname(folder))
}

/**
 * Whether a folder is itself a bare repository, by its entries. A folder in a clone is not: a checked-out tree may
 * contain one that looks like it.
 */
export const isBare = (folder: string): boolean =>
  ['HEAD', 'objects', 'refs'].every((name) => existsSync(join(folder, name))) &&
  topOf(realpathSync(folder)) === undefined

/** Whether a folder is there and in a clone, or is a bare repository, as far as that shows without asking git. */
export const isInClone = (folder: string): boolean =>
  existsSync(folder) && (topOf(realpathSync(folder)) !== undefined || isBare(folder))

const maxPointerSize = 1 << 16

/** Git's own folder of a work tree: `.git`, or the folder that a file of that name says, as in further worktrees. */
export function gitFolderOf(top: string): string {
  const entry = join(top, '.git')
  const stats = lstatSync(entry, { throwIfNoEntry: false })
  if (stats?.isFile() !== true || stats.size > maxPointerSize) return entry
  const [, pointed] = /^gitdir: (.+)$/m.exec(readFileSync(entry, 'utf8')) ?? []
  return pointed === undefined ? entry : resolve(top, pointed)
}

/** Whether git may leave files out of the work tree, as far as that shows without asking it. */
export function isSparse(folder: string): boolean {
  const top = topOf(realpathSync(folder))
  return top !== undefined && existsSync(join(gitFolderOf(top), 'info', 'sparse-checkout'))
}
