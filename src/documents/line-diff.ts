import { diffArrays } from 'diff'

/** A stretch without a landmark that has more differences counts as replaced whole. */
const maxDifferences = 200

/** How often stretches between landmarks are searched for landmarks of their own. */
const maxDepth = 100

/** A stretch of each of two lists, the ends exclusive. */
interface Stretch {
  readonly from: number
  readonly to: number
  readonly otherFrom: number
  readonly otherTo: number
  readonly depth: number
}

/** Where in the list what occurs once between two places is; `undefined`: it occurs more often. */
function uniquePlaces(list: readonly string[], from: number, to: number): ReadonlyMap<string, number | undefined> {
  const placeByElement = new Map<string, number | undefined>()
  for (let at = from; at < to; at++) {
    const element = list[at] as string
    placeByElement.set(element, placeByElement.has(element) ? undefined : at)
  }
  return placeByElement
}

/** The longest series of pairs, sorted by their first, whose second ascends too. */
function longestAscending(pairs: readonly (readonly [number, number])[]): readonly (readonly [number, number])[] {
  const ends: number[] = []
  const predecessors = pairs.map(([, second], index) => {
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
  for (let at = ends.at(-1) ?? -1; at !== -1; at = predecessors[at] as number)
    series.push(pairs[at] as readonly [number, number])
  return series.reverse()
}

/**
 * Which element of the other list each of the one is: `-1` for none. What occurs once in both is a landmark; between
 * landmarks it is aligned as any difference of texts. Linear in time but for logarithms, whatever the lists hold.
 */
export function align(list: readonly string[], otherList: readonly string[]): Int32Array {
  const matches = new Int32Array(list.length).fill(-1)
  const pending: Stretch[] = [{ from: 0, to: list.length, otherFrom: 0, otherTo: otherList.length, depth: 0 }]
  for (let stretch = pending.pop(); stretch; stretch = pending.pop()) {
    let { from, to, otherFrom, otherTo } = stretch
    while (from < to && otherFrom < otherTo && list[from] === otherList[otherFrom]) matches[from++] = otherFrom++
    while (from < to && otherFrom < otherTo && list[to - 1] === otherList[otherTo - 1]) matches[--to] = --otherTo
    if (from === to || otherFrom === otherTo || stretch.depth === maxDepth) continue
    const otherPlaces = uniquePlaces(otherList, otherFrom, otherTo)
    const uniquePairs = [...uniquePlaces(list, from, to)].flatMap(([element, at]) => {
      const otherAt = otherPlaces.get(element)
      return at === undefined || otherAt === undefined ? [] : [[at, otherAt] as const]
    })
    const landmarks = longestAscending(uniquePairs)
    if (landmarks.length > 0) {
      const depth = stretch.depth + 1
      for (const [at, otherAt] of landmarks) {
        matches[at] = otherAt
        pending.push({ from, to: at, otherFrom, otherTo: otherAt, depth })
        from = at + 1
        otherFrom = otherAt + 1
      }
      pending.push({ from, to, otherFrom, otherTo, depth })
      continue
    }
    const parts = diffArrays(list.slice(from, to), otherList.slice(otherFrom, otherTo), {
      maxEditLength: maxDifferences,
    })
    for (const { added, removed, count = 0 } of parts ?? []) {
      if (!added && !removed) for (let step = 0; step < count; step++) matches[from + step] = otherFrom + step
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

/** What a function makes of each of the sides. */
export const mapSides = <Value, Result>(
  { base, ours, theirs }: Sides<Value>,
  map: (value: Value) => Result,
): Sides<Result> => ({ base: map(base), ours: map(ours), theirs: map(theirs) })

export const listSides = <Value>({ base, ours, theirs }: Sides<Value>): readonly Value[] => [base, ours, theirs]

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

/**
 * A stretch of each of two lists, the ends exclusive: one element that both have, or what they do not have in common.
 */
export interface Difference {
  readonly same: boolean
  readonly ours: readonly [from: number, to: number]
  readonly theirs: readonly [from: number, to: number]
}

/**
 * Which element of the other list each of ours is, the same pairs whichever list is ours: of several ways it takes one.
 */
function alignEitherWay(ours: readonly string[], theirs: readonly string[]): Int32Array {
  if (ours.join('\n') <= theirs.join('\n')) return align(ours, theirs)
  const matches = new Int32Array(ours.length).fill(-1)
  for (const [at, ourAt] of align(theirs, ours).entries()) if (ourAt !== -1) matches[ourAt] = at
  return matches
}

/** Parts two lists by an alignment, in order. */
function* partByMatches(matches: Int32Array, theirLength: number): Iterable<Difference> {
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
  partByMatches(alignEitherWay(ours, theirs), theirs.length)

/**
 * Two versions of the same lines to choose from, as git shows them (git's documentation, "How conflicts are
 * presented").
 */
export const conflictLines = (ours: readonly string[], theirs: readonly string[]): readonly string[] => [
  '<<<<<<< ours',
  ...ours,
  '=======',
  ...theirs,
  '>>>>>>> theirs',
]

/** Two versions of the same lines, marked where they differ. */
export const conflictDiff = (ours: readonly string[], theirs: readonly string[]): readonly string[] =>
  [...differences(ours, theirs)].flatMap((difference) => {
    const lines = ours.slice(...difference.ours)
    return difference.same ? lines : conflictLines(lines, theirs.slice(...difference.theirs))
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
const indexesOf = (parts: readonly Lines[]): ReadonlySet<number> =>
  new Set(parts.flatMap(([from, to]) => range(from - 1, to - 1)))

/**
 * Reverts what a change did to one part of a text, in a text that others have changed since: the lines of that part
 * become what they were before the change, all other lines stay as they are now. `undefined`: the part is no longer
 * what the change made of it.
 */
export function revertPart(currentText: string, after: OwnedText, before: OwnedText): string | undefined {
  const [currentLines, changedLines, earlierLines] = [linesOf(currentText), linesOf(after.text), linesOf(before.text)]
  const keptIndexes = new Map(
    [...differences(changedLines, currentLines)].flatMap(({ same: isSame, ours, theirs }) =>
      isSame ? [[ours[0], theirs[0]] as const] : [],
    ),
  )
  const [ownershipAfter, ownershipBefore] = [
    { own: indexesOf(after.own), others: indexesOf(after.others) },
    { own: indexesOf(before.own), others: indexesOf(before.others) },
  ]
  const removedIndexes = new Set<number>()
  const inserted = new Map<number, readonly string[]>()
  for (const { same: isSame, ours, theirs } of differences(changedLines, earlierLines)) {
    if (isSame) continue
    const [oldIndexes, restoredIndexes] = [range(...ours), range(...theirs)]
    const ownOldIndexes = oldIndexes.filter((index) => ownershipAfter.own.has(index))
    const ownRestoredIndexes = restoredIndexes.filter((index) => ownershipBefore.own.has(index))
    if (ownOldIndexes.length + ownRestoredIndexes.length === 0) continue
    const isMixed =
      oldIndexes.some((index) => ownershipAfter.others.has(index)) ||
      restoredIndexes.some((index) => ownershipBefore.others.has(index))
    const [drop, add] = isMixed ? [ownOldIndexes, ownRestoredIndexes] : [oldIndexes, restoredIndexes]
    const places = drop.flatMap((index) => keptIndexes.get(index) ?? [])
    if (ownOldIndexes.some((index) => !keptIndexes.has(index))) return undefined
    const [from, to] = ours
    const indexAbove = keptIndexes.get(from - 1)
    const place = places[0] ?? (indexAbove === undefined ? (from === 0 ? 0 : keptIndexes.get(to)) : indexAbove + 1)
    if (place === undefined) return undefined
    for (const index of places) removedIndexes.add(index)
    inserted.set(place, [...(inserted.get(place) ?? []), ...add.map((index) => earlierLines[index] ?? '')])
  }
  return [...currentLines, '']
    .flatMap((line, index) => [...(inserted.get(index) ?? []), ...(removedIndexes.has(index) ? [] : [line])])
    .join('')
}

/** Where lines of one text are in another that it is aligned with; `undefined`: the other has something else there. */
function placeOf([from, to]: Lines, matches: Int32Array, length: number): number | undefined {
  const at = (index: number) => (index < 0 ? -1 : index < matches.length ? (matches[index] as number) : length)
  if (from < to) {
    const start = at(from)
    for (let index = from; index < to; index++) if (start < 0 || at(index) !== start + index - from) return undefined
    return start
  }
  const [indexAbove, indexBelow] = [from === 0 ? -1 : at(from - 1), at(from)]
  const [hasAbove, hasBelow] = [from === 0 || indexAbove >= 0, indexBelow >= 0]
  if (hasAbove && hasBelow) return indexBelow === indexAbove + 1 ? indexBelow : undefined
  return hasAbove ? indexAbove + 1 : hasBelow ? indexBelow : undefined
}

/**
 * Makes the edits that lead from one text to another in a third, which differs from the first by edits of others.
 *
 * @returns the third text with the edits; or the lines of the first, counted from 1, where an edit overlaps with one of
 * others.
 */
export function rebaseEdits(
  { from, to }: { readonly from: string; readonly to: string },
  onto: string,
): { readonly text: string } | { readonly overlaps: readonly number[] } {
  if (from === onto) return { text: to }
  const [fromLines, toLines, ontoLines] = [linesOf(from), linesOf(to), linesOf(onto)]
  const matches = align(fromLines, ontoLines)
  const edits = [...partByMatches(align(fromLines, toLines), toLines.length)].flatMap(
    ({ same: isSame, ours, theirs }) =>
      isSame ? [] : [{ old: ours, lines: toLines.slice(...theirs), place: placeOf(ours, matches, ontoLines.length) }],
  )
  const overlaps = edits.flatMap(({ old: [start, end], place }) =>
    place === undefined ? [start + Math.max(matches.subarray(start, end).indexOf(-1), 0) + 1] : [],
  )
  if (overlaps.length > 0) return { overlaps }
  const result: string[] = []
  let at = 0
  for (const { old, lines, place = 0 } of edits) {
    for (; at < place; at++) result.push(ontoLines[at] as string)
    for (const line of lines) result.push(line)
    at += old[1] - old[0]
  }
  for (; at < ontoLines.length; at++) result.push(ontoLines[at] as string)
  return { text: result.join('') }
}
