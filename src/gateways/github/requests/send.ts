import { isoTime, minute, second } from '../../../core/time.ts'
import { setTimeout } from 'node:timers/promises'
import {
  failureOf,
  failureSentence,
  faultOf,
  isPrimaryLimit,
  isSecondaryLimit,
  isUnclear,
  Failure,
  isLimited,
  lostAnswer,
  type Headers,
} from './failure.ts'
import type { CreationRefused } from '../../../core/host/branch.ts'
import { reasonOf, Fault } from '../../../core/fault.ts'
import { msg } from '../../../core/message.ts'

/** How something that must not be done twice ended without success. `unclear`: it is not known. */
type FailedRequest = { readonly end: 'unclear' } | { readonly end: 'refused'; readonly why: string }

/** Statuses that are about the thing itself, not about the token or the time. */
const refusalStatuses = new Set([403, 404, 422])

/** How GitHub says that a token lacks a permission (GitHub's documentation, "Troubleshooting the REST API"). */
const lackingPermission = /^Resource not accessible by /

/**
 * The meaning of a failure for an effect. GitHub's reasons may have several lines.
 *
 * @param permission the one that it takes, which GitHub does not name to GraphQL
 * @param subject what is refused: `the comment`
 * @throws Fault where GitHub had no time for it: nothing is refused for good then
 */
export function failedRequestOf(failure: Failure, permission?: string, subject = 'it'): FailedRequest {
  if (isUnclear(failure)) return { end: 'unclear' }
  if (isLimited(failure)) throw faultOf(failure, subject)
  if (!refusalStatuses.has(failure.status)) return { end: 'refused', why: reasonOf(faultOf(failure)) }
  const why = `GitHub refuses ${subject}: ${msg`${failure.message.split('\n').filter((line) => line.trim() !== '')}`}.`
  return {
    end: 'refused',
    why:
      permission !== undefined && lackingPermission.test(failure.message)
        ? `${why} ${msg`Give the token, or the App, the permission ${permission}.`}`
        : why,
  }
}

/**
 * The refusal of something that the host will not create. @throws Failure for any other, which may be over the next
 * time
 */
export function refusedCreation(failure: Failure, subject: string, permission: string): CreationRefused {
  if (isLimited(failure) || (failure.status !== 403 && failure.status !== 422)) throw failure
  const failed = failedRequestOf(failure, permission, subject)
  if (failed.end !== 'refused') throw failure
  return { ...failed, fault: faultOf(failure, subject) }
}

/** Sends a request that creates something: again only if certainly nothing was done. */
export async function sendAtMostOnce<Answer>(
  retry: RetryOptions,
  subject: string,
  send: () => Promise<Answer>,
): Promise<{ readonly answer: Answer } | FailedRequest> {
  try {
    return { answer: await sendUntilAnswered(retry, 'making', subject, send) }
  } catch (error) {
    return failedRequestOf(failureOf(error), undefined, subject)
  }
}

/** How to wait. */
export interface RetryOptions {
  readonly sleep: (milliseconds: number) => Promise<unknown>
  /** From 0 to below 1. */
  readonly random: () => number
  /** Made for each request; it is aborted when the request is given up for lost. */
  readonly deadline: () => AbortSignal
  /** Milliseconds since 1970, to see whether a limit is over. */
  readonly now: () => number
  /** Takes a sentence, by `msg`, for a log, and what it is about: a request failed, and is sent again. */
  readonly report?: (sentence: string, failure: Failure) => void
}

export const usualRetry: RetryOptions = {
  sleep: setTimeout,
  random: Math.random,
  deadline: () => AbortSignal.timeout(minute),
  now: Date.now,
}

/**
 * Which requests may be sent again after which failure. A read changes nothing, and a repeatable request changes
 * nothing the second time. A request that creates something is sent again only if certainly nothing was done: GitHub
 * had no time for it.
 */
const classes = {
  repeatable: () => true,
  making: (failure: Failure) => !isUnclear(failure),
} as const satisfies Readonly<Record<string, (failure: Failure) => boolean>>

export type CallClass = keyof typeof classes

const attempts = 4
const maxWait = 2 * minute

/**
 * Milliseconds to wait after the n-th failure of a call, with the time at which it failed; `undefined` where sending it
 * again does not help, or is not allowed.
 */
export function waitAfter(failure: Failure, attempt: number, call: CallClass, now: number): number | undefined {
  if (attempt === attempts || !classes[call](failure)) return undefined
  const wait = namedWait(failure, now) ?? usualWait(failure) * 2 ** (attempt - 1)
  return wait <= maxWait ? wait : undefined
}

/** The wait that GitHub asks for, if it does; it tells the end of a primary limit in seconds, by its own clock. */
function namedWait(failure: Failure, now: number): number | undefined {
  const { 'retry-after': after, 'x-ratelimit-reset': reset } = failure.headers
  if (after !== undefined) return Number(after) * second
  return isPrimaryLimit(failure) && reset !== undefined ? Math.max(Number(reset) * second - now, 0) + second : undefined
}

const usualWait = (failure: Failure): number =>
  isSecondaryLimit(failure) ? minute : isUnclear(failure) ? second : Infinity

/**
 * Waits before a request is sent again, which the log says: never sooner than that, and not all at the same time.
 *
 * @param subject the request, by `msg`
 */
export function pause(
  { sleep, random, report }: RetryOptions,
  milliseconds: number,
  failure: Failure,
  subject: string,
): Promise<unknown> {
  const wait = milliseconds * (1 + random() / 4)
  report?.(`${failureSentence(failure, subject)} It is sent again in ${Math.ceil(wait / 1000)} s.`, failure)
  return sleep(wait)
}

/**
 * Sends until there is an answer, as far as the class of the call allows it, and never sooner than GitHub allows.
 * @throws Failure where there is no answer after all.
 */
async function sendUntilAnswered<Answer>(
  retry: RetryOptions,
  call: CallClass,
  subject: string,
  send: () => Promise<Answer>,
): Promise<Answer> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await send()
    } catch (error) {
      const failure = failureOf(error)
      const wait = waitAfter(failure, attempt, call, retry.now())
      if (wait === undefined) throw failure
      await pause(retry, wait, failure, subject)
    }
  }
}

/**
 * Repeats a request that changes nothing until there is an answer. `subject`: the request, by `msg`. @throws Fault if
 * there is none in the end.
 */
export const askUntilAnswered = <Answer>(
  retry: RetryOptions,
  subject: string,
  ask: () => Promise<Answer>,
): Promise<Answer> =>
  sendUntilAnswered(retry, 'repeatable', subject, ask).catch((error: unknown) => {
    throw faultOf(failureOf(error), subject)
  })

/**
 * How many requests of an hour are left (GitHub's documentation, "Rate limits for the REST API"), as the last answer
 * says.
 */
interface Budget {
  /** Takes note of an answer's headers. */
  note(headers: Headers): void
  /** @throws Fault if no more than the reserved number of requests of this kind is left. */
  require(kind: Kind, reserved: number): void
}

/** GitHub counts them apart. */
type Kind = 'core' | 'graphql'

/**
 * The number of requests that each kind of work leaves to others: a sweep leaves enough for commands, and a command
 * that could not be completed is not begun.
 */
export const reservedRequests = { sweep: 300, beginning: 20, rest: 0 } as const

export function budget(now: () => number): Budget {
  const limits = new Map<unknown, { readonly remaining: number; readonly until: number }>()
  return {
    note(headers) {
      const remaining = headers['x-ratelimit-remaining']
      const until = headers['x-ratelimit-reset']
      if (remaining === undefined || until === undefined) return
      limits.set(headers['x-ratelimit-resource'] ?? 'core', {
        remaining: Number(remaining),
        until: Number(until) * 1000,
      })
    },
    require(kind, reserved) {
      const { remaining, until } = limits.get(kind) ?? { remaining: Infinity, until: 0 }
      if (remaining > reserved || until <= now()) return
      throw new Fault(
        msg`Of GitHub's rate limit for this token ${remaining} requests are left until ${isoTime(until)}, too few for this.`,
        {
          hint: 'Run it again then.',
          cause: new Failure(429, 'too few requests are left', {
            'x-ratelimit-remaining': 0,
            'x-ratelimit-reset': until / 1000,
          }),
        },
      )
    },
  }
}

type Fetch = (address: string, options: object) => Promise<{ readonly status: number }>

/** The part of Octokit's `request` that is used. */
export interface Request {
  (options: { readonly method: string; readonly url: string; readonly [parameter: string]: unknown }): Promise<Answer>
  readonly endpoint: {
    readonly DEFAULTS: { readonly baseUrl: string; readonly request?: { readonly fetch?: unknown } }
  }
}

interface Answer {
  readonly headers: Headers
  readonly data: unknown
}

export type Parameters = Readonly<Record<string, unknown>>

/** Sends a request once. @throws Failure where it fails, @throws Fault where the budget does not allow it. */
export type Send = (
  options: Parameters & { readonly method: string; readonly url: string },
  requestOptions?: Parameters,
) => Promise<Answer>

/** Where queries are sent: on a server of its own the API has another path than REST. */
export const graphqlUrl = (request: Request): string =>
  `${request.endpoint.DEFAULTS.baseUrl.replace(/\/api\/v3$/, '/api')}/graphql`

/** The address of a host's pages, by that of its API: `https://github.com`, `https://github.example.com`. */
export function serverOf(baseUrl: string): string {
  const { protocol, host, pathname } = new URL(baseUrl)
  return `${protocol}//${pathname.startsWith('/api/') ? host : host.replace(/^api\./, '')}`
}

/**
 * After these nothing was done. A token that is new to some of GitHub's servers, or too many requests: Octokit may try
 * that again.
 */
const undoneStatuses = new Set([401, 403, 429])

/** Lets a request through, and not a second time after an answer that was lost: some plugins look at headers alone. */
function withoutRetry(fetch: Fetch): Fetch {
  let isSent = false
  return async (address, options) => {
    if (isSent) throw new TypeError('It was sent before.')
    isSent = true
    const response = await fetch(address, options)
    isSent = !undoneStatuses.has(response.status)
    return response
  }
}

/**
 * Octokit's plugins may hold a request back for an hour; a late request is given up, and its signal keeps it from being
 * sent.
 */
const withDeadline = (pending: Promise<Answer>, signal: AbortSignal): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const giveUp = () => reject(new Failure(500, lostAnswer.late))
    signal.addEventListener('abort', giveUp, { once: true })
    // A signal is kept until its time is over, and with it every answer that a listener of it could still reach.
    void pending.then(resolve, reject).finally(() => signal.removeEventListener('abort', giveUp))
  })

/**
 * Overrides the options of Octokit: none of its plugins may repeat a request, since this program decides about that.
 */
export function sender(request: Request, retry: RetryOptions, budget: Budget, keep: number): Send {
  const graphql = graphqlUrl(request)
  const fetch = (request.endpoint.DEFAULTS.request?.fetch ?? globalThis.fetch) as Fetch
  return async (options, requestOptions = {}) => {
    budget.require(options.url === graphql ? 'graphql' : 'core', keep)
    const signal = retry.deadline()
    try {
      const pending = request({
        ...options,
        request: { signal, retries: 0, fetch: withoutRetry(fetch), ...requestOptions },
      })
      const answer = await withDeadline(pending, signal)
      budget.note(answer.headers)
      return answer
    } catch (error) {
      const failure = failureOf(error)
      budget.note(failure.headers)
      throw failure
    }
  }
}
