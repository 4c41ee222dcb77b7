import { Fault } from '../../../core/fault.ts'
import { msg } from '../../../core/message.ts'
import { isoTime } from '../../../core/time.ts'
import type { Headers } from './failure.ts'

/** How many requests of an hour are left (GitHub's documentation, "Rate limits for the REST API"), as the last answer says. */
export interface Budget {
  /** Takes note of an answer's headers. */
  note(headers: Headers): void
  /** @throws Fault if no more than the reserved number of requests of this kind is left. */
  require(kind: Kind, more: number): void
}

/** GitHub counts them apart. */
type Kind = 'core' | 'graphql'

/**
 * The number of requests that each kind of work leaves to others: a sweep leaves enough for commands, and a command that could not be
 * completed is not begun.
 */
export const reservedRequests = { sweep: 300, beginning: 20, rest: 0 } as const

export function budget(now: () => number): Budget {
  const known = new Map<unknown, { readonly left: number; readonly until: number }>()
  return {
    note(headers) {
      const left = headers['x-ratelimit-remaining']
      const until = headers['x-ratelimit-reset']
      if (left === undefined || until === undefined) return
      known.set(headers['x-ratelimit-resource'] ?? 'core', { left: Number(left), until: Number(until) * 1000 })
    },
    require(kind, more) {
      const { left, until } = known.get(kind) ?? { left: Infinity, until: 0 }
      if (left > more || until <= now()) return
      throw new Fault(msg`Of GitHub's rate limit for this token ${left} requests are left until ${isoTime(until)}, too few for this.`, {
        hint: 'Run it again then.',
      })
    },
  }
}
