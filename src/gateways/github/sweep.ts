import * as z from 'zod'
import type { Host } from '../../core/host.ts'
import type { Api } from './api.ts'
import type { Cache, Shelf } from './cache.ts'
import { sha } from './forms.ts'
import { said, saidFields, saidNode } from './said.ts'

const each = 100

/** An answer that may still be the same when it is asked for again, which costs nothing then. */
interface Remembered {
  readonly etag: string
  readonly answer: unknown
}

const remembered = (cache: Cache): Shelf<Remembered> => cache.shelf('answer', ({ answer }) => 2 * JSON.stringify(answer).length)

/** All pages of a list, each only sent where it is another than the last time (GitHub's documentation, "Use conditional requests"). */
async function allPages<Item>(
  github: Api,
  known: Shelf<Remembered>,
  url: string,
  parameters: Readonly<Record<string, string>>,
  item: z.ZodType<Item>,
): Promise<readonly Item[]> {
  const found: Item[] = []
  const form = z.array(item)
  for (let page = 1; ; page++) {
    const key = JSON.stringify([url, parameters, page])
    const before = known.get(key)
    const fresh = await github.revisit(url, { ...parameters, per_page: each, page }, form, before?.etag)
    const items = fresh ? fresh.answer : form.parse(before?.answer)
    const etag = fresh?.headers['etag']
    if (fresh && etag !== undefined) known.set(key, { etag: String(etag), answer: fresh.answer })
    found.push(...items)
    if (items.length < each) return found
  }
}

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
  for (let start = 0; start < ids.length; start += each) {
    const variables = { ids: ['[ID!]!', ids.slice(start, start + each)] } as const
    const fields = `nodes(ids: $ids) { ... on IssueComment { ${saidFields} issue { number } } }`
    const answer = await github.ask(fields, nodes, { variables, mayLack: ['nodes'] })
    // One that was deleted meanwhile is nothing.
    for (const one of answer.nodes) if (one) found.push({ number: one.issue.number, said: said(one) })
  }
  return found.toSorted((one, other) => one.said.id - other.said.id)
}

const tip = z.object({ defaultBranchRef: z.object({ target: z.object({ oid: sha }) }).nullable() })

export const defaultTip = async (github: Api): ReturnType<Host['defaultTip']> =>
  (await github.query('defaultBranchRef { target { oid } }', tip)).defaultBranchRef?.target.oid

const pull = z.object({
  number: z.number(),
  head: z.object({ sha, ref: z.string() }),
  base: z.object({ ref: z.string() }),
  updated_at: z.string(),
})

export async function pulls(github: Api, cache: Cache): ReturnType<Host['pulls']> {
  const parameters = { state: 'open', sort: 'created', direction: 'asc' }
  const found = await allPages(github, remembered(cache), '/repos/{owner}/{repo}/pulls', parameters, pull)
  return found.map(({ number, head, base, updated_at: updatedAt }) => ({
    number,
    head: head.sha,
    branch: head.ref,
    base: base.ref,
    updatedAt,
  }))
}
