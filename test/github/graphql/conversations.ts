import { association, pageOf } from '../bodies/conversations.ts'
import { filesBetween } from '../bodies/commits.ts'
import { isPull } from '../changes/pulls.ts'
import {
  commentsOf,
  headOf,
  reactionContents,
  type Comment,
  type Conversation,
  type Pull,
  type Reaction,
} from '../state/conversations.ts'
import { tipOf } from '../hosted.ts'
import { unprocessable } from '../refused.ts'
import { actor } from './actors.ts'
import type { QueryContext } from './query-context.ts'
import { connection, type PagingArguments } from './connection.ts'

export const reactionObject = ({ node, id, content, by, at }: Reaction) => ({
  __typename: 'Reaction',
  id: node,
  databaseId: id,
  content: reactionContents[content],
  user: actor(by),
  createdAt: at,
})

/** Documentation: "Objects", "ReactionGroup": one of every kind, be there none of it. */
const reactionGroups = ({ credential }: QueryContext, reactions: readonly Reaction[]) =>
  Object.entries(reactionContents).map(([name, content]) => {
    const group = reactions.filter((reaction) => reaction.content === name)
    return {
      __typename: 'ReactionGroup',
      content,
      createdAt: group[0]?.at ?? null,
      viewerHasReacted: group.some(({ by }) => by === credential.account),
      reactors: (paging: PagingArguments) => connection(group, paging, ({ by }) => actor(by)),
    }
  })

/** What all that people say has. Documentation: "Interfaces", "Comment" and "Reactable". */
const contribution = (context: QueryContext, post: Comment | Conversation) => ({
  id: post.node,
  databaseId: post.id,
  fullDatabaseId: String(post.id),
  author: actor(post.author),
  authorAssociation: association(post.kind === 'comment' ? post.conversation.hosted : post.hosted, post.author),
  viewerDidAuthor: post.author === context.credential.account,
  body: post.body,
  bodyText: post.body,
  createdAt: post.createdAt,
  publishedAt: post.createdAt,
  updatedAt: post.updatedAt,
  reactionGroups: () => reactionGroups(context, post.reactions),
  reactions: ({ content, ...paging }: PagingArguments & { readonly content?: string | null }) =>
    connection(
      post.reactions.filter(
        (reaction) => (content ?? reactionContents[reaction.content]) === reactionContents[reaction.content],
      ),
      paging,
      reactionObject,
    ),
})

/** Documentation: "Objects", "IssueComment". */
export const commentObject = (context: QueryContext, comment: Comment) => ({
  __typename: 'IssueComment',
  ...contribution(context, comment),
  lastEditedAt: comment.edited?.at ?? null,
  editor: actor(comment.edited?.by),
  includesCreatedEdit: comment.edited !== undefined,
  isMinimized: false,
  url: `${pageOf(context.serverState, comment.conversation)}#issuecomment-${comment.id}`,
  issue: () => conversationObject(context, comment.conversation, 'Issue'),
  pullRequest: () => (isPull(comment.conversation) ? conversationObject(context, comment.conversation) : null),
  repository: () => context.show.repository(comment.conversation.hosted),
})

type PullRequest = Conversation & { readonly pull: Pull }

/** The head as it is shown. */
function shownHead({ lags }: QueryContext, conversation: PullRequest): string {
  const head = headOf(conversation)
  const pushed = lags ? conversation.pull.repository?.activity.findLast(({ after }) => after === head) : undefined
  return pushed?.before ?? head
}

/** Commits of a pull request, oldest first. */
function commitsOf(context: QueryContext, conversation: PullRequest) {
  const { hosted, pull } = conversation
  const head = shownHead(context, conversation)
  const base = (pull.merged ? hosted.git.resolve(`${pull.merged.commit}^`) : tipOf(hosted, pull.base)) ?? head
  return hosted.git.commits({ from: head, without: [base], inLines: true }).toReversed()
}

/**
 * Documentation: "Enums", `MergeableState`; "Get a pull request": it is worked out in the background on the first
 * query.
 */
async function mergeableOf(conversation: PullRequest): Promise<string> {
  const { hosted, pull, closedAt } = conversation
  const [head, base] = [headOf(conversation), tipOf(hosted, pull.base)]
  const state = `${head} ${base}`
  const isKnown = pull.mergeableAt === state
  pull.mergeableAt = state
  if (!isKnown || closedAt !== undefined || base === undefined) return 'UNKNOWN'
  return (await hosted.git.merged(base, head)) !== undefined ? 'MERGEABLE' : 'CONFLICTING'
}

/** Documentation: "Objects", "PullRequest". */
function pullPart(context: QueryContext, conversation: PullRequest) {
  const { hosted, pull } = conversation
  const { repository } = pull
  return {
    __typename: 'PullRequest',
    isDraft: false,
    merged: pull.merged !== undefined,
    mergedAt: pull.merged?.at ?? null,
    mergedBy: actor(pull.merged?.by),
    mergeCommit: () => (pull.merged ? context.show.object(hosted, pull.merged.commit) : null),
    mergeable: () => mergeableOf(conversation),
    maintainerCanModify: false,
    state: pull.merged ? 'MERGED' : conversation.closedAt === undefined ? 'OPEN' : 'CLOSED',
    headRefName: pull.branch,
    headRefOid: () => shownHead(context, conversation),
    headRef: () => (repository ? context.show.ref(repository, pull.branch) : null),
    headRepository: () => (repository ? context.show.repository(repository) : null),
    headRepositoryOwner: actor(pull.owner),
    isCrossRepository: repository !== hosted,
    baseRefName: pull.base,
    baseRefOid: () => tipOf(hosted, pull.base) ?? conversation.pull.sha,
    baseRef: () => context.show.ref(hosted, pull.base),
    baseRepository: () => context.show.repository(hosted),
    commits(paging: PagingArguments) {
      return connection(commitsOf(context, conversation), paging, (oid) => ({
        __typename: 'PullRequestCommit',
        id: `PRC_${conversation.id}_${oid}`,
        commit: () => context.show.object(hosted, oid),
      }))
    },
    timelineItems({ itemTypes, ...paging }: PagingArguments & { readonly itemTypes?: readonly string[] | null }) {
      if (itemTypes?.length !== 1 || itemTypes[0] !== 'CLOSED_EVENT')
        throw unprocessable('Only closed events are answered here.')
      const { closedAt, closedBy } = conversation
      const events =
        closedAt === undefined ? [] : [{ __typename: 'ClosedEvent', actor: actor(closedBy), createdAt: closedAt }]
      return connection(events, paging, (event) => event)
    },
    files(paging: PagingArguments) {
      const head = headOf(conversation)
      const base = tipOf(hosted, pull.base) ?? head
      const common = hosted.git.mergeBase(base, head) ?? base
      return connection(filesBetween(hosted, common, head), paging, ({ filename, status, additions, deletions }) => ({
        __typename: 'PullRequestChangedFile',
        path: filename,
        additions,
        deletions,
        changeType: status === 'removed' ? 'DELETED' : status.toUpperCase(),
      }))
    },
  }
}

/** A pull request is an issue as well when it is requested as one. Documentation: "Objects", "Issue". */
export function conversationObject(context: QueryContext, conversation: Conversation, as?: 'Issue') {
  const { hosted, number, title, locked, closedAt } = conversation
  return {
    __typename: 'Issue',
    ...contribution(context, conversation),
    number,
    title,
    locked,
    closed: closedAt !== undefined,
    closedAt: closedAt ?? null,
    state: closedAt === undefined ? 'OPEN' : 'CLOSED',
    lastEditedAt: conversation.edited?.at ?? null,
    editor: actor(conversation.edited?.by),
    url: pageOf(context.serverState, conversation),
    repository: () => context.show.repository(hosted),
    comments: (paging: PagingArguments) =>
      connection(commentsOf(conversation), paging, (comment) => commentObject(context, comment)),
    ...(isPull(conversation) && as !== 'Issue' && pullPart(context, conversation)),
  }
}
