import { getOctokit } from '@actions/github'
import type { Host } from '../../../src/core/host/host.ts'
import type { Cache } from '../../../src/gateways/github/requests/cache.ts'
import { githubHost } from '../../../src/gateways/github/host.ts'
import type { RetryOptions, Request } from '../../../src/gateways/github/requests/send.ts'
import type { OwnedApp } from '../../github/app.ts'
import type { Repository } from '../../github/hosting.ts'
import { startGitHub, type GitHub } from '../../github/server.ts'
import type { Account } from '../../github/state/accounts.ts'

/** A repository on the stand-in where our app is at home, and people. */
export interface Place {
  readonly github: GitHub
  readonly hosted: Repository
  readonly app: OwnedApp
  readonly host: Host
  readonly token: string
  /** Who owns it. */
  readonly octocat: Account
  /** Another account. */
  readonly hubot: Account
  /** What would have been waited, in milliseconds. */
  readonly waits: number[]
  /** What would have been logged of what is sent again. */
  readonly reports: string[]
  readonly retry: RetryOptions
  /** Another host of the same repository. */
  open(options?: {
    readonly request?: Request
    readonly cache?: Cache
    readonly token?: string
    readonly ownLogin?: string
  }): Host
  /** Takes the operations since the last call; for GraphQL the fields of the query. */
  takeRequests(): readonly string[]
}

export async function place(options: { readonly isPrivate?: boolean } = {}): Promise<Place> {
  const github = await startGitHub()
  const [octocat, hubot] = [github.user('octocat'), github.user('hubot')]
  const hosted = await github.repository('octocat', 'plugins', options)
  const permissions = {
    contents: 'write',
    issues: 'write',
    pull_requests: 'write',
    checks: 'write',
    members: 'read',
  } as const
  const app = github.app({ slug: 'baton', owner: 'octocat', permissions, events: [] })
  const token = app.token(await app.install(hosted))
  const waits: number[] = []
  const reports: string[] = []
  const retry: RetryOptions = {
    sleep: (milliseconds) => Promise.resolve(waits.push(milliseconds)),
    random: () => 0,
    deadline: () => new AbortController().signal,
    now: () => 0,
    report: (sentence) => void reports.push(sentence),
  }
  const requestOf = (authToken: string): Request => getOctokit(authToken, { baseUrl: github.url }).request
  const open: Place['open'] = ({ request, cache, token: authToken = token, ownLogin = 'baton[bot]' } = {}) =>
    githubHost(
      request ?? requestOf(authToken),
      { owner: 'octocat', repo: 'plugins', ownLogin, ...(cache && { cache }) },
      retry,
    )
  const takeRequests = () =>
    github.log.splice(0).flatMap(({ operation, fields }) => (fields.length > 0 ? fields.join(' ') : operation))
  return { github, hosted, app, host: open(), token, octocat, hubot, waits, reports, retry, open, takeRequests }
}
