import * as z from 'zod'
import { isAgentName, type Grant, type InvalidGrant, type RecordedGrant } from '../core/grant.ts'
import type { Place } from '../core/diagnostic.ts'
import { msg } from '../core/message.ts'
import { once } from '../core/once.ts'
import { day, parseIsoTime, hour, minute } from '../core/time.ts'
import { recordOf } from './record.ts'
import { checkValue, violationsOf } from './shape.ts'
import type { Context } from '../core/context.ts'

const grantKeys = ['agent', 'by', 'since', 'until'] as const

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== ''
const isTime = (value: unknown): value is string => isText(value) && parseIsoTime(value) !== undefined
const isAgent = (value: unknown): value is string => isText(value) && isAgentName(value)

const showValue = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))

const grantField = (key: (typeof grantKeys)[number], fits: (value: unknown) => value is string, expected: string) =>
  z.custom<string>(fits, {
    error: ({ input }) => `${msg`Unexpected ${key} ${showValue(input)} of a grant`}, expected ${expected}`,
  })

/** Built where a grant is read: most checks read none. */
const grantShape = once(() =>
  z.strictObject(
    {
      agent: grantField('agent', isAgent, 'the name of an agent').optional(),
      by: grantField('by', isText, 'a name').optional(),
      since: grantField('since', isTime, 'a time with its zone'),
      until: grantField('until', isTime, 'a time with its zone').optional(),
    },
    { error: () => msg`Unexpected grant, expected the keys ${grantKeys}` },
  ),
)

/** Why a value is no grant: unknown keys count before missing ones, and these before wrong values. */
function faultOf(value: unknown, defaultMessage: string): string {
  const { data } = recordOf(JSON.stringify(value), 'json')
  const violations = data ? violationsOf(data, grantShape()) : []
  const [first] = ['unknown', 'missing', 'type', 'value'].flatMap((kind) =>
    violations.filter((violation) => violation.kind === kind),
  )
  const { kind, message = defaultMessage } = first ?? {}
  if (kind === 'unknown') return `${message} of a grant${msg`, expected one of ${grantKeys}`}`
  return kind === 'missing' ? `${message} of a grant` : message
}

/** The grant that a file of a protocol holds, from plain data. An invalid one counts as none, and is reported. */
export function grantFrom(
  value: unknown,
  place: Place,
): { readonly grant?: RecordedGrant | undefined; readonly invalidGrant?: InvalidGrant | undefined } {
  if (value === undefined || value === null) return {}
  const { fault } = checkValue<Grant>(value, grantShape())
  return fault
    ? { invalidGrant: { message: faultOf(value, fault.message), place } }
    : { grant: { ...(value as Grant), place } }
}

/** A duration as it is written in `stale-after`: `90m`, `48h`, from a week on `14d`. */
function durationText(milliseconds: number): string {
  const isIn = (unit: number) => milliseconds % unit === 0
  if (milliseconds >= 7 * day && isIn(day)) return `${milliseconds / day}d`
  return isIn(hour) ? `${milliseconds / hour}h` : `${Math.floor(milliseconds / minute)}m`
}

/** How long there was no activity, in milliseconds, where that is longer than allowed. */
export function overdueTime(now: number, since: number, allowed: number): number | undefined {
  const elapsed = now - since
  return elapsed > allowed ? elapsed : undefined
}

/** Whether the end of a grant has come. One without an end lasts until it is stale. */
export const hasEnded = ({ until }: Pick<Grant, 'until'>, at: string): boolean =>
  until !== undefined && Date.parse(at) >= Date.parse(until)

/** Whether a grant is over at a time: its end has come, or it has none and is stale. */
export const isGrantOver = (grant: Grant, at: string, staleAfter: number): boolean =>
  grant.until === undefined
    ? overdueTime(Date.parse(at), Date.parse(grant.since), staleAfter) !== undefined
    : hasEnded(grant, at)

/**
 * Since when a target had no activity, to the minute, and how long it may have none, where an audit finds that it is
 * too long. `undefined` where this is no audit or the last activity is unknown. How long it was would be another text
 * every hour.
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
  const lastActivity = Math.max(since, grant ? Date.parse(grant.since) : -Infinity)
  if (overdueTime(Date.parse(at), lastActivity, staleness.milliseconds) === undefined) return undefined
  return {
    since: `${new Date(lastActivity).toISOString().slice(0, 'YYYY-MM-DDThh:mm'.length)}Z`,
    allowed: durationText(staleness.milliseconds),
  }
}
