import { memoBy } from '../../../core/once.ts'
import { distance, suggestion } from '../../../core/suggestion.ts'

/** The longest text that may be the name of a state. */
const maxNameLength = 200

const marks = new Set('*_~`"\'“”‘’«»')

/** A stretch of a text without the white space, emphasis, backticks and quotes around it. */
export function bareRange(text: string, from = 0, to = text.length): readonly [start: number, end: number] {
  let [start, end] = [from, to]
  const isOuter = (index: number) => marks.has(text[index] as string) || text[index]?.trim() === ''
  while (start < end && isOuter(start)) start++
  while (end > start && isOuter(end - 1)) end--
  return start === end ? [from, from] : [start, end]
}

/** A text without the white space and marks around it. */
export const bareText = (text: string): string => text.slice(...bareRange(text))

/** Whether a text has marks of its own around it: it is written with these, and not with those of an old one. */
export const isMarked = (text: string): boolean => bareText(text) !== text.trim()

const closingMarks: Readonly<Record<string, string>> = { '“': '”', '‘': '’', '«': '»' }

/** A stretch with the marks directly around it that match each other, within others. */
export function markedRange(
  text: string,
  [start, end]: readonly [start: number, end: number],
  from: number,
  to: number,
): readonly [start: number, end: number] {
  let [outerStart, outerEnd] = [start, end]
  const isBetweenMarks = () => {
    const mark = text[outerStart - 1] ?? ''
    return outerStart > from && outerEnd < to && marks.has(mark) && text[outerEnd] === (closingMarks[mark] ?? mark)
  }
  while (isBetweenMarks()) [outerStart, outerEnd] = [outerStart - 1, outerEnd + 1]
  return [outerStart, outerEnd]
}

/** Whether headings or columns are the same: marks around them and capitals do not count. */
export const isSameText = (left: string, right: string): boolean =>
  bareText(left).toLowerCase() === bareText(right).toLowerCase()

/** A text in place of another, with the white space and marks that are around all of the old one. */
export function inMarksOf(oldText: string, text: string): string {
  if (isMarked(text)) return text
  const [start, end] = bareRange(oldText)
  const [before, after] = [oldText.slice(0, start), oldText.slice(end)]
  const closing = Array.from(before.replaceAll(/\s/g, ''), (mark) => closingMarks[mark] ?? mark).toReversed()
  return start < end && after.replaceAll(/\s/g, '') === closing.join('') ? before + text + after : text
}

/** Thousands of items have the same few words. */
const foldedName = memoBy(
  (word: string) =>
    bareText(word.replaceAll('\ufe0f', ''))
      .toLowerCase()
      .replace(/[\s_-]+/gu, ' '),
  1000,
)

/** A word as words are compared: without marks around it, case-folded, with white space, `_` and `-` as one. */
export const foldWord = (word: string): string => (word.length > maxNameLength ? word : foldedName(word))

const invisibleCharacters = /[\p{Cf}\u034f\u115f\u1160\u3164\uffa0]/gu

/** A word without the characters in it that nobody sees, such as a space of no width. */
export const withoutInvisible = (word: string): string => word.replace(invisibleCharacters, '')

/**
 * The name that a word is probably a misspelling of: not one that is merely short and alike, such as `done` for
 * `doing`.
 */
export function nearName(word: string, names: readonly string[]): string | undefined {
  const seenWord = withoutInvisible(word)
  const sameName = seenWord === word ? undefined : names.find((name) => foldWord(name) === foldWord(seenWord))
  if (sameName !== undefined) return sameName
  const closestName = suggestion(word, names)
  if (closestName === undefined) return undefined
  const [givenWord, suggestedWord] = [word.toLowerCase(), closestName.toLowerCase()]
  // Letters that changed their places are two edits.
  const isMixedUp = Array.from(givenWord).toSorted().join('') === Array.from(suggestedWord).toSorted().join('')
  return isMixedUp || distance(givenWord, suggestedWord) <= (word.length < 8 ? 1 : 2) ? closestName : undefined
}

export const isEmptyValue = (word: string): boolean => ['', '~', 'null'].includes(foldWord(word))

export const foldId = (id: string): string => id.trim().toLowerCase()
