const form = /^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d):(\d\d)(?::(\d\d)(\.\d+)?)?(?:Z|([+-])(\d\d):(\d\d))?)?$/

/** Whether there is such a day. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false
  const midnight = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(text)
}

/** The moment that a timestamp names, in milliseconds; nothing where it is none. A day alone is its midnight, a time without a zone in UTC (handover protocol, section 1). */
export function instantOf(text: string): number | undefined {
  const [, year, month, day, hour = '00', minute = '00', second = '00', fraction = '', sign, aheadHours = '00', aheadMinutes = '00'] =
    form.exec(text) ?? []
  if (year === undefined || !isDay(`${year}-${month}-${day}`)) return undefined
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59 || Number(aheadHours) > 23 || Number(aheadMinutes) > 59)
    return undefined
  const ahead = (Number(aheadHours) * 60 + Number(aheadMinutes)) * (sign === '-' ? -60_000 : 60_000)
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`) + Number(`0${fraction}`) * 1000 - ahead
}

/** How a moment is written: in UTC, with milliseconds only if they are not zero. */
export const timestampOf = (at: string): string => new Date(at).toISOString().replace('.000Z', 'Z')

/** The later of two timestamps, as it is written; one that cannot be read is the earlier. */
export function later(one: string, other: string): string {
  return (instantOf(other) ?? Number.NEGATIVE_INFINITY) > (instantOf(one) ?? Number.NEGATIVE_INFINITY) ? other : one
}
