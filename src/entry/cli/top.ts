import { realpathSync } from 'node:fs'
import { relative } from 'node:path'
import { topOf } from '../../gateways/git/top.ts'

/** The top of the repository that the working directory is in, as seen from there; `.` where it is in none. */
export function workingTop(): string {
  try {
    return relative('', topOf(process.cwd()) ?? '') || '.'
  } catch {
    // The working directory is gone, which shows when it is looked at.
    return '.'
  }
}

/**
 * The top of the repository that a folder is in, where GitHub looks for workflows and configuration; the folder itself
 * where it is in none.
 */
export function repositoryTop(root: string): string {
  const folder = realpathSync(root)
  const top = topOf(folder)
  return top === undefined || top === folder ? root : relative('', top) || '.'
}

/** The file of the program that runs, its links resolved. */
export const programPath = (): string => realpathSync(process.argv[1] ?? process.execPath)
