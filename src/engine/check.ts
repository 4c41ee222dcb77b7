import type { Diagnostic, Finding, Level } from '../core/diagnostic.ts'
import { codeUrl } from '../core/links.ts'
import type { Context, Protocol, ProtocolName, Reading } from '../core/protocol.ts'
import type { FailOn, Mode, Report, ReportedTarget } from '../core/report.ts'
import type { View } from '../core/view.ts'
import { sign } from './sign.ts'
import { covers, touching } from './touch.ts'

/** What is to be checked and how. */
export interface CheckRequest {
  readonly head: View
  /** The merge base, or the folder or commit that stands for it. */
  readonly base?: View | undefined
  readonly context: Context
  /** Those to look for; each takes part only where its files are found. */
  readonly protocols: readonly Protocol[]
  /** The protocols' sections of the configuration; `false` switches one off. */
  readonly sections: Readonly<Partial<Record<ProtocolName, unknown>>>
  readonly severity: Readonly<Record<string, Level>>
  readonly mode: Mode
  readonly failOn: FailOn
  readonly allowEmpty: boolean
  /** Only what concerns these files or folders; none: everything. */
  readonly paths: readonly string[]
  /** Only what concerns these targets, by id; none: everything. */
  readonly targets: readonly string[]
  /** Diagnostics that are known before any rule has run, such as those of the configuration. */
  readonly given: readonly Diagnostic[]
  readonly notes: readonly string[]
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** The order of every list of diagnostics: path, line, column, code. */
function inOrder(a: Diagnostic, b: Diagnostic): number {
  return (
    compare(a.path, b.path) ||
    (a.line ?? 0) - (b.line ?? 0) ||
    (a.column ?? 0) - (b.column ?? 0) ||
    compare(a.code, b.code) ||
    compare(a.message, b.message)
  )
}

const pathsOf = (finding: Finding): readonly string[] => [
  finding.place.path,
  ...(finding.related ?? []).map((related) => related.path),
  ...(finding.concerns ?? []),
]

interface Judge {
  readonly reading: Reading
  readonly mode: Mode
  readonly severity: CheckRequest['severity']
  readonly touched: (path: string) => boolean
  /** Those that count as touched whatever their files: without a base those that were named, like the files that were. */
  readonly touchedTargets: readonly string[]
}

function isTouched({ reading, touched, touchedTargets }: Judge, finding: Finding): boolean {
  if (finding.target !== undefined && touchedTargets.includes(finding.target)) return true
  return pathsOf(finding).some((path) => reading.touched(path, finding.target) ?? touched(path))
}

/** A diagnostic, and every path that it is about. */
interface Judged {
  readonly diagnostic: Diagnostic
  readonly about: readonly string[]
}

function* diagnose(protocol: Protocol, judge: Judge): Iterable<Judged> {
  for (const rule of protocol.rules) {
    const set = judge.severity[rule.code]
    if (set === 'off' || (judge.mode !== 'auto' && rule[judge.mode] === 'off')) continue
    for (const finding of judge.reading.findings(rule)) {
      const touched = isTouched(judge, finding)
      const level = judge.mode === 'strict' || (judge.mode === 'auto' && touched) ? rule.strict : rule.soft
      if (level !== 'off')
        yield {
          diagnostic: sign(finding, { code: rule.code, severity: set ?? level, protocol: protocol.name, touched }),
          about: pathsOf(finding),
        }
    }
  }
}

/** What `new-error` counts as the same error: its line may have moved. */
const identity = ({ code, target, path }: Diagnostic) => JSON.stringify([code, target, path])

const switchedOn = ({ protocols, sections }: CheckRequest) => protocols.filter(({ name }) => sections[name] !== false)

/** What is found in the base alone. Nothing of it is touched, like the errors that are looked for in it. */
function foundInBase(request: CheckRequest): ReadonlySet<string> {
  const { base, context, sections, severity, mode } = request
  if (!base) return new Set()
  const all = switchedOn(request).flatMap((protocol) => {
    const reading = protocol.read({ head: base }, sections[protocol.name], context)
    return [...diagnose(protocol, { reading, mode, severity, touched: () => false, touchedTargets: [] })]
  })
  return new Set(all.map(({ diagnostic }) => identity(diagnostic)))
}

/** Whether the diagnostics fail the check (interface, "CLI": `new-error`). */
function fails(request: CheckRequest, diagnostics: readonly Diagnostic[]): boolean {
  const errors = diagnostics.filter(({ severity }) => severity === 'error')
  switch (request.failOn) {
    case 'never':
      return false
    case 'warning':
      return diagnostics.some(({ severity }) => severity !== 'notice')
    case 'error':
      return errors.length > 0
    case 'new-error': {
      if (errors.some(({ touched }) => touched)) return true
      const old = errors.length > 0 ? foundInBase(request) : new Set()
      return errors.some((error) => !old.has(identity(error)))
    }
  }
}

/** The ids of the targets that hold state in any of these paths. */
const ownersOf = (reading: Reading, paths: readonly string[]): ReadonlySet<string> => new Set(paths.flatMap((path) => reading.owners(path)))

/** The ids of the targets that files are the own state of: what is said of these targets concerns the files, wherever it stands. */
const ownOf = (reading: Reading, paths: readonly string[]): ReadonlySet<string> =>
  new Set(paths.map((path) => reading.owners(path)).flatMap((owners) => (owners.length === 1 ? owners : [])))

/** The same of touched paths; where a file is shared, only those whose part of it is touched. */
const touchedOwnersOf = (reading: Reading, paths: readonly string[]): ReadonlySet<string> =>
  new Set(paths.flatMap((path) => reading.owners(path).filter((id) => reading.touched(path, id) !== false)))

/** Whether more of a file was needed than its name. */
const isRead = (view: View, path: string) => view.bytes(path) !== undefined || view.digest(path) !== undefined

/**
 * Checks a comparison: every protocol that is found reads it once, every rule looks at what was read, and what the rules say is
 * judged strictly where the change touches it and softly elsewhere (design rule 1).
 *
 * The verdict is `nothing` when head and base together have no target, `allowEmpty` is unset and nothing was found wrong.
 */
export function check(request: CheckRequest): Report {
  const { head, base, context, sections, severity, mode, paths, targets: ids } = request
  const touched = touching(head, base, paths)
  const asked = paths.length > 0 || ids.length > 0
  const named = (path: string) => paths.some((name) => covers(name, path))
  const everyPath = [...new Set([...head.paths, ...(base?.paths ?? [])])]

  const found = switchedOn(request)
    .map((protocol) => ({ protocol, reading: protocol.read({ head, base }, sections[protocol.name], context) }))
    .filter(({ reading }) => reading.found)

  const diagnostics = [...request.given]
  const targets: ReportedTarget[] = []
  let known = 0
  for (const { protocol, reading } of found) {
    const own = ownOf(reading, everyPath.filter(named))
    const isAsked = (target: string | undefined) => target !== undefined && (ids.includes(target) || own.has(target))
    for (const { diagnostic, about } of diagnose(protocol, { reading, mode, severity, touched, touchedTargets: base ? [] : ids })) {
      if (!asked || about.some(named) || isAsked(diagnostic.target)) diagnostics.push(diagnostic)
    }
    const owners = ownersOf(reading, everyPath.filter(named))
    const wanted = (id: string) => !asked || ids.includes(id) || owners.has(id)
    const changed = touchedOwnersOf(reading, base ? everyPath.filter(touched) : [])
    const before = new Map(reading.targetsBefore.map((target) => [target.id, target.state]))
    known += reading.targetsBefore.filter(({ id }) => wanted(id)).length
    for (const target of reading.targets) {
      if (!wanted(target.id)) continue
      const was = before.get(target.id)
      targets.push({ ...target, protocol: protocol.name, changed: changed.has(target.id), ...(was !== undefined && { before: was }) })
    }
  }
  diagnostics.sort(inOrder)

  const judged = fails(request, diagnostics) ? 'failed' : 'passed'
  const nothing = known + targets.length === 0 && !request.allowEmpty && judged === 'passed'
  const [only] = paths.length === 1 && ids.length === 0 ? paths : []
  const parsed = only === undefined ? undefined : found.map(({ reading }) => reading.parsed(only)).find((data) => data !== undefined)

  return {
    verdict: nothing ? 'nothing' : judged,
    failOn: request.failOn,
    diagnostics,
    checked: {
      files: asked
        ? head.paths.filter(
            (path) =>
              isRead(head, path) && (named(path) || found.some(({ reading }) => reading.owners(path).some((id) => ids.includes(id)))),
          ).length
        : head.paths.filter((path) => isRead(head, path)).length,
      targets: targets.length,
      protocols: found.map(({ protocol }) => protocol.name),
    },
    targets: targets.toSorted((a, b) => compare(a.id, b.id)),
    ...(parsed !== undefined && { parsed }),
    rules: found.flatMap(({ protocol }) => protocol.rules.map((rule) => ({ ...rule, url: codeUrl(rule.code, protocol.name) }))),
    notes: request.notes,
  }
}
