/** A word of a command's line. */
export interface Word {
  /** Without its quotes. */
  readonly text: string
  /** Whether it is TEXT because it was quoted: never an option. */
  readonly quoted: boolean
  /** With its quotes. */
  readonly written: string
  /** A double quote at its beginning is never closed. */
  readonly unclosed?: true
}

/** Words that never had quotes, as those of a command line. */
export const unquotedWords = (texts: readonly string[]): readonly Word[] =>
  texts.map((text) => ({ text, quoted: false, written: text }))

const space = /\s/u
const quotes = new Set(['"', "'"])

/**
 * Finds where quotations of a line close: at the same quote with white space or the end after it. None where one is
 * never closed. Callers ask for openings from left to right, and the line is looked through once for each kind of
 * quote.
 */
function closingFinder(line: string): (opening: number) => number | undefined {
  /** The first place after the last opening where a quotation of this kind may close. */
  const nearest = new Map<string, number>()
  return (opening) => {
    const quote = line[opening] as string
    let at = Math.max(nearest.get(quote) ?? 0, opening + 1)
    while (at < line.length && !(line[at] === quote && (at + 1 === line.length || space.test(line[at + 1] as string))))
      at++
    nearest.set(quote, at)
    return at < line.length ? at : undefined
  }
}

/**
 * Takes a line apart: words, `"quoted words"`, `'quoted words'`, `--flag="quoted words"`. White space of every kind
 * parts them. A quote that is not closed, as in `it's`, is a letter; a double one at the beginning of a word is marked.
 * Takes linear time.
 */
export function parseWords(line: string): readonly Word[] {
  const result: Word[] = []
  const closing = closingFinder(line)
  let at = 0
  while (at < line.length) {
    if (space.test(line[at] as string)) {
      at++
      continue
    }
    const flag = /^--[a-z-]+=(?=["'])/.exec(line.slice(at, at + 40))?.[0] ?? ''
    const quoteStart = at + flag.length
    const end = quotes.has(line[quoteStart] ?? '') ? closing(quoteStart) : undefined
    if (end === undefined) {
      let stop = at
      while (stop < line.length && !space.test(line[stop] as string)) stop++
      const text = line.slice(at, stop)
      result.push({ text, quoted: false, written: text, ...(line[quoteStart] === '"' && { unclosed: true }) })
      at = stop
    } else {
      result.push({
        text: flag + line.slice(quoteStart + 1, end),
        quoted: flag === '',
        written: line.slice(at, end + 1),
      })
      at = end + 1
    }
  }
  return result
}
