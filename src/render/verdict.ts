import { type Severity, pluralize, describeCounts } from '../core/diagnostic.ts'
import { visibleLine } from '../core/message.ts'
import type { FailOn, Report, Surface } from '../core/report.ts'
import { code } from './inline.ts'
import { noStateText } from './no-state.ts'
import { missingParts } from './setup.ts'

const passedDespiteErrors: Record<FailOn, string> = {
  error: '',
  'new-error': '',
  warning: '',
  never: 'Configured never to fail (`fail-on: never`).',
}

const failedBecause: Record<FailOn, string> = {
  error: '',
  'new-error': '',
  warning: 'Configured to fail on warnings (`fail-on: warning`).',
  never: '',
}

/** Which of the errors are new: without a base, `new-error` counts all of them. */
function newErrors({ verdict, diagnostics, compared, failOn }: Report): string {
  const errors = diagnostics.filter(({ severity }) => severity === 'error')
  const { length } = errors.filter((error) => !compared || error.new)
  if ((!compared && failOn !== 'new-error') || errors.length === 0) return ''
  if (length === 0)
    // A check may fail for another reason: a check of the report has failed.
    return verdict === 'failed' && (failOn === 'error' || failOn === 'warning')
      ? `No error is new and none concerns what the change touches, but every error counts (\`fail-on: ${failOn}\`).`
      : 'No error is new, and none concerns what the change touches.'
  if (errors.length === 1) return 'The error is new or concerns what the change touches.'
  if (length === errors.length) return `All ${errors.length} errors are new or concern what the change touches.`
  return `${length} of ${errors.length} errors ${length === 1 ? 'is new or concerns' : 'are new or concern'} what the change touches.`
}

/** Whether some errors are new and others are not, so that a reader has to tell them apart. */
export function hasOldAndNew({ diagnostics, compared }: Report): boolean {
  const errors = diagnostics.filter(({ severity }) => severity === 'error')
  return compared === true && errors.some((error) => error.new) && errors.some((error) => !error.new)
}

const emptyAllowed: Readonly<Record<Surface, string>> = {
  'command line': '`--allow-empty` (`allow-empty: true` in `.github/baton.yml`)',
  action: '`allow-empty: true` under `with:` of the step',
  bot: '`allow-empty: true` in `.github/baton.yml`',
}

const maxPaths = 3

/** The first of some paths, and how many more there are. */
const listed = (paths: readonly string[]): string => {
  const moreText = paths.length > maxPaths ? ` and ${paths.length - maxPaths} more` : ''
  return `${paths
    .slice(0, maxPaths)
    .map((path) => code(path))
    .join(', ')}${moreText}`
}

function nothingFoundText({
  checked,
  looked: { protocols, narrowly, paths = [], state = [] },
  nearest,
  named,
  offers,
  surface = 'command line',
}: Report): string {
  if (narrowly && checked.protocols.length > 0) {
    const ids = [...(named?.values() ?? [])].flat()
    if (ids.length > 0)
      return `There are no state files at this path. The target of this name is ${ids.map((id) => visibleLine(id)).join(', ')}.`
    if (paths.length > 0 && state.length > 0)
      return `There is no state file at ${listed(paths)}: the state of targets is in ${listed(state)}. \`baton validate\` without a path checks everything.`
    const nearestNames = [...(nearest?.values() ?? [])]
    const suggestion =
      nearestNames.length === 0 ? '' : `; did you mean ${nearestNames.map((name) => visibleLine(name)).join(', ')}`
    return `There is no such target${suggestion === '' ? ':' : `${suggestion}?`} \`baton status\` lists them all, each with its prefix.`
  }
  return `${noStateText(protocols, offers, surface === 'command line')} ${emptyAllowed[surface]} lets an empty repository pass.`
}

function reason(report: Report): string {
  const { verdict, failOn, diagnostics } = report
  const hasSeverity = (severity: Severity) => diagnostics.some((diagnostic) => diagnostic.severity === severity)
  if (report.unchecked !== undefined) return report.unchecked
  if (verdict === 'nothing') return nothingFoundText(report)
  if (verdict === 'failed' && report.report?.['status'] === 'fail' && !hasSeverity('error'))
    return 'A check of the report has failed.'
  const policyReason =
    verdict === 'passed'
      ? hasSeverity('error')
        ? passedDespiteErrors[failOn]
        : ''
      : hasSeverity('error')
        ? ''
        : failedBecause[failOn]
  return [policyReason, newErrors(report), missingParts(report.setup ?? [])]
    .filter((sentence) => sentence !== '')
    .join(' ')
}

/** The verdict in words, with what it was found on. */
export interface Verdict {
  /** `failed: 2 errors, 1 warning` */
  readonly title: string
  /** One more sentence, where the counts alone do not explain the verdict; otherwise empty. */
  readonly reason: string
  /** `12 files and 3 targets checked (plugin, control)`; `4 files, 1 target and 1 container checked (subagent)` */
  readonly checked: string
}

/** How many targets only hold others, and have no findings of their own: they are counted apart, as on the board. */
export function countContainers({ targets, diagnostics }: Pick<Report, 'targets' | 'diagnostics'>): number {
  const withFindings = new Set(diagnostics.map(({ target }) => target))
  return targets.filter(({ id, turn }) => turn?.container === true && !withFindings.has(id)).length
}

/** What was checked, counted in words. */
function countsOf(report: Report): string {
  const { files, targets } = report.checked
  const containers = countContainers(report)
  const fileCount = pluralize(files, 'file')
  if (containers === 0) return `${fileCount} and ${pluralize(targets, 'target')}`
  return `${fileCount}, ${pluralize(targets - containers, 'target')} and ${pluralize(containers, 'container')}`
}

export function verdict(report: Report): Verdict {
  const { protocols } = report.checked
  const countsText = describeCounts(report.diagnostics)
  const outcome = {
    passed: countsText === '' && missingParts(report.setup ?? []) === '' ? 'passed: nothing is wrong' : 'passed',
    failed: 'failed',
    nothing: 'nothing to check',
  }[report.verdict]
  return {
    title: countsText === '' ? outcome : `${outcome}: ${countsText}`,
    reason: reason(report),
    checked: `${countsOf(report)} checked${protocols.length > 0 ? ` (${protocols.join(', ')})` : ''}`,
  }
}
