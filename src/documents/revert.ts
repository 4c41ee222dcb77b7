import { differences } from './three-way.ts'

/** Lines of a text, counted from 1; the second is exclusive. */
type Lines = readonly [from: number, to: number]

/** A text, and whose its lines are: of the part that is to go back, or of others. Those of nobody go with their neighbours. */
export interface Parted {
  readonly text: string
  readonly own: readonly Lines[]
  readonly others: readonly Lines[]
}

/** A stretch in which two texts differ, counted from 0: these lines of the one, for those of the other. */
interface Hunk {
  readonly from: number
  readonly to: number
  readonly otherFrom: number
  readonly otherTo: number
}

const linesOf = (text: string): readonly string[] => (text === '' ? [] : text.split(/(?<=\n)/))

/** Where two texts differ, and which line of the one each line of the other is that they have in common. */
function compare(one: readonly string[], other: readonly string[]) {
  const all = [...differences(one, other)]
  const hunks = all.flatMap(({ same, ours: [from, to], theirs: [otherFrom, otherTo] }): readonly Hunk[] =>
    same ? [] : [{ from, to, otherFrom, otherTo }],
  )
  return { hunks, same: new Map(all.flatMap(({ same, ours: [at], theirs: [there] }) => (same ? [[at, there] as const] : []))) }
}

const range = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => from + index)

/** The indexes of lines, counted from 0. */
const indexesOf = (parts: readonly Lines[]): ReadonlySet<number> => new Set(parts.flatMap(([from, to]) => range(from - 1, to - 1)))

/**
 * Takes back what a change did to one part of a text, in a text that others have changed since: the lines of that part are what
 * they were before the change, all other lines stay as they are now. `undefined`: the part is no longer what the change made of it.
 */
export function revertPart(now: string, after: Parted, before: Parted): string | undefined {
  const [lines, changed, earlier] = [linesOf(now), linesOf(after.text), linesOf(before.text)]
  const { same } = compare(changed, lines)
  const [is, was] = [
    { own: indexesOf(after.own), others: indexesOf(after.others) },
    { own: indexesOf(before.own), others: indexesOf(before.others) },
  ]
  const gone = new Set<number>()
  const inserted = new Map<number, readonly string[]>()
  for (const { from, to, otherFrom, otherTo } of compare(changed, earlier).hunks) {
    const [old, back] = [range(from, to), range(otherFrom, otherTo)]
    const ownOld = old.filter((index) => is.own.has(index))
    const ownBack = back.filter((index) => was.own.has(index))
    if (ownOld.length + ownBack.length === 0) continue
    const isMixed = old.some((index) => is.others.has(index)) || back.some((index) => was.others.has(index))
    const [drop, add] = isMixed ? [ownOld, ownBack] : [old, back]
    const places = drop.flatMap((index) => same.get(index) ?? [])
    if (ownOld.some((index) => !same.has(index))) return undefined
    const above = same.get(from - 1)
    const place = places[0] ?? (above === undefined ? (from === 0 ? 0 : same.get(to)) : above + 1)
    if (place === undefined) return undefined
    for (const index of places) gone.add(index)
    inserted.set(place, [...(inserted.get(place) ?? []), ...add.map((index) => earlier[index] ?? '')])
  }
  const kept = [...lines, ''].flatMap((line, index) => [...(inserted.get(index) ?? []), ...(gone.has(index) ? [] : [line])])
  return kept.join('')
}
