import type { Octokit } from '@octokit/core'
import * as z from 'zod'
import {
  failureOf,
  graphqlFailure,
  limitedUntil,
  type Failure,
  type Headers,
} from '../../gateways/github/requests/failure.ts'

// No finding points into an answer of GitHub, so zod alone judges it.
const failedQuery = z.object({
  errors: z.tuple([z.object({ type: z.string().optional(), message: z.string() })], z.unknown()),
})

/** The failure that an answer with status 200 to a query is. */
export function queryFailure(data: unknown, headers: Headers): Failure | undefined {
  const queryError = failedQuery.safeParse(data).data?.errors[0]
  return queryError && graphqlFailure(queryError, headers)
}

/**
 * Calls a function with the time until which GitHub wants no more requests, where an answer says so.
 *
 * @param wait gets milliseconds since 1970
 */
export function noteWaits({ hook }: Pick<Octokit, 'hook'>, wait: (until: number) => Promise<void>): void {
  const note = async (failure: Failure) => {
    const until = limitedUntil(failure, Date.now())
    // A process that does not learn it here learns it from GitHub.
    if (until !== undefined) await wait(until).catch(() => undefined)
  }
  hook.error('request', async (error) => {
    if ('response' in error) await note(failureOf(error))
    throw error
  })
  hook.after('request', async ({ data, headers }) => {
    const failure = queryFailure(data, headers)
    if (failure) await note(failure)
  })
}
