/** What one reply may hold: a comment holds 65,536 characters, and several replies. */
const maxReplyLength = 8000
const maxVisibleItems = 10

/** How many of the first items fit. */
function countFitting(items: readonly string[]): number {
  let remaining = maxReplyLength
  const end = items.findIndex((item) => (remaining -= item.length) < 0)
  return end === -1 ? items.length : end
}

/** Items as a list: the first ones visible, the others folded; those beyond the limit are counted. */
export function foldedList(items: readonly string[]): string {
  const lines = items.slice(0, countFitting(items)).map((item) => `- ${item}`)
  const [visibleLines, foldedLines] = [lines.slice(0, maxVisibleItems), lines.slice(maxVisibleItems)]
  const omitted = items.length - lines.length
  return [
    ...visibleLines,
    ...(foldedLines.length > 0
      ? ['', `<details><summary>${foldedLines.length} more</summary>`, '', ...foldedLines, '', '</details>']
      : []),
    ...(omitted > 0 ? ['', `${omitted} more omitted to save space: the command line shows all.`] : []),
  ].join('\n')
}
