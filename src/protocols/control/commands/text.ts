import type { Request } from '../../../core/command.ts'

/** The rest of a line, word by word: as it is written, and without quotes. */
export interface Rest {
  readonly written: readonly string[]
  readonly words: readonly string[]
}

/** The last words of a request, as they were written. */
export function restOf({ written }: Request, words: readonly string[]): Rest {
  return { words, written: written && written.length >= words.length ? written.slice(written.length - words.length) : words }
}

export const behind = ({ written, words }: Rest, from: number): Rest => ({ written: written.slice(from), words: words.slice(from) })

/** TEXT: the rest of the line as written; if the whole of it is one quoted string, the quotes go. */
export const textOf = ({ written, words }: Rest): string => (words.length === 1 ? (words[0] ?? '') : written.join(' '))
