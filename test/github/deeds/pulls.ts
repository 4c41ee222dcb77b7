import { notFound, unprocessable } from '../refused.ts'
import type { Account } from '../state/accounts.ts'
import { listCommits, writeCommit } from '../state/commits.ts'
import type { Conversation, Pull } from '../state/conversations.ts'
import { headOf, pullsOf } from '../state/conversations.ts'
import type { Hosted } from '../hosted.ts'
import { tipOf } from '../hosted.ts'
import type { World } from '../state/world.ts'
import { identify, now } from '../state/world.ts'
import { issueHappened, pullRequestHappened } from '../webhooks/happenings.ts'
import { moveBranch } from './pushes.ts'

type PullRequest = Conversation & { readonly pull: Pull }

interface Words {
  readonly title: string
  readonly body: string
  readonly by: Account
}

function converse<Part extends Pull | undefined>(world: World, hosted: Hosted, { title, body, by }: Words, pull: Part) {
  const at = now(world)
  const conversation: Conversation & { readonly pull: Part } = {
    kind: pull ? 'pull' : 'issue',
    ...identify(world, pull ? 'PR' : 'I'),
    number: hosted.conversations.length + 1,
    hosted,
    author: by,
    createdAt: at,
    title,
    body,
    updatedAt: at,
    closedAt: undefined,
    locked: false,
    reactions: [],
    pull,
  }
  hosted.conversations.push(conversation)
  world.nodes.set(conversation.node, conversation)
  return conversation
}

export async function openIssue(world: World, hosted: Hosted, words: Words): Promise<Conversation> {
  const issue = converse(world, hosted, words, undefined)
  await issueHappened(world, issue, 'opened', words.by)
  return issue
}

export interface NewPull extends Words {
  readonly head: string
  readonly base: string
  /** Default: the repository itself. */
  readonly from?: Hosted | undefined
}

/** Documentation: "REST API endpoints for pull requests", "Create a pull request"; what is refused, as its answers say. */
export async function openPull(world: World, hosted: Hosted, { head, base, from = hosted, ...words }: NewPull): Promise<PullRequest> {
  const sha = await tipOf(from, head)
  const tip = await tipOf(hosted, base)
  if (sha === undefined) throw unprocessable(`Validation Failed: PullRequest head ${head} is invalid`)
  if (tip === undefined) throw unprocessable(`Validation Failed: PullRequest base ${base} is invalid`)
  if (
    pullsOf(hosted).some(
      ({ pull, closedAt }) => closedAt === undefined && pull.repository === from && pull.branch === head && pull.base === base,
    )
  ) {
    throw unprocessable(`Validation Failed: A pull request already exists for ${from.owner}:${head}.`)
  }
  if ((await listCommits(hosted, '--max-count=1', `${tip}..${sha}`)).length === 0) {
    throw unprocessable(`Validation Failed: No commits between ${base} and ${head}`)
  }
  const opened = converse<Pull>(world, hosted, words, { repository: from, owner: from.account, branch: head, base, sha, merged: undefined })
  await hosted.git.git(['update-ref', `refs/pull/${opened.number}/head`, sha])
  await pullRequestHappened(world, opened, 'opened', words.by)
  return opened
}

export const isPull = (conversation: Conversation): conversation is PullRequest => conversation.pull !== undefined

const happened = (world: World, conversation: Conversation, action: string, by: Account): Promise<void> =>
  isPull(conversation) ? pullRequestHappened(world, conversation, action, by) : issueHappened(world, conversation, action, by)

export async function close(world: World, conversation: Conversation, by: Account): Promise<void> {
  // From now on the head stays where it is.
  if (isPull(conversation)) await headOf(conversation)
  const at = now(world)
  Object.assign(conversation, { closedAt: at, updatedAt: at })
  await happened(world, conversation, 'closed', by)
}

export async function reopen(world: World, conversation: Conversation, by: Account): Promise<void> {
  Object.assign(conversation, { closedAt: undefined, updatedAt: now(world) })
  await happened(world, conversation, 'reopened', by)
}

/** By a merge commit, which GitHub makes and signs. Documentation: "About pull request merges". */
export async function merge(world: World, conversation: PullRequest, by: Account): Promise<string> {
  const { hosted, pull, number } = conversation
  const head = await headOf(conversation)
  const before = await tipOf(hosted, pull.base)
  if (before === undefined) throw notFound('Base branch was deleted')
  const tree = (await hosted.git.git(['merge-tree', '--write-tree', before, head]).catch(() => undefined))?.toString().split('\n')[0]
  if (tree === undefined) throw unprocessable('Pull Request has merge conflicts')
  const message = `Merge pull request #${number} from ${pull.owner.login}/${pull.branch}\n\n${conversation.title}`
  const commit = await writeCommit(world, hosted, { tree, parents: [before, head], author: by, message, signed: true })
  await moveBranch(world, hosted, { branch: pull.base, before, after: commit, by })
  pull.merged = { by, at: now(world), commit }
  await close(world, conversation, by)
  return commit
}
