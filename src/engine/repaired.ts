import { findingKey, type Diagnostic } from '../core/diagnostic.ts'
import type { Report } from '../core/report.ts'
import { msg } from '../core/message.ts'

/** The findings that repairs were for, split by a check after the repairs: gone or left. */
export interface RepairOutcome {
  /** Those that are no more. */
  readonly over: readonly Diagnostic[]
  /** Those that are still found. */
  readonly left: readonly Diagnostic[]
}

/** What to repair: the findings with some codes, or every finding that a safe rule can repair. */
export function repairable({ diagnostics, rules }: Report, codes: readonly string[] = []): readonly Diagnostic[] {
  if (codes.length > 0) return diagnostics.filter(({ code }) => codes.includes(code))
  const safe = new Set(rules.filter((rule) => rule.safe === true).map(({ code }) => code))
  return diagnostics.filter(({ code, fix, edit, choice }) => safe.has(code) && (fix ?? edit ?? choice) !== undefined)
}

export function repairOutcome(before: Report, after: Report, codes: readonly string[] = []): RepairOutcome {
  const left = repairable(after, codes)
  const still = new Map<string, number>()
  for (const each of left) still.set(findingKey(each), (still.get(findingKey(each)) ?? 0) + 1)
  const over = repairable(before, codes).filter((each) => {
    const count = still.get(findingKey(each)) ?? 0
    still.set(findingKey(each), count - 1)
    return count <= 0
  })
  return { over, left }
}

/** How many targets are named with a code. */
const maxListed = 3

/** Findings by code and target; a message by `msg`. */
function named(findings: readonly Diagnostic[]): string {
  const places = new Map<string, Set<string>>()
  for (const { code, target, path } of findings) places.set(code, (places.get(code) ?? new Set()).add(target ?? path))
  return [...places]
    .map(([code, all]) => {
      const more = all.size > maxListed ? ` and ${all.size - maxListed} more` : ''
      return `${msg`${code} of ${[...all].slice(0, maxListed)}`}${more}`
    })
    .join('; ')
}

/**
 * The result of repairs; sentences by `msg`.
 *
 * @param applied the commands that changed something; that `/fix` repairs a code needs no mention
 * @param isDry whether nothing is written
 */
export function repairMessage({ over, left }: RepairOutcome, applied: readonly string[], isDry = false): string {
  const commands = applied.filter((command) => !command.startsWith('/fix '))
  const by = commands.length > 0 ? `, by ${msg`${commands}`}` : ''
  const [done, nothing] = isDry ? ['Would fix', 'Nothing would be fixed.'] : ['Fixed', 'Nothing was fixed.']
  const mended = over.length > 0 ? `${done}: ${named(over)}${by}.` : nothing
  return left.length > 0 ? `${mended} Left: ${named(left)}.` : mended
}

/** How many findings are named that only a person or a command of their own repairs. */
const maxNamed = 5

/** Errors and warnings that no safe repair is for, each with its command, if there is one; a sentence by `msg`, empty without any. */
export function unsafeMessage(found: readonly Diagnostic[]): string {
  const texts = found.map(
    ({ code, target, path, fix }) => msg`${code} of ${target ?? path}` + (fix === undefined ? '' : `: ${msg`${fix}`}`),
  )
  const lines = [...new Set(texts)]
  if (lines.length === 0) return ''
  const more = lines.length > maxNamed ? `; ${lines.length - maxNamed} more: \`/validate\` lists them all` : ''
  return `Not repaired by \`/fix\`: ${lines.slice(0, maxNamed).join('; ')}${more}.`
}
