import * as z from 'zod'
import { inBatches } from '../requests/batches.ts'
import type { CheckRun, Annotation, ExistingCheck, Heartbeat } from '../../../core/host/check-run.ts'
import { beginning, cut } from '../../../render/fit.ts'
import type { Severity } from '../../../core/diagnostic.ts'
import type { Api } from '../requests/api.ts'
import { connection, sha, nodes } from '../requests/forms.ts'
import type { Host } from '../../../core/host/host.ts'

/**
 * GitHub's documentation, "REST API endpoints for check runs": 255 characters, and 64 KB, of which a character takes at
 * most three bytes.
 */
const maxCharacters = { title: 255, message: 21_000 }

const levels: Readonly<Record<Severity, string>> = { error: 'FAILURE', warning: 'WARNING', notice: 'NOTICE' }

/** GraphQL's `CheckAnnotationData`. */
interface AnnotationData {
  readonly path: string
  readonly annotationLevel: string
  readonly location: Readonly<
    Record<'startLine' | 'endLine', number> & Record<'startColumn' | 'endColumn', number | undefined>
  >
  readonly title: string
  readonly message: string
}

/** An annotation in the form of GraphQL, cut to the limits of GitHub. */
const annotationData = ({
  path,
  severity,
  line,
  endLine,
  column,
  endColumn,
  title,
  message,
}: Annotation): AnnotationData => ({
  path,
  annotationLevel: levels[severity],
  location: { startLine: line, endLine, startColumn: column, endColumn },
  title: beginning(title, maxCharacters.title),
  message: beginning(message, maxCharacters.message),
})

const existingAnnotation = z.object({
  path: z.string(),
  title: z.string().nullable(),
  message: z.string(),
  location: z.object({ start: z.object({ line: z.number() }) }),
})

const page = z.object({ node: z.object({ annotations: connection(existingAnnotation) }) })

const annotationFields = `node(id: $check) { ... on CheckRun { annotations(first: 100, after: $after) {
  pageInfo { hasNextPage endCursor } nodes { path title message location { start { line } } } } } }`

const keyOf = (path: string, line: number, title: string | null, message: string) =>
  JSON.stringify([path, line, title ?? '', message])

/**
 * Leaves out annotations that the check run already has: GitHub adds annotations to those before, also when a request
 * is repeated.
 */
export async function withoutExisting(
  github: Api,
  check: string,
  annotations: readonly AnnotationData[],
): Promise<readonly AnnotationData[]> {
  const knownKeys = new Set<string>()
  for (let cursor: string | null | undefined = null; cursor !== undefined;) {
    const variables = { check: ['ID!', check], after: ['String', cursor] } as const
    const response: z.infer<typeof page> = await github.ask(annotationFields, page, { variables })
    const { nodes, pageInfo } = response.node.annotations
    for (const { path, location, title, message } of nodes)
      knownKeys.add(keyOf(path, location.start.line, title, message))
    cursor = pageInfo.hasNextPage ? pageInfo.endCursor : undefined
  }
  return annotations.filter(
    ({ path, location, title, message }) => !knownKeys.has(keyOf(path, location.startLine, title, message)),
  )
}

/**
 * Limits of GitHub's documentation, "REST API endpoints for check runs", in characters; `annotations` in one request.
 */
const limits = { title: 255, summary: 65_535, annotations: 50, label: 20, description: 40 }

/** The common part of GraphQL's inputs for creating and for updating a check run. */
export interface CheckRunInput {
  readonly repositoryId: string
  readonly output: { readonly title: string; readonly summary: string; readonly annotations: readonly AnnotationData[] }
  readonly [field: string]: unknown
}

/**
 * The content of a check run, in as many parts as its annotations need: GitHub adds the annotations of each part to
 * those before. The first part has everything else, so that the verdict is shown even if the others fail.
 */
export function checkRunInputs(run: CheckRun, repositoryId: string): readonly [CheckRunInput, ...CheckRunInput[]] {
  const output = { title: beginning(run.title, limits.title), summary: cut(run.summary, limits.summary) }
  const part = (annotations: CheckRun['annotations']): CheckRunInput => ({
    repositoryId,
    output: { ...output, annotations: annotations.map(annotationData) },
  })
  const [firstBatch = [], ...otherBatches] = inBatches(run.annotations, limits.annotations)
  const first = {
    ...part(firstBatch),
    name: run.name,
    externalId: run.key,
    ...(run.conclusion ? { status: 'COMPLETED', conclusion: run.conclusion.toUpperCase() } : { status: 'IN_PROGRESS' }),
    actions: run.buttons.map(({ label, description, identifier }) => ({
      label: beginning(label, limits.label),
      description: beginning(description, limits.description),
      identifier,
    })),
  }
  return [first, ...otherBatches.map(part)]
}

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
        checkRuns.flatMap(({ externalId, completedAt }) =>
          completedAt ? [{ app: app?.slug, key: externalId ?? '', completedAt }] : [],
        ),
      ),
    ),
  ),
})

const heartbeatAnswer = z.object({ defaultBranchRef: z.object({ target: heartbeatForm.nullish() }).nullable() })

/** The concluded check runs of a name on the last commits of the default branch, of every app. One request. */
export async function heartbeats(github: Api, ownLogin: string, name: string): Promise<readonly Heartbeat[]> {
  const { defaultBranchRef } = await github.query(
    `defaultBranchRef { target { ... on Commit { ${heartbeatFields(name)} } } }`,
    heartbeatAnswer,
  )
  return (defaultBranchRef?.target?.history ?? []).map(({ app, key }) => ({
    key,
    isOwn: app !== undefined && `${app}[bot]` === ownLogin,
  }))
}

const presenceForm = z.object({
  checkSuites: z
    .object({
      nodes: z.array(z.object({ createdAt: z.string(), app: z.object({ slug: z.string() }).nullable() }).nullable()),
    })
    .nullable(),
})

const presence = z.object({
  defaultBranchRef: z.object({ target: z.object({ history: z.object({ nodes: z.array(presenceForm) }) }) }).nullable(),
  pullRequests: z.object({
    nodes: z.array(z.object({ commits: z.object({ nodes: z.array(z.object({ commit: presenceForm })) }) })),
  }),
})

const suites = 'checkSuites(first: 20) { nodes { createdAt app { slug } } }'

const presenceFields = `defaultBranchRef { target { ... on Commit { history(first: 50) { nodes { ${suites} } } } } }
  pullRequests(states: [OPEN], first: 50, orderBy: { field: UPDATED_AT, direction: DESC }) { nodes {
    commits(last: 1) { nodes { commit { ${suites} } } } } }`

/**
 * GitHub opens a check suite for every push, for each app that may write checks then (its documentation, "Using the
 * REST API to interact with checks", "About check suites"): its time is evidence that no one else can make, and needs
 * no memory of its own.
 */
export async function presentSince(github: Api, ownLogin: string): ReturnType<Host['presentSince']> {
  const { defaultBranchRef, pullRequests } = await github.query(presenceFields, presence)
  const commits = [
    ...(defaultBranchRef?.target.history.nodes ?? []),
    ...pullRequests.nodes.flatMap((pull) => pull.commits.nodes.map(({ commit }) => commit)),
  ]
  const ownTimes = commits.flatMap(({ checkSuites }) =>
    (checkSuites?.nodes ?? []).flatMap((suite) =>
      suite?.app && `${suite.app.slug}[bot]` === ownLogin ? [suite.createdAt] : [],
    ),
  )
  return ownTimes.toSorted((a, b) => Date.parse(a) - Date.parse(b))[0]
}

const perPage = 100

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

const existingCheck = (checkRun: Run, ownLogin: string): ExistingCheck => ({
  id: checkRun.id,
  node: checkRun.node_id,
  name: checkRun.name,
  sha: checkRun.head_sha,
  key: checkRun.external_id ?? '',
  isCompleted: checkRun.status === 'completed',
  conclusion: checkRun.conclusion ?? undefined,
  isOwn: checkRun.app?.slug !== undefined && `${checkRun.app.slug}[bot]` === ownLogin,
  app: checkRun.app?.slug,
  startedAt: checkRun.started_at ?? undefined,
})

export async function readCheck(github: Api, ownLogin: string, id: number): Promise<ExistingCheck | undefined> {
  const response = await github.find(
    '/repos/{owner}/{repo}/check-runs/{check_run_id}',
    { check_run_id: id },
    run,
    [404],
  )
  return response && existingCheck(response, ownLogin)
}

/** GitHub keeps this many of one name in a suite (its documentation, "Using the REST API to interact with checks"). */
const maxRuns = 1000

/** All check runs of a name on a commit, of every app. */
export async function readChecks(
  github: Api,
  ownLogin: string,
  commit: string,
  name: string,
): Promise<readonly ExistingCheck[]> {
  const runs: Run[] = []
  for (let page = 1; runs.length < maxRuns; page++) {
    const parameters = { ref: commit, check_name: name, filter: 'all', per_page: perPage, page }
    const { check_runs: pageRuns } = await github.get(
      '/repos/{owner}/{repo}/commits/{ref}/check-runs',
      parameters,
      answer,
    )
    runs.push(...pageRuns)
    if (pageRuns.length < perPage) break
  }
  return runs.toSorted((a, b) => b.id - a.id).map((checkRun) => existingCheck(checkRun, ownLogin))
}
