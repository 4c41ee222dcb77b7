import type { Answer } from './rest.ts'
import { refusal } from './rest.ts'

/** What may go wrong on the way, instead of the answer. */
export type Fault =
  /** An error of the server's, before it has done anything. */
  | { readonly kind: 'status'; readonly status: 500 | 502 | 503 | 504 }
  /** The connection is closed before an answer. */
  | { readonly kind: 'reset' }
  /** The connection is closed in the middle of the answer. */
  | { readonly kind: 'cut' }
  /** No answer, ever. */
  | { readonly kind: 'silence' }
  /** The answer, later. */
  | { readonly kind: 'latency'; readonly milliseconds: number }
  /** All requests of this hour are used up. Documentation: "Rate limits for the REST API", "Exceeding the rate limit". */
  | { readonly kind: 'primary-limit' }
  /** Too much at once; seconds to wait where GitHub says so. Documentation: the same. */
  | { readonly kind: 'secondary-limit'; readonly status: 403 | 429; readonly retryAfter?: number }
  /** GraphQL alone: an error without a type, with status 200. */
  | { readonly kind: 'something-went-wrong' }

interface Planned {
  readonly fault: Fault
  readonly operation: string | undefined
  left: number
}

/** Faults to come, each for so many requests of one operation or of any. */
export class Faults {
  readonly #planned: Planned[] = []

  plan(fault: Fault, { times = 1, operation }: { readonly times?: number; readonly operation?: string } = {}): void {
    this.#planned.push({ fault, operation, left: times })
  }

  /** The fault for the request that has just come. */
  next(operation: string): Fault | undefined {
    const planned = this.#planned.find((one) => one.left > 0 && (one.operation ?? operation) === operation)
    if (planned) planned.left -= 1
    return planned?.fault
  }
}

const limited = { 'x-ratelimit-remaining': '0', 'x-ratelimit-used': '5000' }

/** The answer that a fault gives in place of the real one. */
export function faultyAnswer(fault: Fault, isGraphql: boolean): Answer | undefined {
  switch (fault.kind) {
    case 'status':
      // Behind the load balancer there is a page for people, not JSON.
      return fault.status === 500
        ? refusal(500, 'Server Error')
        : {
            status: fault.status,
            body: Buffer.from('<!DOCTYPE html><title>Unicorn! &middot; GitHub</title>'),
            type: 'text/html; charset=utf-8',
          }
    case 'primary-limit':
      // Documentation: "Rate limits and query limits for the GraphQL API": the status is 200 all the same.
      return isGraphql
        ? { status: 200, body: { errors: [{ type: 'RATE_LIMITED', message: 'API rate limit exceeded' }] }, headers: limited }
        : { ...refusal(403, 'API rate limit exceeded for installation.'), headers: limited }
    case 'secondary-limit':
      return {
        ...refusal(fault.status, 'You have exceeded a secondary rate limit. Please wait a few minutes before you try again.'),
        headers: fault.retryAfter === undefined ? {} : { 'retry-after': String(fault.retryAfter) },
      }
    case 'something-went-wrong':
      return { status: 200, body: { data: null, errors: [{ message: 'Something went wrong while executing your query.' }] } }
    default:
      return undefined
  }
}
