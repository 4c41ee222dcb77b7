import type { Severity } from '../core/diagnostic.ts'
import { visible } from '../core/message.ts'
import { protocolNames } from '../core/protocol.ts'
import type { FailOn, Report } from '../core/report.ts'
import { pluralize, describeCounts } from '../core/severity-counts.ts'

const passedDespiteErrors: Record<FailOn, string> = {
  error: '',
  'new-error': 'No error is new, and none concerns what the change touches.',
  warning: '',
  never: 'Configured never to fail (`fail-on: never`).',
}

const failedBecause: Record<FailOn, string> = {
  error: '',
  'new-error': 'An error is new or concerns what the change touches.',
  warning: 'Configured to fail on warnings (`fail-on: warning`).',
  never: '',
}

function nothingFound({ checked, looked: { protocols, narrowly }, nearest, named }: Report): string {
  if (narrowly && checked.protocols.length > 0) {
    const ids = [...(named?.values() ?? [])].flat()
    if (ids.length > 0)
      return `There are no state files at this path. The target of this name is ${ids.map((id) => visible(id)).join(', ')}.`
    const near = [...(nearest?.values() ?? [])]
    const meant = near.length === 0 ? '' : `; did you mean ${near.map((name) => visible(name)).join(', ')}`
    return `There is no such target${meant === '' ? ':' : `${meant}?`} \`baton status\` lists them all, each with its prefix.`
  }
  const some = protocols.length > 0 ? protocols.join(', ') : 'a protocol that is switched on'
  const whose = protocols.length === protocolNames.length ? '' : ` for ${some}`
  // A protocol that is switched off makes no files.
  const first = protocols.length > 0 ? `\`baton new ${protocols.join('|')}\` creates the first files; ` : ''
  return `No state files found${whose}: is this the root of the repository? ${first}\`--allow-empty\` (\`allow-empty: true\` in a workflow) lets an empty one pass.`
}

function reason(report: Report): string {
  const { verdict, failOn, diagnostics } = report
  const has = (severity: Severity) => diagnostics.some((diagnostic) => diagnostic.severity === severity)
  if (verdict === 'nothing') return nothingFound(report)
  if (verdict === 'failed' && report.report?.['status'] === 'fail' && !has('error')) return 'A check of the report has failed.'
  if (verdict === 'passed') return has('error') ? passedDespiteErrors[failOn] : ''
  return failOn === 'new-error' || !has('error') ? failedBecause[failOn] : ''
}

/** The verdict in words, with what it was found on. */
export interface Verdict {
  /** `failed: 2 errors, 1 warning` */
  readonly title: string
  /** One more sentence, where the counts alone do not explain the verdict; otherwise empty. */
  readonly reason: string
  /** `12 files and 3 targets checked (plugin, control)` */
  readonly checked: string
}

export function verdict(report: Report): Verdict {
  const { files, targets, protocols } = report.checked
  const found = describeCounts(report.diagnostics)
  const outcome = { passed: found === '' ? 'passed: nothing is wrong' : 'passed', failed: 'failed', nothing: 'nothing to check' }[
    report.verdict
  ]
  return {
    title: found === '' ? outcome : `${outcome}: ${found}`,
    reason: reason(report),
    checked: `${pluralize(files, 'file')} and ${pluralize(targets, 'target')} checked${protocols.length > 0 ? ` (${protocols.join(', ')})` : ''}`,
  }
}
