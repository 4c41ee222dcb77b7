import type { SetupPart } from '../core/installation.ts'

const titles = { 'set up': 'Set up', missing: 'Missing', optional: 'Not set up, and not needed' } as const
const statuses = ['set up', 'missing', 'optional'] as const

const withStatus = (parts: readonly SetupPart[], status: SetupPart['status']) =>
  parts.filter((part) => part.status === status)

const listed = (parts: readonly SetupPart[]): string =>
  parts.map(({ name, command }) => `${name}${command === undefined ? '' : ` (\`${command}\`)`}`).join(', ')

/** What is set up, what is missing and what could be added: a line for each part, with the command for it. */
export function setupLines(parts: readonly SetupPart[]): readonly string[] {
  const width = Math.max(0, ...parts.map(({ name }) => name.length))
  return statuses.flatMap((status) => {
    const lines = withStatus(parts, status).map(
      ({ name, text, command }) => `  ${name.padEnd(width)}  ${text}${command === undefined ? '' : `: ${command}`}`,
    )
    return lines.length === 0 ? [] : [`${titles[status]}:`, ...lines]
  })
}

/** The same in a sentence for each status. */
export const setupSentences = (parts: readonly SetupPart[]): readonly string[] =>
  statuses.flatMap((status) => {
    const matchingParts = withStatus(parts, status)
    return matchingParts.length === 0 ? [] : [`${titles[status]}: ${listed(matchingParts)}.`]
  })

/** What should be set up and is not: then it is no comfort that nothing else is wrong. */
export function missingParts(parts: readonly SetupPart[]): string {
  const missing = withStatus(parts, 'missing')
  return missing.length === 0 ? '' : `Not set up: ${listed(missing)}.`
}
