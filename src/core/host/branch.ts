import type { ChangeSet } from '../command.ts'
import type { Fault } from '../fault.ts'

/** A commit to be made on a branch that must still be where it was. */
export interface CommitRequest {
  readonly branch: string
  /** The commit that the change set was made from. */
  readonly expected: string
  /** Subject, empty line, body with trailers. */
  readonly message: string
  readonly changes: ChangeSet
}

/**
 * How a commit ended. `moved`: the branch was elsewhere, nothing was written. `unclear`: it is not known; the branch is
 * to be read back before anything else. `refused`: the host will not have it (a rule of the branch, a permission).
 */
export type CommitResult =
  | {
      readonly end: 'made'
      readonly sha: string
      /** Whether the host signed it, and vouches for it. */ readonly verified: boolean
    }
  | { readonly end: 'moved' }
  | { readonly end: 'unclear' }
  | { readonly end: 'refused'; readonly why: string; readonly isBranchGone?: true }

/** A branch or a pull request is not created: by a rule of the repository, or for lack of a permission. */
export interface CreationRefused {
  readonly end: 'refused'
  /** A sentence by `msg`. */
  readonly why: string
  /** The same, where it cannot be answered. */
  readonly fault: Fault
}

/** A pull request of any author as it is now. */
export interface Proposal {
  readonly number: number
  /** What effects name it by. */
  readonly node: string
  readonly title: string
  readonly text: string
  readonly state: 'open' | 'closed' | 'merged'
  /** Whether we opened it. */
  readonly isOwn: boolean
  /** Whether it was we who closed it last. */
  readonly closedByUs: boolean
  /** The branch that it is to go to. */
  readonly base: string
  /** The commit that it proposes, or proposed last. */
  readonly head: string
}

/** What a commit holds at a path, as git has it. */
export interface StoredEntry {
  /** `100644`, `100755`, `120000`, `160000` */
  readonly mode: string
  readonly type: 'blob' | 'commit'
  readonly sha: string
}

/** How moving a branch ended; `elsewhere`: it was not where it was expected, and has not been moved. */
export type BranchMoveResult =
  | { readonly end: 'done' }
  | { readonly end: 'elsewhere' }
  | Exclude<CommitResult, { readonly end: 'made' | 'moved' }>
