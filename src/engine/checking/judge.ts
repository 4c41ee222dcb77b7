import { memoBy } from '../../core/once.ts'
import type { View } from '../../core/view.ts'
import type { Diagnostic, Finding, Level } from '../../core/diagnostic.ts'
import type { Protocol, Reading } from '../../core/protocol.ts'
import type { Mode } from '../../core/report.ts'
import type { Findings, RuleFacts } from '../../core/rule.ts'
import { sign } from './sign.ts'

/** Every path that differs between head and base. */
export const touchedPaths = (head: View, base: View): readonly string[] =>
  [...new Set([...head.paths, ...base.paths])].filter(touchTester(head, base, []))

/** Whether a named path, a folder or a file, covers this path. */
export function covers(namedPath: string, path: string): boolean {
  return namedPath === '.' || path === namedPath || path.startsWith(`${namedPath}/`)
}

/** Whether a path differs between two views: in its kind, or in its content. */
export function differs(head: View, base: View, path: string): boolean {
  const headEntry = head.entry(path)
  const baseEntry = base.entry(path)
  if (!headEntry || !baseEntry) return headEntry !== baseEntry
  if (headEntry.kind !== baseEntry.kind || headEntry.size !== baseEntry.size || headEntry.link !== baseEntry.link)
    return true
  return head.digest(path)?.sha256 !== base.digest(path)?.sha256
}

/**
 * What the change under review touches: with a base, the paths that differ; without one, the paths that were
 * named, if any.
 */
export function touchTester(
  head: View,
  base: View | undefined,
  namedPaths: readonly string[],
): (path: string) => boolean {
  if (!base) return (path) => namedPaths.some((name) => covers(name, path))
  return memoBy((path) => differs(head, base, path))
}

const pathsOf = (finding: Finding): readonly string[] => [
  finding.place.path,
  ...(finding.related ?? []).map((related) => related.path),
  ...(finding.concerns ?? []),
]

/** How the findings of a protocol are judged. */
interface JudgeOptions<JudgedRule extends RuleFacts> {
  readonly reading: Pick<Reading, 'touched'>
  readonly findings: (rule: JudgedRule) => Findings
  readonly mode: Mode
  readonly severity: Readonly<Record<string, Level>>
  readonly touched: (path: string) => boolean
  /** The targets that count as touched whatever their files: without a base those that were named. */
  readonly touchedTargets: readonly string[]
}

function isTouched(
  { reading, touched, touchedTargets }: Pick<JudgeOptions<never>, 'reading' | 'touched' | 'touchedTargets'>,
  finding: Finding,
): boolean {
  if (finding.target !== undefined && touchedTargets.includes(finding.target)) return true
  if (finding.touched) return true
  if (finding.judgedBy) return finding.judgedBy.some(touched)
  const isTouchedFor = (path: string, target = finding.target) => reading.touched(path, target) ?? touched(path)
  return (
    isTouchedFor(finding.place.path) ||
    finding.related?.some(({ path, target }) => isTouchedFor(path, target)) === true ||
    finding.concerns?.some((path) => isTouchedFor(path)) === true
  )
}

/** After so many findings other work may be done. */
const findingsAtOnce = 1000

/** A diagnostic, and every path that it is about. */
export interface JudgedDiagnostic {
  readonly diagnostic: Diagnostic
  readonly about: readonly string[]
}

/**
 * The findings of rules in the reading of a protocol: judged strictly where the change touches their files, softly
 * elsewhere. `undefined` is a place where other work may be done; there is one after each rule.
 */
export function* judge<JudgedRule extends RuleFacts>(
  { name: protocol }: Pick<Protocol, 'name'>,
  rules: readonly JudgedRule[],
  options: JudgeOptions<JudgedRule>,
): Iterable<JudgedDiagnostic | undefined> {
  let count = 0
  for (const rule of rules) {
    const configuredLevel = options.severity[`${protocol}/${rule.code}`] ?? options.severity[rule.code]
    if (configuredLevel === 'off' || (options.mode !== 'auto' && rule[options.mode] === 'off')) continue
    for (const finding of options.findings(rule)) {
      if (!finding) {
        yield undefined
        continue
      }
      const touched = isTouched(options, finding)
      const strictness = options.mode === 'strict' || (options.mode === 'auto' && touched) ? 'strict' : 'soft'
      const level = finding.levels?.[strictness] ?? rule[strictness]
      if (level !== 'off')
        yield {
          diagnostic: sign(finding, { code: rule.code, severity: configuredLevel ?? level, protocol, touched }),
          about: pathsOf(finding),
        }
      if (++count % findingsAtOnce === 0) yield undefined
    }
    yield undefined
  }
}
