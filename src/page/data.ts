/** Plain data with each string and each list of keys that occurs twice written once. */
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

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null

/** An object becomes the number of its shape and its values, a list -1 and its items. Keys without a value are left out. */
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
  const coded = (each: unknown): unknown => {
    if (typeof each === 'string') return references.get(each) ?? (each.startsWith(mark) ? mark + each : each)
    if (Array.isArray(each)) return [-1, ...each.map(coded)]
    if (!isObject(each)) return each
    const entries = Object.entries(each).filter(([, item]) => item !== undefined)
    const shape = JSON.stringify(entries.map(([key]) => key))
    if (!shapes.has(shape)) shapes.set(shape, shapes.size)
    return [shapes.get(shape), ...entries.map(([, item]) => coded(item))]
  }
  const packed = coded(value)
  return { strings, shapes: Array.from(shapes.keys(), (shape) => JSON.parse(shape) as readonly string[]), value: packed }
}

/** What was packed. */
export function unpack({ strings, shapes, value }: Packed): unknown {
  const plain = (each: unknown): unknown => {
    if (typeof each === 'string') {
      if (!each.startsWith(mark)) return each
      return each.startsWith(mark, 1) ? each.slice(1) : strings[Number.parseInt(each.slice(1), base)]
    }
    if (!Array.isArray(each)) return each
    const [shape, ...items] = each as readonly unknown[]
    const keys = shapes[shape as number]
    return keys ? Object.fromEntries(keys.map((key, index) => [key, plain(items[index])])) : items.map(plain)
  }
  return plain(value)
}

/** JSON that no text can break out of, wherever in a page it stands. */
export const inertJson = (value: unknown): string =>
  JSON.stringify(value).replaceAll(/[<>&\u2028\u2029]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
