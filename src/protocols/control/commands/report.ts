import type { Details, Outcome, CommandDiagnostic } from '../../../core/command.ts'
import { fencedBlock, visibleLine } from '../../../core/message.ts'
import { acceptFacts, handbackFacts } from '../targets.ts'
import type { Stage } from '../model.ts'
import type { Check } from '../contract/checks.ts'
import { faultOf } from '../rules/index.ts'

const isCounted = ({ check }: Check) => check !== 'accept_present'

function lineOf({ status, check, path, failure }: Check): string {
  const fault = failure && faultOf(failure)
  return [
    `${status} ${check}: ${visibleLine(path)}`,
    ...(fault ? [visibleLine(fault.message.replaceAll('`', ''), 500)] : []),
  ].join(' – ')
}

function acceptLine({ accept }: Stage): string {
  if (!accept.exists) return 'Accept: ABSENT'
  return accept.value ? 'Accept: PRESENT (state=agent)' : 'Accept: PRESENT (invalid)'
}

const checkJson = ({ check, path, status, name, failure }: Check) => ({
  check,
  path,
  status,
  ...(name !== undefined && { name }),
  ...(failure && faultOf(failure)),
})

/** What a command says of a check that does not pass. */
export function diagnosticOf(
  { failure, place }: Check,
  target: string,
  severity: CommandDiagnostic['severity'],
): readonly CommandDiagnostic[] {
  if (!failure) return []
  const { code, message, action: hint } = faultOf(failure)
  return [{ code, severity, message, hint, place, target }]
}

/** The parts of a report other than its checks. */
interface ReportExtras {
  readonly diagnostics?: readonly CommandDiagnostic[]
  readonly details?: Readonly<Record<string, unknown>>
}

/** The answer of a report (docs/control.md, "Commands"): nothing changes, and failed checks are errors. */
export function reportOutcome(
  title: 'Preflight' | 'Validate',
  stage: Stage,
  checks: readonly Check[],
  { diagnostics = [], details = {} }: ReportExtras = {},
): Outcome {
  const failedCount = checks.filter((check) => check.status === 'FAIL' && isCounted(check)).length
  const passedCount = checks.filter(({ status }) => status === 'PASS').length
  const status = failedCount > 0 ? 'fail' : 'pass'
  const lines = [
    `${title}: ${stage.name}`,
    ...checks.map(lineOf),
    acceptLine(stage),
    `Result: ${status.toUpperCase()} (${passedCount} passed, ${failedCount} failed)`,
  ]
  const report: Details = {
    check: title.toLowerCase(),
    status,
    stage: stage.name,
    run: stage.run.path,
    passed: passedCount,
    failed: failedCount,
    checks: checks.map(checkJson),
    accept: acceptFacts(stage),
    handback: handbackFacts(stage),
    ...details,
    lines,
  }
  const severity = (check: Check) => (!isCounted(check) || check.status === 'SKIP' ? 'notice' : 'error')
  return {
    outcome: 'unchanged',
    reply: fencedBlock('text', lines),
    diagnostics: [...checks.flatMap((check) => diagnosticOf(check, stage.target, severity(check))), ...diagnostics],
    report,
  }
}
