import { visible } from '../../../core/message.ts'

/** Lines as a block of code, in which nothing means anything: its fence is longer than any run of backticks in them. */
function fenced(lines: readonly string[]): string {
  const longest = Math.max(2, ...lines.flatMap((line) => Array.from(line.matchAll(/`+/g), ([run]) => run.length)))
  const fence = '`'.repeat(longest + 1)
  return [`${fence}text`, ...lines, fence].join('\n')
}

const longestValue = 2000

/** What an agent is told, a line for each value. */
export const prompt = (title: string, told: Readonly<Record<string, string | number>>): string =>
  `${title}\n\n${fenced(Object.entries(told).map(([key, value]) => `${key}: ${visible(String(value), longestValue)}`))}`
