import { align } from './alignment.ts'

/** What two sides made of one base; of texts, lists of lines, values. */
export interface Sides<Value> {
  readonly base: Value
  readonly ours: Value
  readonly theirs: Value
}

/** The changed one of two values; of two that changed, each to something else, the same whichever side is ours. */
export function changed<Value extends string | boolean>({ base, ours, theirs }: Sides<Value>): Value {
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

/** Parts two lists by what they have in common, in order. */
export function* differences(ours: readonly string[], theirs: readonly string[]): Iterable<Difference> {
  const matches = pairs(ours, theirs)
  let [at, theirAt] = [0, 0]
  for (let next = 0; next <= ours.length; next++) {
    const theirNext = next === ours.length ? theirs.length : (matches[next] as number)
    if (theirNext === -1) continue
    if (at < next || theirAt < theirNext) yield { same: false, ours: [at, next], theirs: [theirAt, theirNext] }
    ;[at, theirAt] = [next + 1, theirNext + 1]
    if (next < ours.length) yield { same: true, ours: [next, at], theirs: [theirNext, theirAt] }
  }
}

/** Two versions of the same lines for somebody to choose from, as git shows them (git's documentation, "How conflicts are presented"). */
export const marked = (ours: readonly string[], theirs: readonly string[]): readonly string[] => [
  '<<<<<<< ours',
  ...ours,
  '=======',
  ...theirs,
  '>>>>>>> theirs',
]

/** Two versions of the same lines, marked where they differ. */
export const markedWhereDifferent = (ours: readonly string[], theirs: readonly string[]): readonly string[] =>
  [...differences(ours, theirs)].flatMap((each) => {
    const lines = ours.slice(...each.ours)
    return each.same ? lines : marked(lines, theirs.slice(...each.theirs))
  })
