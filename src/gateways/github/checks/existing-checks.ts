import * as z from 'zod'
import type { ExistingCheck, Heartbeat } from '../../../core/host/check-run.ts'
import type { Api } from '../requests/api.ts'
import { sha, nodes } from '../requests/forms.ts'
import type { Host } from '../../../core/host/host.ts'

const heartbeatRun = z.object({ externalId: z.string().nullish(), completedAt: z.string().nullish() })
const heartbeatSuite = z.object({ app: z.object({ slug: z.string() }).nullish(), checkRuns: nodes(heartbeatRun) })

/** The fields of a commit; all commits before it are included. */
export const heartbeatFields = (name: string): string => `history(first: 50) { nodes {
  checkSuites(first: 5, filterBy: { checkName: "${name}" }) { nodes { app { slug }
    checkRuns(first: 5, filterBy: { checkName: "${name}" }) { nodes { externalId completedAt } } } } } }`

/** The answer: the concluded check runs, each with the app that made it. */
export const heartbeatForm = z.object({
  history: nodes(z.object({ checkSuites: nodes(heartbeatSuite) })).transform((commits) =>
    commits.flatMap(({ checkSuites }) =>
      checkSuites.flatMap(({ app, checkRuns }) =>
        checkRuns.flatMap(({ externalId, completedAt }) => (completedAt ? [{ app: app?.slug, key: externalId ?? '', completedAt }] : [])),
      ),
    ),
  ),
})

const heartbeatAnswer = z.object({ defaultBranchRef: z.object({ target: heartbeatForm.nullish() }).nullable() })

/** The concluded check runs of a name on the last commits of the default branch, of every app. One request. */
export async function heartbeats(github: Api, us: string, name: string): Promise<readonly Heartbeat[]> {
  const { defaultBranchRef } = await github.query(
    `defaultBranchRef { target { ... on Commit { ${heartbeatFields(name)} } } }`,
    heartbeatAnswer,
  )
  return (defaultBranchRef?.target?.history ?? []).map(({ app, key }) => ({ key, ours: app !== undefined && `${app}[bot]` === us }))
}

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

const each = 100

const run = z.object({
  id: z.number(),
  node_id: z.string(),
  name: z.string(),
  head_sha: sha,
  external_id: z.string().nullable(),
  status: z.string(),
  conclusion: z.string().nullable(),
  started_at: z.string().nullable(),
  app: z.object({ slug: z.string().optional() }).nullable(),
})

const answer = z.object({ check_runs: z.array(run) })

type Run = z.infer<typeof run>

const existingCheck = (found: Run, us: string): ExistingCheck => ({
  id: found.id,
  node: found.node_id,
  name: found.name,
  sha: found.head_sha,
  key: found.external_id ?? '',
  done: found.status === 'completed',
  conclusion: found.conclusion ?? undefined,
  ours: found.app?.slug !== undefined && `${found.app.slug}[bot]` === us,
  app: found.app?.slug,
  startedAt: found.started_at ?? undefined,
})

/** A check run by its number. */
export async function readCheck(github: Api, us: string, id: number): Promise<ExistingCheck | undefined> {
  const found = await github.find('/repos/{owner}/{repo}/check-runs/{check_run_id}', { check_run_id: id }, run, [404])
  return found && existingCheck(found, us)
}

/** GitHub keeps this many of one name in a suite (its documentation, "Using the REST API to interact with checks"). */
const maxRuns = 1000

/** All check runs of a name on a commit, of every app. */
export async function readChecks(github: Api, us: string, commit: string, name: string): Promise<readonly ExistingCheck[]> {
  const runs: Run[] = []
  for (let page = 1; runs.length < maxRuns; page++) {
    const parameters = { ref: commit, check_name: name, filter: 'all', per_page: each, page }
    const { check_runs: found } = await github.get('/repos/{owner}/{repo}/commits/{ref}/check-runs', parameters, answer)
    runs.push(...found)
    if (found.length < each) break
  }
  return runs.toSorted((one, other) => other.id - one.id).map((found) => existingCheck(found, us))
}
