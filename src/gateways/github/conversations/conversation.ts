import * as z from 'zod'
import { Fault } from '../../../core/fault.ts'
import {
  type Conversation,
  reactions,
  type Reaction,
  type HostComment,
  type LedgerCommit,
  type Pull,
} from '../../../core/host/conversation.ts'
import { msg } from '../../../core/message.ts'
import type { Api } from '../requests/api.ts'
import { actor, connection, loginOf, sha, isBot } from '../requests/forms.ts'
import { commitWithFile, type FileAt } from '../content/files.ts'
import type { CacheShelf } from '../requests/cache.ts'
import { ledgerFields, ledgerNode, maxLedgerCommits, walk } from './ledger.ts'
import { mergeBaseIn, mergeBaseOf, untilMergeBase } from '../content/merge-base.ts'

const target = z.object({ target: z.object({ oid: sha }) }).nullable()

const commits = z.object({
  pageInfo: z.object({ hasPreviousPage: z.boolean(), startCursor: z.string().nullable() }),
  nodes: z.array(z.object({ commit: ledgerNode })),
})

const commitsFields = `pageInfo { hasPreviousPage startCursor } nodes { commit { ${ledgerFields} } }`

const pullShape = {
  headRefName: z.string(),
  headRefOid: sha,
  headRef: target,
  headRepository: z.object({ id: z.string() }).nullable(),
  baseRefName: z.string(),
  baseRefOid: sha,
  baseRef: z.object({ target: commitWithFile }).nullable(),
  commits,
}

/** @param file the fields of the tip of the base */
const pullFields = (
  file: string,
) => `headRefName headRefOid headRef { target { oid } } headRepository { id } baseRefName baseRefOid
  baseRef { target { oid ${file} } }
  commits(last: 100) { ${commitsFields} }`

const pullNode = z.object({ number: z.number(), ...pullShape })

type PullNode = z.infer<typeof pullNode>

/** The ports and facts with which conversations are read. */
interface ConversationContext {
  readonly github: Api
  readonly ledgerCommit: (node: z.infer<typeof ledgerNode>) => LedgerCommit
  /** By both commits. */
  readonly mergeBases: CacheShelf<string>
  /** Of the repository. */
  readonly ids: CacheShelf<string>
  /** The configuration, at the tip of the base. */
  readonly policy: FileAt
}

const earlierPage = z.object({ pullRequest: z.object({ commits }) })

/** The commits that GitHub lists, newest first, as many as are looked at, and whether these are all. */
async function listedCommits(
  { github, ledgerCommit }: ConversationContext,
  { number, commits: { nodes, pageInfo } }: PullNode,
) {
  const commitNodes = nodes.toReversed()
  let currentPage = pageInfo
  while (currentPage.hasPreviousPage && commitNodes.length < maxLedgerCommits) {
    const variables = { number: ['Int!', number], before: ['String', currentPage.startCursor] } as const
    const fields = `pullRequest(number: $number) { commits(last: 100, before: $before) { ${commitsFields} } }`
    const { commits: nextPage } = (await github.query(fields, earlierPage, { variables })).pullRequest
    commitNodes.push(...nextPage.nodes.toReversed())
    currentPage = nextPage.pageInfo
  }
  return {
    commits: commitNodes.map(({ commit }) => ledgerCommit(commit)).slice(0, maxLedgerCommits),
    isWhole: !currentPage.hasPreviousPage,
  }
}

/** The commits back to the merge base as git has them, newest first. */
async function walkedCommits(
  { github, ledgerCommit }: ConversationContext,
  head: string,
  mergeBase: string,
): Promise<readonly LedgerCommit[]> {
  // Those of the base that were merged in come between them, and are left out.
  const history = walk(github, {
    from: head,
    select: ledgerFields,
    form: ledgerNode.transform(ledgerCommit),
    each: 100,
    maxCommits: 2 * maxLedgerCommits,
  })
  const ledgerCommits: LedgerCommit[] = []
  for await (const commit of untilMergeBase(history, mergeBase)) {
    ledgerCommits.push(commit)
    if (ledgerCommits.length === maxLedgerCommits) break
  }
  return ledgerCommits
}

/** The commits of a pull request with their repositories and messages, newest first. */
async function readPull(
  context: ConversationContext,
  repositoryId: string,
  node: PullNode,
): Promise<{ readonly pull: Pull; readonly commits: readonly LedgerCommit[] }> {
  context.policy.keep(node.baseRef?.target)
  const origin = node.headRepository?.id === repositoryId ? 'repository' : 'fork'
  const branch = origin === 'repository' ? node.headRef?.target.oid : undefined
  const head = branch ?? node.headRefOid
  const tip = node.baseRef?.target.oid ?? node.baseRefOid
  const summary = (mergeBase: string, commits: readonly LedgerCommit[]) => ({
    pull: {
      head: { branch: node.headRefName, sha: head, of: origin },
      base: { branch: node.baseRefName, tip },
      mergeBase,
    } as const,
    commits,
  })

  const { commits, isWhole } = await listedCommits(context, node)
  if (commits[0]?.sha === head) {
    const mergeBase = isWhole ? mergeBaseIn(commits) : undefined
    return summary(mergeBase ?? (await mergeBaseOf(context.github, context.mergeBases, tip, head)), commits)
  }
  // A pull request learns of a push a little later than its branch. Commits made meanwhile must not be overlooked.
  const mergeBase = await mergeBaseOf(context.github, context.mergeBases, tip, head)
  return summary(mergeBase, await walkedCommits(context, head, mergeBase))
}

/** A comment's fields. Its number is larger than GraphQL's `Int`, hence not `databaseId`. */
export const commentFields = `id fullDatabaseId author { __typename login } viewerDidAuthor body createdAt updatedAt lastEditedAt editor { __typename login } reactionGroups { content viewerHasReacted }`

export const reactionContents: Readonly<Record<Reaction, string>> = {
  eyes: 'EYES',
  rocket: 'ROCKET',
  '-1': 'THUMBS_DOWN',
}

export const commentNode = z.object({
  id: z.string(),
  fullDatabaseId: z.coerce.number().int(),
  author: actor,
  viewerDidAuthor: z.boolean(),
  body: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
  lastEditedAt: z.string().nullable(),
  editor: actor,
  reactionGroups: z.array(z.object({ content: z.string(), viewerHasReacted: z.boolean() })).nullable(),
})

type CommentNode = z.infer<typeof commentNode>

export const commentOf = (node: CommentNode): HostComment => ({
  id: node.fullDatabaseId,
  node: node.id,
  author: loginOf(node.author),
  bot: isBot(node.author),
  isOwn: node.viewerDidAuthor,
  text: node.body,
  at: node.createdAt,
  edited: node.lastEditedAt !== null,
  editor: loginOf(node.editor),
  reactions: reactions.filter((reaction) =>
    node.reactionGroups?.some(
      ({ content, viewerHasReacted }) => viewerHasReacted && content === reactionContents[reaction],
    ),
  ),
})

const comments = connection(commentNode)

const conversationForm = z.object({
  id: z.string(),
  number: z.number(),
  title: z.string(),
  author: actor,
  closed: z.boolean(),
  locked: z.boolean(),
  first: comments.extend({ totalCount: z.number() }),
  last: z.object({ nodes: z.array(commentNode) }),
})

const repository = z.object({
  id: z.string(),
  isPrivate: z.boolean(),
  defaultBranchRef: z.object({ name: z.string(), target: z.object({ oid: sha }) }).nullable(),
  issueOrPullRequest: z
    .discriminatedUnion('__typename', [
      conversationForm.extend({
        __typename: z.literal('Issue'),
        repository: z.object({ defaultBranchRef: z.object({ target: commitWithFile }).nullable() }),
      }),
      conversationForm.extend({ __typename: z.literal('PullRequest'), ...pullShape }),
    ])
    .nullable(),
})

const commentsFields = `pageInfo { hasNextPage endCursor } nodes { ${commentFields} }`

/** Both ends of the comments: our sticky comment is one of the first, the comments to handle are among the last. */
const conversationFields = `id number title author { __typename login } closed locked
  first: comments(first: 50) { totalCount ${commentsFields} } last: comments(last: 50) { nodes { ${commentFields} } }`

/** @param file the fields of the commit that the policy is read from */
const fields = (
  file: string,
) => `id isPrivate defaultBranchRef { name target { oid } } issueOrPullRequest(number: $number) { __typename
  ... on Issue { ${conversationFields} repository { defaultBranchRef { target { oid ${file} } } } } ... on PullRequest { ${conversationFields} ${pullFields(file)} } }`

const moreCommentsForm = z.object({ issueOrPullRequest: z.object({ comments }) })
const moreComments = `comments(first: 100, after: $after) { ${commentsFields} }`
const moreCommentsFields = `issueOrPullRequest(number: $number) { ... on Issue { ${moreComments} } ... on PullRequest { ${moreComments} } }`

/** All comments; those in between are queried only where there are any. */
async function allComments(
  github: Api,
  { number, first, last }: z.infer<typeof conversationForm>,
): Promise<Iterable<CommentNode>> {
  const nodesById = new Map([...first.nodes, ...last.nodes].map((node) => [node.id, node]))
  for (let { pageInfo } = first; pageInfo.hasNextPage && nodesById.size < first.totalCount;) {
    const variables = { number: ['Int!', number], after: ['String', pageInfo.endCursor] } as const
    const page = (await github.query(moreCommentsFields, moreCommentsForm, { variables })).issueOrPullRequest.comments
    for (const node of page.nodes) nodesById.set(node.id, node)
    ;({ pageInfo } = page)
  }
  return nodesById.values()
}

/** Reads a pull request or an issue: by one query, unless it is very long or GitHub's own lists lag behind. */
export async function readConversation(
  context: ConversationContext,
  number: number,
  ids: readonly number[],
): Promise<Conversation | undefined> {
  const { github, policy } = context
  const variables = { number: ['Int!', number], ...policy.variables } as const
  const options = { variables, mayLack: ['issueOrPullRequest'], mustTell: Object.keys(policy.variables) }
  const {
    id,
    isPrivate,
    defaultBranchRef,
    issueOrPullRequest: node,
  } = await github.query(fields(policy.fields), repository, options)
  context.ids.set('', id)
  if (!node) return undefined
  if (node.__typename === 'Issue') policy.keep(node.repository.defaultBranchRef?.target)
  if (!defaultBranchRef) throw new Fault(msg`The repository has no commit on its default branch yet.`)

  const commentNodes = [...(await allComments(context.github, node))].filter(
    (comment) => comment.viewerDidAuthor || ids.includes(comment.fullDatabaseId),
  )
  const { pull, commits } =
    node.__typename === 'PullRequest' ? await readPull(context, id, node) : { pull: undefined, commits: [] }
  return {
    number: node.number,
    node: node.id,
    title: node.title,
    author: loginOf(node.author),
    open: !node.closed,
    locked: node.locked,
    repository: { public: !isPrivate, defaultBranch: defaultBranchRef.name, defaultTip: defaultBranchRef.target.oid },
    pull,
    commits,
    comments: commentNodes.map(commentOf).toSorted((a, b) => a.id - b.id),
  }
}
