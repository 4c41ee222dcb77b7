import * as z from 'zod'
import type { Host } from '../../../core/host/host.ts'
import type { Api } from '../requests/api.ts'
import { inBatches } from '../requests/batches.ts'
import type { Cache } from '../requests/cache.ts'
import { sha } from '../requests/forms.ts'
import { allPages, remembered } from '../requests/pages.ts'
import { said, saidFields, saidNode } from './said.ts'

const each = 100

const hour = 3_600_000

/** A moment that moves on but once an hour, so that the same question is asked for so long. */
const wholeHour = (moment: string) => new Date(Math.floor(Date.parse(moment) / hour) * hour).toISOString()

const comment = z.object({ node_id: z.string(), updated_at: z.string() })

const node = saidNode.extend({ issue: z.object({ number: z.number() }) })
const nodes = z.object({ nodes: z.array(z.union([node, z.null(), z.object({}).transform(() => null)])) })

/** The list says which there are; how they were edited and reacted to only GraphQL does. */
export async function saidSince(github: Api, cache: Cache, moment: string): ReturnType<Host['saidSince']> {
  const parameters = { since: wholeHour(moment), sort: 'updated', direction: 'asc' }
  const listed = await allPages(github, remembered(cache), '/repos/{owner}/{repo}/issues/comments', parameters, comment)
  const ids = listed.filter(({ updated_at: at }) => Date.parse(at) >= Date.parse(moment)).map(({ node_id: id }) => id)
  const found: Awaited<ReturnType<Host['saidSince']>>[number][] = []
  for (const some of inBatches(ids, each)) {
    const variables = { ids: ['[ID!]!', some] } as const
    const fields = `nodes(ids: $ids) { ... on IssueComment { ${saidFields} issue { number } } }`
    const answer = await github.ask(fields, nodes, { variables, mayLack: ['nodes'] })
    // One that was deleted meanwhile is nothing.
    for (const one of answer.nodes) if (one) found.push({ number: one.issue.number, said: said(one) })
  }
  return found.toSorted((one, other) => one.said.id - other.said.id)
}

const tip = z.object({ defaultBranchRef: z.object({ target: z.object({ oid: sha }) }).nullable() })

/** The tip of the default branch; `undefined`: it has no commit. */
export const defaultTip = async (github: Api): ReturnType<Host['defaultTip']> =>
  (await github.query('defaultBranchRef { target { oid } }', tip)).defaultBranchRef?.target.oid

const homeForm = z.object({
  isPrivate: z.boolean(),
  defaultBranchRef: z.object({ name: z.string(), target: z.object({ oid: sha }) }).nullable(),
})

/** The repository itself and its default branch; `undefined`: that has no commit. */
export async function home(github: Api): ReturnType<Host['home']> {
  const { isPrivate, defaultBranchRef: found } = await github.query('isPrivate defaultBranchRef { name target { oid } }', homeForm)
  return found ? { public: !isPrivate, defaultBranch: found.name, defaultTip: found.target.oid } : undefined
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
  const found = await allPages(github, remembered(cache), '/repos/{owner}/{repo}/pulls', parameters, pull)
  return found.map(({ number, head, base, updated_at: updatedAt }) => ({
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
const queue = z.object({
  mergeQueue: z.object({ entries: z.object({ nodes: z.array(z.object({ headCommit: commit, baseCommit: commit })) }) }).nullish(),
})

/** What GitHub merges at once at most is 100 (its documentation, "Managing a merge queue"). */
export async function mergeGroups(github: Api, branch: string): ReturnType<Host['mergeGroups']> {
  const fields = `mergeQueue(branch: $branch) { entries(first: ${each}) { nodes { headCommit { oid } baseCommit { oid } } } }`
  const variables = { branch: ['String', branch] } as const
  const { mergeQueue } = await github.query(fields, queue, { variables, mayLack: ['mergeQueue'] })
  return (mergeQueue?.entries.nodes ?? []).flatMap(({ headCommit: head, baseCommit: base }) =>
    head && base ? [{ head: head.oid, base: base.oid }] : [],
  )
}
