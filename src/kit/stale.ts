import type { Context } from '../core/context.ts'
import type { Grant } from '../core/grant.ts'
import { hour, minute } from '../core/time.ts'

/** A duration as written in `stale-after`: `48h`, below an hour `30m`. */
const spanOf = (milliseconds: number) =>
  milliseconds < hour ? `${Math.floor(milliseconds / minute)}m` : `${Math.floor(milliseconds / hour)}h`

/** How long there was no activity, in milliseconds, where that is longer than allowed. */
export function overdueTime(now: number, since: number, allowed: number): number | undefined {
  const lasted = now - since
  return lasted > allowed ? lasted : undefined
}

/** Whether the end of a grant has come. One without an end lasts until it is stale. */
export const hasEnded = ({ until }: Pick<Grant, 'until'>, at: string): boolean => until !== undefined && Date.parse(at) >= Date.parse(until)

/** Whether a grant is over at a time: its end has come, or it has none and is stale. */
export const isGrantOver = (grant: Grant, at: string, staleAfter: number): boolean =>
  grant.until === undefined ? overdueTime(Date.parse(at), Date.parse(grant.since), staleAfter) !== undefined : hasEnded(grant, at)

/**
 * Since when a target had no activity, to the minute, and how long it may have none, where an audit finds that it is too long. `undefined`
 * where this is no audit or the last activity is unknown. How long it was would be another text every hour.
 *
 * @param since the last activity, in milliseconds
 * @param grant to whom control was given by name: one with an end is judged by that, and not here
 */
export function staleFor(
  { staleness, at }: Pick<Context, 'staleness' | 'at'>,
  since: number | undefined,
  grant?: Grant,
): { readonly since: string; readonly allowed: string } | undefined {
  if (!staleness || since === undefined || grant?.until !== undefined) return undefined
  const last = Math.max(since, grant ? Date.parse(grant.since) : -Infinity)
  if (overdueTime(Date.parse(at), last, staleness.milliseconds) === undefined) return undefined
  return { since: `${new Date(last).toISOString().slice(0, 'YYYY-MM-DDThh:mm'.length)}Z`, allowed: spanOf(staleness.milliseconds) }
}
