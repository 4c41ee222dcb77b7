import type { Tree } from './view.ts'

/** Where a change parted from a branch. */
export interface Fork {
  /** The commit that the branch is at now. */
  readonly tip: string
  readonly mergeBase: string
}

/** A repository that can be asked for commits: a clone, or GitHub. SHAs are whole, in lower-case hex. */
export interface Repository {
  /** The commit that a revision names, or nothing where the repository does not have it. */
  resolve(revision: string): Promise<string | undefined>
  /** Where a branch of the hosted repository and a commit part; nothing where that cannot be told from what is there. */
  fork(branch: string, head: string): Promise<Fork | undefined>
  commitTree(sha: string): Tree
}
