import { withoutPlace } from '../core/grant.ts'
import type { Diagnostic, Place, Severity } from '../core/diagnostic.ts'
import type { Report, ReportedTarget } from '../core/report.ts'
import type { JsonReport } from './json.schema.ts'
import { stringify } from './plain.ts'

// Keys are in the order in which they are printed; those without a value are not printed.

const place = ({ path, line, column, endLine, endColumn }: Place) => ({ path, line, column, endLine, endColumn })

/** A diagnostic as it appears in every JSON answer. */
export const jsonDiagnostic = (of: Diagnostic): JsonReport['errors'][number] => ({
  code: of.code,
  severity: of.severity,
  protocol: of.protocol,
  target: of.target,
  ...place(of),
  message: of.message,
  hint: of.hint,
  fix: of.fix,
  url: of.url,
  related: of.related?.length ? of.related.map((related) => ({ ...place(related), message: related.message })) : undefined,
  commit: of.commit,
  conversation: of.conversation,
  retry: of.retry,
  new: of.new,
  subject: of.subject,
  said: of.said?.map(({ place, value }) => ({ place, value })),
})

/** A target as it appears in every JSON answer. */
const jsonTarget = ({ id, protocol, path, holder, state, question, grant, facts }: ReportedTarget): JsonReport['targets'][number] => ({
  id,
  protocol,
  path,
  holder,
  state,
  question,
  grant: grant && withoutPlace(grant),
  facts,
})

/** The report as `baton validate --format json` answers it, version 1. */
export function json(report: Report, { onOneLine = false }: { readonly onOneLine?: boolean } = {}): string {
  const of = (severity: Severity) => report.diagnostics.filter((each) => each.severity === severity).map(jsonDiagnostic)
  const { files, targets, protocols } = report.checked
  const errors = of('error')
  const answer = {
    version: 1,
    valid: errors.length === 0,
    errors,
    warnings: of('warning'),
    notices: of('notice'),
    checked: { files, targets, protocols: [...protocols] },
    targets: report.targets.map(jsonTarget),
    parsed: report.parsed,
    afterMerge: report.afterMerge && [...report.afterMerge],
    setup: report.setup?.map(({ name, status, text, command }) => ({ name, status, text, command })),
    report: report.report && { ...report.report, lines: [...report.report.lines] },
  } satisfies JsonReport
  return stringify(answer, onOneLine)
}
