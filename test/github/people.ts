import { addComment, deleteComment, editComment, react } from './changes/comments.ts'
import { close, editConversation, isPull, merge, openIssue, openPull, reopen, type NewPull } from './changes/pulls.ts'
import { moveBranch, push, type Push } from './changes/pushes.ts'
import { notFound } from './refused.ts'
import type { Content } from './bare-repository.ts'
import type { Account, Role } from './state/accounts.ts'
import type { CheckRun } from './state/checks.ts'
import { readCommit, type CommitFacts } from './state/commits.ts'
import { commentsOf, type Comment, type Conversation, type Pull, type ReactionContent } from './state/conversations.ts'
import { commitOf, tipOf, type BranchRule, type HostedRepository } from './hosted.ts'
import type { ServerState } from './state/server-state.ts'
import { sendCheckRunEvent } from './webhooks/events.ts'

type PushOptions = Omit<Push, 'branch' | 'changes' | 'message'> & { readonly message?: string }

/**
 * What people do in a repository, by GitHub's pages or by git. Everything that follows from it happens: activity,
 * webhooks, check suites.
 */
export interface People {
  /** Gives an account a role. */
  collaborator(who: Account, role: Role): void
  /** The commit that a branch is at. */
  tip(branch: string): Promise<string | undefined>
  /** The text of a file at a branch or a commit. */
  read(revision: string, path: string): Promise<string | undefined>
  /** Commits of a branch, newest first. */
  commits(branch: string): Promise<readonly CommitFacts[]>
  /** Commits changed files (`null`: deleted) on a branch, which is made where there is none, and gives the commit. */
  push(branch: string, files: Readonly<Record<string, Content | null>>, options: PushOptions): Promise<string>
  deleteBranch(branch: string, by: Account): Promise<void>
  /** What a branch demands from now on. */
  protect(branch: string, rule: BranchRule): void
  openIssue(words: { readonly title: string; readonly body?: string; readonly by: Account }): Promise<Conversation>
  openPull(words: Omit<NewPull, 'body'> & { readonly body?: string }): Promise<Conversation & { readonly pull: Pull }>
  /** An issue or a pull request. */
  conversation(number: number): Conversation
  close(number: number, by: Account): Promise<void>
  reopen(number: number, by: Account): Promise<void>
  /** Merges a pull request, and gives the merge commit. */
  merge(number: number, by: Account): Promise<string>
  lock(number: number): void
  /** A merge group waits for a branch. */
  enqueue(branch: string, group: { readonly head: string; readonly base: string }): void
  /** An account changes the title or the text of an issue or a pull request. */
  rewrite(number: number, by: Account, words: { readonly title?: string; readonly body?: string }): void
  /** Issues are switched off, or on. */
  issues(enabled: boolean): void
  /** Whether issues are found by the login of the app that opened them. */
  findingApps(works: boolean): void
  comment(number: number, by: Account, text: string): Promise<Comment>
  edit(comment: Comment, by: Account, text: string): Promise<void>
  deleteComment(comment: Comment, by: Account): Promise<void>
  react(comment: Comment, by: Account, content: ReactionContent): void
  /** The comments of an issue or a pull request, oldest first. */
  commentsOn(number: number): readonly Comment[]
  /** The check runs on a commit, oldest first. */
  checksOn(sha: string): readonly CheckRun[]
  /** An account clicks one of a check run's buttons. */
  click(run: CheckRun, identifier: string, by: Account): Promise<void>
  /** An account requests a check run again. */
  rerequest(run: CheckRun, by: Account): Promise<void>
}

export function people(serverState: ServerState, hosted: HostedRepository): People {
  const conversation = (number: number) => {
    const found = hosted.conversations.find((candidate) => candidate.number === number)
    if (!found) throw notFound(`There is no issue or pull request ${number}.`)
    return found
  }
  return {
    collaborator: (who, role) => void hosted.collaborators.set(who.login, role),
    tip: (branch) => Promise.resolve(tipOf(hosted, branch)),
    read(revision, path) {
      const sha = commitOf(hosted, revision)
      return Promise.resolve(sha === undefined ? undefined : hosted.git.text(`${sha}:${path}`))
    },
    commits(branch) {
      const from = tipOf(hosted, branch)
      const shas = from === undefined ? [] : hosted.git.commits({ from })
      return Promise.resolve(
        shas.map((sha) => readCommit(serverState, hosted, sha)).filter((commit) => commit !== undefined),
      )
    },
    push: (branch, files, options) =>
      push(serverState, hosted, { message: 'A commit', ...options, branch, changes: Object.entries(files) }),
    async deleteBranch(branch, by) {
      await moveBranch(serverState, hosted, { branch, before: tipOf(hosted, branch), after: undefined, by })
    },
    protect: (branch, rule) => void hosted.rules.set(branch, rule),
    openIssue: ({ body = '', ...words }) => openIssue(serverState, hosted, { ...words, body }),
    openPull: ({ body = '', ...words }) => openPull(serverState, hosted, { ...words, body }),
    conversation,
    close: (number, by) => close(serverState, conversation(number), by),
    reopen: (number, by) => reopen(serverState, conversation(number), by),
    async merge(number, by) {
      const pull = conversation(number)
      if (!isPull(pull)) throw notFound(`${number} is no pull request.`)
      return merge(serverState, pull, by)
    },
    enqueue: (branch, group) => void hosted.queue.push({ branch, ...group }),
    lock(number) {
      conversation(number).locked = true
    },
    rewrite: (number, by, words) => editConversation(serverState, conversation(number), by, words),
    findingApps(works) {
      hosted.findsApps = works
    },
    issues(enabled) {
      hosted.hasIssues = enabled
    },
    comment: (number, by, text) => addComment(serverState, conversation(number), by, text),
    edit: (comment, by, text) => editComment(serverState, comment, by, text),
    deleteComment: (comment, by) => deleteComment(serverState, comment, by),
    react: (comment, by, content) => void react(serverState, comment, by, content),
    commentsOn: (number) => commentsOf(conversation(number)),
    checksOn: (sha) => hosted.checkRuns.filter(({ suite }) => suite.sha === sha),
    click: (run, identifier, by) => {
      const action = run.actions.find((candidate) => candidate.identifier === identifier)
      if (!action) throw notFound(`The check run has no button ${identifier}.`)
      return sendCheckRunEvent(serverState, run, 'requested_action', by, { requested_action: { identifier } })
    },
    rerequest: (run, by) => sendCheckRunEvent(serverState, run, 'rerequested', by),
  }
}
