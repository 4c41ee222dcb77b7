import { notFound, RefusalError, unprocessable } from '../refused.ts'
import type { Account } from '../state/accounts.ts'
import { writeCommit } from '../state/commits.ts'
import { headOf, pullsOf, type Conversation, type Pull } from '../state/conversations.ts'
import { tipOf, type HostedRepository } from '../hosted.ts'
import { identify, now, type ServerState } from '../state/server-state.ts'
import { sendIssueEvent, sendPullRequestEvent } from '../webhooks/events.ts'
import { moveBranch } from './pushes.ts'

type PullRequest = Conversation & { readonly pull: Pull }

interface Words {
  readonly title: string
  readonly body: string
  readonly by: Account
}

function converse<Part extends Pull | undefined>(
  serverState: ServerState,
  hosted: HostedRepository,
  { title, body, by }: Words,
  pull: Part,
) {
  const at = now(serverState)
  const conversation: Conversation & { readonly pull: Part } = {
    kind: pull ? 'pull' : 'issue',
    ...identify(serverState, pull ? 'PR' : 'I'),
    number: hosted.conversations.length + 1,
    hosted,
    author: by,
    createdAt: at,
    title,
    body,
    updatedAt: at,
    closedAt: undefined,
    locked: false,
    edited: undefined,
    reactions: [],
    pull,
  }
  hosted.conversations.push(conversation)
  serverState.nodes.set(conversation.node, conversation)
  return conversation
}

/** Not documented, but stated by the refusal itself; the same as of a comment. */
const longest = 65_536

function checkWords({ title, body }: Pick<Words, 'title' | 'body'>): void {
  if (title.trim() === '') throw unprocessable("Title can't be blank")
  if (title.length > 256) throw unprocessable('Title is too long (maximum is 256 characters)')
  if (body.length > longest) throw unprocessable(`Body is too long (maximum is ${longest} characters)`)
}

/** Documentation: "Disabling issues": there are none then, and none can be opened. */
export async function openIssue(
  serverState: ServerState,
  hosted: HostedRepository,
  words: Words,
): Promise<Conversation> {
  checkWords(words)
  if (!hosted.hasIssues) throw new RefusalError('GONE', 'Issues has been disabled in this repository.')
  const issue = converse(serverState, hosted, words, undefined)
  await sendIssueEvent(serverState, issue, 'opened', words.by)
  return issue
}

export interface NewPull extends Words {
  readonly head: string
  readonly base: string
  /** Default: the repository itself. */
  readonly from?: HostedRepository | undefined
}

/**
 * Documentation: "REST API endpoints for pull requests", "Create a pull request"; what is refused, as its answers say.
 */
export async function openPull(
  serverState: ServerState,
  hosted: HostedRepository,
  { head, base, from = hosted, ...words }: NewPull,
): Promise<PullRequest> {
  const sha = tipOf(from, head)
  const tip = tipOf(hosted, base)
  if (sha === undefined) throw unprocessable(`Validation Failed: PullRequest head ${head} is invalid`)
  if (tip === undefined) throw unprocessable(`Validation Failed: PullRequest base ${base} is invalid`)
  if (hosted.git.commits({ from: sha, without: [tip], most: 1 }).length === 0) {
    throw unprocessable(`Validation Failed: No commits between ${base} and ${head}`)
  }
  // Last of all, so that of two that come at once one is refused.
  if (
    pullsOf(hosted).some(
      ({ pull, closedAt }) =>
        closedAt === undefined && pull.repository === from && pull.branch === head && pull.base === base,
    )
  ) {
    throw unprocessable(`Validation Failed: A pull request already exists for ${from.owner}:${head}.`)
  }
  const opened = converse<Pull>(serverState, hosted, words, {
    repository: from,
    owner: from.account,
    branch: head,
    base,
    sha,
    merged: undefined,
  })
  hosted.git.move(`refs/pull/${opened.number}/head`, sha)
  await sendPullRequestEvent(serverState, opened, 'opened', words.by)
  return opened
}

export const isPull = (conversation: Conversation): conversation is PullRequest => conversation.pull !== undefined

const happened = (serverState: ServerState, conversation: Conversation, action: string, by: Account): Promise<void> =>
  isPull(conversation)
    ? sendPullRequestEvent(serverState, conversation, action, by)
    : sendIssueEvent(serverState, conversation, action, by)

/**
 * Documentation: "Mutations", `updateIssue`; "Objects", `Issue`: `lastEditedAt` and `editor` are of its text. Who may
 * write to the repository may edit everybody's, locked or not.
 */
export function editConversation(
  serverState: ServerState,
  conversation: Conversation,
  by: Account,
  { title = conversation.title, body = conversation.body }: { readonly title?: string; readonly body?: string },
): void {
  checkWords({ title, body })
  const at = now(serverState)
  Object.assign(conversation, { title, updatedAt: at, ...(body !== conversation.body && { body, edited: { by, at } }) })
}

export async function close(serverState: ServerState, conversation: Conversation, by: Account): Promise<void> {
  // From now on the head stays where it is.
  if (isPull(conversation)) headOf(conversation)
  const at = now(serverState)
  Object.assign(conversation, { closedAt: at, closedBy: by, updatedAt: at })
  await happened(serverState, conversation, 'closed', by)
}

/** Documentation: GraphQL "Mutations", `updatePullRequest`: what is absent stays as it is. */
export async function revise(
  serverState: ServerState,
  conversation: PullRequest,
  by: Account,
  {
    title,
    body,
    state,
  }: { readonly title?: string | null; readonly body?: string | null; readonly state?: 'OPEN' | 'CLOSED' | null },
): Promise<void> {
  const { pull, closedAt } = conversation
  if (state === 'OPEN' && pull.merged) throw unprocessable('Pull request is already merged')
  if (title || typeof body === 'string')
    editConversation(serverState, conversation, by, {
      ...(title && { title }),
      ...(typeof body === 'string' && { body }),
    })
  if (state === 'CLOSED' && closedAt === undefined) await close(serverState, conversation, by)
  if (state === 'OPEN' && closedAt !== undefined) await reopen(serverState, conversation, by)
}

export async function reopen(serverState: ServerState, conversation: Conversation, by: Account): Promise<void> {
  Object.assign(conversation, { closedAt: undefined, updatedAt: now(serverState) })
  await happened(serverState, conversation, 'reopened', by)
}

/** By a merge commit, which GitHub makes and signs. Documentation: "About pull request merges". */
export async function merge(serverState: ServerState, conversation: PullRequest, by: Account): Promise<string> {
  const { hosted, pull, number } = conversation
  const head = headOf(conversation)
  const before = tipOf(hosted, pull.base)
  if (before === undefined) throw notFound('Base branch was deleted')
  const tree = await hosted.git.merged(before, head)
  if (tree === undefined) throw unprocessable('Pull Request has merge conflicts')
  const message = `Merge pull request #${number} from ${pull.owner.login}/${pull.branch}\n\n${conversation.title}`
  const commit = writeCommit(serverState, hosted, { tree, parents: [before, head], author: by, message, signed: true })
  await moveBranch(serverState, hosted, { branch: pull.base, before, after: commit, by })
  pull.merged = { by, at: now(serverState), commit }
  await close(serverState, conversation, by)
  return commit
}
