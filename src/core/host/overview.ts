import type { Fault } from '../fault.ts'
import type { ConflictingPull, OpenPull } from './conversation.ts'

/** A check run by Baton on a commit, as far as a sweep reads it. */
export interface OverviewRun {
  readonly isCompleted: boolean
  /** Ours, which says who began it. */
  readonly key: string
  /** ISO 8601. */
  readonly startedAt: string | undefined
}

/** A commit, and our check runs that say how it was checked. */
export interface OverviewCommit {
  readonly sha: string
  readonly runs: readonly OverviewRun[]
}

/** The default branch and its last commits, the tip first. */
export interface OverviewBranch {
  readonly branch: string
  readonly commits: readonly OverviewCommit[]
}

/** A merge group that waits, and the commit that it was made on. */
export interface MergeGroup {
  readonly head: string
  readonly base: string
}

/** What an overview shows. Each field is a query of its own, which may fail while others succeed. */
export interface OverviewData {
  readonly heads: readonly (OpenPull & Pick<OverviewCommit, 'runs'>)[]
  /**
   * The open pull requests from branches of this repository that conflict with their base, as far as the host has found
   * out.
   */
  readonly conflicts: readonly ConflictingPull[]
  /** `undefined`: there is no commit. */
  readonly tip: OverviewBranch | undefined
  /** The keys of our concluded audits of the tip. */
  readonly heartbeat: readonly string[]
  readonly groups: {
    readonly waiting: readonly MergeGroup[]
    /** The last commits by which pull requests were merged, into whatever branch: the heads of groups that are gone. */
    readonly merged: readonly OverviewCommit[]
  }
}

/** A part of what an overview shows: pull requests come in pages, all else with the first of them. */
export type OverviewPage = { readonly [Question in keyof OverviewData]?: OverviewData[Question] | Fault }

export interface OverviewOptions {
  /** The branches whose merge queues are looked at besides that of the default branch. */
  readonly bases: readonly string[]
  /** How many commits are looked at where only the last ones matter. */
  readonly back: number
}

/** A comment as the list of all comments has it: how it was edited and reacted to is another question. */
export interface ListedComment {
  readonly id: number
  readonly node: string
  /** Of the pull request or issue. */
  readonly number: number
  /** `name[bot]` for an app; absent where the account is gone. */
  readonly author: string | undefined
  readonly bot: boolean
  readonly text: string
  /** When it was written, ISO 8601. */
  readonly at: string
  /** When it was edited last, ISO 8601; otherwise when it was written. */
  readonly changed: string
}
