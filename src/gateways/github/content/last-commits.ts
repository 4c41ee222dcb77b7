import * as z from 'zod'
import type { LastCommits } from '../../../core/repository.ts'
import type { Api } from '../requests/api.ts'
import { inBatches } from '../requests/batches.ts'
import { committedDate, sha } from '../requests/forms.ts'

/** Each is a history of its own to GitHub, which takes its time. */
const batchSize = 50

const histories = z.object({
  object: z.record(z.string(), z.object({ nodes: z.array(z.object({ oid: sha, committedDate })) })).nullable(),
})

/** The last commits that touched paths, by a query for every fifty of them. */
export async function lastCommits(github: Api, head: string, paths: readonly string[]): Promise<LastCommits | undefined> {
  const found = new Map<string, { readonly sha: string; readonly at: string }>()
  for (const some of inBatches(paths, batchSize)) {
    const variables = Object.fromEntries(some.map((path, index) => [`p${index}`, ['String!', path]] as const))
    const fields = some.map((_, index) => `h${index}: history(first: 1, path: $p${index}) { nodes { oid committedDate } }`)
    const query = `object(oid: $head) { ... on Commit { ${fields.join(' ')} } }`
    const { object } = await github.query(query, histories, { variables: { head: ['GitObjectID!', head], ...variables } })
    if (!object) return undefined
    for (const [index, path] of some.entries()) {
      const last = object[`h${index}`]?.nodes[0]
      if (last) found.set(path, { sha: last.oid, at: last.committedDate })
    }
  }
  return found
}
