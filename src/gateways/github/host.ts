import * as z from 'zod'
import type { Host } from '../../core/host/host.ts'
import type { LedgerCommit } from '../../core/host/conversation.ts'
import { configurationPath } from '../../engine/configuration/read.ts'
import { api, type RepositoryName } from './requests/api.ts'
import { createBranch, openPull, tipOf, mergeability, demandsApprovalOfLastPush } from './branches/branches.ts'
import {
  budget,
  reservedRequests,
  graphqlUrl,
  sender,
  serverOf,
  type Request,
  usualRetry,
  type RetryOptions,
} from './requests/send.ts'
import { cache as newCache, cacheFor, type Cache } from './requests/cache.ts'
import { auditName } from '../../render/audit-run.ts'
import { checkName } from '../../render/check-run.ts'
import { overview } from './checks/overview.ts'
import { heartbeats, readCheck, readChecks, presentSince } from './checks/check-run.ts'
import { makeCommit, cacheWrittenTree } from './branches/commit.ts'
import { readConversation } from './conversations/conversation.ts'
import { fileAt, entriesOf } from './content/files.ts'
import { perform } from './effects.ts'
import { committedDate, sha } from './requests/forms.ts'
import { findForgedTexts, ownIssues } from './conversations/issues.ts'
import { ledgerFields, ledgerNode, ledgerReader, maxLedgerCommits, walk } from './conversations/ledger.ts'
import { moveBranch, writeCommit } from './branches/off-branch.ts'
import { isMember, pushesTo, grantedRoleOf } from './conversations/people.ts'
import { readProposals } from './branches/proposals.ts'
import { repositoryOn } from './content/repository.ts'
import {
  commentsSince,
  defaultTip,
  repositoryFacts,
  mergeGroups,
  pulls,
  commentsByNode,
} from './conversations/sweep.ts'

interface HostName extends RepositoryName {
  /** Our own login: `baton[bot]`. */
  readonly ownLogin: string
  /** The number of our app, by which GitHub finds its check suites. Absent: a workflow's, which looks for none. */
  readonly app?: number | undefined
  /** The cache that hosts share, for a process that makes many. */
  readonly cache?: Cache
  /** The path of the configuration, which comes with each conversation. */
  readonly configuration?: string | undefined
  /** How much of the rate limit all queries leave to others; default: none of it. */
  readonly reserve?: keyof typeof reservedRequests
}

const version = z.object({ oid: sha, committedDate })

/** How many versions of a file are looked at. */
const maxVersions = 500

/** Enough for one host that is made for one task. */
const smallCache = 32 << 20

/**
 * A repository on GitHub that commands act through, over the REST and GraphQL APIs. The token needs the permissions
 * `contents`, `pull-requests`, `issues` and `checks`, each to write; to look up teams, `members: read`.
 */
export function githubHost(request: Request, name: HostName, retry: RetryOptions = usualRetry): Host {
  const {
    owner,
    repo,
    ownLogin,
    app,
    cache = newCache(smallCache),
    reserve = 'rest',
    configuration = configurationPath,
  } = name
  const repository = { owner, repo }
  const requestBudget = budget(retry.now)
  const apiLeaving = (keep: number) =>
    api(
      sender(request, retry, requestBudget, Math.max(keep, reservedRequests[reserve])),
      graphqlUrl(request),
      repository,
      retry,
    )
  const [github, beginning, sweep] = [
    apiLeaving(reservedRequests.rest),
    apiLeaving(reservedRequests.beginning),
    apiLeaving(reservedRequests.sweep),
  ]

  const { baseUrl } = request.endpoint.DEFAULTS
  const ledgerCommit = ledgerReader(ownLogin, baseUrl)
  const repositoryCache = cacheFor(cache, `${owner}/${repo}`)
  const mergeBases = repositoryCache.shelf<string>('merge base', (value) => value.length)
  const policy = fileAt(repositoryCache, configuration)
  const tip = (branch: string) => tipOf(github, branch)

  const ids = repositoryCache.shelf<string>('id', (value) => value.length)
  const repositoryId = async () => {
    const id = ids.get('') ?? (await github.query('id', z.object({ id: z.string() }))).id
    ids.set('', id)
    return id
  }

  return {
    ...repositoryOn(github, repositoryCache),
    server: serverOf(baseUrl),
    name: `${owner}/${repo}`,
    ownLogin,
    conversation: (number, comments) =>
      readConversation({ github: beginning, ledgerCommit, mergeBases, ids, policy }, number, comments),
    role: (login) => grantedRoleOf(github, login),
    isMember: (team, login) => isMember(github, team, login),
    pushes: (branch, until) => pushesTo(github, branch, until),
    demandsApprovalOfLastPush: (branch) => demandsApprovalOfLastPush(github, branch),
    tip,
    async commitsSince(branch, since) {
      const form = ledgerNode.transform(ledgerCommit)
      const commits: LedgerCommit[] = []
      const history = walk(github, {
        from: `refs/heads/${branch}`,
        since,
        select: ledgerFields,
        form,
        each: 100,
        maxCommits: maxLedgerCommits,
      })
      for await (const commit of history) commits.push(commit)
      return commits
    },
    async *history(from, path) {
      const history = walk(github, {
        from,
        path,
        select: 'oid committedDate',
        form: version,
        each: 50,
        maxCommits: maxVersions,
      })
      for await (const { oid, committedDate } of history) yield { sha: oid, at: committedDate }
    },
    async commit(commitRequest) {
      const commitResult = await makeCommit(github, repository, retry, tip, commitRequest)
      if (commitResult.end !== 'made') return commitResult
      const { tree, ...madeCommit } = commitResult
      cacheWrittenTree(repositoryCache, {
        on: commitRequest.expected,
        changes: commitRequest.changes,
        sha: madeCommit.sha,
        tree,
      })
      return madeCommit
    },
    createBranch: (branch, commit) => createBranch(github, retry, branch, commit),
    openPull: (pullRequest) => openPull(github, repository, retry, pullRequest),
    proposals: (branch) => readProposals(github, ownLogin, branch),
    writeCommit: (commitRequest) => writeCommit(github, retry, commitRequest),
    mergeability: (number) => mergeability(github, number),
    entries: (commit) => entriesOf(github, commit),
    moveBranch: (move) => moveBranch(github, retry, repositoryId, tip, move),
    perform: (effects) => perform(github, retry, repositoryId, effects),
    check: (id) => readCheck(github, ownLogin, id),
    checks: (commit, check) => readChecks(github, ownLogin, commit, check),
    heartbeats: (check) => heartbeats(github, ownLogin, check),
    commentsSince: (since) => commentsSince(sweep, repositoryCache, since),
    comments: (nodes) => commentsByNode(sweep, nodes),
    overview: (options) => overview(sweep, { login: ownLogin, app }, { check: checkName, audit: auditName }, options),
    defaultBranch: () => repositoryFacts(sweep),
    ownIssues: (marker) => ownIssues(beginning, ownLogin, marker),
    forged: (words, since) => findForgedTexts(sweep, repositoryCache, ownLogin, words, since),
    defaultTip: () => defaultTip(sweep),
    pulls: () => pulls(sweep, repositoryCache),
    mergeGroups: (branch) => mergeGroups(sweep, branch),
    presentSince: () => presentSince(sweep, ownLogin),
  }
}
