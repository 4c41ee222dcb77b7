import { minute } from '../../../core/time.ts'
import { setTimeout } from 'node:timers/promises'
import { failureOf, faultOf, isSecondaryLimit, isUnclear, type Failure, isLimited } from './failure.ts'
import { reasonOf } from '../../../core/fault.ts'
import { msg } from '../../../core/message.ts'

/** How something that must not be done twice ended without success. `unclear`: it is not known. */
type FailedRequest = { readonly end: 'unclear' } | { readonly end: 'refused'; readonly why: string }

/** Statuses that are about the thing itself, not about the token or the time. */
const judged = new Set([403, 404, 422])

/** How GitHub says that a token lacks a permission (GitHub's documentation, "Troubleshooting the REST API"). */
const lacking = /^Resource not accessible by /

/**
 * The meaning of a failure for an effect. GitHub's reasons may have several lines.
 *
 * @param needs the permission that it takes, which GitHub does not name to GraphQL
 */
export function notDone(failure: Failure, permission?: string): FailedRequest {
  if (isUnclear(failure)) return { end: 'unclear' }
  if (!judged.has(failure.status) || isLimited(failure)) return { end: 'refused', why: reasonOf(faultOf(failure)) }
  const why = msg`GitHub refuses it: ${failure.message.split('\n').filter((line) => line.trim() !== '')}.`
  return {
    end: 'refused',
    why: permission !== undefined && lacking.test(failure.message) ? `${why} ${msg`Give the token the permission ${permission}.`}` : why,
  }
}

/** Sends a request that creates something: again only if certainly nothing was done. */
export async function sendAtMostOnce<Answer>(
  retry: RetryOptions,
  send: () => Promise<Answer>,
): Promise<{ readonly answer: Answer } | FailedRequest> {
  try {
    return { answer: await sendUntilAnswered(retry, 'making', send) }
  } catch (error) {
    return notDone(failureOf(error))
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
}

export const usualRetry: RetryOptions = {
  sleep: setTimeout,
  random: Math.random,
  deadline: () => AbortSignal.timeout(minute),
  now: Date.now,
}

/**
 * Which requests may be sent again after which failure. A read changes nothing, and a repeatable request changes nothing the second time.
 * A request that creates something is sent again only if certainly nothing was done: GitHub had no time for it.
 */
const classes = {
  repeatable: () => true,
  making: (failure: Failure) => !isUnclear(failure),
} as const satisfies Readonly<Record<string, (failure: Failure) => boolean>>

export type CallClass = keyof typeof classes

const attempts = 4
const maxWait = 120_000

/** Milliseconds to wait after the n-th failure of a call; `undefined` where sending it again does not help, or is not allowed. */
export function waitAfter(failure: Failure, attempt: number, call: CallClass): number | undefined {
  if (attempt === attempts || !classes[call](failure)) return undefined
  const retryAfter = Number(failure.headers['retry-after']) * 1000
  const usual = isSecondaryLimit(failure) ? minute : isUnclear(failure) ? 1000 : Infinity
  const wait = Number.isNaN(retryAfter) ? usual * 2 ** (attempt - 1) : retryAfter
  return wait <= maxWait ? wait : undefined
}

/** Never sooner than that, and not all at the same time. */
export const pause = ({ sleep, random }: RetryOptions, milliseconds: number): Promise<unknown> => sleep(milliseconds * (1 + random() / 4))

/**
 * Sends until there is an answer, as far as the class of the call allows it, and never sooner than GitHub allows. @throws Failure
 * where there is no answer after all.
 */
async function sendUntilAnswered<Answer>(retry: RetryOptions, call: CallClass, send: () => Promise<Answer>): Promise<Answer> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await send()
    } catch (error) {
      const failure = failureOf(error)
      const wait = waitAfter(failure, attempt, call)
      if (wait === undefined) throw failure
      await pause(retry, wait)
    }
  }
}

/** Repeats a request that changes nothing until there is an answer. @throws Fault if there is none in the end. */
export const askUntilAnswered = <Answer>(retry: RetryOptions, ask: () => Promise<Answer>): Promise<Answer> =>
  sendUntilAnswered(retry, 'repeatable', ask).catch((error: unknown) => {
    throw faultOf(failureOf(error))
  })
