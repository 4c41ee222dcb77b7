/** Plain data in which what occurs twice is written once: strings, keys, lists and objects. */
export interface PackedData {
  readonly strings: readonly string[]
  readonly shapes: readonly (readonly string[])[]
  readonly value: unknown
}

/** Begins a string that stands for another one, and one that would look like it. */
const mark = '~'

/** Shorter strings are not worth a reference. */
const minLength = 4

const base = 36

/** What takes the place of the number of a shape: a list, and a list or object that comes earlier, by its number. */
const [listMark, referenceMark] = [-1, -2]

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

/**
 * An object becomes the number of its shape and its values, a list a mark and its items. Keys without a value are left
 * out.
 */
export function pack(value: unknown): PackedData {
  const counts = new Map<string, number>()
  const count = (node: unknown): void => {
    if (typeof node === 'string') counts.set(node, (counts.get(node) ?? 0) + 1)
    else if (Array.isArray(node)) for (const item of node) count(item)
    else if (isObject(node)) for (const item of Object.values(node)) count(item)
  }
  count(value)
  // The most frequent ones get the shortest references.
  const strings = Array.from(counts)
    .filter(([text, times]) => times > 1 && text.length >= minLength)
    .toSorted(([, left], [, right]) => right - left)
    .map(([text]) => text)
  const references = new Map(strings.map((text, index) => [text, mark + index.toString(base)]))
  const shapes = new Map<string, number>()
  const places = new Map<string, number>()
  /** A list as it is, or a reference to an equal one; an empty list needs no reference. */
  const reference = (items: readonly unknown[]): readonly unknown[] => {
    if (items.length === 1) return items
    const text = JSON.stringify(items)
    const place = places.get(text)
    if (place !== undefined) return [referenceMark, place]
    places.set(text, places.size)
    return items
  }
  const encode = (node: unknown): unknown => {
    if (typeof node === 'string') return references.get(node) ?? (node.startsWith(mark) ? mark + node : node)
    if (Array.isArray(node)) return reference([listMark, ...node.map(encode)])
    if (!isObject(node)) return node
    const entries = Object.entries(node).filter(([, item]) => item !== undefined)
    const shape = JSON.stringify(entries.map(([key]) => key))
    if (!shapes.has(shape)) shapes.set(shape, shapes.size)
    return reference([shapes.get(shape), ...entries.map(([, item]) => encode(item))])
  }
  const encoded = encode(value)
  return {
    strings,
    shapes: Array.from(shapes.keys(), (shape) => JSON.parse(shape) as readonly string[]),
    value: encoded,
  }
}

export function unpack({ strings, shapes, value }: PackedData): unknown {
  const decodedItems: unknown[] = []
  const decode = (node: unknown): unknown => {
    if (typeof node === 'string') {
      if (!node.startsWith(mark)) return node
      return node.startsWith(mark, 1) ? node.slice(1) : strings[Number.parseInt(node.slice(1), base)]
    }
    if (!Array.isArray(node)) return node
    const [shape, ...items] = node as unknown as readonly [number, ...unknown[]]
    if (shape === referenceMark) return decodedItems[items[0] as number]
    const values = items.map(decode)
    const decoded =
      shape === listMark ? values : Object.fromEntries((shapes[shape] ?? []).map((key, index) => [key, values[index]]))
    if (values.length > 0) decodedItems.push(decoded)
    return decoded
  }
  return decode(value)
}

/** JSON that no text can break out of, wherever in a page it is placed. */
export const inertJson = (value: unknown): string =>
  JSON.stringify(value).replaceAll(
    /[<>&\u2028\u2029]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
