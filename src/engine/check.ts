import type { Change } from '../core/change.ts'
import type { Details } from '../core/command.ts'
import { memo } from '../core/once.ts'
import type { Diagnostic } from '../core/diagnostic.ts'
import { codeUrl } from '../core/links.ts'
import type { Reading } from '../core/protocol.ts'
import type { Report, ReportedTarget } from '../core/report.ts'
import { reportedRule, type RuleFacts } from '../core/rule.ts'
import { runSteps, type Steps } from '../core/steps.ts'
import { bareName } from '../core/target.ts'
import type { View } from '../core/view.ts'
import { findInSteps } from './checking/findings.ts'
import { namesOf } from './checking/names.ts'
import { compareCodeUnits } from './checking/order.ts'
import { enabledProtocols, type CheckRequest } from './checking/request.ts'
import { selectedPathTester, type ScopedProtocol } from './checking/scope.ts'
import { sourceOf } from './checking/source.ts'
import { targetReader } from './checking/unreadable.ts'
import { grantRules } from './grants.ts'
import { portableRule } from './portable-names.ts'
import { hasBothSides, signedConflictRule } from './unmerged.ts'

/** The ids of the targets that a change touches; where a file is shared, only those whose part of it is touched. */
const touchedTargetsIn = (reading: Reading, paths: readonly string[]): ReadonlySet<string> =>
  new Set(paths.flatMap((path) => reading.owners(path).filter((id) => reading.touched(path, id) !== false)))

/** The selected targets of a protocol, each with its change of state. */
function targetsOf(
  { protocol, reading, scope }: ScopedProtocol,
  { head, base, context }: CheckRequest,
  changedPaths: readonly string[],
) {
  const changedIds = touchedTargetsIn(reading, changedPaths)
  const readTarget = targetReader(context.limit)
  const statesBefore = new Map(
    base && reading.targetsBefore.map((target) => [target.id, readTarget(base, target).state]),
  )
  return reading.targets
    .filter(({ id }) => scope.lists(id))
    .map((protocolTarget): ReportedTarget => {
      const target = readTarget(head, protocolTarget)
      const stateBefore = statesBefore.get(target.id)
      return {
        ...target,
        protocol: protocol.name,
        changed: changedIds.has(target.id),
        ...(stateBefore !== undefined && { before: stateBefore }),
      }
    })
}

/**
 * A protocol's own report of the one target that is named, where the request has that and the protocol has a command
 * for it.
 */
function reportOf(
  scopedProtocols: readonly ScopedProtocol[],
  targets: readonly ReportedTarget[],
  request: CheckRequest,
): Details | undefined {
  const [target] = targets
  if (
    request.withReport !== true ||
    !target ||
    targets.length > 1 ||
    request.targets.length !== 1 ||
    request.paths.length > 0
  )
    return undefined
  const reading = scopedProtocols.find(({ protocol }) => protocol.name === target.protocol)?.reading
  const name = bareName(target.id)
  const outcome = reading?.run('validate', { name, words: [], report: undefined, actor: '' })
  return outcome?.outcome === 'unchanged' ? outcome.report : undefined
}

/** Whether more of a file was needed than its name. */
const isRead = (view: View, path: string) => view.content(path) !== undefined || view.digest(path) !== undefined

/** What every report says of a rule: made once, since one command may take many checks. */
const reportOfRule = memo((rule: RuleFacts) => reportedRule(rule, codeUrl(rule.code)))

/** How many of the selected files were read. */
function countFiles(scopedProtocols: readonly ScopedProtocol[], request: CheckRequest): number {
  const { head } = request
  const isSelected = selectedPathTester(request, scopedProtocols)
  return head.paths.filter((path) => isRead(head, path) && isSelected(path)).length
}

const countCommits = (change: Change | undefined): number => change?.tooMany ?? change?.commits.length ?? 0

/** The files that all targets are in. */
const statePaths = (scopedProtocols: readonly ScopedProtocol[]): readonly string[] =>
  [...new Set(scopedProtocols.flatMap(({ reading }) => reading.targets.map(({ path }) => path)))].toSorted(
    compareCodeUnits,
  )

/**
 * Whether there was nothing that could have been wrong: neither a target nor a commit nor a named file that a protocol
 * reads.
 */
function isEmptyCheck(
  scopedProtocols: readonly ScopedProtocol[],
  targets: readonly ReportedTarget[],
  request: CheckRequest,
): boolean {
  const { head, base, change, context, sections, paths } = request
  if (request.allowEmpty || targets.length > 0) return false
  if (scopedProtocols.some(({ reading, scope }) => reading.targetsBefore.some(({ id }) => scope.lists(id))))
    return false
  const asksForCommits = scopedProtocols.some(({ protocol }) =>
    protocol.asksForCommits({ head, base }, sections[protocol.name], context),
  )
  if (asksForCommits && countCommits(change) > 0) return false
  return !paths.some((path) => scopedProtocols.some(({ reading }) => reading.parsed(path) !== undefined))
}

/**
 * The content of the file that was named, as the protocol that reads it parsed it; `undefined` unless the request names
 * just one file.
 */
function parsedOf(scopedProtocols: readonly ScopedProtocol[], { paths, targets }: CheckRequest): unknown {
  const [onlyPath] = paths
  if (onlyPath === undefined || paths.length > 1 || targets.length > 0) return undefined
  return scopedProtocols.map(({ reading }) => reading.parsed(onlyPath)).find((data) => data !== undefined)
}

/** The lines of the files that are read as they are; a file that is not merged is not. */
function ourLines(head: View, limit: number): Report['source'] {
  const source = sourceOf(head, limit)
  return (path, line) => (hasBothSides(head, path) ? undefined : source(path, line))
}

/**
 * Checks a comparison: every protocol that is found reads it once, every rule checks what was read, and what the rules
 * report is judged strictly where the change touches it and softly elsewhere.
 *
 * The verdict is `nothing` when head and base together have no target, no commit was looked at, `allowEmpty` is unset,
 * nothing was found wrong and no named file is one that a protocol reads.
 *
 * In steps, between which other work may be done: a hostile tree can take long. Of findings with one code in one file
 * about one target, 100 are listed and the others counted.
 */
export function* checkInSteps(request: CheckRequest): Steps<Report> {
  const { head, base, failOn } = request
  const { scopedProtocols, paths, unmerged, diagnostics } = yield* findInSteps(request)
  const targets = scopedProtocols.flatMap((scopedProtocol) => targetsOf(scopedProtocol, request, paths.changed))
  const report = reportOf(scopedProtocols, targets, request)
  const parsed = parsedOf(scopedProtocols, request)

  const isEmpty = isEmptyCheck(scopedProtocols, targets, request)
  const hasFailed = (report?.['status'] === 'fail' && failOn !== 'never') || failsCheck(request, diagnostics)
  return {
    verdict: hasFailed ? 'failed' : isEmpty ? 'nothing' : 'passed',
    failOn,
    ...(base && { compared: true }),
    diagnostics,
    checked: {
      files: countFiles(scopedProtocols, request),
      targets: targets.length,
      protocols: scopedProtocols.map(({ protocol }) => protocol.name),
    },
    looked: {
      protocols: request.lookedFor ?? enabledProtocols(request).map(({ name }) => name),
      narrowly: request.paths.length + request.targets.length > 0,
      ...(isEmpty && request.paths.length > 0 && { paths: request.paths, state: statePaths(scopedProtocols) }),
    },
    ...namesOf(request, scopedProtocols, paths.changed),
    targets: targets.toSorted((a, b) => compareCodeUnits(a.within ?? a.id, b.within ?? b.id)),
    ...(parsed !== undefined && { parsed }),
    ...(report && { report }),
    rules: [
      ...(unmerged.length > 0 ? [signedConflictRule] : []),
      ...[...grantRules, portableRule]
        .filter(({ code }) => diagnostics.some((diagnostic) => diagnostic.code === code))
        .map(reportOfRule),
      ...scopedProtocols.flatMap(({ protocol }) => protocol.rules.map(reportOfRule)),
    ],
    source: ourLines(head, request.context.limit),
    notes: request.notes,
  }
}

export const check = (request: CheckRequest): Report => runSteps(checkInSteps(request))

/** Whether the diagnostics fail the check (docs/cli.md, `new-error`). Without a base every error is new. */
function failsCheck(
  { failOn, base }: Pick<CheckRequest, 'failOn' | 'base'>,
  diagnostics: readonly Diagnostic[],
): boolean {
  const errors = diagnostics.filter(({ severity }) => severity === 'error')
  switch (failOn) {
    case 'never':
      return false
    case 'warning':
      return diagnostics.some(({ severity }) => severity !== 'notice')
    case 'error':
      return errors.length > 0
    case 'new-error':
      return base ? errors.some((error) => error.new) : errors.length > 0
  }
}
