import { type Diagnostic, countBySeverity } from '../../core/diagnostic.ts'
import type { Report } from '../../core/report.ts'
import { compareDiagnostics } from '../checking/order.ts'
import type { AuditCode } from './codes.ts'
import type { Counts } from './memory.ts'
import { digestOfParts } from '../../documents/digest.ts'

/** The findings that are worth an issue: errors and warnings. */
export const issueFindings = ({ diagnostics }: Report): readonly Diagnostic[] =>
  diagnostics.filter(({ severity }) => severity !== 'notice')

/** How Baton is set up is no state of the repository: it is for the summary of the check run alone. */
const summaryOnlyCodes: ReadonlySet<string> = new Set<AuditCode>(['DOORS_TWO'])

export const reportForIssue = (report: Report): Report => ({
  ...report,
  diagnostics: report.diagnostics.filter(({ code }) => !summaryOnlyCodes.has(code)),
})

/** The findings that an issue is about, and their fingerprints. */
export function findingSetOf(report: Report): { readonly fingerprints: readonly string[]; readonly set: string } {
  const fingerprints = fingerprintsOf(issueFindings(report))
  return { fingerprints, set: fingerprintSetDigest(fingerprints) }
}

/** The result of an audit, in short. */
export function countsOf({ diagnostics, verdict, checked }: Report): Counts {
  return {
    failed: verdict !== 'passed',
    ...countBySeverity(diagnostics),
    targets: checked.targets,
  }
}

/** The findings of pull requests, and the complaint about a known finding that applies to them too. */
interface PullFindings {
  readonly found: readonly Diagnostic[]
  holds(complaint: Diagnostic): boolean
}

/**
 * A report of the default branch with the findings of pull requests. These have checks of their own, so that the
 * verdict stays.
 */
export const withPulls = (report: Report, { found: findings, holds }: PullFindings): Report => ({
  ...report,
  diagnostics: [...report.diagnostics.filter(holds), ...findings].toSorted(compareDiagnostics),
})

/** Long enough to distinguish some thousand findings, short enough to be written down. */
const fingerprintLength = 12

/**
 * The identity of a finding from one audit to the next: code, target, path and pull request. Its line and its words may
 * change.
 */
export const fingerprintOf = ({ code, target, path, conversation }: Diagnostic): string =>
  digestOfParts([code, target, path, conversation === undefined ? undefined : String(conversation)]).slice(
    0,
    fingerprintLength,
  )

/** The fingerprints of findings, each once, sorted. */
export const fingerprintsOf = (diagnostics: readonly Diagnostic[]): readonly string[] =>
  [...new Set(diagnostics.map(fingerprintOf))].toSorted()

export const fingerprintSetDigest = (fingerprints: readonly string[]): string =>
  digestOfParts(fingerprints).slice(0, fingerprintLength)

/** The set of an audit that found nothing. */
export const emptySet = fingerprintSetDigest([])
