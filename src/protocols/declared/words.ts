import { distance, suggestion } from '../../core/suggestion.ts'

/** The longest text that may be the name of a state. */
const longest = 200

const marks = new Set('*_`"\'“”‘’«»')

/** A stretch of a text without the white space, emphasis, backticks and quotes around it. */
export function bare(text: string, from = 0, to = text.length): readonly [start: number, end: number] {
  let [start, end] = [from, to]
  const isOuter = (at: number) => marks.has(text[at] as string) || /\s/.test(text[at] as string)
  while (start < end && isOuter(start)) start++
  while (end > start && isOuter(end - 1)) end--
  return start === end ? [from, from] : [start, end]
}

/** A word as words are compared: without marks around it, case-folded, with white space, `_` and `-` as one. */
export function folded(word: string): string {
  if (word.length > longest) return word
  const plain = word.replaceAll('\ufe0f', '')
  const [start, end] = bare(plain)
  return plain
    .slice(start, end)
    .toLowerCase()
    .replace(/[\s_-]+/gu, ' ')
}

/** The name that a word is probably a misspelling of: not one that is merely short and alike, such as `done` for `doing`. */
export function nearName(word: string, names: readonly string[]): string | undefined {
  const near = suggestion(word, names)
  if (near === undefined) return undefined
  const [given, meant] = [word.toLowerCase(), near.toLowerCase()]
  // Letters that changed their places are two edits.
  const isMixedUp = Array.from(given).toSorted().join('') === Array.from(meant).toSorted().join('')
  return isMixedUp || distance(given, meant) <= (word.length < 8 ? 1 : 2) ? near : undefined
}

export const saysNothing = (word: string): boolean => ['', '~', 'null'].includes(folded(word))

export const foldedId = (id: string): string => id.trim().toLowerCase()
