import { hour } from '../../../core/time.ts'
import * as z from 'zod'
import type { HostComment } from '../../../core/host/conversation.ts'
import type { ListedComment, MergeGroup } from '../../../core/host/overview.ts'
import type { Host } from '../../../core/host/host.ts'
import type { Api } from '../requests/api.ts'
import { inBatches } from '../requests/batches.ts'
import type { Cache } from '../requests/cache.ts'
import { sha } from '../requests/forms.ts'
import { allPages, eachPage, answerShelf } from '../requests/pages.ts'
import { commentOf, commentFields, commentNode } from './conversation.ts'

const pageSize = 100

/** The time cut to whole hours: the same query for an hour. */
const toWholeHour = (time: string) => new Date(Math.floor(Date.parse(time) / hour) * hour).toISOString()

const comment = z.object({
  id: z.number(),
  node_id: z.string(),
  issue_url: z.string(),
  user: z.object({ login: z.string(), type: z.string() }).nullable(),
  body: z.string().nullish(),
  created_at: z.string(),
  updated_at: z.string(),
})

const listedComment = ({
  id,
  node_id: node,
  issue_url: url,
  user,
  body,
  created_at: at,
  updated_at: changed,
}: z.infer<typeof comment>): ListedComment => ({
  id,
  node,
  number: Number(url.split('/').at(-1)),
  author: user?.login,
  bot: user?.type === 'Bot',
  text: body ?? '',
  at,
  changed,
})

export async function* commentsSince(github: Api, cache: Cache, time: string): ReturnType<Host['commentsSince']> {
  const parameters = { since: toWholeHour(time), sort: 'updated', direction: 'asc' }
  for await (const page of eachPage(
    github,
    answerShelf(cache),
    '/repos/{owner}/{repo}/issues/comments',
    parameters,
    comment,
  ))
    yield page.map(listedComment).filter(({ changed }) => Date.parse(changed) >= Date.parse(time))
}

const nodes = z.object({ nodes: z.array(z.union([commentNode, z.null(), z.object({}).transform(() => null)])) })

/** The list says which comments there are; how they were edited and reacted to only GraphQL does. */
export async function commentsByNode(github: Api, ids: readonly string[]): ReturnType<Host['comments']> {
  const comments: HostComment[] = []
  for (const batch of inBatches(ids, pageSize)) {
    const variables = { ids: ['[ID!]!', batch] } as const
    const answer = await github.ask(`nodes(ids: $ids) { ... on IssueComment { ${commentFields} } }`, nodes, {
      variables,
      mayLack: ['nodes'],
    })
    // One that was deleted meanwhile is nothing.
    for (const node of answer.nodes) if (node) comments.push(commentOf(node))
  }
  return comments
}

const tip = z.object({ defaultBranchRef: z.object({ target: z.object({ oid: sha }) }).nullable() })

/** The tip of the default branch; `undefined`: it has no commit. */
export const defaultTip = async (github: Api): ReturnType<Host['defaultTip']> =>
  (await github.query('defaultBranchRef { target { oid } }', tip)).defaultBranchRef?.target.oid

const defaultBranchForm = z.object({
  isPrivate: z.boolean(),
  defaultBranchRef: z.object({ name: z.string(), target: z.object({ oid: sha }) }).nullable(),
})

/** The repository itself and its default branch; `undefined`: that has no commit. */
export async function repositoryFacts(github: Api): ReturnType<Host['defaultBranch']> {
  const { isPrivate, defaultBranchRef: branch } = await github.query(
    'isPrivate defaultBranchRef { name target { oid } }',
    defaultBranchForm,
  )
  return branch ? { public: !isPrivate, defaultBranch: branch.name, defaultTip: branch.target.oid } : undefined
}

const pull = z.object({
  number: z.number(),
  head: z.object({ sha, ref: z.string(), repo: z.object({ id: z.number() }).nullable() }),
  base: z.object({ ref: z.string(), repo: z.object({ id: z.number() }) }),
  updated_at: z.string(),
})

/** All open pull requests, the oldest first. */
export async function pulls(github: Api, cache: Cache): ReturnType<Host['pulls']> {
  const parameters = { state: 'open', sort: 'created', direction: 'asc' }
  const openPulls = await allPages(github, answerShelf(cache), '/repos/{owner}/{repo}/pulls', parameters, pull)
  return openPulls.map(({ number, head, base, updated_at: updatedAt }) => ({
    number,
    head: head.sha,
    branch: head.ref,
    base: base.ref,
    // Of a fork that is gone there is nothing.
    fork: head.repo?.id !== base.repo.id,
    updatedAt,
  }))
}

const commit = z.object({ oid: sha }).nullable()

/** A merge queue, as the groups that wait in it; none where there is no queue, or it is not shown to us. */
export const queueForm = z
  .object({ entries: z.object({ nodes: z.array(z.object({ headCommit: commit, baseCommit: commit })) }) })
  .nullish()
  .transform((queue): readonly MergeGroup[] =>
    (queue?.entries.nodes ?? []).flatMap(({ headCommit: head, baseCommit: base }) =>
      head && base ? [{ head: head.oid, base: base.oid }] : [],
    ),
  )

/** GitHub merges 100 at once at most (its documentation, "Managing a merge queue"). */
export const queueFields = `entries(first: ${pageSize}) { nodes { headCommit { oid } baseCommit { oid } } }`

export async function mergeGroups(github: Api, branch: string): ReturnType<Host['mergeGroups']> {
  const variables = { branch: ['String', branch] } as const
  const form = z.object({ mergeQueue: queueForm })
  return (
    await github.query(`mergeQueue(branch: $branch) { ${queueFields} }`, form, { variables, mayLack: ['mergeQueue'] })
  ).mergeQueue
}
