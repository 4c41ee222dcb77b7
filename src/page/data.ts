/** Plain data in which what occurs twice is written once: strings, keys, lists and objects. */
export interface Packed {
  readonly strings: readonly string[]
  readonly shapes: readonly (readonly string[])[]
  readonly value: unknown
}

/** Begins a string that stands for another one, and one that would look like it. */
const mark = '~'

/** Shorter strings are not worth a reference. */
const least = 4

const base = 36

/** What takes the place of the number of a shape: a list, and a list or object that comes earlier, by its number. */
const [list, again] = [-1, -2]

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null

/** An object becomes the number of its shape and its values, a list a mark and its items. Keys without a value are left out. */
export function pack(value: unknown): Packed {
  const seen = new Map<string, number>()
  const count = (each: unknown): void => {
    if (typeof each === 'string') seen.set(each, (seen.get(each) ?? 0) + 1)
    else if (Array.isArray(each)) for (const item of each) count(item)
    else if (isObject(each)) for (const item of Object.values(each)) count(item)
  }
  count(value)
  // The most frequent ones get the shortest references.
  const strings = Array.from(seen)
    .filter(([text, times]) => times > 1 && text.length >= least)
    .toSorted(([, one], [, other]) => other - one)
    .map(([text]) => text)
  const references = new Map(strings.map((text, index) => [text, mark + index.toString(base)]))
  const shapes = new Map<string, number>()
  const places = new Map<string, number>()
  /** The same, or a reference to what is the same; what is empty needs none. */
  const once = (items: readonly unknown[]): readonly unknown[] => {
    if (items.length === 1) return items
    const text = JSON.stringify(items)
    const known = places.get(text)
    if (known !== undefined) return [again, known]
    places.set(text, places.size)
    return items
  }
  const coded = (each: unknown): unknown => {
    if (typeof each === 'string') return references.get(each) ?? (each.startsWith(mark) ? mark + each : each)
    if (Array.isArray(each)) return once([list, ...each.map(coded)])
    if (!isObject(each)) return each
    const entries = Object.entries(each).filter(([, item]) => item !== undefined)
    const shape = JSON.stringify(entries.map(([key]) => key))
    if (!shapes.has(shape)) shapes.set(shape, shapes.size)
    return once([shapes.get(shape), ...entries.map(([, item]) => coded(item))])
  }
  const packed = coded(value)
  return { strings, shapes: Array.from(shapes.keys(), (shape) => JSON.parse(shape) as readonly string[]), value: packed }
}

export function unpack({ strings, shapes, value }: Packed): unknown {
  const known: unknown[] = []
  const plain = (each: unknown): unknown => {
    if (typeof each === 'string') {
      if (!each.startsWith(mark)) return each
      return each.startsWith(mark, 1) ? each.slice(1) : strings[Number.parseInt(each.slice(1), base)]
    }
    if (!Array.isArray(each)) return each
    const [shape, ...items] = each as unknown as readonly [number, ...unknown[]]
    if (shape === again) return known[items[0] as number]
    const values = items.map(plain)
    const found = shape === list ? values : Object.fromEntries((shapes[shape] ?? []).map((key, index) => [key, values[index]]))
    if (values.length > 0) known.push(found)
    return found
  }
  return plain(value)
}

/** JSON that no text can break out of, wherever in a page it is placed. */
export const inertJson = (value: unknown): string =>
  JSON.stringify(value).replaceAll(/[<>&\u2028\u2029]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
