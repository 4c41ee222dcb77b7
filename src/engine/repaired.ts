import { findingKey, type Diagnostic } from '../core/diagnostic.ts'
import type { Report } from '../core/report.ts'
import { msg } from '../core/message.ts'

/** The findings that repairs were for, split by a check after the repairs: gone or left. */
export interface RepairOutcome {
  /** The findings that are gone. */
  readonly repaired: readonly Diagnostic[]
  /** The findings that are left. */
  readonly remaining: readonly Diagnostic[]
}

/** What to repair: the findings with some codes, or every finding that a safe rule can repair. */
export function repairableFindings(
  { diagnostics, rules }: Report,
  codes: readonly string[] = [],
): readonly Diagnostic[] {
  if (codes.length > 0) return diagnostics.filter(({ code }) => codes.includes(code))
  const safe = new Set(rules.filter((rule) => rule.safe === true).map(({ code }) => code))
  return diagnostics.filter(({ code, fix, edit, choice }) => safe.has(code) && (fix ?? edit ?? choice) !== undefined)
}

export function repairOutcome(reportBefore: Report, reportAfter: Report, codes: readonly string[] = []): RepairOutcome {
  const remaining = repairableFindings(reportAfter, codes)
  const remainingCounts = new Map<string, number>()
  for (const finding of remaining)
    remainingCounts.set(findingKey(finding), (remainingCounts.get(findingKey(finding)) ?? 0) + 1)
  const repaired = repairableFindings(reportBefore, codes).filter((finding) => {
    const count = remainingCounts.get(findingKey(finding)) ?? 0
    remainingCounts.set(findingKey(finding), count - 1)
    return count <= 0
  })
  return { repaired, remaining }
}

/** How many targets are named with a code. */
const maxListed = 3

/** Findings by code and target; a message by `msg`. */
function listFindings(findings: readonly Diagnostic[]): string {
  const places = new Map<string, Set<string>>()
  for (const { code, target, path } of findings) places.set(code, (places.get(code) ?? new Set()).add(target ?? path))
  return [...places]
    .map(([code, targets]) => {
      const moreText = targets.size > maxListed ? ` and ${targets.size - maxListed} more` : ''
      return `${msg`${code} of ${[...targets].slice(0, maxListed)}`}${moreText}`
    })
    .join('; ')
}

/** How many findings are named that only a person or a command of their own repairs. */
const maxNamed = 5

/** Findings, each with the command that repairs it, if there is one; a message by `msg`. */
function listWithCommands(findings: readonly Diagnostic[]): string {
  const texts = findings.map(
    ({ code, target, path, fix }) => msg`${code} of ${target ?? path}` + (fix === undefined ? '' : `: ${msg`${fix}`}`),
  )
  const lines = [...new Set(texts)]
  const moreText = lines.length > maxNamed ? `; ${lines.length - maxNamed} more: \`/validate\` lists them all` : ''
  return `${lines.slice(0, maxNamed).join('; ')}${moreText}`
}

/** A finding without the command that was tried for it: a person has to choose between those that were not. */
const untried = ({ fix, ...finding }: Diagnostic): Diagnostic =>
  finding.choice && fix !== undefined ? { ...finding, fix } : finding

/**
 * The result of repairs; sentences by `msg`.
 *
 * @param applied the commands that changed something; that `/fix` repairs a code needs no mention
 * @param isDry whether nothing is written
 */
export function repairMessage(
  { repaired, remaining }: RepairOutcome,
  applied: readonly string[],
  isDry = false,
): string {
  const commands = applied.filter((command) => !command.startsWith('/fix '))
  const commandText = commands.length > 0 ? `, by ${msg`${commands}`}` : ''
  const [verb, nothingText] = isDry ? ['Would fix', 'Nothing would be fixed.'] : ['Fixed', 'Nothing was fixed.']
  const sentence = repaired.length > 0 ? `${verb}: ${listFindings(repaired)}${commandText}.` : nothingText
  return remaining.length > 0 ? `${sentence} Left: ${listWithCommands(remaining.map(untried))}.` : sentence
}

/**
 * Errors and warnings that no safe repair is for, each with its command, if there is one; a sentence by `msg`, empty
 * without any.
 */
export const unsafeMessage = (findings: readonly Diagnostic[]): string =>
  findings.length === 0 ? '' : `Not repaired by \`/fix\`: ${listWithCommands(findings)}.`
