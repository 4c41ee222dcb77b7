import { align } from './alignment.ts'

const linesOf = (text: string): readonly string[] => (text === '' ? [] : text.split(/(?<=\n)/))

/** Lines of one text, counted from 0 with the end exclusive, for which the other has some of its own. */
interface Hunk {
  readonly from: number
  readonly to: number
  readonly lines: readonly string[]
}

function hunksOf(before: readonly string[], after: readonly string[]): readonly Hunk[] {
  const matches = align(before, after)
  const hunks: Hunk[] = []
  let [at, afterAt] = [0, 0]
  for (let next = 0; next <= before.length; next++) {
    const afterNext = next === before.length ? after.length : (matches[next] as number)
    if (afterNext === -1) continue
    if (at < next || afterAt < afterNext) hunks.push({ from: at, to: next, lines: after.slice(afterAt, afterNext) })
    ;[at, afterAt] = [next + 1, afterNext + 1]
  }
  return hunks
}

/** Where the lines of a hunk stand in the other text; `undefined`: it has others there, and nobody knows. */
function placeOf({ from, to }: Hunk, matches: Int32Array, length: number): number | undefined {
  const at = (index: number) => (index < 0 ? -1 : index < matches.length ? (matches[index] as number) : length)
  if (from < to) {
    const start = at(from)
    for (let index = from; index < to; index++) if (start < 0 || at(index) !== start + index - from) return undefined
    return start
  }
  const [above, below] = [from === 0 ? -1 : at(from - 1), at(from)]
  const [hasAbove, hasBelow] = [from === 0 || above >= 0, below >= 0]
  if (hasAbove && hasBelow) return below === above + 1 ? below : undefined
  return hasAbove ? above + 1 : hasBelow ? below : undefined
}

/** The first line of a hunk, counted from 1, that the other text does not have. */
function meetingOf({ from, to }: Hunk, matches: Int32Array): number {
  const index = matches.subarray(from, to).indexOf(-1)
  return from + Math.max(index, 0) + 1
}

/**
 * Makes the edits that lead from one text to another in a third, which differs from the first by edits of others.
 *
 * @returns the third text with the edits; or the lines of the first, counted from 1, at which an edit meets one of others.
 */
export function transplant(
  { from, to }: { readonly from: string; readonly to: string },
  onto: string,
): { readonly text: string } | { readonly overlaps: readonly number[] } {
  if (from === onto) return { text: to }
  const [before, other] = [linesOf(from), linesOf(onto)]
  const matches = align(before, other)
  const placed = hunksOf(before, linesOf(to)).map((hunk) => ({ hunk, place: placeOf(hunk, matches, other.length) }))
  const overlaps = placed.flatMap(({ hunk, place }) => (place === undefined ? [meetingOf(hunk, matches)] : []))
  if (overlaps.length > 0) return { overlaps }
  const made: string[] = []
  let at = 0
  for (const { hunk, place = 0 } of placed) {
    for (; at < place; at++) made.push(other[at] as string)
    for (const line of hunk.lines) made.push(line)
    at += hunk.to - hunk.from
  }
  for (; at < other.length; at++) made.push(other[at] as string)
  return { text: made.join('') }
}
