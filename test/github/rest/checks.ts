import { checkRunBody, checkSuiteBody } from '../bodies/checks.ts'
import { repositoryBody } from '../bodies/repositories.ts'
import { createRun, updateRun, type CheckWords } from '../changes/checks.ts'
import { notFound } from '../refused.ts'
import type { CheckRun } from '../state/checks.ts'
import { commitOf } from '../hosted.ts'
import { ok, page, pageOf, type Answer, type RepositoryQuestion, type RepositoryRoute } from './route.ts'

function runOf({ repository, parameters }: RepositoryQuestion): CheckRun {
  const found = repository.checkRuns.find(({ id }) => id === Number(parameters['check_run_id']))
  if (!found) throw notFound()
  return found
}

function shaOf({ repository, parameters }: RepositoryQuestion): string {
  const sha = commitOf(repository, parameters['ref'] ?? '')
  if (sha === undefined) throw notFound()
  return sha
}

async function create({ serverState, repository, credential, sent }: RepositoryQuestion): Promise<Answer> {
  if (!credential) throw notFound()
  const { head_sha: sha, ...words } = sent as CheckWords & { readonly name: string; readonly head_sha: string }
  return ok(checkRunBody(serverState, await createRun(serverState, repository, credential, sha, words)), 201)
}

async function update(question: RepositoryQuestion): Promise<Answer> {
  const { serverState, credential, sent } = question
  const run = runOf(question)
  if (!credential) throw notFound()
  await updateRun(serverState, run, credential, sent as CheckWords)
  return ok(checkRunBody(serverState, run))
}

/**
 * Documentation: "REST API endpoints for check runs", "List check runs for a Git reference": newest first; `latest` of
 * a name by default.
 */
function list(question: RepositoryQuestion): Answer {
  const { serverState, repository, parameters } = question
  const sha = shaOf(question)
  const { check_name: name, status, app_id: app, filter = 'latest' } = parameters
  const found = repository.checkRuns
    .filter(({ suite }) => suite.sha === sha && (app === undefined || suite.app.id === Number(app)))
    .filter((run) => (name === undefined || run.name === name) && (status === undefined || run.status === status))
    .reverse()
  const first = (run: CheckRun) =>
    found.find((otherRun) => otherRun.name === run.name && otherRun.suite === run.suite) === run
  const shown = filter === 'all' ? found : found.filter(first)
  const { items, headers } = page(question, shown)
  const runs = items.map((run) => checkRunBody(serverState, run))
  return { status: 200, headers, body: { total_count: shown.length, check_runs: runs } }
}

/** Documentation: "REST API endpoints for check suites", "List check suites for a Git reference". */
function suites(question: RepositoryQuestion): Answer {
  const { serverState, repository, parameters } = question
  const sha = shaOf(question)
  const found = repository.checkSuites.filter(
    (suite) =>
      suite.sha === sha && (parameters['app_id'] === undefined || suite.app.id === Number(parameters['app_id'])),
  )
  const { items, headers } = page(question, found)
  const bodies = items.map((suite) => ({
    ...checkSuiteBody(serverState, suite),
    repository: repositoryBody(serverState, repository),
  }))
  return { status: 200, headers, body: { total_count: found.length, check_suites: bodies } }
}

/** Documentation: "REST API endpoints for check runs", "List check run annotations". */
function annotations(question: RepositoryQuestion): Promise<Answer> {
  const run = runOf(question)
  const { hosted, sha } = run.suite
  return pageOf(question, run.annotations, (annotation) => ({
    start_column: null,
    end_column: null,
    title: null,
    raw_details: null,
    ...annotation,
    blob_href: `${hosted.url}/blob/${sha}/${encodeURIComponent(annotation.path)}`,
  }))
}

export const checkRoutes: Readonly<Record<string, RepositoryRoute>> = {
  'POST /repos/{owner}/{repo}/check-runs': { permission: 'checks=write', answer: create },
  'PATCH /repos/{owner}/{repo}/check-runs/{check_run_id}': { permission: 'checks=write', answer: update },
  'GET /repos/{owner}/{repo}/check-runs/{check_run_id}': {
    permission: 'checks=read',
    answer: (question) => ok(checkRunBody(question.serverState, runOf(question))),
  },
  'GET /repos/{owner}/{repo}/check-runs/{check_run_id}/annotations': { permission: 'checks=read', answer: annotations },
  'GET /repos/{owner}/{repo}/commits/{ref}/check-runs': { permission: 'checks=read', answer: list },
  'GET /repos/{owner}/{repo}/commits/{ref}/check-suites': { permission: 'checks=read', answer: suites },
}
