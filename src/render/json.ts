import { withoutPlace } from '../core/grant.ts'
import type { Diagnostic, Place, Severity } from '../core/diagnostic.ts'
import type { RepositoryHistory } from '../core/history.ts'
import type { Report, ReportedTarget } from '../core/report.ts'
import type { JsonHistory } from './history.schema.ts'
import type { JsonReport } from './json.schema.ts'
import { stringify } from './plain.ts'

// Keys are in the order in which they are printed; those without a value are not printed.

const place = ({ path, line, column, endLine, endColumn }: Place) => ({ path, line, column, endLine, endColumn })

/** A diagnostic as it appears in every JSON answer. */
export const jsonDiagnostic = (diagnostic: Diagnostic): JsonReport['errors'][number] => ({
  code: diagnostic.code,
  severity: diagnostic.severity,
  protocol: diagnostic.protocol,
  target: diagnostic.target,
  ...place(diagnostic),
  message: diagnostic.message,
  hint: diagnostic.hint,
  fix: diagnostic.fix,
  url: diagnostic.url,
  related: diagnostic.related?.length
    ? diagnostic.related.map((related) => ({ ...place(related), message: related.message }))
    : undefined,
  commit: diagnostic.commit,
  conversation: diagnostic.conversation,
  retry: diagnostic.retry,
  new: diagnostic.new,
  subject: diagnostic.subject,
  said: diagnostic.said?.map(({ place, value }) => ({ place, value })),
})

/** A target as it appears in every JSON answer. */
const jsonTarget = ({
  id,
  protocol,
  path,
  holder,
  state,
  question,
  error,
  grant,
  facts,
}: ReportedTarget): JsonReport['targets'][number] => ({
  id,
  protocol,
  path,
  holder,
  state,
  question,
  error,
  grant: grant && withoutPlace(grant),
  facts,
})

/** The report as `baton validate --format json` answers it, version 1. */
export function json(report: Report, { onOneLine = false }: { readonly onOneLine?: boolean } = {}): string {
  const diagnosticsOf = (severity: Severity) =>
    report.diagnostics.filter((diagnostic) => diagnostic.severity === severity).map(jsonDiagnostic)
  const { files, targets, protocols } = report.checked
  const errors = diagnosticsOf('error')
  const answer = {
    version: 1,
    valid: errors.length === 0,
    errors,
    warnings: diagnosticsOf('warning'),
    notices: diagnosticsOf('notice'),
    checked: { files, targets, protocols: [...protocols] },
    targets: report.targets.map(jsonTarget),
    parsed: report.parsed,
    afterMerge: report.afterMerge && [...report.afterMerge],
    setup: report.setup?.map(({ name, status, text, command }) => ({ name, status, text, command })),
    notes: report.setup && [...report.notes],
    report: report.report && { ...report.report, lines: [...report.report.lines] },
  } satisfies JsonReport
  return stringify(answer, onOneLine)
}

/** A history as `baton history --format json` answers it, version 1. */
export function historyJson(
  history: RepositoryHistory,
  { onOneLine = false }: { readonly onOneLine?: boolean } = {},
): string {
  // Plain data already, whose keys are in the order in which they are printed.
  const answer: { readonly [Key in keyof JsonHistory]: unknown } = { version: 1, ...history }
  return stringify(answer, onOneLine)
}
