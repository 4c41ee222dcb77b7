import { parseIsoTime, minute } from '../../core/time.ts'
import { visibleLine } from '../../core/message.ts'
import { UsageError } from './usage.ts'

/**
 * How far a time may be ahead of this clock, in milliseconds: clocks differ. What is further ahead would pass every
 * waiting time.
 */
const maxAhead = 5 * minute

/** The time that `--at` names, as ISO 8601 in UTC; now where it is not given. */
export function timeFrom(at: string | undefined): string {
  const now = Date.now()
  if (at === undefined) return new Date(now).toISOString()
  const time = parseIsoTime(at)
  if (time === undefined)
    throw new UsageError(
      `Unexpected --at ${visibleLine(at)}, expected a time that exists, with its zone, such as 2026-02-04T10:00:00Z.`,
    )
  if (Date.parse(time) > now + maxAhead)
    throw new UsageError(
      `Unexpected --at ${visibleLine(at)}, expected a time that is not ahead of the clock: it is ${new Date(now).toISOString()}.`,
    )
  return time
}
