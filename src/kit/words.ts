import type { Refusal, Request, WordFacts } from '../core/command.ts'
import { handbackReasons } from '../core/command-names.ts'
import { commandWord, msg } from '../core/message.ts'
import { misspelling, suggestion } from '../core/suggestion.ts'
import { isQuoted, type OptionDefinition, usageOfOption, writtenAsText } from './options.ts'

export interface WordDefinition<Target = unknown> {
  /** As usage lines have it where it may be anything: `ARTIFACT`. */
  readonly name: string
  /** What it may be; in a comment in upper or lower case. */
  readonly values?: readonly string[]
  /** What follows each value, where that differs: `{ error: '[CODE] TEXT' }`. */
  readonly behind?: Readonly<Record<string, string>>
  readonly optional?: true
  /** It and all that follow. */
  readonly many?: true
  /** Why it is required, where the usual message is not enough. */
  readonly missing?: string
  /** The refusal of a word that is not one of the values, if the command has its own code for that. */
  unexpected?(target: Target, word: string): Refusal
  /** What several words that were given without quotes mean together; `undefined`: nothing. */
  together?(target: Target, words: string): string | undefined
}

export const reasonWord = { name: 'REASON', values: handbackReasons, optional: true } as const satisfies WordDefinition

/** The reason of a handback where the code of an error is a word of its own, and a question needs its text. */
export const reasonWordWithCode = {
  ...reasonWord,
  behind: { success: '[TEXT]', error: '[CODE] TEXT', question: 'TEXT' },
} as const satisfies WordDefinition

export const describeWords = (words: readonly WordDefinition<never>[]): readonly WordFacts[] =>
  words.map(({ name, values, many }) => ({ name, values, many }))

/** The words that are left of a request: without their quotes, and as they were written. */
export interface RemainingWords {
  readonly words: readonly string[]
  readonly written: readonly string[]
}

/** A word as usage lines have it, with the options that belong to its values. */
export function usageOfWord(
  { name, values, behind, optional, many }: WordDefinition<never>,
  options: readonly (readonly [name: string, option: OptionDefinition])[] = [],
): string {
  const optionsOf = (value: string) =>
    options.flatMap(([name, option]) => (option.with === value ? [usageOfOption(name, option)] : []))
  const differs = behind !== undefined || options.some(([, option]) => option.with !== undefined)
  const wordUsage = differs
    ? (values ?? [])
        .map((value) =>
          [value, ...(behind?.[value] === undefined ? [] : [behind[value]]), ...optionsOf(value)].join(' '),
        )
        .join(' | ')
    : (values?.join('|') ?? name)
  return `${optional ? `[${wordUsage}]` : wordUsage}${many ? '…' : ''}`
}

/** The words of a request that were not used up, as they were written. */
export function remainingWords({ written }: Request, words: readonly string[]): RemainingWords {
  return {
    words,
    written: written && written.length >= words.length ? written.slice(written.length - words.length) : words,
  }
}

export const skipWords = ({ written, words }: RemainingWords, from: number): RemainingWords => ({
  written: written.slice(from),
  words: words.slice(from),
})

/** TEXT: the rest of the line as written; if the whole of it is one quoted string, the quotes go. */
export const freeText = ({ written, words }: RemainingWords): string =>
  words.length === 1
    ? (words[0] ?? '')
    : written
        .map((writtenWord, at) => (writtenWord === writtenAsText(words[at] ?? '') ? words[at] : writtenWord))
        .join(' ')

/** The declared words of a command that was given, and what follows them. */
interface TakenWords {
  readonly words: readonly string[]
  readonly rest: RemainingWords
}

/** How a word that looks like a misspelling is written as text. */
export const quoteTextHint = 'To write it as text, put the whole text in double quotes.'

/**
 * A refusal of a misspelt word: its hint names the word that was meant, in place of a usage line, and how the word is
 * written as text where it may be one.
 */
export function refuseMisspelling(refusal: Refusal, suggestedWord: string, textHint?: string): Refusal {
  const hint = [msg`Did you mean ${suggestedWord}?`, textHint ?? ''].join(' ').trimEnd()
  return { ...refusal, diagnostics: refusal.diagnostics.map((diagnostic) => ({ ...diagnostic, hint })) }
}

/** Whether a word is several of the values, `success|error`, as `next` names a choice: one is still to be made. */
export function isChoice(word: string, values: readonly string[]): boolean {
  const alternatives = word.split('|')
  return alternatives.length > 1 && alternatives.every((alternative) => values.includes(alternative))
}

/**
 * Takes the declared words of a command from those that were given. `text`: a free text is after them; `allowsRest`:
 * something is.
 */
export function takeWords<Target>(
  definitions: readonly WordDefinition<Target>[],
  remaining: RemainingWords,
  {
    target,
    text = false,
    allowsRest = text,
    misuse,
  }: {
    readonly target: Target
    readonly text?: boolean
    readonly allowsRest?: boolean
    misuse(message: string): Refusal
  },
): TakenWords | Refusal {
  const words: string[] = []
  for (const word of definitions) {
    const { name, values, optional, many, missing, unexpected } = word
    for (let index = 0; index < (many ? remaining.words.length : 1); index++) {
      const next = remaining.words[words.length]
      const lowerCased = next?.toLowerCase()
      if (next === undefined) {
        if (optional || words.length >= definitions.length) break
        return misuse(missing ?? (values ? msg`Missing word, expected one of ${values}` : msg`Missing ${name}`))
      }
      if (values && !values.includes(lowerCased as string)) {
        if (unexpected) return unexpected.call(word, target, next)
        const isText = optional === true && text
        const isWhole = isText && isQuoted(next, remaining.written[words.length])
        const suggestedWord = isWhole ? undefined : (isText ? misspelling : suggestion)(next, values)
        if (suggestedWord !== undefined)
          return refuseMisspelling(misuse(msg`Unexpected ${next}`), suggestedWord, isText ? quoteTextHint : undefined)
        if (isText && !isChoice(next, values)) break
        return misuse(msg`Unexpected ${next}, expected one of ${values}`)
      }
      words.push(values ? (lowerCased as string) : next)
    }
  }
  const extraWord = remaining.words[words.length]
  if (extraWord !== undefined && !allowsRest) {
    const refusal = misuse(msg`Unexpected ${extraWord} after the command`)
    const lastPlace = definitions.length - 1
    const meant = definitions[lastPlace]?.together?.(target, remaining.words.slice(lastPlace).join(' '))
    return meant === undefined ? refusal : refuseMisspelling(refusal, commandWord(meant))
  }
  return { words, rest: skipWords(remaining, words.length) }
}

/** Whether a value is a refusal of the command, rather than a part of it. */
export const isRefusal = (result: object): result is Refusal => 'outcome' in result
