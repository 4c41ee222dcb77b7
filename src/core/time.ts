/** The times that ISO 8601 writes with a year of four digits, in milliseconds. */
const earliestTime = Date.parse('0000-01-01T00:00:00Z')
const latestTime = Date.parse('9999-12-31T23:59:59.999Z')

/** Whether a time is in the years 0 to 9999: others have another form in ISO 8601, or none. */
const isWritable = (milliseconds: number): boolean => milliseconds >= earliestTime && milliseconds <= latestTime

/**
 * A time in milliseconds as ISO 8601 has it, whatever a commit or an answer claims: what lies outside of the years 0 to
 * 9999 is their nearest end, and no number at all is the start of 1970.
 */
export const isoTime = (milliseconds: number): string =>
  new Date(Number.isNaN(milliseconds) ? 0 : Math.min(latestTime, Math.max(earliestTime, milliseconds))).toISOString()

/** The day of a time in a time zone, `YYYY-MM-DD`. */
export function dayOf(at: string, timeZone: string): string {
  // The default costs no look into the runtime's tables, which takes milliseconds.
  if (timeZone === 'UTC') return new Date(at).toISOString().slice(0, 'YYYY-MM-DD'.length)
  // Sweden writes dates in ISO order, but years before 1000 with fewer digits.
  const formatted = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).format(new Date(at))
  return formatted.padStart('YYYY-MM-DD'.length, '0')
}

/** In milliseconds. */
export const second = 1000
export const minute = 60 * second
export const hour = 60 * minute
export const day = 24 * hour

/** Whether there is a day of that name, `YYYY-MM-DD`. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false
  const [year, month, day] = [Number(text.slice(0, 4)), Number(text.slice(5, 7)), Number(text.slice(8))]
  if (day === 0 || month === 0 || month > 12) return false
  // Of every day but the last three of a month there is no doubt, and a date is dear.
  return day <= 28 || day <= new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate()
}

const zoneForm = /^([+-])(\d\d):?(\d\d)$/

/** How far a zone is ahead of UTC, in milliseconds; one without an offset is UTC. */
function zoneOffset(zone: string): number | undefined {
  const [, sign, hours = '0', minutes = '0'] = zoneForm.exec(zone) ?? []
  if (Number(hours) > 23 || Number(minutes) > 59) return undefined
  return (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -minute : minute)
}

/**
 * The time that a text of a form names, in milliseconds; `undefined` where it is not of the form, or of a day or time
 * that does not exist.
 *
 * @param form its groups are `day` (`YYYY-MM-DD`), `time` (`hh:mm`), `second`, its `fraction` (with the dot) and `zone`
 * (`Z` or an offset); without a time it is midnight, without a zone UTC
 * @param lastSecond of a minute: 60 where leap seconds are written
 */
export function parseTime(form: RegExp, text: string, lastSecond: 59 | 60 = 59): number | undefined {
  const { day = '', time = '00:00', second = '00', fraction = '', zone = '' } = form.exec(text)?.groups ?? {}
  if (!isDay(day)) return undefined
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  const seconds = Number(second)
  const offset = zoneOffset(zone)
  if (offset === undefined || hours > 23 || minutes > 59 || seconds > lastSecond) return undefined
  const milliseconds =
    Date.parse(`${day}T00:00:00Z`) +
    ((hours * 60 + minutes) * 60 + seconds) * 1000 +
    Number(`0${fraction}`) * 1000 -
    offset
  // In UTC, the first and last hours of some zones are in years that have no four digits.
  return isWritable(milliseconds) ? milliseconds : undefined
}

const isoForm =
  /^(?<day>\d{4}-\d\d-\d\d)T(?<time>\d\d:\d\d)(?::(?<second>\d\d)(?<fraction>\.\d+)?)?(?<zone>Z|[+-]\d\d:\d\d)$/

/**
 * The time that an ISO 8601 text names, in UTC and to the millisecond; `undefined` where it names none, such as the
 * 30th of February.
 */
export function parseIsoTime(text: string): string | undefined {
  const time = parseTime(isoForm, text)
  return time === undefined ? undefined : new Date(time).toISOString()
}
