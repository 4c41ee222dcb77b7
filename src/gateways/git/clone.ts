import { Fault } from '../../core/fault.ts'
import type { Ignoring, Merging } from '../../core/installation.ts'
import type { Repository } from '../../core/repository.ts'
import { say } from '../../core/say.ts'
import type { Tree } from '../../core/view.ts'
import { commitsBetween } from './commits.ts'
import { descentFrom, type Descent } from './descent.ts'
import { isInClone } from './top.ts'
import { knownOf } from './log.ts'
import { listTree, readBlobs } from './objects.ts'
import type { Environment } from './program.ts'
import { git } from './program.ts'
import { isRevision, resolveCommit } from './revision.ts'
import { commitName, viewer } from '../listing.ts'
import { wanted } from '../wanted.ts'

/** A local clone, read through the `git` program. Its configuration, hooks, filters and remotes are not used. */
export interface Clone extends Repository {
  /** Whether history was cut off. */
  readonly isShallow: boolean
  /** Whether objects were left out, so that files of a commit may be missing. */
  readonly isPartial: boolean
  /** Those of some paths of the work tree that git ignores, tracked already or not, each with the reason. */
  ignored(paths: readonly string[]): Promise<ReadonlyMap<string, Ignoring>>
  /** How git merges each of some paths of the work tree. */
  merging(paths: readonly string[]): Promise<ReadonlyMap<string, Merging>>
  /** The branch that a revision names, here or at a remote; none: the one that is checked out. */
  branch(revision?: string): Promise<string | undefined>
  /** Whether a branch, here or at a remote, or a tag has this name. */
  hasRef(name: string): Promise<boolean>
  /** The address of the remote `origin`, as it is configured. */
  origin(): Promise<string | undefined>
  /** The best common ancestor of two commits; `undefined` where they have none. @throws Fault where that cannot be told. */
  mergeBase(base: string, head: string): Promise<string | undefined>
  /** What leads to a commit, whole SHA. */
  descent(head: string): Descent
}

/** What git prints with a NUL behind each field, so many fields at a time. */
function inGroups(printed: string, size: number): readonly (readonly string[])[] {
  const fields = printed.split('\0').slice(0, -1)
  return Array.from({ length: Math.floor(fields.length / size) }, (_, index) => fields.slice(index * size, (index + 1) * size))
}

/**
 * The clone that a folder is in; `undefined` where it is in none. Paths are relative to the folder.
 *
 * @throws Fault where git cannot be run or refuses to read the clone.
 */
export async function openClone(root: string, environment: Environment = process.env): Promise<Clone | undefined> {
  if (!isInClone(root)) return undefined
  const program = git(root, environment)
  const [facts = '', promisor] = await Promise.all([
    program.ask(['rev-parse', '--is-shallow-repository', '--show-prefix']),
    program.ask(['config', '--get-regexp', String.raw`^(extensions\.partialclone|remote\..*\.promisor)$`], [1]),
  ])
  // The prefix may hold newlines too, and so comes last.
  const end = facts.indexOf('\n')
  const isShallow = facts.slice(0, end) === 'true'
  const prefix = facts.slice(end + 1)
  const view = viewer((blobs, limit) => readBlobs(program, blobs, limit))

  const resolve = (revision: string) => resolveCommit(program, revision)

  /** In a history that was cut off only an ancestor is certain: a better fork point may have been cut off. */
  const mergeBase = async (base: string, head: string) => {
    const found = await program.ask(['merge-base', '--end-of-options', base, head], [1])
    return { found, certain: !isShallow || found === base || found === head }
  }

  const commitTree = (sha: string): Tree => ({
    name: commitName(sha),
    sha,
    open(selection) {
      const names = wanted(selection.selectors).names() ?? ['']
      return view(listTree(program, sha, prefix, names), selection)
    },
  })

  return {
    isShallow,
    isPartial: promisor !== undefined,
    origin: () => program.ask(['config', '--get', 'remote.origin.url'], [1]),
    resolve,
    async hasRef(name) {
      const places = ['heads', 'remotes', 'tags'].map((kind) => `refs/${kind}/${name}`)
      const found = await Promise.all(places.map((place) => program.ask(['show-ref', '--verify', '--quiet', '--', place], [1, 128])))
      return found.some((each) => each !== undefined)
    },
    async mergeBase(base, head) {
      const { found, certain } = await mergeBase(base, head)
      if (certain) return found
      throw new Fault(say`This clone's history is cut off, so that the fork point of ${base} and ${head} cannot be told.`, {
        hint: 'Run `git fetch --unshallow`; in a workflow, check out with `fetch-depth: 0`.',
      })
    },
    async fork(branch, head) {
      // A branch of the same name in the clone itself may be anything.
      const [tip, known] = await Promise.all([resolve(`refs/remotes/origin/${branch}`), resolve(head)])
      if (tip === undefined || known === undefined) return undefined
      const { found, certain } = await mergeBase(tip, known)
      return certain && found !== undefined ? { tip, mergeBase: found } : undefined
    },
    commitTree,
    descent: (head) => descentFrom(program, head, commitTree),
    // Of a history that was cut off, neither all commits nor their parents need to be there.
    commits: async (base, head) => (isShallow ? undefined : { commits: await commitsBetween(program, base, head, prefix) }),
    log(head) {
      const log = knownOf(root, head, environment)?.log
      return Promise.resolve(log?.whole() === true ? log.commits() : undefined)
    },
    async lastCommits(head, paths) {
      if (isShallow) return undefined
      const descent = descentFrom(program, head, commitTree)
      const found = new Map<string, { readonly sha: string; readonly at: string }>()
      for (const path of paths) for await (const commit of descent.history(path, 1)) found.set(path, commit)
      return found
    },
    signature: () => Promise.resolve(undefined),
    async ignored(paths) {
      // This command takes no literal paths; behind `./` nothing in them means anything.
      const plain = git(root, environment, { GIT_LITERAL_PATHSPECS: '0' })
      const asked = paths.map((path) => `./${path}`).join('\0')
      const found = await plain.ask(['check-ignore', '--verbose', '--no-index', '-z', '--stdin'], [1], asked)
      return new Map(
        inGroups(found ?? '', 4).flatMap(([source = '', line, pattern = '', path = '']) =>
          // The last pattern that matches decides, and may be an exception.
          pattern.startsWith('!') ? [] : [[path.slice(2), { source, line: Number(line), pattern }] as const],
        ),
      )
    },
    async merging(paths) {
      const [found, configured] = await Promise.all([
        program.ask(['check-attr', '-z', '--stdin', 'merge'], [], paths.join('\0')),
        program.ask(['config', '-z', '--name-only', '--get-regexp', String.raw`^merge\..*\.driver$`], [1]),
      ])
      const drivers = new Set((configured ?? '').split('\0'))
      return new Map(
        inGroups(found ?? '', 3).map(([path = '', , value = '']) => {
          const driver = value === 'unspecified' || value === 'set' || value === 'unset' ? undefined : value
          return [path, { driver, configured: drivers.has(`merge.${driver}.driver`) }]
        }),
      )
    },
    async branch(revision = 'HEAD') {
      if (!isRevision(revision)) return undefined
      const words = ['rev-parse', '--verify', '--quiet', '--symbolic-full-name', '--end-of-options', revision]
      const [, name] = /^refs\/(?:heads|remotes\/[^/]+)\/(.+)$/.exec((await program.ask(words, [1, 128])) ?? '') ?? []
      return name
    },
  }
}
