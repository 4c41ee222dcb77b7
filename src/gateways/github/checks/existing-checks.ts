import * as z from 'zod'
import type { ExistingCheck } from '../../../core/host/check-run.ts'
import type { Api } from '../requests/api.ts'
import { sha } from '../requests/forms.ts'

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
