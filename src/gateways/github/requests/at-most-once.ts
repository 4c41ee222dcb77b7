import { reasonOf } from '../../../core/fault.ts'
import { msg } from '../../../core/message.ts'
import { failureOf, faultOf, isLimited, isUnclear, type Failure } from './failure.ts'
import { sendUntilAnswered, type RetryOptions } from './retry.ts'

/** How something that must not be done twice ended without success. `unclear`: it is not known. */
export type FailedRequest = { readonly end: 'unclear' } | { readonly end: 'refused'; readonly why: string }

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
