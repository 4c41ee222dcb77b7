import { diffArrays } from 'diff'

/** Of a stretch without a landmark, differences above this are not looked through: all of it counts as replaced. */
const mostDifferences = 200

/** Landmarks within landmarks, so deep at most. */
const deepest = 100

/** A stretch of each of two lists, the ends exclusive. */
interface Stretch {
  readonly from: number
  readonly to: number
  readonly otherFrom: number
  readonly otherTo: number
  readonly depth: number
}

/** Where in the list what occurs once between two places stands; `undefined`: it occurs more often. */
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
 * aligned as any difference of texts. Takes about as long as the lists are, whatever stands in them.
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
    const parts = diffArrays(one.slice(from, to), other.slice(otherFrom, otherTo), { maxEditLength: mostDifferences })
    for (const { added, removed, count = 0 } of parts ?? []) {
      if (!added && !removed) for (let each = 0; each < count; each++) matches[from + each] = otherFrom + each
      if (!added) from += count
      if (!removed) otherFrom += count
    }
  }
  return matches
}
