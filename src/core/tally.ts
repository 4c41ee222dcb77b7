import { severities, type Severity } from './diagnostic.ts'

/** `1 target`, `2 targets`. */
export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`

/** How many there are of each severity, gravest first. */
export function bySeverity(found: readonly { readonly severity: Severity }[]): Readonly<Record<Severity, number>> {
  const counts = { error: 0, warning: 0, notice: 0 }
  for (const { severity } of found) counts[severity]++
  return counts
}

/** `2 errors, 1 warning`; empty when there is nothing. */
export function tally(found: readonly { readonly severity: Severity }[]): string {
  const counts = bySeverity(found)
  return severities
    .filter((severity) => counts[severity] > 0)
    .map((severity) => counted(counts[severity], severity))
    .join(', ')
}
