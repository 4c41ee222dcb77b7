import { notFound } from '../refused.ts'
import { fullName, tipOf, type HostedRepository } from '../hosted.ts'
import { actor } from './actors.ts'
import { demand, type QueryContext } from './query-context.ts'
import { connection, type PagingArguments } from './connection.ts'
import { conversationObject } from './conversations.ts'
import { gitObject, refObject } from './objects.ts'
import { isPull } from '../changes/pulls.ts'
import { pullsOf } from '../state/conversations.ts'

interface NumberArguments {
  readonly number: number
}

interface PullsQuery extends PagingArguments {
  readonly states?: readonly ('OPEN' | 'CLOSED' | 'MERGED')[] | null
  readonly headRefName?: string | null
  readonly baseRefName?: string | null
  readonly orderBy?: { readonly field: string; readonly direction: 'ASC' | 'DESC' } | null
}

const stateOf = ({ closedAt, pull }: ReturnType<typeof pullsOf>[number]) =>
  pull.merged ? 'MERGED' : closedAt === undefined ? 'OPEN' : 'CLOSED'

function pulls(
  context: QueryContext,
  hosted: HostedRepository,
  { states, headRefName, baseRefName, orderBy, ...paging }: PullsQuery,
) {
  const found = pullsOf(hosted)
    .filter((conversation) => states?.includes(stateOf(conversation)) ?? true)
    .filter(({ pull }) => (headRefName ?? pull.branch) === pull.branch && (baseRefName ?? pull.base) === pull.base)
    .toSorted((left, right) =>
      orderBy?.field === 'UPDATED_AT' && left.updatedAt !== right.updatedAt
        ? left.updatedAt < right.updatedAt
          ? -1
          : 1
        : left.number - right.number,
    )
  return connection(orderBy?.direction === 'DESC' ? found.reverse() : found, paging, (conversation) =>
    conversationObject(context, conversation),
  )
}

interface IssuesQuery extends PagingArguments {
  readonly filterBy?: { readonly createdBy?: string | null; readonly since?: string | null } | null
  readonly states?: readonly ('OPEN' | 'CLOSED')[] | null
  readonly orderBy?: { readonly field: string; readonly direction: 'ASC' | 'DESC' } | null
}

/**
 * Documentation: "Objects", `Repository.issues`; "Input objects", `IssueFilters`: by the whole login of who opened
 * them, and by when they were changed. Pull requests are not among them.
 */
function issues(
  context: QueryContext,
  hosted: HostedRepository,
  { filterBy, states, orderBy, ...paging }: IssuesQuery,
) {
  demand(context, hosted, 'issues=read')
  const since = typeof filterBy?.since === 'string' ? Date.parse(filterBy.since) : 0
  const key = ({ updatedAt, createdAt, number }: HostedRepository['conversations'][number]) =>
    `${orderBy?.field === 'UPDATED_AT' ? updatedAt : createdAt} ${String(number).padStart(9, '0')}`
  const found = hosted.conversations
    .filter((conversation) => !isPull(conversation))
    .filter(({ author }) => (filterBy?.createdBy ?? author?.login) === author?.login)
    .filter(({ author }) => hosted.findsApps || typeof filterBy?.createdBy !== 'string' || author?.type !== 'Bot')
    .filter(({ updatedAt }) => Date.parse(updatedAt) >= since)
    .filter(({ closedAt }) => states?.includes(closedAt === undefined ? 'OPEN' : 'CLOSED') ?? true)
    .toSorted((left, right) => (key(left) < key(right) ? -1 : 1))
  return connection(orderBy?.direction === 'DESC' ? found.reverse() : found, paging, (conversation) =>
    conversationObject(context, conversation),
  )
}

/** Documentation: "Objects", "Repository". */
export function repositoryObject(context: QueryContext, hosted: HostedRepository) {
  const find = (
    number: number,
    label: string,
    fits: (conversation: HostedRepository['conversations'][number]) => boolean,
  ) => {
    const found = hosted.conversations.find((conversation) => conversation.number === number && fits(conversation))
    if (!found) throw notFound(`Could not resolve to ${label} with the number of ${number}.`)
    demand(context, hosted, found.pull ? 'pull_requests=read; issues=read' : 'issues=read')
    return conversationObject(context, found)
  }
  return {
    __typename: 'Repository',
    id: hosted.node,
    databaseId: hosted.id,
    name: hosted.repo,
    nameWithOwner: fullName(hosted),
    owner: actor(hosted.account),
    isPrivate: hosted.isPrivate,
    visibility: hosted.isPrivate ? 'PRIVATE' : 'PUBLIC',
    isFork: hosted.parent !== undefined,
    isArchived: false,
    url: hosted.url,
    parent: () => (hosted.parent ? repositoryObject(context, hosted.parent) : null),
    defaultBranchRef() {
      return tipOf(hosted, hosted.defaultBranch) === undefined ? null : refObject(context, hosted, hosted.defaultBranch)
    },
    ref({ qualifiedName }: { readonly qualifiedName: string }) {
      demand(context, hosted, 'contents=read')
      return refObject(context, hosted, qualifiedName)
    },
    object({ oid, expression }: { readonly oid?: string; readonly expression?: string }) {
      demand(context, hosted, 'contents=read')
      const found = oid ?? hosted.git.resolve(expression ?? '')
      return found === undefined ? null : gitObject(context, hosted, found)
    },
    issue: ({ number }: NumberArguments) => find(number, 'an Issue', (conversation) => !isPull(conversation)),
    pullRequest: ({ number }: NumberArguments) => find(number, 'a PullRequest', isPull),
    issueOrPullRequest: ({ number }: NumberArguments) => find(number, 'an issue or pull request', () => true),
    mergeQueue({ branch }: { readonly branch?: string | null }) {
      demand(context, hosted, 'merge_queues=read')
      const waiting = hosted.queue.filter((group) => group.branch === (branch ?? hosted.defaultBranch))
      const entries = (paging: PagingArguments) =>
        connection(waiting, paging, ({ head, base }) => ({
          __typename: 'MergeQueueEntry',
          headCommit: () => gitObject(context, hosted, head),
          baseCommit: () => gitObject(context, hosted, base),
        }))
      return { __typename: 'MergeQueue', entries }
    },
    hasIssuesEnabled: hosted.hasIssues,
    issues: (query: IssuesQuery) => issues(context, hosted, query),
    pullRequests: (query: PullsQuery) => pulls(context, hosted, query),
  }
}
