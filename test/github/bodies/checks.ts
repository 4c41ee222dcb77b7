import type { CheckRun, CheckSuite } from '../state/checks.ts'
import { headOf, pullsOf, type Conversation, type Pull } from '../state/conversations.ts'
import { fullName, tipOf, type HostedRepository } from '../hosted.ts'
import { readCommit } from '../state/commits.ts'
import type { ServerState } from '../state/server-state.ts'
import { appBody, htmlUrl } from './accounts.ts'

/**
 * Open pull requests with this head. Documentation: "Webhook events and payloads", `check_run`: none of those from
 * forks.
 */
function pullsAt(hosted: HostedRepository, sha: string) {
  const found: object[] = []
  const minimal = { id: hosted.id, url: hosted.url, name: hosted.repo }
  const standsThere = (conversation: Conversation & { readonly pull: Pull }) =>
    conversation.closedAt === undefined && conversation.pull.repository === hosted && headOf(conversation) === sha
  for (const conversation of pullsOf(hosted)) {
    if (!standsThere(conversation)) continue
    found.push({
      url: `${hosted.url}/pulls/${conversation.number}`,
      id: conversation.id,
      number: conversation.number,
      head: { ref: conversation.pull.branch, sha, repo: minimal },
      base: { ref: conversation.pull.base, sha: tipOf(hosted, conversation.pull.base) ?? sha, repo: minimal },
    })
  }
  return found
}

/** Documentation: "REST API endpoints for check runs", "Get a check run". */
export function checkRunBody(serverState: ServerState, run: CheckRun) {
  const { id, node, name, key, status, conclusion, startedAt, completedAt, output, annotations, suite, detailsUrl } =
    run
  const { hosted, app, sha } = suite
  const url = `${hosted.url}/check-runs/${id}`
  const page = `${htmlUrl(serverState)}/${fullName(hosted)}/runs/${id}`
  return {
    id,
    node_id: node,
    name,
    head_sha: sha,
    external_id: key,
    url,
    html_url: page,
    details_url: detailsUrl ?? page,
    status,
    conclusion: conclusion ?? null,
    started_at: startedAt ?? null,
    completed_at: completedAt ?? null,
    output: {
      title: output.title ?? null,
      summary: output.summary ?? null,
      text: output.text ?? null,
      annotations_count: annotations.length,
      annotations_url: `${url}/annotations`,
    },
    check_suite: { id: suite.id },
    app: appBody(serverState, app),
    pull_requests: pullsAt(hosted, sha),
  }
}

/** The state of a suite is that of its runs: the worst where all have ended. */
function verdict(runs: readonly CheckRun[]) {
  if (runs.length === 0) return { status: 'queued', conclusion: null }
  if (runs.some(({ status }) => status !== 'completed')) return { status: 'in_progress', conclusion: null }
  const bad = runs.find(({ conclusion = '' }) => !['success', 'neutral', 'skipped'].includes(conclusion))
  return { status: 'completed', conclusion: bad?.conclusion ?? 'success' }
}

export function checkSuiteBody(serverState: ServerState, suite: CheckSuite) {
  const { id, node, hosted, app, sha, branch, createdAt } = suite
  const runs = hosted.checkRuns.filter((run) => run.suite === suite)
  const url = `${hosted.url}/check-suites/${id}`
  const tree = hosted.git.resolve(`${sha}^{tree}`) ?? ''
  const person = { name: 'GitHub', email: 'noreply@github.com' }
  const message = readCommit(serverState, hosted, sha)?.message.trimEnd() ?? ''
  return {
    id,
    node_id: node,
    head_branch: branch ?? null,
    head_sha: sha,
    ...verdict(runs),
    url,
    before: null,
    after: sha,
    pull_requests: pullsAt(hosted, sha),
    app: appBody(serverState, app),
    created_at: createdAt,
    updated_at: createdAt,
    latest_check_runs_count: runs.length,
    check_runs_url: `${url}/check-runs`,
    rerequestable: true,
    runs_rerequestable: true,
    head_commit: { id: sha, tree_id: tree, message, timestamp: createdAt, author: person, committer: person },
  }
}
