import { Fault, resultOf } from '../../core/fault.ts'
import type { IgnorePattern } from '../../core/installation.ts'
import type { Walk } from '../../core/history.ts'
import type { LastCommits, LineCommits, Repository } from '../../core/repository.ts'
import { msg } from '../../core/message.ts'
import { isoTime } from '../../core/time.ts'
import type { Tree } from '../../core/view.ts'
import { commitsBetween, mergesBetween } from './commits.ts'
import { ancestryFrom, type Ancestry } from './ancestry.ts'
import { marks, records } from './records.ts'
import { isInClone } from './top.ts'
import { gitFactsOf } from './log.ts'
import { listTree, readBlobs } from './objects.ts'
import { git, type Environment, type Git } from './program.ts'
import { ignoredPaths, keepContent, mergingOf, unsavedPaths, type MergeSetting } from './work-tree.ts'
import { newestChanges, uncommittedPaths } from './touched.ts'
import { isRevision, resolveCommit } from './revision.ts'
import { commitsBeyond, objectReader, walkTo, type ObjectReader } from './walk.ts'
import { commitName, viewMaker } from '../listing.ts'
import { selectedPaths } from '../../documents/selection.ts'

/** A local clone, read through the `git` program. Its configuration, hooks, filters and remotes are not used. */
export interface Clone extends Repository {
  /** Whether history was cut off. */
  readonly isShallow: boolean
  /** Whether objects were left out, so that files of a commit may be missing. */
  readonly isPartial: boolean
  /** The paths of the work tree that git ignores, tracked already or not, each with the reason. */
  ignored(paths: readonly string[]): Promise<ReadonlyMap<string, IgnorePattern>>
  /** The files of the index whose path matches a glob. */
  tracked(glob: string): Promise<readonly string[]>
  /** How git merges each of some paths of the work tree, with the command of a driver that is configured. */
  merging(paths: readonly string[]): Promise<ReadonlyMap<string, MergeSetting>>
  /** The branch that a revision names, here or at a remote; none: the one that is checked out. */
  branch(revision?: string): Promise<string | undefined>
  /** Whether a branch, here or at a remote, or a tag has this name. */
  hasRef(name: string): Promise<boolean>
  /** The address of the remote `origin`, as it is configured. */
  origin(): Promise<string | undefined>
  /**
   * The newest commit on the way to a head, by first parents, that changed each of some files or folders; at most 5,000
   * commits back.
   */
  newestChanges(head: string, paths: readonly string[]): Promise<LastCommits>
  /** The files or folders of the work tree that differ from a commit. */
  uncommitted(head: string, paths: readonly string[]): Promise<ReadonlySet<string>>
  /**
   * The files of the work tree whose content neither the commit that is checked out nor the index has, each with the
   * object that has it, if there is one.
   */
  unsaved(paths: readonly string[]): Promise<ReadonlyMap<string, string | undefined>>
  /**
   * Keeps the content of some files of the work tree as objects, which no commit needs to have; where git cannot, it
   * does not.
   */
  keep(paths: readonly string[]): Promise<void>
  /** The log up to a commit, by its whole SHA. */
  ancestry(head: string): Ancestry
  /** The history of a commit by first parents. */
  walk(tip: string): Promise<Walk>
  /** The commits of that way that another commit does not have. */
  beyond(base: string, tip: string): Promise<ReadonlySet<string>>
  /** Reads objects one after the other; files up to a size. */
  objects(limit: number): ObjectReader
}

/** The branch that a revision names, here or at a remote. */
async function branchOf(program: Git, revision: string): Promise<string | undefined> {
  if (!isRevision(revision)) return undefined
  const words = ['rev-parse', '--verify', '--quiet', '--symbolic-full-name', '--end-of-options', revision]
  const [, name] = /^refs\/(?:heads|remotes\/[^/]+)\/(.+)$/.exec((await program.ask(words, [1, 128])) ?? '') ?? []
  return name
}

/** The branch that is checked out, even one without commits. */
async function currentBranch(program: Git): Promise<string | undefined> {
  const name = await program.ask(['symbolic-ref', '--quiet', 'HEAD'], [1, 128])
  return name?.startsWith('refs/heads/') ? name.slice('refs/heads/'.length) : undefined
}

/** The properties of a clone: how complete its history and objects are, and where in it the folder is. */
async function factsOf(
  program: Git,
): Promise<{ readonly isShallow: boolean; readonly isPartial: boolean; readonly prefix: string }> {
  const [facts = '', promisor] = await Promise.all([
    program.ask(['rev-parse', '--is-shallow-repository', '--show-prefix']),
    program.ask(['config', '--get-regexp', String.raw`^(extensions\.partialclone|remote\..*\.promisor)$`], [1]),
  ])
  // The prefix may hold newlines too, and so comes last.
  const end = facts.indexOf('\n')
  return { isShallow: facts.slice(0, end) === 'true', isPartial: promisor !== undefined, prefix: facts.slice(end + 1) }
}

/**
 * Where two commits part, and whether that is certain: in a history that was cut off only for an ancestor, since a
 * better one may have been cut off.
 */
async function mergeBaseOf(program: Git, isShallow: boolean, base: string, head: string) {
  const mergeBase = await program.ask(['merge-base', '--end-of-options', base, head], [1])
  return { found: mergeBase, certain: !isShallow || mergeBase === base || mergeBase === head }
}

const unknownForkPoint = (base: string, head: string): Fault =>
  new Fault(msg`This clone's history is cut off, so that the fork point of ${base} and ${head} is unknown.`, {
    hint: 'Run `git fetch --unshallow`; in a workflow, check out with `fetch-depth: 0`.',
  })

/** Reads commits of a clone as trees, below a folder of it. */
function treeReader(program: Git, prefix: string): (sha: string) => Tree {
  const view = viewMaker((blobs, limit) => readBlobs(program, blobs, limit))
  return (sha) => ({
    name: commitName(sha),
    sha,
    open(selection) {
      const names = selectedPaths(selection.selectors).names() ?? ['']
      return view(listTree(program, sha, prefix, names), selection)
    },
  })
}

/** The last commits of some paths on the way down from a commit. */
async function lastCommitsOf(ancestry: Ancestry, paths: readonly string[]): Promise<LastCommits> {
  const lastCommits = new Map<string, { readonly sha: string; readonly at: string }>()
  for (const path of paths) for await (const commit of ancestry.history(path, 1)) lastCommits.set(path, commit)
  return lastCommits
}

/** More lines than that are found by one look at the whole file. */
const maxLineRanges = 500

/** The last commits of some lines of a file on the way down from a commit. */
async function readLineCommits(
  program: Git,
  head: string,
  path: string,
  lines: readonly number[],
): Promise<LineCommits> {
  const ranges = lines.length > maxLineRanges ? [] : lines.flatMap((line) => ['-L', `${line},${line}`])
  const shaByLine = new Map<number, string>()
  const times = new Map<string, string>()
  let current = ''
  // Neither a program that the repository's configuration names, nor a list of commits that it passes over.
  const words = ['blame', '--porcelain', '--no-textconv', '--ignore-revs-file=', ...ranges, head, '--', path]
  for await (const record of records(program, marks.newline, words)) {
    // The text of a line is behind a tab.
    if (record.startsWith('\t')) continue
    const [, sha, line] = /^([0-9a-f]{40,64}) \d+ (\d+)/.exec(record) ?? []
    if (sha !== undefined) {
      current = sha
      shaByLine.set(Number(line), sha)
    } else if (record.startsWith('committer-time '))
      times.set(current, isoTime(Number(record.slice('committer-time '.length)) * 1000))
  }
  return new Map(
    lines.flatMap((line) => {
      const sha = shaByLine.get(line)
      const at = sha === undefined ? undefined : times.get(sha)
      return sha === undefined || at === undefined ? [] : [[line, { sha, at }]]
    }),
  )
}

/** The commit of each line; `undefined` where the file is absent or has fewer lines. */
async function lineCommitsOf(
  program: Git,
  head: string,
  path: string,
  lines: readonly number[],
): Promise<LineCommits | undefined> {
  const commits = await resultOf(readLineCommits(program, head, path, lines))
  return commits instanceof Fault ? undefined : commits
}

/**
 * The clone that a folder is in; `undefined` where it is in none. Paths are relative to the folder.
 *
 * @throws Fault where git cannot be run or refuses to read the clone.
 */
export async function openClone(root: string, environment: Environment = process.env): Promise<Clone | undefined> {
  if (!isInClone(root)) return undefined
  const program = git(root, environment)
  const { isShallow, isPartial, prefix } = await factsOf(program)
  const resolve = (revision: string) => resolveCommit(program, revision)
  const findMergeBase = (base: string, head: string) => mergeBaseOf(program, isShallow, base, head)
  const commitTree = treeReader(program, prefix)
  const ancestry = (head: string) => ancestryFrom(program, head, commitTree)
  // Of a history that was cut off, neither all commits nor their parents need to be there.
  const hasHistoryOf = async (...commits: readonly string[]) =>
    !isShallow && (await Promise.all(commits.map(resolve))).every((sha) => sha !== undefined)

  return {
    isShallow,
    isPartial,
    origin: () => program.ask(['config', '--get', 'remote.origin.url'], [1]),
    resolve,
    async hasRef(name) {
      const places = ['heads', 'remotes', 'tags'].map((kind) => `refs/${kind}/${name}`)
      const results = await Promise.all(
        places.map((place) => program.ask(['show-ref', '--verify', '--quiet', '--', place], [1, 128])),
      )
      return results.some((result) => result !== undefined)
    },
    async mergeBase(base, head) {
      const { found: mergeBase, certain } = await findMergeBase(base, head)
      if (!certain) throw unknownForkPoint(base, head)
      return mergeBase
    },
    async fork(branch, head) {
      // A branch of the same name in the clone itself may be anything.
      const [tip, headSha] = await Promise.all([resolve(`refs/remotes/origin/${branch}`), resolve(head)])
      if (tip === undefined || headSha === undefined) return undefined
      const { found: mergeBase, certain } = await findMergeBase(tip, headSha)
      return certain && mergeBase !== undefined ? { tip, mergeBase } : undefined
    },
    commitTree,
    ancestry,
    walk: (tip) => walkTo(program, tip, prefix, isShallow),
    beyond: (base, tip) => commitsBeyond(program, base, tip),
    objects: (limit) => objectReader(program, limit),
    commits: async (base, head) =>
      (await hasHistoryOf(base, head)) ? { commits: await commitsBetween(program, base, head, prefix) } : undefined,
    merges: async (base, head, paths) =>
      (await hasHistoryOf(base, head))
        ? mergesBetween(
            program,
            base,
            head,
            paths.map((path) => ({ path, inClone: prefix + path })),
          )
        : undefined,
    log(head) {
      const log = gitFactsOf(root, head, environment)?.log
      return Promise.resolve(log?.whole() === true ? log.commits() : undefined)
    },
    lastCommits: async (head, paths) => ((await hasHistoryOf(head)) ? lastCommitsOf(ancestry(head), paths) : undefined),
    lineCommits: async (head, path, lines) => (isShallow ? undefined : lineCommitsOf(program, head, path, lines)),
    signature: () => Promise.resolve(undefined),
    ignored: (paths) => ignoredPaths(git(root, environment, { GIT_LITERAL_PATHSPECS: '0' }), root, paths),
    async tracked(glob) {
      const output = await git(root, environment, { GIT_LITERAL_PATHSPECS: '0' }).ask([
        'ls-files',
        '-z',
        '--',
        `:(glob)${glob}`,
      ])
      return (output ?? '').split('\0').slice(0, -1)
    },
    newestChanges: (head, paths) => newestChanges(program, head, paths, prefix, isShallow),
    uncommitted: (head, paths) => uncommittedPaths(program, root, head, paths, prefix),
    unsaved: (paths) => unsavedPaths(program, root, paths),
    keep: (paths) => keepContent(program, root, paths),
    merging: (paths) => mergingOf(program, paths),
    branch: (revision) => (revision === undefined ? currentBranch(program) : branchOf(program, revision)),
  }
}
