import { severities, type Severity } from './diagnostic.ts'

/** `1 target`, `2 targets`. */
export const pluralize = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`

/** How many there are of each severity, most severe first. */
export function countBySeverity(found: readonly { readonly severity: Severity }[]): Readonly<Record<Severity, number>> {
  const counts = { error: 0, warning: 0, notice: 0 }
  for (const { severity } of found) counts[severity]++
  return counts
}

/** `2 errors, 1 warning`; empty when there is nothing. */
export function describeCounts(found: readonly { readonly severity: Severity }[]): string {
  const counts = countBySeverity(found)
  return severities
    .filter((severity) => counts[severity] > 0)
    .map((severity) => pluralize(counts[severity], severity))
    .join(', ')
}
