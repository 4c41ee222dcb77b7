import * as z from 'zod'
import type { Heartbeat } from '../../../core/host/check-run.ts'
import type { Api } from '../requests/api.ts'
import { nodes } from '../requests/forms.ts'

const run = z.object({ externalId: z.string().nullish(), completedAt: z.string().nullish() })
const suite = z.object({ app: z.object({ slug: z.string() }).nullish(), checkRuns: nodes(run) })

/** The fields of a commit; all commits before it are included. */
export const heartbeatFields = (name: string): string => `history(first: 50) { nodes {
  checkSuites(first: 5, filterBy: { checkName: "${name}" }) { nodes { app { slug }
    checkRuns(first: 5, filterBy: { checkName: "${name}" }) { nodes { externalId completedAt } } } } } }`

/** The answer: the concluded check runs, each with the app that made it. */
export const heartbeatForm = z.object({
  history: nodes(z.object({ checkSuites: nodes(suite) })).transform((commits) =>
    commits.flatMap(({ checkSuites }) =>
      checkSuites.flatMap(({ app, checkRuns }) =>
        checkRuns.flatMap(({ externalId, completedAt }) => (completedAt ? [{ app: app?.slug, key: externalId ?? '', completedAt }] : [])),
      ),
    ),
  ),
})

const answer = z.object({ defaultBranchRef: z.object({ target: heartbeatForm.nullish() }).nullable() })

/** The concluded check runs of a name on the last commits of the default branch, of every app. One request. */
export async function heartbeats(github: Api, us: string, name: string): Promise<readonly Heartbeat[]> {
  const { defaultBranchRef } = await github.query(`defaultBranchRef { target { ... on Commit { ${heartbeatFields(name)} } } }`, answer)
  return (defaultBranchRef?.target?.history ?? []).map(({ app, key }) => ({ key, ours: app !== undefined && `${app}[bot]` === us }))
}
