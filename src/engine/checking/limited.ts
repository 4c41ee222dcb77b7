import { severities, worstFirst, type Diagnostic } from '../../core/diagnostic.ts'
import { msg } from '../../core/message.ts'
import type { Report } from '../../core/report.ts'
import { compareDiagnostics } from './order.ts'

/** The most findings of one code that are listed for a file, which may have as many faults as it has characters. */
export const maxListed = 100

const maxInAll = 50_000

/** What is known of the findings that are not listed. */
interface UnlistedFindings {
  readonly first: Diagnostic
  count: number
  worst: number
  touched: boolean
  isNew: boolean
  isOfOne: boolean
}

const unlistedFindingsFrom = (first: Diagnostic): UnlistedFindings => ({
  first,
  count: 0,
  worst: severities.length - 1,
  touched: false,
  isNew: false,
  isOfOne: true,
})

function countUnlisted(
  rest: UnlistedFindings,
  { severity, more = 1, touched, target, ...diagnostic }: Diagnostic,
): void {
  rest.count += more
  rest.worst = Math.min(rest.worst, severities.indexOf(severity))
  rest.touched ||= touched
  rest.isNew ||= diagnostic.new === true
  rest.isOfOne &&= target === rest.first.target
}

/** All of these in one line: as severe as the worst of them. */
function summaryOf({
  first: { code, protocol, target, path, line, url },
  count,
  worst,
  touched,
  isNew,
  isOfOne,
}: UnlistedFindings): Diagnostic {
  return {
    code,
    severity: severities[worst] ?? 'error',
    message:
      count === 1
        ? 'One more finding in this file is not listed'
        : msg`${count} more findings in this file are not listed`,
    path,
    url,
    touched,
    more: count,
    ...(isNew && { new: true as const }),
    ...(line !== undefined && { line }),
    ...(protocol !== undefined && { protocol }),
    ...(target !== undefined && isOfOne && { target }),
  }
}

/**
 * Findings of which no more than 100 are alike, and 50,000 in all: the others of each kind are one, and only counted.
 * They are kept neither here nor by the caller, so that their number costs no memory.
 */
export function findingLimiter(keyOf: (diagnostic: Diagnostic) => string) {
  const groups = new Map<string, { listed: number; rest: UnlistedFindings | undefined }>()
  let inAll = 0
  return {
    /** Whether it is listed. */
    add(diagnostic: Diagnostic): boolean {
      const key = keyOf(diagnostic)
      const group = groups.get(key) ?? { listed: 0, rest: undefined }
      groups.set(key, group)
      if (diagnostic.more === undefined && group.listed < maxListed && inAll < maxInAll) {
        group.listed++
        inAll++
        return true
      }
      group.rest ??= unlistedFindingsFrom(diagnostic)
      countUnlisted(group.rest, diagnostic)
      return false
    },
    rest: (): readonly Diagnostic[] => [...groups.values()].flatMap(({ rest }) => (rest ? [summaryOf(rest)] : [])),
  }
}

/**
 * A report as it is shown: at most 100 findings of one code for each file, the worst of them, and the others as one
 * with their number.
 */
export function condense(report: Report): Report {
  const { diagnostics } = report
  if (diagnostics.length <= maxListed) return report
  const limiter = findingLimiter(({ code, path }) => JSON.stringify([code, path]))
  const listedDiagnostics = worstFirst(diagnostics).filter((diagnostic) => limiter.add(diagnostic))
  return { ...report, diagnostics: [...listedDiagnostics, ...limiter.rest()].toSorted(compareDiagnostics) }
}
