/**
 * What moves the cursor, hides text or turns its direction: controls, formatting, halves of surrogate pairs, separators
 * of lines and paragraphs.
 */
export const unprintableCharacters = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu

export const hasUnprintable = (text: string): boolean => text.search(unprintableCharacters) !== -1

/**
 * What forges lines or turns their direction. Formatting that emoji and scripts need, such as joiners, is not among it.
 */
export const forgingCharacters = /[\p{Cc}\p{Cs}\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

const maxVisibleLength = 120

/**
 * Everything that could move the cursor, hide text or turn its direction: controls, zero-width and bidirectional
 * characters, line separators.
 */
const invisibleCharacters = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u034f\u115f\u1160\u3164\uffa0]/gu

/** What parts words, as a space does; and joiners within scripts and emoji, where they are usual. */
const spacing = /[\t-\r\u0085\u2028\u2029]|(?<=[^\p{ASCII}\p{C}\p{Z}])[\u200c\u200d]/gu

/** A character by its code point: `\u{200b}`. */
export const spelledOut = (character: string): string => `\\u{${character.codePointAt(0)?.toString(16)}}`

function cutLine(text: string, length: number): string {
  const line = text.replace(/ {2,}/g, ' ').trim()
  const points = Array.from(line.slice(0, 2 * length + 2))
  return points.length > length ? `${points.slice(0, length - 1).join('')}…` : line
}

/**
 * One line of a text that is shown, at most `length` code points, cut with `…`. Invisible characters are spelled out,
 * since one of them may be the very thing that is wrong.
 */
export const visibleLine = (text: string, length = maxVisibleLength): string =>
  cutLine(text.replace(spacing, ' ').replace(invisibleCharacters, spelledOut), length)

/** One line of a text that is written to a file, cut like one that is shown. Invisible characters become spaces. */
export const cleanLine = (text: string, length = maxVisibleLength): string =>
  cutLine(text.replace(invisibleCharacters, ' '), length)

/** A value as code, a backtick in it as a sign that closes neither the code nor a quotation of a shell. */
function codeSpan(value: string | number | boolean | null): string {
  const text = visibleLine(String(value)).replaceAll('`', 'ˋ')
  return text === '' ? '(empty)' : `\`${text}\``
}

/** What may be in a message: a value, or a list of values. Everything is shown as code. */
export type MessageValue = string | number | boolean | null | readonly (string | number)[]

/**
 * The only way to build a message: a sentence with its values as code.
 *
 * Values come from files, comments and payloads. As code, on one line and cut, they cannot mention people, close a
 * fence, start HTML, a link or a workflow command.
 */
export function msg(sentence: TemplateStringsArray, ...values: readonly MessageValue[]): string {
  return sentence.reduce((text, part, index) => {
    const value = values[index - 1]
    const shownValue = Array.isArray(value) ? value.map(codeSpan).join(', ') : codeSpan(value as string)
    return text + shownValue + part
  })
}

/** A text as one word of a shell, whatever is in it. */
export const singleQuoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`

/** A word of a shell: in quotes only if a shell would read more than one word in it. */
export const shellWord = (word: string): string =>
  /^[\w./@:%+,-][\w./@:%+,=-]*$/.test(word) ? word : singleQuoted(word)

/** A word of a command in a comment: in quotes where it has blanks, or begins with a quote. */
export function commandWord(word: string): string {
  if (!/\s|^["']/u.test(word)) return word
  // A quotation ends at its quote where a blank follows.
  const quote = /"\s/u.test(word) ? "'" : '"'
  return `${quote}${word}${quote}`
}

/**
 * Lines as a fenced block of code, which none of them can end: the fence is longer than any run of backticks in them.
 */
export function fencedBlock(language: string, lines: readonly string[]): string {
  const longestRun = lines.reduce(
    (longest, line) =>
      Array.from(line.matchAll(/`+/g)).reduce((length, [run]) => Math.max(length, run.length), longest),
    2,
  )
  const fence = '`'.repeat(longestRun + 1)
  return [`${fence}${language}`, ...lines, fence].join('\n')
}
