import type { ChangeSet } from '../command.ts'
import type { Repository } from '../repository.ts'
import type { OverviewPage, OverviewOptions, ListedComment, MergeGroup } from './overview.ts'
import type {
  Conversation,
  LedgerCommit,
  Forgery,
  OpenPull,
  OwnIssue,
  Push,
  HostComment,
  GrantedRole,
} from './conversation.ts'
import type { CommitRequest, CommitResult, CreationRefused, BranchMoveResult, Proposal, StoredEntry } from './branch.ts'
import type { Heartbeat, ExistingCheck } from './check-run.ts'
import type { Effect, EffectEnd } from './effect.ts'

/*
 * A repository at a host, as use cases need it: each names the few of these that it uses.
 *
 * Reading is repeated where the host fails; what makes something is never sent a second time blindly: an unclear end is reported, and
 * the caller reads back. Each throws a Fault where a question gets no answer.
 */

/** A repository at a host, and who we are there. */
export interface HostIdentity {
  /** The address of its pages: `https://github.com`. */
  readonly server: string
  /** `owner/name` */
  readonly name: string
  /** Our own login: `baton[bot]`. */
  readonly ownLogin: string
}

/** Reads pull requests and issues. */
export interface ConversationReader {
  /**
   * A pull request or issue, with our own comments in it and those of these ids; `undefined`: there is none. One
   * request, as a rule.
   */
  conversation(number: number, comments: readonly number[]): Promise<Conversation | undefined>
}

/** Finds comments wherever they were written. */
export interface CommentReader {
  /** The present state of comments, by the ids that effects use; deleted ones are left out. */
  comments(nodes: readonly string[]): Promise<readonly HostComment[]>
  /** Comments of all conversations written or edited since a time, the longest unchanged first, page by page. */
  commentsSince(since: string): AsyncIterable<readonly ListedComment[]>
}

/** Reads what people may do. */
export interface RoleReader {
  /** The role of an account, read at the moment of acting; `undefined`: it has no access. */
  role(login: string): Promise<GrantedRole | undefined>
  /** Whether an account is an active member of a team, `org/slug`. @throws Fault where the token may not know. */
  isMember(team: string, login: string): Promise<boolean>
}

/** Reads who pushed, and whether that matters. */
export interface PushReader {
  /** Pushes to a branch, newest first, back to the commit named, which is left out. */
  pushes(branch: string, lastCommit: string): Promise<readonly Push[]>
  /** Whether the base branch demands that another person approve the last push. */
  demandsApprovalOfLastPush(branch: string): Promise<boolean>
}

/** Reads where branches are, and which commits they have. */
export interface BranchReader {
  /** The commit that a branch is at; `undefined`: there is no such branch. */
  tip(branch: string): Promise<string | undefined>
  /** Commits of a branch since a time, newest first, 300 at most: the ledger where there is no pull request. */
  commitsSince(branch: string, since: string): Promise<readonly LedgerCommit[]>
}

/** Reads which commit the default branch is at. */
export interface DefaultBranchReader {
  /** The repository itself and its default branch; `undefined`: that has no commit. */
  defaultBranch(): Promise<Conversation['repository'] | undefined>
  /** The tip of the default branch; `undefined`: it has no commit. */
  defaultTip(): Promise<string | undefined>
}

export interface FileHistory {
  /** The versions of a file on the way down from a commit, newest first, 500 at most. */
  history(sha: string, path: string): AsyncIterable<{ readonly sha: string; readonly at: string }>
}

/** Writes commits to branches, by compare-and-swap. */
export interface CommitWriter {
  commit(request: CommitRequest): Promise<CommitResult>
  /** `exists`: there is a branch of that name. */
  createBranch(name: string, sha: string): Promise<'made' | 'exists' | CreationRefused>
}

/** Makes commits that no branch has, and moves branches there. */
export interface BranchMover {
  /**
   * Makes a commit that no branch has yet, and gives its SHA: it is invisible until a branch is moved there.
   *
   * @param request `merges`: another commit that it merges, and what it takes from there as it is
   */
  writeCommit(request: {
    readonly on: string
    readonly message: string
    readonly changes: ChangeSet
    readonly merges?: { readonly commit: string; readonly taken: ReadonlyMap<string, StoredEntry | null> }
  }): Promise<string>
  /**
   * Moves a branch, backwards too, if it is still where it was. `from` absent: it is made; `to` absent: it is deleted.
   */
  moveBranch(move: {
    readonly branch: string
    readonly from: string | undefined
    readonly to: string | undefined
  }): Promise<BranchMoveResult>
}

export interface PullRequestReader {
  /** Where a branch is, and the pull requests that come from it, the newest first. */
  proposals(branch: string): Promise<{ readonly tip: string | undefined; readonly pulls: readonly Proposal[] }>
  pulls(): Promise<readonly OpenPull[]>
}

export interface PullRequestOpener {
  /**
   * The number of the pull request of a branch, opened where there is none.
   *
   * @param request `ignoreClosed`: those that are closed do not count
   */
  openPull(request: {
    readonly branch: string
    readonly base: string
    readonly title: string
    readonly text: string
    readonly ignoreClosed?: true
  }): Promise<number | CreationRefused>
}

/** What is needed to merge two commits. */
export interface MergeReader {
  /** Whether the host could merge a pull request; `unknown`: it does not know yet. */
  mergeability(number: number): Promise<'clean' | 'conflicting' | 'unknown'>
  /** All that a commit holds, by path, folders aside; `undefined`: it is too much to be listed at once. */
  entries(sha: string): Promise<ReadonlyMap<string, StoredEntry> | undefined>
}

export interface EffectPerformer {
  /** Carries out effects in their order, as few requests as possible; each says how it ended. */
  perform(effects: readonly Effect[]): Promise<readonly EffectEnd[]>
}

/** Reads the check runs of a commit. */
export interface CheckReader {
  /** The check runs of a name on a commit, newest first. */
  checks(sha: string, name: string): Promise<readonly ExistingCheck[]>
}

/** Reads check runs, whatever commit they are on. */
export interface CheckRunReader {
  /** A check run of any app; `undefined`: there is none. */
  check(id: number): Promise<ExistingCheck | undefined>
  /** The concluded check runs of a name on the newest commits of the default branch. */
  heartbeats(name: string): Promise<readonly Heartbeat[]>
}

export interface IssueReader {
  /** Our own issues whose text begins with a marker, the newest first; `undefined`: the repository has no issues. */
  ownIssues(marker: string): Promise<readonly OwnIssue[] | undefined>
}

/** Finds texts of others that look like ours. */
export interface ForgeryReader {
  /** Issues, and comments of all conversations, by other accounts, changed since a time, that begin as our texts do. */
  forged(beginning: string, since: string): Promise<readonly Forgery[]>
}

export interface Overview {
  /** What a sweep looks at besides: one request for each hundred open pull requests. */
  overview(options: OverviewOptions): AsyncIterable<OverviewPage>
  /**
   * The merge groups that wait for a branch, each with the commit that it was made on; none where there is no queue, or
   * it is not shown to us.
   */
  mergeGroups(branch: string): Promise<readonly MergeGroup[]>
  /**
   * A time, ISO 8601, since which we were certainly installed here: when the host opened the oldest of our check suites
   * on recent commits. Absent: nothing proves that we were here before.
   */
  presentSince(): Promise<string | undefined>
}

/** Everything a host can do: GitHub, or a double of it in tests. */
export interface Host
  extends
    Repository,
    HostIdentity,
    ConversationReader,
    CommentReader,
    RoleReader,
    PushReader,
    BranchReader,
    DefaultBranchReader,
    FileHistory,
    CommitWriter,
    BranchMover,
    PullRequestReader,
    PullRequestOpener,
    MergeReader,
    EffectPerformer,
    CheckReader,
    CheckRunReader,
    IssueReader,
    ForgeryReader,
    Overview {}
