/** The day of a moment in a time zone, `YYYY-MM-DD`. */
export function dayOf(at: string, timeZone: string): string {
  // The default costs no look into the runtime's tables, which takes milliseconds.
  if (timeZone === 'UTC') return new Date(at).toISOString().slice(0, 'YYYY-MM-DD'.length)
  // Sweden writes dates in ISO order.
  return new Intl.DateTimeFormat('sv-SE', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(new Date(at))
}
