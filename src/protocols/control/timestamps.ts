import { parseTime } from '../../core/time.ts'

const form = /^(?<day>\d{4}-\d\d-\d\d)T(?<time>\d\d:\d\d):(?<second>\d\d)(?:(?<fraction>\.\d{1,3})\d*)?(?<zone>Z|[+-]\d\d:\d\d)$/i

/** The moment that an RFC 3339 date-time names, in whole milliseconds; nothing where it is none, or of a day that does not exist. */
export const instantOf = (text: string): number | undefined => parseTime(form, text, 60)

/** How a moment is written (control protocol, "Shapes"): in UTC with `+00:00`, and a fraction only where it is not zero. */
export function timestampOf(at: string): string {
  return new Date(at).toISOString().replace('.000Z', 'Z').replace('Z', '+00:00')
}
