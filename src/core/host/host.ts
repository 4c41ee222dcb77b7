import type { ChangeSet } from '../command.ts'
import type { Repository } from '../repository.ts'
import type { Glance, GlanceWishes, ListedComment, MergeGroup } from './glance.ts'
import type { Conversation, LedgerCommit, Marked, OpenPull, OwnIssue, Push, Said, Seat } from './conversation.ts'
import type { CommitRequest, Committed, Moved, Proposal, StoredEntry } from './branch.ts'
import type { Heartbeat, StandingCheck } from './check-run.ts'
import type { Effect, Effected } from './effect.ts'

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
  /**
   * The number of the pull request of a branch, opened where there is none.
   *
   * @param request `anew`: those that are closed do not count
   */
  openPull(request: {
    readonly branch: string
    readonly base: string
    readonly title: string
    readonly text: string
    readonly anew?: true
  }): Promise<number>
  /** Where a branch is, and the pull requests that come from it, the newest first. */
  proposals(branch: string): Promise<{ readonly tip: string | undefined; readonly pulls: readonly Proposal[] }>
  /**
   * Makes a commit that no branch has yet, and gives its SHA: nobody sees it until a branch is moved there.
   *
   * @param request `merges`: another commit that it merges, and what it takes from there as it is
   */
  writeCommit(request: {
    readonly on: string
    readonly message: string
    readonly changes: ChangeSet
    readonly merges?: { readonly commit: string; readonly taken: ReadonlyMap<string, StoredEntry | null> }
  }): Promise<string>
  /** Whether the host could merge a pull request; `unknown`: it does not know yet. */
  mergeability(number: number): Promise<'clean' | 'conflicting' | 'unknown'>
  /** All that a commit holds, by path, folders aside; `undefined`: it is too much to be listed at once. */
  entries(sha: string): Promise<ReadonlyMap<string, StoredEntry> | undefined>
  /** Moves a branch, backwards too, if it is still where it was. `from` absent: it is made; `to` absent: it is deleted. */
  moveBranch(move: { readonly branch: string; readonly from: string | undefined; readonly to: string | undefined }): Promise<Moved>
  /** Carries out effects in their order, as few requests as possible; each says how it ended. */
  perform(effects: readonly Effect[]): Promise<readonly Effected[]>
  /** A check run, whoever made it; `undefined`: there is none. */
  check(id: number): Promise<StandingCheck | undefined>
  /** The check runs of a name on a commit, newest first. */
  checks(sha: string, name: string): Promise<readonly StandingCheck[]>
  /** The concluded check runs of a name on the newest commits of the default branch. */
  heartbeats(name: string): Promise<readonly Heartbeat[]>
  /** Comments of all conversations said or changed since a moment, the longest unchanged first, page by page. */
  commentsSince(moment: string): AsyncIterable<readonly ListedComment[]>
  /** Comments as they stand there now, by what effects name them by; those that are gone are left out. */
  said(nodes: readonly string[]): Promise<readonly Said[]>
  /** What a sweep looks at besides: one request for each hundred open pull requests. */
  glance(wishes: GlanceWishes): AsyncIterable<Glance>
  /** The repository itself and its default branch; `undefined`: that has no commit. */
  home(): Promise<Conversation['repository'] | undefined>
  /** Our own issues whose text begins with a marker, the newest first; `undefined`: the repository has no issues. */
  ownIssues(marker: string): Promise<readonly OwnIssue[] | undefined>
  /** Issues, and comments of all conversations, changed since a moment, that begin as texts of ours do and are by somebody else. */
  forged(beginning: string, since: string): Promise<readonly Marked[]>
  /** The tip of the default branch; `undefined`: it has no commit. */
  defaultTip(): Promise<string | undefined>
  pulls(): Promise<readonly OpenPull[]>
  /** The merge groups that wait for a branch, each with the commit that it was made on; none where there is no queue, or it is not shown to us. */
  mergeGroups(branch: string): Promise<readonly MergeGroup[]>
  /**
   * A moment, ISO 8601, since which we surely had a part here: when the host opened the oldest of our check suites on recent commits.
   * Absent: nothing proves that we were here before.
   */
  presentSince(): Promise<string | undefined>
}
