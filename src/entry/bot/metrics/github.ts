import type { Octokit } from '@octokit/core'
import type { Cache } from '../../../gateways/github/requests/cache.ts'
import { failureOf, isLimited, isSecondaryLimit, type Failure } from '../../../gateways/github/requests/failure.ts'
import { queryFailure } from '../waits.ts'
import { labelOf, timer, type Meter } from './meter.ts'

interface Options {
  readonly method: string
  readonly url: string
  readonly query?: unknown
}

type Headers = Readonly<Record<string, string | number | undefined>>

/** The address of a page of a list whose route has no parameters: Octokit pages through addresses. */
const pageAddress =
  /^https?:\/\/[^/]+(?:\/api\/v3)?(\/app\/hook\/deliveries|\/app\/installations|\/installation\/repositories)(?:\?|$)/

/**
 * The route as it is documented, or the first field of a query: `GET /repos/{owner}/{repo}/pulls`,
 * `createCommitOnBranch`.
 */
export function operationOf({ method, url, query }: Options): {
  readonly api: 'rest' | 'graphql'
  readonly operation: string
} {
  if (url.endsWith('/graphql')) {
    const [, field = 'other'] =
      /^[^{]*\{\s*(?:\w+\s*:\s*)?(\w{1,60})\b/.exec(typeof query === 'string' ? query : '') ?? []
    return { api: 'graphql', operation: field }
  }
  // The address of a page has names in it, but for these lists.
  const [, route = url] = pageAddress.exec(url) ?? []
  const isRoute = /^\/[a-z_\-/]*(?:\{\w+\}[a-z_\-/]*)*$/.test(route)
  return { api: 'rest', operation: isRoute ? `${method} ${route}` : 'other' }
}

const statusClass = (status: number): string => {
  if (status === 304) return '304'
  return status >= 200 && status < 600 ? `${Math.floor(status / 100)}xx` : 'lost'
}

/** GitHub counts these apart; others are of no interest here. */
const resources = new Set(['core', 'graphql'])

/** How much of its limits each installation has left, as the last answers tell. */
export function rates(
  meter: Meter,
  now: () => number = Date.now,
): { note(installation: number, headers: Headers): void } {
  const limits = new Map<string, { readonly resource: string; readonly ratio: number; readonly until: number }>()
  meter.before(() => {
    const lowest = new Map<string, number>()
    for (const [key, { resource, ratio, until }] of limits) {
      if (until <= now()) limits.delete(key)
      const remaining = until <= now() ? 1 : ratio
      lowest.set(resource, Math.min(lowest.get(resource) ?? 1, remaining))
    }
    for (const [resource, ratio] of lowest) meter.set('github_rate_remaining_ratio', { resource }, ratio)
  })
  return {
    note(installation, headers) {
      const resource = String(headers['x-ratelimit-resource'] ?? 'core')
      const [remaining, limit, reset] = ['remaining', 'limit', 'reset'].map((name) =>
        Number(headers[`x-ratelimit-${name}`]),
      )
      if (!resources.has(resource) || remaining === undefined || !limit || !reset) return
      limits.set(`${installation} ${resource}`, { resource, ratio: remaining / limit, until: reset * 1000 })
    },
  }
}

export function countRequests(
  { hook }: Pick<Octokit, 'hook'>,
  meter: Meter,
  noteRate: (headers: Headers) => void = () => undefined,
): void {
  hook.wrap('request', async (request, options) => {
    const { api, operation } = operationOf(options)
    const elapsed = timer()
    const end = (status: string, headers: Headers) => {
      meter.count('github_requests_total', { api, operation, status })
      meter.observe('github_request_seconds', { api, operation, status }, elapsed())
      noteRate(headers)
    }
    const countWait = (failure: Failure) => {
      if (isLimited(failure))
        meter.count('github_waits_total', { limit: isSecondaryLimit(failure) ? 'secondary' : 'primary' })
    }
    try {
      const answer = await request(options)
      end(statusClass(answer.status), answer.headers)
      const failure = queryFailure(answer.data, answer.headers)
      if (failure) countWait(failure)
      return answer
    } catch (error) {
      const { status = 0, response } = error as {
        readonly status?: number
        readonly response?: { readonly headers?: Headers }
      }
      end(response === undefined ? 'lost' : statusClass(status), response?.headers ?? {})
      if (response !== undefined) countWait(failureOf(error))
      throw error
    }
  })
}

export const countedCache = (cache: Cache, meter: Meter): Cache => ({
  shelf(name, size) {
    const shelf = cache.shelf(name, size)
    const label = labelOf.shelf(name)
    return {
      get(key) {
        const value = shelf.get(key)
        meter.count('cache_lookups_total', { shelf: label, result: value === undefined ? 'miss' : 'hit' })
        return value
      },
      set: (key, value) => shelf.set(key, value),
    }
  },
})
