import { diffArrays } from 'diff'

/** A stretch without a landmark that has more differences counts as replaced whole. */
const maxDifferences = 200

/** How often stretches between landmarks are searched for landmarks of their own. */
const deepest = 100

/** A stretch of each of two lists, the ends exclusive. */
interface Stretch {
  readonly from: number
  readonly to: number
  readonly otherFrom: number
  readonly otherTo: number
  readonly depth: number
}

/** Where in the list what occurs once between two places is; `undefined`: it occurs more often. */
function places(list: readonly string[], from: number, to: number): ReadonlyMap<string, number | undefined> {
  const found = new Map<string, number | undefined>()
  for (let at = from; at < to; at++) {
    const element = list[at] as string
    found.set(element, found.has(element) ? undefined : at)
  }
  return found
}

/** The longest series of pairs, sorted by their first, whose second ascends too. */
function ascending(pairs: readonly (readonly [number, number])[]): readonly (readonly [number, number])[] {
  const ends: number[] = []
  const before = pairs.map(([, second], index) => {
    let low = 0
    let high = ends.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((pairs[ends[middle] as number]?.[1] as number) < second) low = middle + 1
      else high = middle
    }
    ends[low] = index
    return low === 0 ? -1 : (ends[low - 1] as number)
  })
  const series: (readonly [number, number])[] = []
  for (let at = ends.at(-1) ?? -1; at !== -1; at = before[at] as number) series.push(pairs[at] as readonly [number, number])
  return series.reverse()
}

/**
 * Which element of the other list each of the one is: `-1` for none. What occurs once in both is a landmark; between landmarks it is
 * aligned as any difference of texts. Linear in time but for logarithms, whatever the lists hold.
 */
export function align(one: readonly string[], other: readonly string[]): Int32Array {
  const matches = new Int32Array(one.length).fill(-1)
  const open: Stretch[] = [{ from: 0, to: one.length, otherFrom: 0, otherTo: other.length, depth: 0 }]
  for (let stretch = open.pop(); stretch; stretch = open.pop()) {
    let { from, to, otherFrom, otherTo } = stretch
    while (from < to && otherFrom < otherTo && one[from] === other[otherFrom]) matches[from++] = otherFrom++
    while (from < to && otherFrom < otherTo && one[to - 1] === other[otherTo - 1]) matches[--to] = --otherTo
    if (from === to || otherFrom === otherTo || stretch.depth === deepest) continue
    const theirs = places(other, otherFrom, otherTo)
    const unique = [...places(one, from, to)].flatMap(([element, at]) => {
      const there = theirs.get(element)
      return at === undefined || there === undefined ? [] : [[at, there] as const]
    })
    const landmarks = ascending(unique)
    if (landmarks.length > 0) {
      const depth = stretch.depth + 1
      for (const [at, there] of landmarks) {
        matches[at] = there
        open.push({ from, to: at, otherFrom, otherTo: there, depth })
        from = at + 1
        otherFrom = there + 1
      }
      open.push({ from, to, otherFrom, otherTo, depth })
      continue
    }
    const parts = diffArrays(one.slice(from, to), other.slice(otherFrom, otherTo), { maxEditLength: maxDifferences })
    for (const { added, removed, count = 0 } of parts ?? []) {
      if (!added && !removed) for (let each = 0; each < count; each++) matches[from + each] = otherFrom + each
      if (!added) from += count
      if (!removed) otherFrom += count
    }
  }
  return matches
}

/** What two sides made of one base; of texts, lists of lines, values. */
export interface Sides<Value> {
  readonly base: Value
  readonly ours: Value
  readonly theirs: Value
}

/** The changed one of two values; of two that changed, each to something else, the same whichever side is ours. */
export function mergeValue<Value extends string | boolean>({ base, ours, theirs }: Sides<Value>): Value {
  if (ours === theirs || theirs === base) return ours
  return ours === base || ours < theirs ? theirs : ours
}

/** A stretch of each of three lists, the ends exclusive. */
export interface Chunk extends Sides<readonly [from: number, to: number]> {
  /** All three have the same there. */
  readonly stable: boolean
}

/** Parts three lists by what they have in common, in order. Changes of the two sides that touch are one. */
export function* chunks({ base, ours, theirs }: Sides<readonly string[]>): Iterable<Chunk> {
  const [toOurs, toTheirs] = [align(base, ours), align(base, theirs)]
  let [at, ourAt, theirAt] = [0, 0, 0]
  const upTo = (end: number, ourEnd: number, theirEnd: number, stable: boolean): Chunk => {
    const chunk = { stable, base: [at, end], ours: [ourAt, ourEnd], theirs: [theirAt, theirEnd] } as const
    ;[at, ourAt, theirAt] = [end, ourEnd, theirEnd]
    return chunk
  }
  for (let next = 0; next <= base.length; next++) {
    const ourNext = next === base.length ? ours.length : (toOurs[next] as number)
    const theirNext = next === base.length ? theirs.length : (toTheirs[next] as number)
    if (ourNext === -1 || theirNext === -1) continue
    if (at < next || ourAt < ourNext || theirAt < theirNext) yield upTo(next, ourNext, theirNext, false)
    if (next < base.length) yield upTo(next + 1, ourNext + 1, theirNext + 1, true)
  }
}

/** A stretch of each of two lists, the ends exclusive: one element that both have, or what they do not have in common. */
export interface Difference {
  readonly same: boolean
  readonly ours: readonly [from: number, to: number]
  readonly theirs: readonly [from: number, to: number]
}

/** Which element of the other list each of ours is, the same pairs whichever list is ours: of several ways it takes one. */
function pairs(ours: readonly string[], theirs: readonly string[]): Int32Array {
  if (ours.join('\n') <= theirs.join('\n')) return align(ours, theirs)
  const matches = new Int32Array(ours.length).fill(-1)
  for (const [at, ourAt] of align(theirs, ours).entries()) if (ourAt !== -1) matches[ourAt] = at
  return matches
}

/** Parts two lists by an alignment, in order. */
function* parted(matches: Int32Array, theirLength: number): Iterable<Difference> {
  let [at, theirAt] = [0, 0]
  for (let next = 0; next <= matches.length; next++) {
    const theirNext = next === matches.length ? theirLength : (matches[next] as number)
    if (theirNext === -1) continue
    if (at < next || theirAt < theirNext) yield { same: false, ours: [at, next], theirs: [theirAt, theirNext] }
    ;[at, theirAt] = [next + 1, theirNext + 1]
    if (next < matches.length) yield { same: true, ours: [next, at], theirs: [theirNext, theirAt] }
  }
}

/** Parts two lists by what they have in common, in order. */
export const differences = (ours: readonly string[], theirs: readonly string[]): Iterable<Difference> =>
  parted(pairs(ours, theirs), theirs.length)

/** Two versions of the same lines to choose from, as git shows them (git's documentation, "How conflicts are presented"). */
export const conflictLines = (ours: readonly string[], theirs: readonly string[]): readonly string[] => [
  '<<<<<<< ours',
  ...ours,
  '=======',
  ...theirs,
  '>>>>>>> theirs',
]

/** Two versions of the same lines, marked where they differ. */
export const conflictDiff = (ours: readonly string[], theirs: readonly string[]): readonly string[] =>
  [...differences(ours, theirs)].flatMap((each) => {
    const lines = ours.slice(...each.ours)
    return each.same ? lines : conflictLines(lines, theirs.slice(...each.theirs))
  })

const linesOf = (text: string): readonly string[] => (text === '' ? [] : text.split(/(?<=\n)/))

/** Lines of a text, counted from 1; the second is exclusive. */
type Lines = readonly [from: number, to: number]

/** A text, and which of its lines belong to one part of it and which to others. The rest goes with its neighbours. */
export interface OwnedText {
  readonly text: string
  readonly own: readonly Lines[]
  readonly others: readonly Lines[]
}

const range = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => from + index)

/** The indexes of lines, counted from 0. */
const indexesOf = (parts: readonly Lines[]): ReadonlySet<number> => new Set(parts.flatMap(([from, to]) => range(from - 1, to - 1)))

/**
 * Reverts what a change did to one part of a text, in a text that others have changed since: the lines of that part become what they
 * were before the change, all other lines stay as they are now. `undefined`: the part is no longer what the change made of it.
 */
export function revertPart(now: string, after: OwnedText, before: OwnedText): string | undefined {
  const [lines, changed, earlier] = [linesOf(now), linesOf(after.text), linesOf(before.text)]
  const kept = new Map([...differences(changed, lines)].flatMap(({ same, ours, theirs }) => (same ? [[ours[0], theirs[0]] as const] : [])))
  const [is, was] = [
    { own: indexesOf(after.own), others: indexesOf(after.others) },
    { own: indexesOf(before.own), others: indexesOf(before.others) },
  ]
  const gone = new Set<number>()
  const inserted = new Map<number, readonly string[]>()
  for (const { same, ours, theirs } of differences(changed, earlier)) {
    if (same) continue
    const [old, back] = [range(...ours), range(...theirs)]
    const ownOld = old.filter((index) => is.own.has(index))
    const ownBack = back.filter((index) => was.own.has(index))
    if (ownOld.length + ownBack.length === 0) continue
    const isMixed = old.some((index) => is.others.has(index)) || back.some((index) => was.others.has(index))
    const [drop, add] = isMixed ? [ownOld, ownBack] : [old, back]
    const places = drop.flatMap((index) => kept.get(index) ?? [])
    if (ownOld.some((index) => !kept.has(index))) return undefined
    const [from, to] = ours
    const above = kept.get(from - 1)
    const place = places[0] ?? (above === undefined ? (from === 0 ? 0 : kept.get(to)) : above + 1)
    if (place === undefined) return undefined
    for (const index of places) gone.add(index)
    inserted.set(place, [...(inserted.get(place) ?? []), ...add.map((index) => earlier[index] ?? '')])
  }
  return [...lines, ''].flatMap((line, index) => [...(inserted.get(index) ?? []), ...(gone.has(index) ? [] : [line])]).join('')
}

/** Where lines of one text are in another that it is aligned with; `undefined`: the other has something else there. */
function placeOf([from, to]: Lines, matches: Int32Array, length: number): number | undefined {
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

/**
 * Makes the edits that lead from one text to another in a third, which differs from the first by edits of others.
 *
 * @returns the third text with the edits; or the lines of the first, counted from 1, where an edit overlaps with one of others.
 */
export function rebaseEdits(
  { from, to }: { readonly from: string; readonly to: string },
  onto: string,
): { readonly text: string } | { readonly overlaps: readonly number[] } {
  if (from === onto) return { text: to }
  const [before, after, other] = [linesOf(from), linesOf(to), linesOf(onto)]
  const matches = align(before, other)
  const edits = [...parted(align(before, after), after.length)].flatMap(({ same, ours, theirs }) =>
    same ? [] : [{ old: ours, lines: after.slice(...theirs), place: placeOf(ours, matches, other.length) }],
  )
  const overlaps = edits.flatMap(({ old: [start, end], place }) =>
    place === undefined ? [start + Math.max(matches.subarray(start, end).indexOf(-1), 0) + 1] : [],
  )
  if (overlaps.length > 0) return { overlaps }
  const made: string[] = []
  let at = 0
  for (const { old, lines, place = 0 } of edits) {
    for (; at < place; at++) made.push(other[at] as string)
    for (const line of lines) made.push(line)
    at += old[1] - old[0]
  }
  for (; at < other.length; at++) made.push(other[at] as string)
  return { text: made.join('') }
}
