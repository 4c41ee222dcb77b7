const form = /^(\d{4})-(\d\d)-(\d\d)[Tt](\d\d):(\d\d):(\d\d)(\.\d+)?(?:[Zz]|([+-])(\d\d):(\d\d))$/

/** The moment that an RFC 3339 date-time names, in milliseconds; nothing where it is none, or of a day that does not exist. */
export function instantOf(text: string): number | undefined {
  const [, year, month, day, hour, minute, second, fraction = '', sign = '+', aheadHours = 0, aheadMinutes = 0] = form.exec(text) ?? []
  if (year === undefined) return undefined
  const [hours, minutes, seconds] = [Number(hour), Number(minute), Number(second)]
  const midnight = Date.parse(`${year}-${month}-${day}T00:00:00Z`)
  if (Number.isNaN(midnight) || new Date(midnight).getUTCDate() !== Number(day)) return undefined
  if (hours > 23 || minutes > 59 || seconds > 60 || Number(aheadHours) > 23 || Number(aheadMinutes) > 59) return undefined
  const ahead = (Number(aheadHours) * 60 + Number(aheadMinutes)) * (sign === '-' ? -60_000 : 60_000)
  return midnight + ((hours * 60 + minutes) * 60 + seconds) * 1000 + Number(`0${fraction.slice(0, 4)}`) * 1000 - ahead
}

/** How a moment is written (control protocol, "Shapes"): in UTC with `+00:00`, and a fraction only where it is not zero. */
export function timestampOf(at: string): string {
  return new Date(at).toISOString().replace('.000Z', 'Z').replace('Z', '+00:00')
}
