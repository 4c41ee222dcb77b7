import { changedLines } from '../git/differences.ts'
import {
  commentsOf,
  headOf,
  reactionContents,
  type Comment,
  type Conversation,
  type Pull,
  type Reaction,
} from '../state/conversations.ts'
import type { Account } from '../state/accounts.ts'
import { fullName, roleOf, tipOf, type HostedRepository } from '../hosted.ts'
import type { ServerState } from '../state/server-state.ts'
import { accountBody, htmlUrl } from './accounts.ts'
import { repositoryBody } from './repositories.ts'

/** Documentation: the GraphQL enum `CommentAuthorAssociation`. It says little about what an account may do. */
export function association(hosted: HostedRepository, author: Account | undefined): string {
  if (!author) return 'NONE'
  if (author.login === hosted.account.login) return 'OWNER'
  return hosted.collaborators.has(author.login) && roleOf(hosted, author) ? 'COLLABORATOR' : 'NONE'
}

const user = (serverState: ServerState, account: Account | undefined) =>
  account ? accountBody(serverState, account) : null

const rollup = (url: string, reactions: readonly Reaction[]) => ({
  url: `${url}/reactions`,
  total_count: reactions.length,
  ...Object.fromEntries(
    Object.keys(reactionContents).map((name) => [name, reactions.filter(({ content }) => content === name).length]),
  ),
})

export const reactionBody = (serverState: ServerState, { id, node, by, content, at }: Reaction) => ({
  id,
  node_id: node,
  user: accountBody(serverState, by),
  content,
  created_at: at,
})

const pathOf = ({ kind, number }: Conversation) => `${kind === 'pull' ? 'pull' : 'issues'}/${number}`
export const pageOf = (serverState: ServerState, conversation: Conversation) =>
  `${htmlUrl(serverState)}/${fullName(conversation.hosted)}/${pathOf(conversation)}`

export function commentBody(
  serverState: ServerState,
  { id, node, conversation, author, body, createdAt, updatedAt, reactions }: Comment,
) {
  const { hosted, number } = conversation
  const url = `${hosted.url}/issues/comments/${id}`
  return {
    url,
    html_url: `${pageOf(serverState, conversation)}#issuecomment-${id}`,
    issue_url: `${hosted.url}/issues/${number}`,
    id,
    node_id: node,
    user: user(serverState, author),
    created_at: createdAt,
    updated_at: updatedAt,
    author_association: association(hosted, author),
    body,
    reactions: rollup(url, reactions),
    performed_via_github_app: null,
  }
}

/** A pull request is an issue as well. Documentation: "REST API endpoints for issues". */
export function issueBody(serverState: ServerState, issue: Conversation) {
  const { id, node, number, hosted, author, title, body, createdAt, updatedAt, closedAt, locked, reactions, pull } =
    issue
  const url = `${hosted.url}/issues/${number}`
  const page = pageOf(serverState, issue)
  return {
    url,
    repository_url: hosted.url,
    labels_url: `${url}/labels{/name}`,
    comments_url: `${url}/comments`,
    events_url: `${url}/events`,
    html_url: page,
    id,
    node_id: node,
    number,
    title,
    user: user(serverState, author),
    labels: [],
    state: closedAt === undefined ? 'open' : 'closed',
    locked,
    assignee: null,
    assignees: [],
    milestone: null,
    comments: commentsOf(issue).length,
    created_at: createdAt,
    updated_at: updatedAt,
    closed_at: closedAt ?? null,
    author_association: association(hosted, author),
    active_lock_reason: locked ? 'resolved' : null,
    body,
    reactions: rollup(url, reactions),
    timeline_url: `${url}/timeline`,
    performed_via_github_app: null,
    state_reason: null,
    ...(pull && {
      draft: false,
      pull_request: {
        url: `${hosted.url}/pulls/${number}`,
        html_url: page,
        diff_url: `${page}.diff`,
        patch_url: `${page}.patch`,
        merged_at: pull.merged?.at ?? null,
      },
    }),
  }
}

type PullRequest = Conversation & { readonly pull: Pull }

/** The form that lists of pull requests have. */
export function pullBody(serverState: ServerState, conversation: PullRequest) {
  const { number, hosted, pull, author, id, node, title, body, locked, createdAt, updatedAt, closedAt } = conversation
  const url = `${hosted.url}/pulls/${number}`
  const issue = `${hosted.url}/issues/${number}`
  const page = pageOf(serverState, conversation)
  const sha = headOf(conversation)
  const base = tipOf(hosted, pull.base) ?? sha
  const link = (href: string) => ({ href })
  const statuses = `${hosted.url}/statuses/${sha}`
  const side = (repository: HostedRepository | undefined, owner: Account, branch: string, sha: string) => ({
    label: `${owner.login}:${branch}`,
    ref: branch,
    sha,
    user: accountBody(serverState, owner),
    repo: repository ? repositoryBody(serverState, repository) : null,
  })
  return {
    url,
    id,
    node_id: node,
    html_url: page,
    diff_url: `${page}.diff`,
    patch_url: `${page}.patch`,
    issue_url: issue,
    number,
    state: closedAt === undefined ? 'open' : 'closed',
    locked,
    title,
    user: user(serverState, author),
    body,
    created_at: createdAt,
    updated_at: updatedAt,
    closed_at: closedAt ?? null,
    merged_at: pull.merged?.at ?? null,
    merge_commit_sha: pull.merged?.commit ?? null,
    assignee: null,
    assignees: [],
    requested_reviewers: [],
    requested_teams: [],
    labels: [],
    milestone: null,
    draft: false,
    commits_url: `${url}/commits`,
    review_comments_url: `${url}/comments`,
    review_comment_url: `${hosted.url}/pulls/comments{/number}`,
    comments_url: `${issue}/comments`,
    statuses_url: statuses,
    head: side(pull.repository, pull.owner, pull.branch, sha),
    base: side(hosted, hosted.account, pull.base, base),
    _links: {
      self: link(url),
      html: link(page),
      issue: link(issue),
      comments: link(`${issue}/comments`),
      review_comments: link(`${url}/comments`),
      review_comment: link(`${hosted.url}/pulls/comments{/number}`),
      commits: link(`${url}/commits`),
      statuses: link(statuses),
    },
    author_association: association(hosted, author),
    auto_merge: null,
    active_lock_reason: locked ? 'resolved' : null,
  }
}

/** Lines added and deleted, and files changed, between two commits. */
function changes({ git }: HostedRepository, base: string, head: string) {
  const found = git.differences(git.mergeBase(base, head) ?? base, head)
  const lines = found.map((difference) => changedLines(git.objects, difference))
  const sum = (key: 'additions' | 'deletions') => lines.reduce((all, counts) => all + counts[key], 0)
  return { additions: sum('additions'), deletions: sum('deletions'), changed_files: found.length }
}

/** The form that one pull request has. */
export function fullPullBody(serverState: ServerState, conversation: PullRequest) {
  const { hosted, pull, closedAt } = conversation
  const short = pullBody(serverState, conversation)
  const { head, base } = short
  return {
    ...short,
    merged: pull.merged !== undefined,
    mergeable: closedAt === undefined ? true : null,
    rebaseable: null,
    mergeable_state: 'unknown',
    merged_by: user(serverState, pull.merged?.by),
    comments: commentsOf(conversation).length,
    review_comments: 0,
    maintainer_can_modify: false,
    commits: hosted.git.commits({ from: head.sha, without: [base.sha] }).length,
    ...changes(hosted, base.sha, head.sha),
  }
}
