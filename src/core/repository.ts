import type { Change, Commit } from './change.ts'
import type { LoggedCommit } from './log.ts'
import type { Tree } from './view.ts'

/** Where a change parted from a branch. */
export interface Fork {
  /** The commit that the branch is at now. */
  readonly tip: string
  readonly mergeBase: string
}

/** A merge commit, with which of some files are in each of its parents. */
export interface MergeCommit {
  readonly sha: string
  /** With the ids of the files' objects, by path: of one that is not there none. */
  readonly parents: readonly { readonly sha: string; readonly files: ReadonlyMap<string, string> }[]
}

/** A commit, and when it was committed, ISO 8601. */
export interface LastCommit {
  readonly sha: string
  readonly at: string
}

export type LastCommits = ReadonlyMap<string, LastCommit>

/** The last commits of lines of a file, by line number. */
export type LineCommits = ReadonlyMap<number, LastCommit>

/** A repository that provides commits: a clone, or GitHub. SHAs are whole, in lower-case hex. */
export interface Repository {
  /** The commit that a revision names; `undefined` where the repository does not have it. */
  resolve(revision: string): Promise<string | undefined>
  /**
   * Where a branch of the hosted repository and a commit part; `undefined` where the available commits do not show it.
   */
  fork(branch: string, head: string): Promise<Fork | undefined>
  commitTree(sha: string): Tree
  /** The commits that a head has and a base has not; `undefined` where the available commits do not show it. */
  commits(base: string, head: string): Promise<Pick<Change, 'commits' | 'tooMany'> | undefined>
  /**
   * The merge commits among the newest 500 that a head has and a base has not, newest first, with which of these files
   * are in their parents; `undefined` where the available commits do not show it.
   */
  merges(base: string, head: string, paths: readonly string[]): Promise<readonly MergeCommit[] | undefined>
  /**
   * The best common ancestor of two commits; `undefined` where they have none. @throws Fault where it cannot be
   * determined.
   */
  mergeBase(commit: string, otherCommit: string): Promise<string | undefined>
  /** All commits that lead to one, that one first; `undefined` where not all of them are available. */
  log(head: string): Promise<readonly LoggedCommit[] | undefined>
  /**
   * The last commit on the way to a head that touched each of some paths; a path that none touched is left out.
   * `undefined` where the available commits do not show it.
   */
  lastCommits(head: string, paths: readonly string[]): Promise<LastCommits | undefined>
  /**
   * The commit on the way to a head that last changed each of some lines of a file; `undefined` where the available
   * commits do not show it.
   */
  lineCommits(head: string, path: string, lines: readonly number[]): Promise<LineCommits | undefined>
  /** Who made a commit by GitHub's word, and whether it has verified that; `undefined` where GitHub is not asked. */
  signature(sha: string): Promise<Pick<Commit, 'author' | 'verified'> | undefined>
}
