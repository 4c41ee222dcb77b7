import { UsageError } from './usage.ts'

/** The moment that `--at` names, as ISO 8601 in UTC; now where it is not given. */
export function momentOf(at: string | undefined): string {
  if (at === undefined) return new Date().toISOString()
  const moment = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2})$/.test(at) ? new Date(at) : new Date(Number.NaN)
  if (Number.isNaN(moment.getTime())) throw new UsageError(`Unexpected --at ${at}, expected a moment such as 2026-02-04T10:00:00Z.`)
  return moment.toISOString()
}
