import { Fault } from '../../core/fault.ts'
import type { Notes } from '../../core/lanes.ts'
import { minute } from '../../core/time.ts'
import { failureOf, isLimited, isUnclear, limitedUntil, type Failure } from '../../gateways/github/requests/failure.ts'

/** How long a lane waits after each of its failures, in milliseconds. After the next one it is left to the sweep. */
const usualWaits = [10_000, 30_000, minute]

/** Longer than any of the waits and the requests between them, in seconds. */
const remembered = 600

/** The failed request that an error comes from; `undefined`: there is none. */
function failureIn(error: unknown): Failure | undefined {
  const cause = error instanceof Fault ? error.cause : error
  if (!(cause instanceof Error)) return undefined
  try {
    return failureOf(cause)
  } catch {
    return undefined
  }
}

/** Why work that failed at a request to GitHub may be done a little later; `undefined`: it may not. */
export function retryReason(error: unknown): 'unanswered' | 'refused' | undefined {
  const failure = failureIn(error)
  if (failure === undefined) return undefined
  if (isUnclear(failure) || isLimited(failure)) return 'unanswered'
  // What GitHub does not show once it may show the next time. A key that it does not accept has a watch of its own.
  return failure.status === 401 ? undefined : 'refused'
}

/** When GitHub takes requests again, where it has said so, in milliseconds since 1970. @param now the same */
export function limitEnd(error: unknown, now: number): number | undefined {
  const failure = failureIn(error)
  const until = failure && limitedUntil(failure, now)
  return until !== undefined && until > now ? until : undefined
}

/** Which lanes wait for GitHub to answer again, and for how long. */
export interface Outages {
  /** When a lane that GitHub did not answer is tried again, in milliseconds since 1970; `undefined`: not any more. */
  retryAt(lane: string): Promise<number | undefined>
}

/** @param now milliseconds since 1970 */
export const outages = (notes: Notes, now: () => number, waits: readonly number[] = usualWaits): Outages => ({
  async retryAt(lane) {
    const [note = '0'] = await notes.get('outage', [lane])
    const failures = Number(note)
    const wait = waits[failures]
    await notes.put('outage', lane, String(failures + 1), wait === undefined ? 0 : remembered)
    return wait === undefined ? undefined : now() + wait
  },
})
