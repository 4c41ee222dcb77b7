import type { Octokit } from '@octokit/core'
import * as z from 'zod'
import { failureOf, graphqlFailure, limitedUntil, type Failure } from '../../gateways/github/requests/failure.ts'

// No finding points into an answer of GitHub, so zod alone judges it.
const failedQuery = z.object({
  errors: z.tuple([z.object({ type: z.string().optional(), message: z.string() })], z.unknown()),
})

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
  // A query that is refused has status 200.
  hook.after('request', async ({ data, headers }) => {
    const queryError = failedQuery.safeParse(data).data?.errors[0]
    if (queryError) await note(graphqlFailure(queryError, headers))
  })
}
