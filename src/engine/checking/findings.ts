import { memo } from '../../core/once.ts'
import { findingKey, type Diagnostic } from '../../core/diagnostic.ts'
import type { Steps } from '../../core/steps.ts'
import type { View } from '../../core/view.ts'
import type { FoundProtocol } from '../commands/resolve.ts'
import { grantRules, grantSubject } from '../grants.ts'
import { portableRule, unportableIn, type UnportablePaths } from '../portable-names.ts'
import { conflictsIn, countsInConflict, hasBothSides, sharedPathTester } from '../unmerged.ts'
import { judge, touchTester } from './judge.ts'
import { findingLimiter } from './limited.ts'
import { compareDiagnostics } from './order.ts'
import { enabledProtocols, type CheckRequest } from './request.ts'
import { scopeOf, selectedPathTester, type Paths, type ScopedProtocol } from './scope.ts'
import { sign } from './sign.ts'

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

/** The selected files that git could not merge. */
function unmergedIn(
  scopedProtocols: readonly ScopedProtocol[],
  request: CheckRequest,
  touched: (path: string) => boolean,
): readonly Diagnostic[] {
  const { head, sections } = request
  if (!head.unmerged) return []
  const isShared = sharedPathTester(
    scopedProtocols.map(({ protocol }) => protocol),
    sections,
  )
  const isSelected = selectedPathTester(request, scopedProtocols)
  return conflictsIn(head, isShared, touched).filter(({ path }) => isSelected(path))
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

export interface CheckFindings {
  readonly scopedProtocols: readonly ScopedProtocol[]
  readonly paths: Paths
  readonly unmerged: readonly Diagnostic[]
  readonly diagnostics: readonly Diagnostic[]
}

export function* findInSteps(request: CheckRequest): Steps<CheckFindings> {
  const { head, base } = request
  const touched = touchTester(head, base, request.paths)
  const allPaths = [...new Set([...head.paths, ...(base?.paths ?? [])])]
  const paths: Paths = { all: allPaths, changed: base ? allPaths.filter(touched) : [] }

  const scopedProtocols = (yield* readingOf(request))
    .filter(({ reading }) => reading.found)
    .map((foundProtocol): ScopedProtocol => ({ ...foundProtocol, scope: scopeOf(foundProtocol, request, paths) }))

  const protocolDiagnostics: Diagnostic[] = []
  const unportable = () => unportablePaths(head.paths)
  for (const scopedProtocol of scopedProtocols) {
    const diagnostics = yield* diagnosticsOf(scopedProtocol, request, touched, unportable)
    for (const diagnostic of diagnostics)
      if (countsInConflict(head, scopedProtocol.protocol, diagnostic)) protocolDiagnostics.push(diagnostic)
  }
  const reportedConflicts = new Set(protocolDiagnostics.flatMap(({ path }) => (hasBothSides(head, path) ? [path] : [])))
  const unmerged = unmergedIn(scopedProtocols, request, touched).filter(({ path }) => !reportedConflicts.has(path))
  const unsortedDiagnostics = [...request.given, ...unmerged, ...protocolDiagnostics]
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
