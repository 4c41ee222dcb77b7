import { fullName, type HostedRepository } from '../hosted.ts'
import { htmlUrl } from '../bodies/accounts.ts'
import { checkRunBody, checkSuiteBody } from '../bodies/checks.ts'
import { filesBetween } from '../bodies/commits.ts'
import { commentBody, fullPullBody, issueBody } from '../bodies/conversations.ts'
import { repositoryBody } from '../bodies/repositories.ts'
import { identity, type Account } from '../state/accounts.ts'
import { readCommit } from '../state/commits.ts'
import type { CheckRun, CheckSuite } from '../state/checks.ts'
import type { Comment, Conversation, Pull } from '../state/conversations.ts'
import type { ServerState } from '../state/server-state.ts'

/** Documentation of everything here: "Webhook events and payloads", each under the event's name. */
type PayloadFields = Readonly<Record<string, unknown>>

export function sendIssueEvent(
  serverState: ServerState,
  issue: Conversation,
  action: string,
  sender: Account,
  extraFields: PayloadFields = {},
): Promise<void> {
  const payload = () => ({ issue: issueBody(serverState, issue), ...extraFields })
  return serverState.emit({ event: 'issues', action, hosted: issue.hosted, sender }, payload)
}

export function sendCommentEvent(
  serverState: ServerState,
  comment: Comment,
  action: string,
  sender: Account,
  extraFields: PayloadFields = {},
): Promise<void> {
  const { conversation } = comment
  const payload = () => ({
    issue: issueBody(serverState, conversation),
    comment: commentBody(serverState, comment),
    ...extraFields,
  })
  return serverState.emit({ event: 'issue_comment', action, hosted: conversation.hosted, sender }, payload)
}

type PullRequest = Conversation & { readonly pull: Pull }

export function sendPullRequestEvent(
  serverState: ServerState,
  pull: PullRequest,
  action: string,
  sender: Account,
  extraFields: PayloadFields = {},
): Promise<void> {
  const payload = () => ({ number: pull.number, pull_request: fullPullBody(serverState, pull), ...extraFields })
  return serverState.emit({ event: 'pull_request', action, hosted: pull.hosted, sender }, payload)
}

interface PushDetails {
  readonly branch: string
  readonly before: string
  readonly after: string
  readonly by: Account
  readonly forced: boolean
}

const zeroSha = /^0+$/

function pushedCommit(serverState: ServerState, hosted: HostedRepository, sha: string) {
  const facts = readCommit(serverState, hosted, sha)
  if (!facts) return undefined
  const { tree, message, author, committer, parents } = facts
  const empty = '4b825dc642cb6eb9a060e54bf8d69288fbee4904'
  const files = filesBetween(hosted, parents[0] ?? empty, sha)
  const named = (state: string) => files.filter(({ status }) => status === state).map(({ filename }) => filename)
  return {
    id: sha,
    tree_id: tree,
    distinct: true,
    message,
    timestamp: committer.date,
    url: `${htmlUrl(serverState)}/${fullName(hosted)}/commit/${sha}`,
    author: { name: author.name, email: author.email },
    committer: { name: committer.name, email: committer.email },
    added: named('added'),
    removed: named('removed'),
    modified: named('modified'),
  }
}

/** Commits are 2,048 at most; of a new branch those that are on no other. */
export function sendPushEvent(
  serverState: ServerState,
  hosted: HostedRepository,
  { branch, before, after, by, forced }: PushDetails,
): Promise<void> {
  const created = zeroSha.test(before)
  const deleted = zeroSha.test(after)
  return serverState.emit({ event: 'push', action: undefined, hosted, sender: by }, () => {
    const otherTips = [...hosted.git.refs].flatMap(([ref, sha]) =>
      ref.startsWith('refs/heads/') && ref !== `refs/heads/${branch}` ? [sha] : [],
    )
    const without = created ? otherTips : [before]
    const shas = deleted ? [] : hosted.git.commits({ from: after, without, most: 2048 }).toReversed()
    const body = repositoryBody(serverState, hosted)
    return {
      ref: `refs/heads/${branch}`,
      before,
      after,
      created,
      deleted,
      forced,
      base_ref: null,
      compare: `${htmlUrl(serverState)}/${fullName(hosted)}/compare/${before}...${after}`,
      commits: shas.map((sha) => pushedCommit(serverState, hosted, sha)),
      head_commit: deleted ? null : pushedCommit(serverState, hosted, after),
      pusher: identity(by),
      repository: {
        ...body,
        created_at: Date.parse(body.created_at) / 1000,
        pushed_at: Date.parse(body.pushed_at) / 1000,
      },
    }
  })
}

/** Clicks and requested actions are delivered only to the app whose check run it is, subscribed or not. */
export function sendCheckRunEvent(
  serverState: ServerState,
  run: CheckRun,
  action: string,
  sender: Account,
  extraFields: PayloadFields = {},
): Promise<void> {
  const { app, hosted } = run.suite
  const only = action === 'requested_action' || action === 'rerequested' ? { only: app } : {}
  return serverState.emit({ event: 'check_run', action, hosted, sender, ...only }, () => {
    const body = checkRunBody(serverState, run)
    const suite = checkSuiteBody(serverState, run.suite)
    return { check_run: { ...body, check_suite: suite }, ...extraFields }
  })
}

export function sendCheckSuiteEvent(
  serverState: ServerState,
  suite: CheckSuite,
  action: string,
  sender: Account,
): Promise<void> {
  const payload = () => ({ check_suite: checkSuiteBody(serverState, suite) })
  return serverState.emit({ event: 'check_suite', action, hosted: suite.hosted, sender, only: suite.app }, payload)
}
