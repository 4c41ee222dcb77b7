import * as z from 'zod'
import type { StandingCheck } from '../../core/host.ts'
import type { Api } from './api.ts'
import { sha } from './forms.ts'

const each = 100

const answer = z.object({
  check_runs: z.array(
    z.object({
      id: z.number(),
      node_id: z.string(),
      name: z.string(),
      head_sha: sha,
      external_id: z.string().nullable(),
      status: z.string(),
      conclusion: z.string().nullable(),
      started_at: z.string().nullable(),
      app: z.object({ slug: z.string().optional() }).nullable(),
    }),
  ),
})

type Run = z.infer<typeof answer>['check_runs'][number]

/** GitHub keeps this many of one name in a suite (its documentation, "Using the REST API to interact with checks"). */
const most = 1000

/** All check runs of a name on a commit, whoever made them. */
export async function standingChecks(github: Api, us: string, commit: string, name: string): Promise<readonly StandingCheck[]> {
  const runs: Run[] = []
  for (let page = 1; runs.length < most; page++) {
    const parameters = { ref: commit, check_name: name, filter: 'all', per_page: each, page }
    const { check_runs: found } = await github.get('/repos/{owner}/{repo}/commits/{ref}/check-runs', parameters, answer)
    runs.push(...found)
    if (found.length < each) break
  }
  return runs
    .toSorted((one, other) => other.id - one.id)
    .map((run) => ({
      id: run.id,
      node: run.node_id,
      name: run.name,
      sha: run.head_sha,
      key: run.external_id ?? '',
      done: run.status === 'completed',
      conclusion: run.conclusion ?? undefined,
      ours: run.app?.slug !== undefined && `${run.app.slug}[bot]` === us,
      app: run.app?.slug,
      startedAt: run.started_at ?? undefined,
    }))
}
