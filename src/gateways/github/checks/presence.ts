import * as z from 'zod'
import type { Host } from '../../../core/host/host.ts'
import type { Api } from '../requests/api.ts'

const presenceForm = z.object({
  checkSuites: z
    .object({ nodes: z.array(z.object({ createdAt: z.string(), app: z.object({ slug: z.string() }).nullable() }).nullable()) })
    .nullable(),
})

const presence = z.object({
  defaultBranchRef: z.object({ target: z.object({ history: z.object({ nodes: z.array(presenceForm) }) }) }).nullable(),
  pullRequests: z.object({ nodes: z.array(z.object({ commits: z.object({ nodes: z.array(z.object({ commit: presenceForm })) }) })) }),
})

const suites = 'checkSuites(first: 20) { nodes { createdAt app { slug } } }'

const fields = `defaultBranchRef { target { ... on Commit { history(first: 50) { nodes { ${suites} } } } } }
  pullRequests(states: [OPEN], first: 50, orderBy: { field: UPDATED_AT, direction: DESC }) { nodes {
    commits(last: 1) { nodes { commit { ${suites} } } } } }`

/**
 * GitHub opens a check suite for every push, for each app that may write checks then (its documentation, "Using the REST API to interact
 * with checks", "About check suites"): its time is evidence that no one else can make, and needs no memory of its own.
 */
export async function presentSince(github: Api, us: string): ReturnType<Host['presentSince']> {
  const { defaultBranchRef, pullRequests } = await github.query(fields, presence)
  const commits = [
    ...(defaultBranchRef?.target.history.nodes ?? []),
    ...pullRequests.nodes.flatMap((pull) => pull.commits.nodes.map(({ commit }) => commit)),
  ]
  const ours = commits.flatMap(({ checkSuites }) =>
    (checkSuites?.nodes ?? []).flatMap((suite) => (suite?.app && `${suite.app.slug}[bot]` === us ? [suite.createdAt] : [])),
  )
  return ours.toSorted((one, other) => Date.parse(one) - Date.parse(other))[0]
}
