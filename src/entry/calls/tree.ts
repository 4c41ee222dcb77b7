import { minute } from '../../core/time.ts'
import { accessSync, constants, statSync } from 'node:fs'
import { visibleLine } from '../../core/message.ts'
import { readSettledTree, writeLockedTree, type Access, type WritableTree } from '../../gateways/tree/session.ts'
import { UsageError } from './usage.ts'

/** The options that say which tree is worked on, and how long to wait for others. */
export interface TreeOptions {
  readonly root: string
  readonly wait?: string
}

const units: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: minute }
const defaultWait = '30s'

/** How long to wait for other programs, in milliseconds. */
function waitOf(option: string | undefined, environment = process.env['BATON_WAIT']): number {
  const [text, name] = option === undefined ? [environment || defaultWait, 'BATON_WAIT'] : [option, '--wait']
  const [, amount, unit] = /^(\d{1,6})(ms|s|m)$/.exec(text) ?? []
  if (text === '0') return 0
  if (amount === undefined || unit === undefined)
    throw new UsageError(`Unexpected ${name} ${visibleLine(text)}, expected an integer and s or m, such as 30s, or 0.`)
  return Number(amount) * (units[unit] ?? 1)
}

/** Whether something can be seen as a folder. */
function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory()
  } catch {
    return false
  }
}

/** A folder that an option names, to be read. @throws UsageError where it is none, or may not be read. */
export function folder(path: string, option: string): string {
  if (!isFolder(path)) throw new UsageError(`Unexpected ${option} ${visibleLine(path)}, expected an existing folder.`)
  try {
    accessSync(path, constants.R_OK | constants.X_OK)
  } catch {
    throw new UsageError(`Unexpected ${option} ${visibleLine(path)}, expected a readable folder.`)
  }
  return path
}

interface LookOptions extends TreeOptions {
  readonly rev?: string
}

const accessOf = ({ wait }: TreeOptions, command: string): Access => ({ command, wait: waitOf(wait) })

/** Reads the tree while no program of Baton is writing to it. The work may be repeated. */
export async function readTree<Result>(
  options: LookOptions,
  command: string,
  look: () => Promise<Result>,
): Promise<Result> {
  const access = accessOf(options, command)
  const root = folder(options.root, '--root')
  // A commit does not change.
  return options.rev === undefined ? readSettledTree(root, access, look) : look()
}

/**
 * Works on the tree while no other program of Baton writes to it. The work may be repeated: it plans again where it was
 * overtaken.
 */
export async function changeTree<Result>(
  options: TreeOptions,
  command: string,
  work: (tree: WritableTree) => Promise<Result>,
): Promise<Result> {
  const access = accessOf(options, command)
  return writeLockedTree(folder(options.root, '--root'), access, work)
}
