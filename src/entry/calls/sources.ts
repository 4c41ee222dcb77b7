import { isAbsolute, relative, resolve, sep } from 'node:path'
import { shellWord, visibleLine } from '../../core/message.ts'
import type { Tree } from '../../core/view.ts'
import { changeBetween, mergeReader } from '../../app/validate/change.ts'
import type { Sources } from '../../app/validate/check.ts'
import type { ConfigurationPlace } from '../../app/validate/policy.ts'
import { diskTree } from '../../gateways/disk.ts'
import type { Clone } from '../../gateways/git/clone.ts'
import { gitFactsOf } from '../../gateways/git/log.ts'
import { isBare } from '../../gateways/git/top.ts'
import { namedFile } from '../../gateways/named-file.ts'
import { asUsageError } from './named-text.ts'
import { folder, type TreeOptions } from './tree.ts'
import { UsageError } from './usage.ts'

/** The options that say what is looked at. */
export interface SourceOptions extends TreeOptions {
  readonly config?: string
  readonly rev?: string
  readonly base?: string
  readonly baseDir?: string
}

/**
 * A path of the view from one that the caller wrote: as seen from a folder where that is below the root, otherwise from
 * the root.
 */
export function pathInRoot(root: string, text: string, seenFrom = process.cwd()): string {
  const relativeTo = (from: string) => {
    const path = relative(resolve(root), resolve(from, text))
    return path.startsWith(`..${sep}`) || path === '..' || isAbsolute(path) ? undefined : path
  }
  const path = text === '' ? undefined : (relativeTo(seenFrom) ?? relativeTo(root))
  if (path === undefined)
    throw new UsageError(`Unexpected path ${visibleLine(text)}, expected one below the root ${root}.`)
  return path === '' ? '.' : path.split(sep).join('/')
}

/** The named configuration is the caller's own word: it is read from disk, wherever it is. */
export function namedConfiguration(root: string, file: string): ConfigurationPlace {
  const path = relative(resolve(root), resolve(file)).split(sep).join('/')
  try {
    return { tree: namedFile(file, path), path }
  } catch (cause) {
    throw asUsageError('--config', file, cause)
  }
}

/** A tree beside the folder that it is compared with, if there is one. */
function withFolder(head: Tree, baseDir: string | undefined): Sources {
  if (baseDir === undefined) return { head, policy: head }
  const base = diskTree(folder(baseDir, '--base-dir'))
  const policyName = { name: baseDir, command: `baton validate --root ${shellWord(baseDir)}` }
  return { head, base, policy: base, policyName }
}

async function treesOf({ root, rev, base, baseDir }: SourceOptions): Promise<Sources> {
  if (base !== undefined && baseDir !== undefined)
    throw new UsageError('Unexpected --base together with --base-dir, expected one of them.')
  if (rev === undefined && base === undefined) {
    return withFolder(diskTree(root), baseDir)
  }
  const { openClone } = await import('../../gateways/git/clone.ts')
  const clone = await openClone(root)
  if (!clone)
    throw new UsageError(`Unexpected ${rev === undefined ? '--base' : '--rev'}: ${root} is not in a git repository.`)
  const commit = async (revision: string, option: string) => {
    const sha = await clone.resolve(revision)
    if (sha === undefined)
      throw new UsageError(`Unexpected ${option} ${visibleLine(revision)}, expected a revision that this clone has.`)
    return sha
  }
  const commitSha = rev === undefined ? await clone.resolve('HEAD') : await commit(rev, '--rev')
  if (commitSha === undefined)
    throw new UsageError('Unexpected --base: nothing is committed here yet that could be compared.')
  const head = rev === undefined ? diskTree(root) : clone.commitTree(commitSha)
  if (base === undefined) return withFolder(head, baseDir)
  const tip = await commit(base, '--base')
  const mergeBase = await clone.mergeBase(tip, commitSha)
  if (mergeBase === undefined)
    throw new UsageError(`Unexpected --base ${base}, expected a revision that shares history with ${rev ?? 'HEAD'}.`)
  const branch = await clone.branch(rev)
  const change = () => changeBetween([clone], { base: mergeBase, head: commitSha, branch }, [])
  const merged = mergeReader([clone], { base: mergeBase, head: commitSha })
  const policyName = { name: base, command: `baton validate --rev ${shellWord(base)}` }
  return { head, base: clone.commitTree(mergeBase), policy: clone.commitTree(tip), policyName, change, merged }
}

export interface Head {
  readonly clone: Clone | undefined
  readonly sha: string | undefined
}

/** The clone that a folder is in, and the commit of it to check; `undefined` where it is in none. */
export async function headOf(root: string, rev = 'HEAD'): Promise<Head> {
  const { openClone } = await import('../../gateways/git/clone.ts')
  const clone = await openClone(root)
  return { clone, sha: await clone?.resolve(rev) }
}

/** The past of what is looked at, as far as it is in a clone. */
const pastIn =
  ({ root, rev }: SourceOptions, change: Sources['change'], head: Head | undefined): Sources['past'] =>
  async (selection) => {
    const { clone, sha } = head ?? (await headOf(root, rev))
    if (!clone || sha === undefined) return undefined
    const { pastOf } = await import('../../app/command/past-of.ts')
    const isUnsaved = async (path: string) => {
      const objects = await clone.unsaved([path])
      return objects.has(path) && objects.get(path) === undefined
    }
    const workTree = rev === undefined ? { checkedOut: sha, isUnsaved } : {}
    return pastOf({ ...clone.ancestry(sha), ...workTree }, selection, change)
  }

/** @throws UsageError for a bare repository, whose folder holds no files that could be looked at. */
export function refuseBare(root: string): void {
  if (isBare(root))
    throw new UsageError(
      `Unexpected --root ${root}: a bare repository has no files of its own. With --rev, baton validate looks at a commit of it.`,
    )
}

/** Where everything is read, as the options say. `head`: the commit that they name, where it is known already. */
export async function sourcesOfOptions(options: SourceOptions, head?: Head): Promise<Sources> {
  const { root, config } = options
  folder(root, '--root')
  if (options.rev === undefined) refuseBare(root)
  const treeSources = await treesOf(options)
  const sources = { ...gitFactsOf(root, options.rev), ...treeSources, past: pastIn(options, treeSources.change, head) }
  return config === undefined ? sources : { ...sources, named: namedConfiguration(root, config) }
}
