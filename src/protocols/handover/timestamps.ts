import { parseTime } from '../../core/time.ts'

const form = /^(?<day>\d{4}-\d\d-\d\d)(?:T(?<time>\d\d:\d\d)(?::(?<second>\d\d)(?<fraction>\.\d+)?)?(?<zone>Z|[+-]\d\d:\d\d)?)?$/

/** The moment that a timestamp names, in milliseconds; nothing where it is none. A day alone is its midnight, a time without a zone in UTC (handover protocol, section 1). */
export const instantOf = (text: string): number | undefined => parseTime(form, text)

/** How a moment is written: in UTC, with milliseconds only if they are not zero. */
export const timestampOf = (at: string): string => new Date(at).toISOString().replace('.000Z', 'Z')

/** The later of two timestamps, as it is written; one that cannot be read is the earlier. */
export function later(one: string, other: string): string {
  return (instantOf(other) ?? Number.NEGATIVE_INFINITY) > (instantOf(one) ?? Number.NEGATIVE_INFINITY) ? other : one
}
