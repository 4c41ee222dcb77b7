import { STATUS_CODES } from 'node:http'
import { RefusalError, type Refusal } from './refused.ts'
import { refusal, type Answer } from './rest/route.ts'

/** What may go wrong on the way, instead of the answer. `after`: the request has been carried out all the same. */
export type Fault =
  /** An error of the server's, or a refusal. */
  | { readonly kind: 'status'; readonly status: 403 | 404 | 409 | 422 | 500 | 502 | 503 | 504; readonly after?: true }
  /** The connection is closed before an answer. */
  | { readonly kind: 'reset'; readonly after?: true }
  /** The connection is closed in the middle of the answer. */
  | { readonly kind: 'cut' }
  /** No answer, ever. */
  | { readonly kind: 'silence'; readonly after?: true }
  /** The answer, later. */
  | { readonly kind: 'latency'; readonly milliseconds: number }
  /**
   * All requests of this hour are used up. Documentation: "Rate limits for the REST API", "Exceeding the rate limit".
   */
  | { readonly kind: 'primary-limit' }
  /**
   * Too much at once; seconds to wait where GitHub says so. Documentation: the same; 200 is GraphQL's ("Rate limits and
   * query limits for the GraphQL API", "Exceeding the rate limit").
   */
  | { readonly kind: 'secondary-limit'; readonly status: 200 | 403 | 429; readonly retryAfter?: number }
  /** GraphQL alone: an error without a type, with status 200. */
  | { readonly kind: 'something-went-wrong'; readonly after?: true }
  /** GraphQL alone: one of the outermost fields is refused, and the others are carried out. */
  | { readonly kind: 'refuse'; readonly field: string; readonly type: Refusal; readonly message?: string }
  /** GraphQL alone: pull requests are still shown as they were before the last push. */
  | { readonly kind: 'lag' }

/** Which requests are meant; all by default. */
interface Which {
  /**
   * `GET /repos/{owner}/{repo}`, `POST /graphql`, or one of the outermost fields of a query: `createCommitOnBranch`.
   */
  readonly operation?: string
  readonly only?: 'reads' | 'writes'
}

/** A request, as faults and hooks select it. */
export interface Came {
  readonly operation: string
  readonly fields: readonly string[]
  readonly writes: boolean
}

const fits = ({ operation, only }: Which, came: Came) =>
  (operation === undefined || operation === came.operation || came.fields.includes(operation)) &&
  (only === undefined || (only === 'writes') === came.writes)

/** Faults to come, each for so many requests of one operation or of any. */
export class Faults {
  readonly #planned: { readonly fault: Fault; readonly which: Which; left: number }[] = []

  plan(fault: Fault, { times = 1, ...which }: Which & { readonly times?: number } = {}): void {
    this.#planned.push({ fault, which, left: times })
  }

  /** The fault for the request that has just come. */
  next(came: Came): Fault | undefined {
    const planned = this.#planned.find((entry) => entry.left > 0 && fits(entry.which, came))
    if (planned) planned.left -= 1
    return planned?.fault
  }
}

/** What happens just before a request is carried out: another process is quicker. */
export class Hooks {
  readonly #waiting: { readonly which: Which; readonly happen: () => unknown }[] = []

  add(filter: Which, happen: () => unknown): void {
    this.#waiting.push({ which: filter, happen })
  }

  /** Each happens once. */
  async run(came: Came): Promise<void> {
    const at = this.#waiting.findIndex(({ which }) => fits(which, came))
    if (at >= 0) await this.#waiting.splice(at, 1)[0]?.happen()
  }
}

const secondary = 'You have exceeded a secondary rate limit. Please wait a few minutes before you try again.'

/** The answer that a fault gives in place of the real one. */
export function faultyAnswer(fault: Fault): Answer | undefined {
  switch (fault.kind) {
    case 'status':
      // Behind the load balancer there is a page for people, not JSON.
      return fault.status <= 500
        ? refusal(fault.status, STATUS_CODES[fault.status] ?? '')
        : {
            status: fault.status,
            body: Buffer.from('<!DOCTYPE html><title>Unicorn! &middot; GitHub</title>'),
            type: 'text/html; charset=utf-8',
          }
    case 'secondary-limit':
      return {
        ...(fault.status === 200
          ? { status: 200, body: { data: null, errors: [{ message: secondary }] } }
          : refusal(fault.status, secondary)),
        headers: fault.retryAfter === undefined ? {} : { 'retry-after': String(fault.retryAfter) },
      }
    case 'something-went-wrong':
      return {
        status: 200,
        body: { data: null, errors: [{ message: 'Something went wrong while executing your query.' }] },
      }
    default:
      return undefined
  }
}

const messages: Partial<Record<Refusal, string>> = {
  FORBIDDEN: 'Resource not accessible by integration',
  STALE_DATA: 'Expected branch to point to another commit but it did not.  Pull and try again.',
}

/** The refusal that a fault has for one of the outermost fields of a query. */
export const faultyField = (fault: Fault | undefined, field: string): RefusalError | undefined =>
  fault?.kind === 'refuse' && fault.field === field
    ? new RefusalError(fault.type, fault.message ?? messages[fault.type] ?? 'Refused')
    : undefined
