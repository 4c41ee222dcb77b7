import type { Diagnostic } from '../../core/diagnostic.ts'
import type { Report } from '../../core/report.ts'
import { countBySeverity } from '../../core/severity-counts.ts'
import { inOrder } from '../checking/order.ts'
import type { AuditCode } from './codes.ts'
import { fingerprintsOf, setOf } from './fingerprint.ts'
import type { Counts } from './memory.ts'

/** What is worth an issue: a notice alone is none. */
export const worthAnIssue = ({ diagnostics }: Report): readonly Diagnostic[] => diagnostics.filter(({ severity }) => severity !== 'notice')

/** How Baton is set up is no state of the repository: it is for the summary of the check run alone. */
const summaryOnly: ReadonlySet<string> = new Set<AuditCode>(['DOORS_TWO'])

/** What of a report the issue shows. */
export const forIssue = (report: Report): Report => ({
  ...report,
  diagnostics: report.diagnostics.filter(({ code }) => !summaryOnly.has(code)),
})

/** The findings that an issue is about, and what they are known by. */
export function fingerprinted(report: Report): { readonly fingerprints: readonly string[]; readonly set: string } {
  const fingerprints = fingerprintsOf(worthAnIssue(report))
  return { fingerprints, set: setOf(fingerprints) }
}

/** What an audit came to, in short. */
export function countsOf({ diagnostics, verdict, checked }: Report): Counts {
  return {
    failed: verdict !== 'passed',
    ...countBySeverity(diagnostics),
    targets: checked.targets,
  }
}

/** What was found in pull requests, and which complaint about a known finding holds for them too. */
interface InPulls {
  readonly found: readonly Diagnostic[]
  holds(complaint: Diagnostic): boolean
}

/** A report of the default branch with what was found in pull requests. These have checks of their own: the verdict stays. */
export const withPulls = (report: Report, { found, holds }: InPulls): Report => ({
  ...report,
  diagnostics: [...report.diagnostics.filter(holds), ...found].toSorted(inOrder),
})

/** Which finding a pull request has in common with the default branch. */
export const identityOf = ({ code, target, path }: Diagnostic): string => JSON.stringify([code, target, path])
