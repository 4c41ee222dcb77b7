import type { Change } from '../core/change.ts'
import type { Details, Remark } from '../core/command.ts'
import type { Diagnostic, Finding, Level } from '../core/diagnostic.ts'
import { codeUrl } from '../core/links.ts'
import type { Context } from '../core/context.ts'
import type { Protocol, ProtocolName, Reading } from '../core/protocol.ts'
import type { FailOn, Mode, Report, ReportedTarget } from '../core/report.ts'
import { extended } from '../core/rule.ts'
import type { View } from '../core/view.ts'
import { sign } from './sign.ts'
import type { Found } from './commands/resolve.ts'
import { covers, touching } from './touch.ts'

/** What is to be checked and how. */
export interface CheckRequest {
  readonly head: View
  /** The merge base, or the folder or commit that stands for it. */
  readonly base?: View | undefined
  /** The commits between the two, for the protocols that ask for them. */
  readonly change?: Change | undefined
  readonly context: Context
  /** Those to look for; each takes part only where its files are found. */
  readonly protocols: readonly Protocol[]
  /** Those that were looked for, where that are more: of the others nothing is there. */
  readonly lookedFor?: readonly ProtocolName[]
  /** The protocols' sections of the configuration; `false` switches one off. */
  readonly sections: Readonly<Partial<Record<ProtocolName, unknown>>>
  readonly severity: Readonly<Record<string, Level>>
  readonly mode: Mode
  readonly failOn: FailOn
  readonly allowEmpty: boolean
  /** Only what concerns these files or folders; none: everything. */
  readonly paths: readonly string[]
  /** Only what concerns these targets, each with its prefix and named as in a command; none: everything. */
  readonly targets: readonly string[]
  /** Whether a protocol's own report of the one target that is asked for is wanted too. */
  readonly withReport?: boolean
  /** Diagnostics that are known before any rule has run, such as those of the configuration. */
  readonly given: readonly Diagnostic[]
  /** What of everything that is said counts, where that is not all of it: an audit leaves out what is known. */
  readonly counting?: ((diagnostics: readonly Diagnostic[]) => readonly Diagnostic[]) | undefined
  readonly notes: readonly string[]
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** The order of every list of diagnostics: path, line, column, code. */
export function inOrder(a: Diagnostic, b: Diagnostic): number {
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
  if (finding.judgedBy) return finding.judgedBy.some(touched)
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
      const way = judge.mode === 'strict' || (judge.mode === 'auto' && touched) ? 'strict' : 'soft'
      const level = finding.levels?.[way] ?? rule[way]
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

const countOf = (change: Change | undefined): number => change?.tooMany ?? change?.commits.length ?? 0

/** Whether more of a file was needed than its name. */
const isRead = (view: View, path: string) => view.bytes(path) !== undefined || view.digest(path) !== undefined

/** The ids of the targets that are asked for by these names, and why a name is refused. */
function meant({ protocol, reading }: Found, names: readonly string[], touched: readonly string[]) {
  const ids = new Set(names)
  const refused: Remark[] = []
  for (const name of names) {
    const colon = name.indexOf(':')
    if (!protocol.kinds.includes(name.slice(0, colon)) || reading.targets.some(({ id }) => id === name)) continue
    const answer = reading.resolve({ name: name.slice(colon + 1), words: [], touched })
    if ('refused' in answer) refused.push(...answer.refused)
    else for (const id of answer.ids) ids.add(id)
  }
  return { ids, refused }
}

/** What a protocol reports of one target, if it has a command for that. */
function reportOf({ reading }: Found, id: string): Details | undefined {
  const outcome = reading.run('validate', { name: id.slice(id.indexOf(':') + 1), words: [], report: undefined, actor: '' })
  return outcome?.outcome === 'unchanged' ? outcome.report : undefined
}

/**
 * Checks a comparison: every protocol that is found reads it once, every rule looks at what was read, and what the rules say is
 * judged strictly where the change touches it and softly elsewhere (design rule 1).
 *
 * The verdict is `nothing` when head and base together have no target, no commit was looked at, `allowEmpty` is unset, nothing was
 * found wrong and no named file is one that a protocol reads.
 */
export function check(request: CheckRequest): Report {
  const { head, base, change, context, sections, severity, mode, paths, targets: names } = request
  const touched = touching(head, base, paths)
  const asked = paths.length > 0 || names.length > 0
  const named = (path: string) => paths.some((name) => covers(name, path))
  const everyPath = [...new Set([...head.paths, ...(base?.paths ?? [])])]

  const changedPaths = base ? everyPath.filter(touched) : []

  const found = switchedOn(request)
    .map((protocol) => ({ protocol, reading: protocol.read({ head, base }, sections[protocol.name], context, change) }))
    .filter(({ reading }) => reading.found)

  const said = [...request.given]
  const targets: ReportedTarget[] = []
  const askedIds = new Set<string>()
  let known = 0
  for (const each of found) {
    const { protocol, reading } = each
    const { ids, refused } = meant(each, names, changedPaths)
    for (const id of ids) askedIds.add(id)
    for (const remark of refused)
      said.push(sign(remark, { code: remark.code, severity: remark.severity, protocol: protocol.name, touched: true }))
    const own = protocol.filesApart ? new Set() : ownOf(reading, everyPath.filter(named))
    const isAsked = (target: string | undefined) => target !== undefined && (ids.has(target) || own.has(target))
    for (const { diagnostic, about } of diagnose(protocol, { reading, mode, severity, touched, touchedTargets: base ? [] : [...ids] })) {
      const points = protocol.filesApart ? named(diagnostic.path) : about.some(named)
      if (!asked || points || isAsked(diagnostic.target)) said.push(diagnostic)
    }
    const owners = ownersOf(reading, everyPath.filter(named))
    const wanted = (id: string) => !asked || ids.has(id) || owners.has(id)
    const changed = touchedOwnersOf(reading, changedPaths)
    const before = new Map(reading.targetsBefore.map((target) => [target.id, target.state]))
    known += reading.targetsBefore.filter(({ id }) => wanted(id)).length
    for (const target of reading.targets) {
      if (!wanted(target.id)) continue
      const was = before.get(target.id)
      targets.push({ ...target, protocol: protocol.name, changed: changed.has(target.id), ...(was !== undefined && { before: was }) })
    }
  }
  const diagnostics = (request.counting?.(said) ?? said).toSorted(inOrder)
  const [one] = request.withReport === true && targets.length === 1 && names.length === 1 && paths.length === 0 ? targets : []
  const holding = one && found.find(({ protocol }) => protocol.name === one.protocol)
  const report = one && holding && reportOf(holding, one.id)

  const hasFailed = report?.['status'] === 'fail' && request.failOn !== 'never'
  const judged = hasFailed || fails(request, diagnostics) ? 'failed' : 'passed'
  const commits = found.some(({ protocol }) => protocol.asksForCommits({ head, base }, sections[protocol.name], context))
    ? countOf(change)
    : 0
  const isKnown = (path: string) => found.some(({ reading }) => reading.parsed(path) !== undefined)
  const nothing = known + targets.length + commits === 0 && !request.allowEmpty && judged === 'passed' && !paths.some(isKnown)
  const [only] = paths.length === 1 && names.length === 0 ? paths : []
  const parsed = only === undefined ? undefined : found.map(({ reading }) => reading.parsed(only)).find((data) => data !== undefined)

  return {
    verdict: nothing ? 'nothing' : judged,
    failOn: request.failOn,
    diagnostics,
    checked: {
      files: asked
        ? head.paths.filter(
            (path) =>
              isRead(head, path) && (named(path) || found.some(({ reading }) => reading.owners(path).some((id) => askedIds.has(id)))),
          ).length
        : head.paths.filter((path) => isRead(head, path)).length,
      targets: targets.length,
      protocols: found.map(({ protocol }) => protocol.name),
    },
    looked: { protocols: request.lookedFor ?? switchedOn(request).map(({ name }) => name), narrowly: asked },
    targets: targets.toSorted((a, b) => compare(a.within ?? a.id, b.within ?? b.id)),
    ...(parsed !== undefined && { parsed }),
    ...(report && { report }),
    rules: found.flatMap(({ protocol }) => protocol.rules.map((rule) => extended(rule, { url: codeUrl(rule.code, protocol.name) }))),
    notes: request.notes,
  }
}
