import { severities, type Severity } from './diagnostic.ts'

/** `1 target`, `2 targets`. */
export const pluralize = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`

/** A finding, or one that stands for several. */
interface CountedFinding {
  readonly severity: Severity
  readonly more?: number
}

/** How many there are of each severity, most severe first. */
export function countBySeverity(found: readonly CountedFinding[]): Readonly<Record<Severity, number>> {
  const counts = { error: 0, warning: 0, notice: 0 }
  for (const { severity, more = 1 } of found) counts[severity] += more
  return counts
}

/** `2 errors, 1 warning`; empty when there is nothing. */
export function describeCounts(found: readonly CountedFinding[]): string {
  const counts = countBySeverity(found)
  return severities
    .filter((severity) => counts[severity] > 0)
    .map((severity) => pluralize(counts[severity], severity))
    .join(', ')
}
