import type { Change } from '../core/change.ts'
import type { Details } from '../core/command.ts'
import { memo, once } from '../core/once.ts'
import { findingKey, type Diagnostic } from '../core/diagnostic.ts'
import { codeUrl } from '../core/links.ts'
import type { Reading } from '../core/protocol.ts'
import type { Report, ReportedTarget } from '../core/report.ts'
import { reportedRule, type RuleFacts } from '../core/rule.ts'
import { runSteps, type Steps } from '../core/steps.ts'
import { nearestTarget, bareName } from '../core/target.ts'
import type { View } from '../core/view.ts'
import type { FoundProtocol } from './commands/resolve.ts'
import { judge, touchTester } from './checking/judge.ts'
import { compareCodeUnits, compareDiagnostics } from './checking/order.ts'
import { enabledProtocols, type CheckRequest } from './checking/request.ts'
import { grantRules, grantSubject } from './grants.ts'
import { portableRule, unportableIn, type UnportablePaths } from './portable-names.ts'
import { findingLimiter } from './checking/limited.ts'
import { pathMatcher, scopeOf, type Paths, type Scope } from './checking/scope.ts'
import { sign } from './checking/sign.ts'
import { sourceOf } from './checking/source.ts'
import { targetReader } from './checking/unreadable.ts'
import { conflictsIn, hasBothSides, signedConflictRule } from './unmerged.ts'

/** A protocol that was found, with the part of it that is selected. */
interface ScopedProtocol extends FoundProtocol {
  readonly scope: Scope
}

/** The ids of the targets that a change touches; where a file is shared, only those whose part of it is touched. */
const touchedIn = (reading: Reading, paths: readonly string[]): ReadonlySet<string> =>
  new Set(paths.flatMap((path) => reading.owners(path).filter((id) => reading.touched(path, id) !== false)))

/** The diagnostics of a protocol: why a name is refused, and what its rules find. */
function* diagnosticsOf(
  { protocol, reading, scope }: ScopedProtocol,
  request: CheckRequest,
  touched: (path: string) => boolean,
  unportable: UnportablePaths,
): Steps<readonly Diagnostic[]> {
  const { base, mode, severity } = request
  const refused = scope.refused.map((diagnostic) =>
    sign(diagnostic, { code: diagnostic.code, severity: diagnostic.severity, protocol: protocol.name, touched: true }),
  )
  const touchedTargets = base ? [] : [...scope.ids]
  const options = { reading, mode, severity, touched, touchedTargets }
  const subject = grantSubject(protocol, reading, request)
  const aboutCapitals = new Set(protocol.rules.flatMap(({ code, capitals }) => (capitals ? [code] : [])))
  const inCapitals = new Set<string>()
  const isReported = (path: string) => inCapitals.has(path)
  const found = [
    judge(protocol, protocol.rules, { ...options, findings: (rule) => reading.findings(rule) }),
    judge(protocol, grantRules, { ...options, findings: (rule) => rule.check(subject) }),
    judge(protocol, [portableRule], { ...options, findings: (rule) => rule.check({ unportable, reading, isReported }) }),
  ]
  const limited = findingLimiter(findingKey)
  const listed: Diagnostic[] = []
  for (const each of found) {
    for (const judged of each) {
      if (!judged) {
        yield
        continue
      }
      if (aboutCapitals.has(judged.diagnostic.code)) for (const path of judged.about) inCapitals.add(path)
      if (scope.reports(judged) && limited.add(judged.diagnostic)) listed.push(judged.diagnostic)
    }
  }
  return [...refused, ...listed, ...limited.rest()]
}

/** The selected targets of a protocol, each with its change of state. */
function targetsOf({ protocol, reading, scope }: ScopedProtocol, { head, base, context }: CheckRequest, changedPaths: readonly string[]) {
  const changed = touchedIn(reading, changedPaths)
  const read = targetReader(context.limit)
  const before = new Map(base && reading.targetsBefore.map((target) => [target.id, read(base, target).state]))
  return reading.targets
    .filter(({ id }) => scope.lists(id))
    .map((each): ReportedTarget => {
      const target = read(head, each)
      const was = before.get(target.id)
      return { ...target, protocol: protocol.name, changed: changed.has(target.id), ...(was !== undefined && { before: was }) }
    })
}

/** A protocol's own report of the one target that is named, where the request has that and the protocol has a command for it. */
function reportOf(found: readonly ScopedProtocol[], targets: readonly ReportedTarget[], request: CheckRequest): Details | undefined {
  const [target] = targets
  if (request.withReport !== true || !target || targets.length > 1 || request.targets.length !== 1 || request.paths.length > 0)
    return undefined
  const reading = found.find(({ protocol }) => protocol.name === target.protocol)?.reading
  const name = bareName(target.id)
  const outcome = reading?.run('validate', { name, words: [], report: undefined, actor: '' })
  return outcome?.outcome === 'unchanged' ? outcome.report : undefined
}

/** Whether more of a file was needed than its name. */
const isRead = (view: View, path: string) => view.content(path) !== undefined || view.digest(path) !== undefined

/** What every report says of a rule: made once, since one command may take many checks. */
const reportOfRule = memo((rule: RuleFacts) => reportedRule(rule, codeUrl(rule.code)))

/** How many of the selected files were read. */
function countFiles(found: readonly ScopedProtocol[], { head, paths, targets }: CheckRequest): number {
  const read = head.paths.filter((path) => isRead(head, path))
  if (paths.length + targets.length === 0) return read.length
  const isNamed = pathMatcher(paths)
  const ids = new Set(found.flatMap(({ scope }) => [...scope.ids]))
  return read.filter((path) => isNamed(path) || found.some(({ reading }) => reading.owners(path).some((id) => ids.has(id)))).length
}

const countCommits = (change: Change | undefined): number => change?.tooMany ?? change?.commits.length ?? 0

/** The targets that a name without a prefix means, as where a command is given for it. */
const meantBy = (name: string, found: readonly ScopedProtocol[], touched: readonly string[]): readonly string[] =>
  found.flatMap(({ reading }) => {
    const answer = reading.resolve({ name, words: [], touched })
    const ids = 'ids' in answer ? answer.ids : []
    return ids.filter((id) => reading.targets.some((target) => target.id === id))
  })

/** The nearest names of targets to some that none has. */
function nearestNames(unknown: readonly string[], found: readonly ScopedProtocol[]): ReadonlyMap<string, string> {
  if (unknown.length === 0) return new Map()
  const targets = found.flatMap(({ reading }) => reading.targets)
  return new Map(
    unknown.flatMap((name) => {
      const near = nearestTarget(targets, name)
      return near ? [[name, near.name] as const] : []
    }),
  )
}

/** Whether there was nothing that could have been wrong: neither a target nor a commit nor a named file that a protocol reads. */
function isNothing(found: readonly ScopedProtocol[], targets: readonly ReportedTarget[], request: CheckRequest): boolean {
  const { head, base, change, context, sections, paths } = request
  if (request.allowEmpty || targets.length > 0) return false
  if (found.some(({ reading, scope }) => reading.targetsBefore.some(({ id }) => scope.lists(id)))) return false
  const asksForCommits = found.some(({ protocol }) => protocol.asksForCommits({ head, base }, sections[protocol.name], context))
  if (asksForCommits && countCommits(change) > 0) return false
  return !paths.some((path) => found.some(({ reading }) => reading.parsed(path) !== undefined))
}

/** The content of the file that was named, as the protocol that reads it parsed it; `undefined` unless the request names just one file. */
function parsedOf(found: readonly ScopedProtocol[], { paths, targets }: CheckRequest): unknown {
  const [only] = paths
  if (only === undefined || paths.length > 1 || targets.length > 0) return undefined
  return found.map(({ reading }) => reading.parsed(only)).find((data) => data !== undefined)
}

/** The lines of the files that are read as they are; a file that is not merged is not. */
function ourLines(head: View, limit: number): Report['source'] {
  const source = sourceOf(head, limit)
  return (path, line) => (hasBothSides(head, path) ? undefined : source(path, line))
}

/** The selected files that git could not merge. */
function unmergedIn(found: readonly ScopedProtocol[], request: CheckRequest, touched: (path: string) => boolean): readonly Diagnostic[] {
  const { head, paths, targets, sections } = request
  if (!head.unmerged) return []
  const shared = new Set(found.flatMap(({ protocol }) => protocol.merging?.paths(sections[protocol.name]) ?? []))
  const all = conflictsIn(head, (path) => shared.has(path), touched)
  if (paths.length + targets.length === 0) return all
  const isNamed = pathMatcher(paths)
  const ids = new Set(found.flatMap(({ scope }) => [...scope.ids]))
  return all.filter(({ path }) => isNamed(path) || found.some(({ reading }) => reading.owners(path).some((id) => ids.has(id))))
}

/** What every protocol reads. */
function* readingOf(request: CheckRequest): Steps<readonly FoundProtocol[]> {
  const { readings, head, base, tip, change, context, sections } = request
  const protocols = enabledProtocols(request)
  for (const protocol of protocols) yield* protocol.readAhead({ head, base }, sections[protocol.name], context)
  if (readings) return readings(head).filter(({ protocol }) => protocols.includes(protocol))
  const found: FoundProtocol[] = []
  for (const protocol of protocols) {
    found.push({ protocol, reading: protocol.read({ head, base, tip }, sections[protocol.name], context, change) })
    yield
  }
  return found
}

/**
 * Checks a comparison: every protocol that is found reads it once, every rule checks what was read, and what the rules report is
 * judged strictly where the change touches it and softly elsewhere.
 *
 * The verdict is `nothing` when head and base together have no target, no commit was looked at, `allowEmpty` is unset, nothing was
 * found wrong and no named file is one that a protocol reads.
 *
 * In steps, between which other work may be done: a hostile tree can take long. Of findings with one code in one file about one target, 100
 * are listed and the others counted.
 */
export function* checking(request: CheckRequest): Steps<Report> {
  const { head, base, failOn } = request
  const touched = touchTester(head, base, request.paths)
  const all = [...new Set([...head.paths, ...(base?.paths ?? [])])]
  const paths: Paths = { all, changed: base ? all.filter(touched) : [] }

  const found = (yield* readingOf(request))
    .filter(({ reading }) => reading.found)
    .map((each): ScopedProtocol => ({ ...each, scope: scopeOf(each, request, paths) }))

  const unmerged = unmergedIn(found, request, touched)
  const unsorted = [...request.given, ...unmerged]
  const unportable = once(() => [...unportableIn(head.paths)])
  for (const each of found) {
    const diagnostics = yield* diagnosticsOf(each, request, touched, unportable)
    for (const diagnostic of diagnostics) if (!hasBothSides(head, diagnostic.path)) unsorted.push(diagnostic)
  }
  const diagnostics = yield* withNew(request, (request.counting?.(unsorted) ?? unsorted).toSorted(compareDiagnostics))
  const targets = found.flatMap((each) => targetsOf(each, request, paths.changed))
  const report = reportOf(found, targets, request)
  const parsed = parsedOf(found, request)

  const isEmpty = isNothing(found, targets, request)
  const named = request.names && new Map(request.names.map((name) => [name, meantBy(name, found, paths.changed)]))
  const unknown = [...(isEmpty ? request.targets : []), ...[...(named ?? [])].flatMap(([name, ids]) => (ids.length === 0 ? [name] : []))]
  const nearest = nearestNames(unknown, found)

  const hasFailed = (report?.['status'] === 'fail' && failOn !== 'never') || fails(request, diagnostics)
  return {
    verdict: hasFailed ? 'failed' : isEmpty ? 'nothing' : 'passed',
    failOn,
    ...(base && { compared: true }),
    diagnostics,
    checked: {
      files: countFiles(found, request),
      targets: targets.length,
      protocols: found.map(({ protocol }) => protocol.name),
    },
    looked: {
      protocols: request.lookedFor ?? enabledProtocols(request).map(({ name }) => name),
      narrowly: request.paths.length + request.targets.length > 0,
    },
    ...(named && { named }),
    ...(nearest.size > 0 && { nearest }),
    targets: targets.toSorted((a, b) => compareCodeUnits(a.within ?? a.id, b.within ?? b.id)),
    ...(parsed !== undefined && { parsed }),
    ...(report && { report }),
    rules: [
      ...(unmerged.length > 0 ? [signedConflictRule] : []),
      ...[...grantRules, portableRule].filter(({ code }) => diagnostics.some((each) => each.code === code)).map(reportOfRule),
      ...found.flatMap(({ protocol }) => protocol.rules.map(reportOfRule)),
    ],
    source: ourLines(head, request.context.limit),
    notes: request.notes,
  }
}

/** The same at once. */
export const check = (request: CheckRequest): Report => runSteps(checking(request))

/** The findings of the base by itself: none of its files count as touched, as with the errors that are compared with it. */
function* foundInBase(request: CheckRequest): Steps<ReadonlySet<string>> {
  const { base, context, sections, severity, mode } = request
  const found = new Set<string>()
  if (!base) return found
  for (const protocol of enabledProtocols(request)) {
    const reading = protocol.read({ head: base }, sections[protocol.name], context)
    const options = { reading, mode, severity, touched: () => false, touchedTargets: [] }
    for (const judged of judge(protocol, protocol.rules, { ...options, findings: (rule) => reading.findings(rule) })) {
      if (judged) found.add(findingKey(judged.diagnostic))
      else yield
    }
  }
  return found
}

/** The same diagnostics, of which those errors are marked as new that the base does not have or that concern what the change touches. */
function* withNew(request: CheckRequest, diagnostics: readonly Diagnostic[]): Steps<readonly Diagnostic[]> {
  if (!request.base) return diagnostics
  const isError = ({ severity }: Diagnostic) => severity === 'error'
  // The base is read by itself only where that decides something.
  const old = diagnostics.some((each) => isError(each) && !each.touched) ? yield* foundInBase(request) : new Set()
  const isNew = (each: Diagnostic) => isError(each) && (each.touched || !old.has(findingKey(each)))
  return diagnostics.map((each) => (isNew(each) ? { ...each, new: true } : each))
}

/** Whether the diagnostics fail the check (docs/cli.md, `new-error`). Without a base every error is new. */
function fails({ failOn, base }: Pick<CheckRequest, 'failOn' | 'base'>, diagnostics: readonly Diagnostic[]): boolean {
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
