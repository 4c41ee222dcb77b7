/** What one reply may hold: a comment holds 65,536 characters, and several replies. */
const room = 8000
const inSight = 10

/** How many of the first items fit. */
function fitting(items: readonly string[]): number {
  let left = room
  const end = items.findIndex((item) => (left -= item.length) < 0)
  return end === -1 ? items.length : end
}

/** Items as a list: the first ones visible, the others folded; those beyond the limit are counted. */
export function foldedList(items: readonly string[]): string {
  const lines = items.slice(0, fitting(items)).map((item) => `- ${item}`)
  const [front, back] = [lines.slice(0, inSight), lines.slice(inSight)]
  const left = items.length - lines.length
  return [
    ...front,
    ...(back.length > 0 ? ['', `<details><summary>${back.length} more</summary>`, '', ...back, '', '</details>'] : []),
    ...(left > 0 ? ['', `${left} more omitted to save space: the command line shows all.`] : []),
  ].join('\n')
}
