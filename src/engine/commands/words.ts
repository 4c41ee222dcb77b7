/** A word of a command's line. */
export interface Word {
  /** Without its quotes. */
  readonly text: string
  /** Whether it is TEXT because it was quoted: never an option. */
  readonly quoted: boolean
  /** With its quotes. */
  readonly written: string
}

/** Words that never had quotes, as those of a command line. */
export const bare = (texts: readonly string[]): readonly Word[] => texts.map((text) => ({ text, quoted: false, written: text }))

const space = /\s/u
const quotes = new Set(['"', "'"])

/** The end of what is quoted from here, or nothing where the quote is not closed before white space or the end follows it. */
function closing(line: string, from: number): number | undefined {
  const quote = line[from] as string
  for (let at = line.indexOf(quote, from + 1); at !== -1; at = line.indexOf(quote, at + 1)) {
    if (at + 1 === line.length || space.test(line[at + 1] as string)) return at
  }
  return undefined
}

/**
 * Takes a line apart: words, `"quoted words"`, `'quoted words'`, `--flag="quoted words"`. White space of every kind parts them. A
 * quote that is not closed, as in `it's`, is a letter.
 */
export function words(line: string): readonly Word[] {
  const found: Word[] = []
  let at = 0
  while (at < line.length) {
    if (space.test(line[at] as string)) {
      at++
      continue
    }
    const flag = /^--[a-z-]+=(?=["'])/.exec(line.slice(at, at + 40))?.[0] ?? ''
    const open = at + flag.length
    const end = quotes.has(line[open] ?? '') ? closing(line, open) : undefined
    if (end === undefined) {
      let stop = at
      while (stop < line.length && !space.test(line[stop] as string)) stop++
      found.push(...bare([line.slice(at, stop)]))
      at = stop
    } else {
      found.push({ text: flag + line.slice(open + 1, end), quoted: flag === '', written: line.slice(at, end + 1) })
      at = end + 1
    }
  }
  return found
}
