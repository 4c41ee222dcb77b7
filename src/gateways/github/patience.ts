import { setTimeout } from 'node:timers/promises'
import type { Failure } from './failure.ts'
import { failureOf, faultOf, isSecondaryLimit } from './failure.ts'

/** How to wait. */
export interface Patience {
  readonly sleep: (milliseconds: number) => Promise<unknown>
  /** From 0 to below 1. */
  readonly random: () => number
  /** Made for each request; it is aborted when the request is given up for lost. */
  readonly deadline: () => AbortSignal
}

export const usualPatience: Patience = { sleep: setTimeout, random: Math.random, deadline: () => AbortSignal.timeout(60_000) }

const attempts = 4
const longestWait = 120_000

/** Milliseconds to wait after the n-th failure; `undefined` where asking again does not help. */
function waitAfter(failure: Failure, attempt: number): number | undefined {
  if (attempt === attempts) return undefined
  const asked = Number(failure.headers['retry-after']) * 1000
  const usual = isSecondaryLimit(failure) ? 60_000 : failure.status >= 500 ? 1000 : Infinity
  const wait = Number.isNaN(asked) ? usual * 2 ** (attempt - 1) : asked
  return wait <= longestWait ? wait : undefined
}

/**
 * Asks until there is an answer, for questions that change nothing: never sooner than GitHub wants, and not all at the same moment.
 *
 * @throws Fault where there is no answer after all.
 */
export async function patiently<Answer>({ sleep, random }: Patience, ask: () => Promise<Answer>): Promise<Answer> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await ask()
    } catch (error) {
      const failure = failureOf(error)
      const wait = waitAfter(failure, attempt)
      if (wait === undefined) throw faultOf(failure)
      await sleep(wait * (1 + random() / 4))
    }
  }
}
