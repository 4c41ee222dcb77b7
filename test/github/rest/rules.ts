import { accountBody } from '../bodies/accounts.ts'
import { notFound } from '../refused.ts'
import { fullName } from '../hosted.ts'
import { ok, type Answer, type RepositoryQuestion, type RepositoryRoute } from './route.ts'

/**
 * Documentation: "REST API endpoints for repositories", "List repository activities": newest first, cursors in the
 * `Link` header.
 */
function activity({ serverState, repository, parameters, url }: RepositoryQuestion): Answer {
  const { ref, actor, activity_type: type, direction = 'desc', per_page: size = '30', after } = parameters
  const found = repository.activity
    .filter((entry) => ref === undefined || entry.branch === ref.replace('refs/heads/', ''))
    .filter(
      (entry) => (actor === undefined || entry.actor.login === actor) && (type === undefined || entry.type === type),
    )
  const sorted = direction === 'desc' ? found.toReversed() : found
  const from = after === undefined ? 0 : sorted.findIndex(({ id }) => String(id) === after) + 1
  const shown = sorted.slice(from, from + Number(size))
  const address = new URL(url)
  address.searchParams.set('after', String(shown.at(-1)?.id))
  const body = shown.map((entry) => ({
    id: entry.id,
    node_id: Buffer.from(`Activity:${entry.id}`).toString('base64'),
    before: entry.before,
    after: entry.after,
    ref: `refs/heads/${entry.branch}`,
    timestamp: entry.at,
    activity_type: entry.type,
    actor: accountBody(serverState, entry.actor),
  }))
  return { ...ok(body), headers: from + shown.length < sorted.length ? { link: `<${address.href}>; rel="next"` } : {} }
}

/** Documentation: "REST API endpoints for rules", "Get rules for a branch": those of rulesets alone. */
function rules({ repository, parameters }: RepositoryQuestion): Answer {
  const rule = repository.rules.get(parameters['branch'] ?? '')
  if (rule?.by !== 'ruleset' || !rule.pullRequest) return ok([])
  const approvals = {
    dismiss_stale_reviews_on_push: false,
    require_code_owner_review: false,
    require_last_push_approval: rule.pullRequest.lastPushApproval,
    required_approving_review_count: 1,
    required_review_thread_resolution: false,
  }
  const source = { ruleset_source_type: 'Repository', ruleset_source: fullName(repository), ruleset_id: repository.id }
  return ok([{ type: 'pull_request', parameters: approvals, ...source }])
}

/** Documentation: "REST API endpoints for protected branches", "Get branch protection". */
function protection({ repository, parameters }: RepositoryQuestion): Answer {
  const branch = parameters['branch'] ?? ''
  const rule = repository.rules.get(branch)
  if (rule?.by !== 'protection') throw notFound('Branch not protected')
  const url = `${repository.url}/branches/${encodeURIComponent(branch)}/protection`
  const reviews = rule.pullRequest && {
    required_pull_request_reviews: {
      url: `${url}/required_pull_request_reviews`,
      dismiss_stale_reviews: false,
      require_code_owner_reviews: false,
      required_approving_review_count: 1,
      require_last_push_approval: rule.pullRequest.lastPushApproval,
    },
  }
  return ok({ url, ...reviews, enforce_admins: { url: `${url}/enforce_admins`, enabled: true } })
}

export const ruleRoutes: Readonly<Record<string, RepositoryRoute>> = {
  'GET /repos/{owner}/{repo}/activity': { permission: 'contents=read', answer: activity },
  'GET /repos/{owner}/{repo}/rules/branches/{branch}': { permission: 'metadata=read', answer: rules },
  'GET /repos/{owner}/{repo}/branches/{branch}/protection': { permission: 'administration=read', answer: protection },
}
