export const hour = 3_600_000

const form = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(\.\d+)?(?:Z|([+-])(\d\d):(\d\d))$/

/** The moment of a time in milliseconds; nothing where the text is none, or of a day that does not exist (governance protocol, "Shapes"). */
export function instantOf(text: string | undefined): number | undefined {
  const [, year, month, day, hours, minutes, seconds, fraction = '', sign = '+', aheadHours = '0', aheadMinutes = '0'] =
    form.exec(text ?? '') ?? []
  if (year === undefined) return undefined
  const midnight = Date.parse(`${year}-${month}-${day}T00:00:00Z`)
  if (Number.isNaN(midnight) || new Date(midnight).getUTCDate() !== Number(day)) return undefined
  if (Number(hours) > 23 || Number(minutes) > 59 || Number(seconds) > 59 || Number(aheadHours) > 23 || Number(aheadMinutes) > 59)
    return undefined
  const within = (Number(hours) * 60 + Number(minutes)) * 60_000 + Number(seconds) * 1000 + Number(`0${fraction}`) * 1000
  const ahead = (Number(aheadHours) * 60 + Number(aheadMinutes)) * 60_000
  return midnight + within - (sign === '-' ? -ahead : ahead)
}

/** How a moment is written. */
export const timeOf = (at: string | number): string => new Date(at).toISOString()
