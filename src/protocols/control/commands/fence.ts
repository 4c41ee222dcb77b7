/** Lines as a block of code, in which nothing means anything: its fence is longer than any run of backticks in them. */
export function fenced(lines: readonly string[]): string {
  const longest = Math.max(2, ...lines.flatMap((line) => Array.from(line.matchAll(/`+/g), ([run]) => run.length)))
  const fence = '`'.repeat(longest + 1)
  return [`${fence}text`, ...lines, fence].join('\n')
}
