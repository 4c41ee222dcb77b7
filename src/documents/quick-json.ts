import { type DataEntry, type DataNode, type DataScalar, mappingOf, maxValues } from './data.ts'

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** Where a text in quotes ends, from where it begins. */
function closingQuote(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); ; end = text.indexOf('"', end + 1)) {
    let escapes = 0
    while (text[end - 1 - escapes] === '\\') escapes++
    if (escapes % 2 === 0) return end
  }
}

/** Numbers, `true`, `false` and `null`. */
const plainForm = /[-+.\w]+/y

/** Finds the values of a text that is JSON. */
class ValueFinder {
  readonly #text: string
  readonly #depth: number
  #at = 0
  #marks = 0
  isExcess = false

  constructor(text: string, depth: number) {
    this.#text = text
    this.#depth = depth
  }

  /** The value that comes next. */
  value(level: number): DataNode {
    const first = this.#next()
    if (first === '"') return this.#quoted()
    if (first !== '{' && first !== '[') return this.#plain()
    const start = this.#at
    this.isExcess ||= level === this.#depth
    const isMapping = first === '{'
    const entries: DataEntry[] = []
    const items: DataNode[] = []
    // Before the first part there is the bracket, before each other one a comma.
    while (!this.isExcess) {
      this.#at++
      const character = this.#next()
      if (character === '}' || character === ']') break
      if (isMapping) entries.push(this.#entry(level + 1))
      else items.push(this.value(level + 1))
      if (this.#next() !== ',') break
      this.#count()
    }
    const end = ++this.#at
    return isMapping ? mappingOf(entries, { start, end }) : { kind: 'sequence', items, start, end }
  }

  /** The next character that is no white space. */
  #next(): string | undefined {
    while (this.#text.charCodeAt(this.#at) <= 0x20) this.#at++
    return this.#text[this.#at]
  }

  #count(): void {
    this.isExcess ||= ++this.#marks > maxValues
  }

  #entry(level: number): DataEntry {
    const key = this.#quoted()
    this.#next()
    this.#at++
    this.#count()
    return { key, value: this.value(level) }
  }

  #quoted(): DataScalar {
    const start = this.#at
    const end = closingQuote(this.#text, start) + 1
    this.#at = end
    const inner = this.#text.slice(start + 1, end - 1)
    const value = inner.includes('\\') ? (JSON.parse(this.#text.slice(start, end)) as string) : inner
    return { kind: 'scalar', source: value, value, start, end }
  }

  #plain(): DataScalar {
    const start = this.#at
    plainForm.lastIndex = start
    const source = plainForm.exec(this.#text)?.[0] ?? ''
    const end = start + source.length
    this.#at = end
    return { kind: 'scalar', source, value: JSON.parse(source) as number | boolean | null, start, end }
  }
}

/**
 * What `parseJson` reads of a text that is JSON, several times as fast; `undefined` of any other text, and of one that
 * is deeper or longer than is read. The engine says whether a text is JSON, so that all that is left to do is to find
 * where its values are.
 */
export function quickJson(text: string, depth: number): DataNode | undefined {
  if (!isJson(text)) return undefined
  const finder = new ValueFinder(text, depth)
  const root = finder.value(0)
  return finder.isExcess ? undefined : root
}
