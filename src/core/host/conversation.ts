import type { Role } from '../command-names.ts'

/** What a person may do in a repository, as the host says now. */
export interface GrantedRole {
  /** The name of the role, which may be one of the organisation's own making. */
  readonly name: string
  /** Absent: a custom role that the configuration has to map, or no role at all. */
  readonly role: Role | undefined
}

/** A commit that may carry trailers. */
export interface LedgerCommit {
  readonly sha: string
  readonly parents: readonly string[]
  readonly message: string
  /**
   * Made by us (the app, or the identity of Actions) and signed by the host, which vouches for it. Otherwise its
   * trailers say nothing.
   */
  readonly isOwn: boolean
  /** When it was committed, ISO 8601. */
  readonly at: string
}

/** Answers to a comment by one glyph each. `rocket` and `-1` are final, `eyes` is not. */
export const reactions = ['eyes', 'rocket', '-1'] as const
export type Reaction = (typeof reactions)[number]

/** A comment of a conversation, as it is now. */
export interface HostComment {
  /** The host's number of it. */
  readonly id: number
  /** What effects name it by. */
  readonly node: string
  /** Without `@`; `name[bot]` for an app. Absent where the account is gone. */
  readonly author: string | undefined
  readonly bot: boolean
  readonly isOwn: boolean
  readonly text: string
  /** ISO 8601. */
  readonly at: string
  /** Whether it was ever edited: its text may be another person's. */
  readonly edited: boolean
  /** Who edited it last; absent where it was never edited, or the account is gone. */
  readonly editor: string | undefined
  /** How we reacted. */
  readonly reactions: readonly Reaction[]
}

/** The branches and repositories of a pull request. */
export interface Pull {
  readonly head: {
    readonly branch: string
    readonly sha: string
    /** `fork`: nothing can be pushed there; also where the fork is gone. */
    readonly of: 'repository' | 'fork'
  }
  readonly base: { readonly branch: string; readonly tip: string }
  readonly mergeBase: string
}

/** A pull request or an issue as it is now. */
export interface Conversation {
  readonly number: number
  /** What effects name it by. */
  readonly node: string
  readonly title: string
  readonly author: string | undefined
  readonly open: boolean
  readonly locked: boolean
  readonly repository: { readonly public: boolean; readonly defaultBranch: string; readonly defaultTip: string }
  /** Absent on an issue. */
  readonly pull: Pull | undefined
  /** Commits of the pull request back to its merge base, newest first, 300 at most; on an issue none. */
  readonly commits: readonly LedgerCommit[]
  /** Our own comments, and those that the caller named, oldest first. */
  readonly comments: readonly HostComment[]
}

/** A pull request that cannot be merged as it is. */
export interface ConflictingPull {
  readonly number: number
  readonly head: string
  /** The commit at the tip of the base branch. */
  readonly base: string
}

/** An issue of our own, found by the marker that its text begins with. */
export interface OwnIssue {
  /** What effects name it by. */
  readonly node: string
  readonly number: number
  readonly title: string
  readonly text: string
  readonly open: boolean
  readonly locked: boolean
  /** Whether the last edit of its text, if there was one, is ours. */
  readonly untouched: boolean
  /** When its text was written last, ISO 8601. */
  readonly writtenAt: string
}

/** A text by another account that begins as ours do. */
export interface Forgery {
  /** The issue or pull request that it is, or that it is a comment on. */
  readonly number: number
  readonly author: string | undefined
}

/** Who pushed to a branch, as the host recorded it. */
export interface Push {
  readonly actor: string | undefined
  readonly after: string
  readonly at: string
}

/** A pull request in the list of those that are open. */
export interface OpenPull {
  readonly number: number
  readonly head: string
  /** The branches that it comes from, and is to go to. */
  readonly branch: string
  readonly base: string
  /** Whether it comes from another repository. */
  readonly fork: boolean
  readonly updatedAt: string
}
