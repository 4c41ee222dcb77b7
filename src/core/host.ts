import type { ChangeSet } from './command.ts'
import type { Role } from './command-names.ts'
import type { Severity } from './diagnostic.ts'
import type { Repository } from './repository.ts'

/** What somebody may do in a repository, as the host says now. */
export interface Seat {
  /** The name of the role, which may be one of the organisation's own making. */
  readonly name: string
  /** Absent: none of the five, to be mapped by the configuration, or none at all. */
  readonly role: Role | undefined
}

/** A commit that may carry trailers. */
export interface LedgerCommit {
  readonly sha: string
  readonly parents: readonly string[]
  readonly message: string
  /** Made by us (the app, or the identity of Actions) and signed by the host, which vouches for it. Else its trailers say nothing. */
  readonly ours: boolean
  /** When it was committed, ISO 8601. */
  readonly at: string
}

/** Answers to a comment by one glyph each. `rocket` and `-1` are final, `eyes` is not. */
export const reactions = ['eyes', 'rocket', '-1'] as const
export type Reaction = (typeof reactions)[number]

/** What somebody said in a conversation, as it stands there now. */
export interface Said {
  /** The host's number of it. */
  readonly id: number
  /** What effects name it by. */
  readonly node: string
  /** Without `@`; `name[bot]` for an app. Absent where the account is gone. */
  readonly author: string | undefined
  readonly bot: boolean
  readonly ours: boolean
  readonly text: string
  /** ISO 8601. */
  readonly at: string
  /** Ever changed after it was said: its text may be somebody else's. */
  readonly edited: boolean
  /** How we reacted. */
  readonly reactions: readonly Reaction[]
}

/** Where a pull request's commits are, and whence they come. */
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
  /** Our own comments, and those that were asked for, oldest first. */
  readonly said: readonly Said[]
}

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
 * How a commit ended. `moved`: the branch was elsewhere, nothing was written. `unclear`: nobody knows; the branch is to be read
 * back before anything else. `refused`: the host will not have it (a rule of the branch, a permission).
 */
export type Committed =
  | { readonly end: 'made'; readonly sha: string; /** Whether the host signed it, and vouches for it. */ readonly verified: boolean }
  | { readonly end: 'moved' }
  | { readonly end: 'unclear' }
  | { readonly end: 'refused'; readonly why: string }

export interface Annotation {
  readonly path: string
  readonly severity: Severity
  readonly line: number
  readonly endLine: number
  /** Only where both lines are the same. */
  readonly column?: number
  readonly endColumn?: number
  readonly title: string
  readonly message: string
}

/** A button on a check run. */
export interface Button {
  /** 20 characters at most. */
  readonly label: string
  /** 40 characters at most. */
  readonly description: string
  /** 20 characters at most. */
  readonly identifier: string
}

export type Conclusion = 'success' | 'failure' | 'neutral'

/** A check run as it is to be. */
export interface CheckRun {
  readonly name: string
  readonly sha: string
  /** Ours, to find it again. */
  readonly key: string
  /** Absent: in progress. */
  readonly conclusion?: Conclusion
  readonly title: string
  /** Markdown, 65,535 characters at most. */
  readonly summary: string
  /** Any number: they are sent in as many requests as it takes. */
  readonly annotations: readonly Annotation[]
  readonly buttons: readonly Button[]
}

/** A check run as it stands there. */
export interface StandingCheck {
  readonly id: number
  readonly node: string
  readonly name: string
  readonly sha: string
  readonly key: string
  readonly done: boolean
  readonly conclusion: string | undefined
  /** Made by this app or token. */
  readonly ours: boolean
  /** The slug of the app that made it: `github-actions`. */
  readonly app: string | undefined
  /** ISO 8601. */
  readonly startedAt: string | undefined
}

/** Something to be seen by people. Reactions and edits may be repeated; comments and check runs are only made where there is none yet. */
export type Effect =
  | { readonly do: 'react'; readonly to: string; readonly with: Reaction }
  | { readonly do: 'say'; readonly in: string; readonly text: string }
  | { readonly do: 'edit'; readonly said: string; readonly text: string }
  | { readonly do: 'check'; readonly run: CheckRun }
  /** A standing check run is brought to what it is to be. */
  | { readonly do: 'conclude'; readonly check: string; readonly run: CheckRun }

/** How an effect ended; `unclear` as for commits. */
export type Effected =
  | { readonly end: 'done'; readonly id: string }
  | { readonly end: 'unclear' }
  | { readonly end: 'refused'; readonly why: string }

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
  readonly updatedAt: string
}

/**
 * A repository at a host, as the engine needs it to run commands: GitHub, or what stands for it.
 *
 * Reading is repeated with patience; nothing that makes something is ever sent a second time blindly: an unclear end is said, and
 * whoever asked reads back. @throws Fault where a question gets no answer.
 */
export interface Host extends Repository {
  /** `owner/name` */
  readonly name: string
  /** Our own login: `baton[bot]`. */
  readonly us: string
  /** A pull request or issue, with our own comments in it and those of these ids; `undefined`: there is none. One request, as a rule. */
  conversation(number: number, comments: readonly number[]): Promise<Conversation | undefined>
  /** The role of somebody, asked at the moment of acting; `undefined`: not one who has access. */
  seat(login: string): Promise<Seat | undefined>
  /** Whether somebody is an active member of a team, `org/slug`. @throws Fault where the token may not know. */
  isMember(team: string, login: string): Promise<boolean>
  /** Pushes to a branch, newest first, back to the commit named, which is left out. */
  pushes(branch: string, until: string): Promise<readonly Push[]>
  /** Whether the base branch demands that the last push be approved by somebody else. */
  demandsApprovalOfLastPush(branch: string): Promise<boolean>
  /** The commit that a branch is at; `undefined`: there is no such branch. */
  tip(branch: string): Promise<string | undefined>
  /** Commits of a branch since a moment, newest first, 300 at most: the ledger where there is no pull request. */
  commitsSince(branch: string, moment: string): Promise<readonly LedgerCommit[]>
  /** The versions of a file on the way down from a commit, newest first, 500 at most. */
  history(sha: string, path: string): AsyncIterable<{ readonly sha: string; readonly at: string }>
  commit(request: CommitRequest): Promise<Committed>
  /** `exists`: there is a branch of that name. */
  createBranch(name: string, sha: string): Promise<'made' | 'exists'>
  /** The number of the pull request of a branch, opened where there is none. */
  openPull(request: { readonly branch: string; readonly base: string; readonly title: string; readonly text: string }): Promise<number>
  /** Carries out effects in their order, as few requests as possible; each says how it ended. */
  perform(effects: readonly Effect[]): Promise<readonly Effected[]>
  /** The check runs of a name on a commit, newest first. */
  checks(sha: string, name: string): Promise<readonly StandingCheck[]>
  /** Comments of all conversations said or changed since a moment, oldest first: for the sweep. */
  saidSince(moment: string): Promise<readonly { readonly number: number; readonly said: Said }[]>
  /** The tip of the default branch; `undefined`: it has no commit. */
  defaultTip(): Promise<string | undefined>
  pulls(): Promise<readonly OpenPull[]>
}
