import { parseTime } from '../../core/time.ts'

const form = /^(?<day>\d{4}-\d\d-\d\d)T(?<time>\d\d:\d\d):(?<second>\d\d)(?<fraction>\.\d+)?(?<zone>Z|[+-]\d\d:\d\d)$/

/** The moment of a time in milliseconds; nothing where the text is none, or of a day that does not exist (governance protocol, "Shapes"). */
export const instantOf = (text: string | undefined): number | undefined => parseTime(form, text ?? '')

/** How a moment is written. */
export const timeOf = (at: string | number): string => new Date(at).toISOString()
