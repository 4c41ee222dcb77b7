import { msg } from './message.ts'
import { suggestion } from './suggestion.ts'

/** The options of a command, by name without `--`, and whether each may be given once or any number of times. Every one takes a value. */
export type OptionKinds = Readonly<Record<string, 'once' | 'many'>>

export interface Taken<Kinds extends OptionKinds> {
  readonly options: { readonly [Name in keyof Kinds]?: Kinds[Name] extends 'many' ? readonly string[] : string }
  /** The words that are left, in order. */
  readonly rest: readonly string[]
}

const form = /^--([a-z][a-z-]*)(?:=(.*))?$/is

function unknown(name: string, kinds: OptionKinds): string {
  const meant = suggestion(name, Object.keys(kinds))
  if (meant !== undefined) return msg`Unexpected option ${`--${name}`}, expected ${`--${meant}`}`
  const known = Object.keys(kinds).map((each) => `--${each}`)
  return known.length === 0
    ? msg`Unexpected option ${`--${name}`}, expected none`
    : msg`Unexpected option ${`--${name}`}, expected one of ${known}`
}

/** Whether a word was quoted as a whole: then it is TEXT, whatever it looks like. */
const isQuoted = (word: string, written: string | undefined) => written !== undefined && written !== word && /^["']/.test(written)

/**
 * Takes the options out of the words of a command, `--name value` or `--name=value`, wherever they stand. A fault is a message by
 * `msg`.
 *
 * @param written the same words with their quotes, where they may have had some: one that was quoted is no option.
 */
export function takeOptions<const Kinds extends OptionKinds>(
  words: readonly string[],
  kinds: Kinds,
  written: readonly string[] = words,
): Taken<Kinds> | { readonly fault: string } {
  const isText = (at: number) => isQuoted(words[at] ?? '', written[at])
  const options: Record<string, string | string[]> = {}
  const rest: string[] = []
  for (let at = 0; at < words.length; at++) {
    const word = words[at] as string
    const [, called, attached] = isText(at) ? [] : (form.exec(word) ?? [])
    if (called === undefined) {
      rest.push(word)
      continue
    }
    const name = called.toLowerCase()
    const kind = Object.hasOwn(kinds, name) ? kinds[name] : undefined
    if (kind === undefined) return { fault: unknown(name, kinds) }
    const value = attached ?? words[++at]
    if (value === undefined || value.trim() === '' || (attached === undefined && form.test(value) && !isText(at)))
      return { fault: msg`Missing value of ${`--${name}`}` }
    const known = options[name]
    if (typeof known === 'string') return { fault: msg`Unexpected second ${`--${name}`}, expected one` }
    if (kind === 'once') options[name] = value
    else if (known) known.push(value)
    else options[name] = [value]
  }
  return { options: options as Taken<Kinds>['options'], rest }
}
