import { refusal, type Answer } from './rest/route.ts'
import type { ServerState } from './state/server-state.ts'

type Resource = 'core' | 'graphql'
type Headers = Readonly<Record<string, string>>

/**
 * Counts what everybody asks for within an hour, REST and GraphQL apart. Documentation: "Rate limits for the REST API".
 */
export class Rate {
  readonly serverStated: ServerState
  readonly #used = new Map<string, number>()

  constructor(serverState: ServerState) {
    this.serverStated = serverState
  }

  #key(who: string, resource: Resource): string {
    const { clock, limits } = this.serverStated
    if (clock() / 1000 >= limits.hourEnds) {
      this.#used.clear()
      limits.hourEnds += 3600
    }
    return `${resource} ${who}`
  }

  isSpent(who: string, resource: Resource): boolean {
    return (this.#used.get(this.#key(who, resource)) ?? 0) >= this.serverStated.limits.requestsPerHour
  }

  /**
   * Counts one more, or not, and gives the remaining limit: the same page, "Checking the status of your rate limit".
   */
  count(who: string, resource: Resource, counts: boolean): Headers {
    const key = this.#key(who, resource)
    const used = (this.#used.get(key) ?? 0) + (counts ? 1 : 0)
    this.#used.set(key, used)
    return this.#headers(resource, used)
  }

  #headers(resource: Resource, used: number): Headers {
    const { requestsPerHour: limit, hourEnds } = this.serverStated.limits
    return {
      'x-ratelimit-limit': String(limit),
      'x-ratelimit-remaining': String(Math.max(0, limit - used)),
      'x-ratelimit-used': String(used),
      'x-ratelimit-reset': String(hourEnds),
      'x-ratelimit-resource': resource,
    }
  }

  /**
   * The refusal of what is too much. Documentation: the same page, "Exceeding the rate limit"; "Rate limits and query
   * limits for the GraphQL API": its status is 200 all the same.
   */
  refusal(resource: Resource): Answer {
    const message = 'API rate limit exceeded for installation.'
    const answer =
      resource === 'core'
        ? refusal(403, message)
        : { status: 200, body: { errors: [{ type: 'RATE_LIMITED', message }] } }
    return { ...answer, headers: this.#headers(resource, this.serverStated.limits.requestsPerHour) }
  }
}
