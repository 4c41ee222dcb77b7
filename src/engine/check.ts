import type { Change } from '../core/change.ts'
import type { Details } from '../core/command.ts'
import { memo } from '../core/once.ts'
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
const touchedTargetsIn = (reading: Reading, paths: readonly string[]): ReadonlySet<string> =>
  new Set(paths.flatMap((path) => reading.owners(path).filter((id) => reading.touched(path, id) !== false)))

/** The diagnostics of a protocol: why a name is refused, and what its rules find. */
function* diagnosticsOf(
  { protocol, reading, scope }: ScopedProtocol,
  request: CheckRequest,
  touched: (path: string) => boolean,
  unportable: UnportablePaths,
): Steps<readonly Diagnostic[]> {
  const { base, mode, severity } = request
  const refusals = scope.refused.map((diagnostic) =>
    sign(diagnostic, { code: diagnostic.code, severity: diagnostic.severity, protocol: protocol.name, touched: true }),
  )
  const touchedTargets = base ? [] : [...scope.ids]
  const options = { reading, mode, severity, touched, touchedTargets }
  const subject = grantSubject(protocol, reading, request)
  const aboutCapitals = new Set(protocol.rules.flatMap(({ code, capitals }) => (capitals ? [code] : [])))
  const inCapitals = new Set<string>()
  const isReported = (path: string) => inCapitals.has(path)
  const judgements = [
    judge(protocol, protocol.rules, { ...options, findings: (rule) => reading.findings(rule) }),
    judge(protocol, grantRules, { ...options, findings: (rule) => rule.check(subject) }),
    judge(protocol, [portableRule], {
      ...options,
      findings: (rule) => rule.check({ unportable, reading, isReported }),
    }),
  ]
  const limiter = findingLimiter(findingKey)
  const listedDiagnostics: Diagnostic[] = []
  for (const judgedFindings of judgements) {
    for (const judgedDiagnostic of judgedFindings) {
      if (!judgedDiagnostic) {
        yield
        continue
      }
      if (aboutCapitals.has(judgedDiagnostic.diagnostic.code))
        for (const path of judgedDiagnostic.about) inCapitals.add(path)
      if (scope.reports(judgedDiagnostic) && limiter.add(judgedDiagnostic.diagnostic))
        listedDiagnostics.push(judgedDiagnostic.diagnostic)
    }
  }
  return [...refusals, ...listedDiagnostics, ...limiter.rest()]
}

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
function countFiles(scopedProtocols: readonly ScopedProtocol[], { head, paths, targets }: CheckRequest): number {
  const readPaths = head.paths.filter((path) => isRead(head, path))
  if (paths.length + targets.length === 0) return readPaths.length
  const isNamed = pathMatcher(paths)
  const ids = new Set(scopedProtocols.flatMap(({ scope }) => [...scope.ids]))
  return readPaths.filter(
    (path) => isNamed(path) || scopedProtocols.some(({ reading }) => reading.owners(path).some((id) => ids.has(id))),
  ).length
}

const countCommits = (change: Change | undefined): number => change?.tooMany ?? change?.commits.length ?? 0

/** The targets that a name without a prefix means, as where a command is given for it. */
const targetsMeantBy = (
  name: string,
  scopedProtocols: readonly ScopedProtocol[],
  touched: readonly string[],
): readonly string[] =>
  scopedProtocols.flatMap(({ reading }) => {
    const answer = reading.resolve({ name, words: [], touched })
    const ids = 'ids' in answer ? answer.ids : []
    return ids.filter((id) => reading.targets.some((target) => target.id === id))
  })

/** Whether neither head nor base has a target of this name, with its prefix, and its protocol does not say so itself. */
function isUnknownTarget(
  name: string,
  scopedProtocols: readonly ScopedProtocol[],
  touched: readonly string[],
): boolean {
  const kind = name.slice(0, name.indexOf(':'))
  return !scopedProtocols.some(({ protocol, reading }) => {
    if (!protocol.kinds.includes(kind)) return false
    const knownIds = new Set([...reading.targets, ...reading.targetsBefore].map(({ id }) => id))
    const answer = knownIds.has(name) ? { ids: [name] } : reading.resolve({ name: bareName(name), words: [], touched })
    return 'refused' in answer || answer.ids.some((id) => knownIds.has(id))
  })
}

/** The nearest names of targets to some that none has. */
function nearestNames(
  unknownNames: readonly string[],
  scopedProtocols: readonly ScopedProtocol[],
): ReadonlyMap<string, string> {
  if (unknownNames.length === 0) return new Map()
  const targets = scopedProtocols.flatMap(({ reading }) => reading.targets)
  return new Map(
    unknownNames.flatMap((name) => {
      const nearest = nearestTarget(targets, name)
      return nearest ? [[name, nearest.name] as const] : []
    }),
  )
}

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

/** The selected files that git could not merge. */
function unmergedIn(
  scopedProtocols: readonly ScopedProtocol[],
  request: CheckRequest,
  touched: (path: string) => boolean,
): readonly Diagnostic[] {
  const { head, paths, targets, sections } = request
  if (!head.unmerged) return []
  const sharedPaths = new Set(
    scopedProtocols.flatMap(({ protocol }) => protocol.merging?.paths(sections[protocol.name]) ?? []),
  )
  const conflicts = conflictsIn(head, (path) => sharedPaths.has(path), touched)
  if (paths.length + targets.length === 0) return conflicts
  const isNamed = pathMatcher(paths)
  const ids = new Set(scopedProtocols.flatMap(({ scope }) => [...scope.ids]))
  return conflicts.filter(
    ({ path }) =>
      isNamed(path) || scopedProtocols.some(({ reading }) => reading.owners(path).some((id) => ids.has(id))),
  )
}

function* readingOf(request: CheckRequest): Steps<readonly FoundProtocol[]> {
  const { readings, head, base, tip, change, context, sections } = request
  const protocols = enabledProtocols(request)
  for (const protocol of protocols) yield* protocol.readAhead({ head, base }, sections[protocol.name], context)
  if (readings) return readings(head).filter(({ protocol }) => protocols.includes(protocol))
  const foundProtocols: FoundProtocol[] = []
  for (const protocol of protocols) {
    foundProtocols.push({
      protocol,
      reading: protocol.read({ head, base, tip }, sections[protocol.name], context, change),
    })
    yield
  }
  return foundProtocols
}

const unportablePaths = memo((paths: View['paths']) => [...unportableIn(paths)])

interface CheckFindings {
  readonly scopedProtocols: readonly ScopedProtocol[]
  readonly paths: Paths
  readonly unmerged: readonly Diagnostic[]
  readonly diagnostics: readonly Diagnostic[]
}

function* findInSteps(request: CheckRequest): Steps<CheckFindings> {
  const { head, base } = request
  const touched = touchTester(head, base, request.paths)
  const allPaths = [...new Set([...head.paths, ...(base?.paths ?? [])])]
  const paths: Paths = { all: allPaths, changed: base ? allPaths.filter(touched) : [] }

  const scopedProtocols = (yield* readingOf(request))
    .filter(({ reading }) => reading.found)
    .map((foundProtocol): ScopedProtocol => ({ ...foundProtocol, scope: scopeOf(foundProtocol, request, paths) }))

  const unmerged = unmergedIn(scopedProtocols, request, touched)
  const unsortedDiagnostics = [...request.given, ...unmerged]
  const unportable = () => unportablePaths(head.paths)
  for (const scopedProtocol of scopedProtocols) {
    const diagnostics = yield* diagnosticsOf(scopedProtocol, request, touched, unportable)
    for (const diagnostic of diagnostics) if (!hasBothSides(head, diagnostic.path)) unsortedDiagnostics.push(diagnostic)
  }
  const diagnostics = yield* markNewErrors(
    request,
    (request.counting?.(unsortedDiagnostics) ?? unsortedDiagnostics).toSorted(compareDiagnostics),
  )
  return { scopedProtocols, paths, unmerged, diagnostics }
}

/** The diagnostics of a check alone, without what a report says besides. */
export function* diagnosticsInSteps(request: CheckRequest): Steps<readonly Diagnostic[]> {
  return (yield* findInSteps(request)).diagnostics
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
  const idsByName =
    request.names && new Map(request.names.map((name) => [name, targetsMeantBy(name, scopedProtocols, paths.changed)]))
  const unknownTargets = request.allowEmpty
    ? []
    : request.targets.filter((name) => isUnknownTarget(name, scopedProtocols, paths.changed))
  const unknownNames = [
    ...unknownTargets,
    ...[...(idsByName ?? [])].flatMap(([name, ids]) => (ids.length === 0 ? [name] : [])),
  ]
  const nearest = nearestNames(unknownNames, scopedProtocols)

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
    ...(idsByName && { named: idsByName }),
    ...(unknownTargets.length > 0 && { unknownTargets }),
    ...(nearest.size > 0 && { nearest }),
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

/**
 * The findings of the base by itself: none of its files count as touched, as with the errors that are compared with it.
 */
function* findingKeysInBase(request: CheckRequest): Steps<ReadonlySet<string>> {
  const { base, context, sections, severity, mode } = request
  const keys = new Set<string>()
  if (!base) return keys
  for (const protocol of enabledProtocols(request)) {
    const reading = protocol.read({ head: base }, sections[protocol.name], context)
    const options = { reading, mode, severity, touched: () => false, touchedTargets: [] }
    for (const judgedDiagnostic of judge(protocol, protocol.rules, {
      ...options,
      findings: (rule) => reading.findings(rule),
    })) {
      if (judgedDiagnostic) keys.add(findingKey(judgedDiagnostic.diagnostic))
      else yield
    }
  }
  return keys
}

/** Marks the errors as new that the base does not have or that concern what the change touches. */
function* markNewErrors(request: CheckRequest, diagnostics: readonly Diagnostic[]): Steps<readonly Diagnostic[]> {
  if (!request.base) return diagnostics
  const isError = ({ severity }: Diagnostic) => severity === 'error'
  // The base is read by itself only where that decides something.
  const baseKeys = diagnostics.some((diagnostic) => isError(diagnostic) && !diagnostic.touched)
    ? yield* findingKeysInBase(request)
    : new Set()
  const isNew = (diagnostic: Diagnostic) =>
    isError(diagnostic) && (diagnostic.touched || !baseKeys.has(findingKey(diagnostic)))
  return diagnostics.map((diagnostic) => (isNew(diagnostic) ? { ...diagnostic, new: true } : diagnostic))
}

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
