import { filesBetween } from '../bodies/commits.ts'
import { fullPullBody, pullBody } from '../bodies/conversations.ts'
import { isPull, openPull } from '../changes/pulls.ts'
import { notFound, unprocessable } from '../refused.ts'
import { headOf, pullsOf } from '../state/conversations.ts'
import { tipOf } from '../hosted.ts'
import { conversationOf, senderOf } from './issues.ts'
import { ok, pageOf, type Answer, type RepositoryQuestion, type RepositoryRoute } from './route.ts'

function pullOf(question: RepositoryQuestion) {
  const found = conversationOf(question)
  if (!isPull(found)) throw notFound()
  return found
}

/** Documentation: "REST API endpoints for pull requests", "List pull requests"; open ones, newest first, by default. */
function list(question: RepositoryQuestion): Promise<Answer> {
  const {
    state = 'open',
    head,
    base,
    sort = 'created',
    direction = sort === 'created' ? 'desc' : 'asc',
  } = question.parameters
  const found = pullsOf(question.repository)
    .filter(({ closedAt }) => state === 'all' || (closedAt === undefined) === (state === 'open'))
    .filter(({ pull }) => base === undefined || pull.base === base)
    .filter(({ pull }) => head === undefined || `${pull.owner.login}:${pull.branch}` === head)
    .toSorted((left, right) =>
      sort === 'updated' && left.updatedAt !== right.updatedAt
        ? left.updatedAt < right.updatedAt
          ? -1
          : 1
        : left.number - right.number,
    )
  return pageOf(question, direction === 'desc' ? found.reverse() : found, (conversation) =>
    pullBody(question.serverState, conversation),
  )
}

/** Documentation: the same, "Create a pull request": `head` may name whose branch it is. */
async function create(question: RepositoryQuestion): Promise<Answer> {
  const { serverState, repository } = question
  const sent = question.sent as {
    readonly title?: string
    readonly head: string
    readonly base: string
    readonly body?: string
  }
  const [owner, head] = sent.head.includes(':') ? sent.head.split(':') : [repository.owner, sent.head]
  const from = [repository, ...serverState.repositories.filter(({ parent }) => parent === repository)].find(
    (candidate) => candidate.owner === owner,
  )
  if (!from) throw unprocessable(`Validation Failed: PullRequest head ${sent.head} is invalid`)
  const words = { title: sent.title ?? '', body: sent.body ?? '', by: senderOf(question) }
  return ok(
    fullPullBody(
      serverState,
      await openPull(serverState, repository, { ...words, head: head ?? '', base: sent.base, from }),
    ),
    201,
  )
}

/** Documentation: the same, "List pull requests files"; 3,000 at most. */
async function files(question: RepositoryQuestion): Promise<Answer> {
  const pull = pullOf(question)
  const head = headOf(pull)
  const base = tipOf(pull.hosted, pull.pull.base) ?? head
  const common = pull.hosted.git.mergeBase(base, head) ?? base
  return pageOf(question, filesBetween(pull.hosted, common, head), (file) => file)
}

export const pullRoutes: Readonly<Record<string, RepositoryRoute>> = {
  'GET /repos/{owner}/{repo}/pulls': { permission: 'pull_requests=read', answer: list },
  'POST /repos/{owner}/{repo}/pulls': { permission: 'pull_requests=write', answer: create },
  'GET /repos/{owner}/{repo}/pulls/{pull_number}': {
    permission: 'pull_requests=read',
    answer: (question) => ok(fullPullBody(question.serverState, pullOf(question))),
  },
  'GET /repos/{owner}/{repo}/pulls/{pull_number}/files': { permission: 'pull_requests=read', answer: files },
}
