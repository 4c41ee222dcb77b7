import type { Context } from '../core/context.ts'
import type { Grant } from '../core/grant.ts'
import { hour, minute } from '../core/time.ts'

/** A stretch of time as `stale-after` has it: `48h`, below an hour `30m`. */
const spanOf = (milliseconds: number) =>
  milliseconds < hour ? `${Math.floor(milliseconds / minute)}m` : `${Math.floor(milliseconds / hour)}h`

/**
 * Whether an audit finds that a target was silent for too long: how long, and how long it may be. `undefined` where this is no audit or
 * the last sign of life is unknown.
 *
 * @param since the last sign of life, in milliseconds
 * @param grant to whom control was given by name: one with an end is judged by that, and not here
 */
export function staleFor(
  { staleness, at }: Pick<Context, 'staleness' | 'at'>,
  since: number | undefined,
  grant?: Grant,
): { readonly lasted: string; readonly allowed: string } | undefined {
  if (!staleness || since === undefined || grant?.until !== undefined) return undefined
  const age = Date.parse(at) - Math.max(since, grant ? Date.parse(grant.since) : -Infinity)
  return age > staleness.milliseconds ? { lasted: spanOf(age), allowed: spanOf(staleness.milliseconds) } : undefined
}
