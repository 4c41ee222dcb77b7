import { msg } from '../core/message.ts'
import { suggestion } from '../core/suggestion.ts'

/**
 * How an option is given: `flag` without a value, once or more, `once` with one, `many` with one each time, `phrase` with all words up to the
 * next option.
 */
export type OptionKind = 'flag' | 'once' | 'many' | 'phrase'

/** The options of a command, by name without `--`. */
export type OptionKinds = Readonly<Record<string, OptionKind>>

interface ValueOf {
  readonly flag: true
  readonly once: string
  readonly many: readonly string[]
  readonly phrase: string
}

export interface Taken<Kinds extends OptionKinds> {
  readonly options: { readonly [Name in keyof Kinds]?: ValueOf[Kinds[Name]] }
  /** The words that are left, in order. */
  readonly rest: readonly string[]
  /** The same as they were written. */
  readonly written: readonly string[]
}

/** How the words of a command are to be taken. */
interface Manner {
  /** The same words with their quotes, where they may have had some: one that was quoted is no option. */
  readonly written?: readonly string[] | undefined
  /** A free text is among the words: what looks like an unknown option is a part of it. */
  readonly text?: boolean
  /** How many other words may stand before an option: behind them begins a text. Without it, options stand anywhere. */
  readonly leading?: number | undefined
  /** An unknown option is another's: it is left with the words, and is none of those that `leading` counts. */
  readonly foreign?: boolean
  /** A value may be blank, `--issues ""`. */
  readonly blank?: boolean
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
 * Takes the options out of the words of a command, `--name value` or `--name=value`. A fault is a message by `msg`.
 */
export function takeOptions<const Kinds extends OptionKinds>(
  words: readonly string[],
  kinds: Kinds,
  { written = words, text = false, leading = Infinity, foreign = false, blank = false }: Manner = {},
): Taken<Kinds> | { readonly fault: string } {
  const isText = (at: number) => isQuoted(words[at] ?? '', written[at])
  /** The option that stands at a place, if one does. */
  const optionAt = (at: number) => {
    const [, called, attached] = at >= words.length || isText(at) ? [] : (form.exec(words[at] as string) ?? [])
    if (called === undefined) return undefined
    const name = called.toLowerCase()
    const kind = Object.hasOwn(kinds, name) ? kinds[name] : undefined
    return kind === undefined && (text || foreign) ? undefined : { name, attached, kind }
  }
  const options: Record<string, string | string[] | true> = {}
  const rest: number[] = []
  let others = 0
  for (let at = 0; at < words.length; at++) {
    const option = others > leading ? undefined : optionAt(at)
    if (!option) {
      if (!foreign || !form.test(words[at] as string)) others++
      rest.push(at)
      continue
    }
    const { name, attached, kind } = option
    if (kind === undefined) return { fault: unknown(name, kinds) }
    const known = options[name]
    if (known !== undefined && kind !== 'many' && kind !== 'flag') return { fault: msg`Unexpected second ${`--${name}`}, expected one` }
    if (kind === 'flag') {
      if (attached !== undefined) return { fault: msg`Unexpected value of ${`--${name}`}, expected none` }
      options[name] = true
      continue
    }
    const values = attached === undefined ? [] : [attached]
    const isValue = (next: number) =>
      next < words.length && (isText(next) || (text || foreign ? !optionAt(next) : !form.test(words[next] as string)))
    if (attached === undefined && isValue(at + 1)) values.push(words[++at] as string)
    if (kind === 'phrase') while (isValue(at + 1)) values.push(words[++at] as string)
    const value = values.join(' ')
    if (values.length === 0 || (!blank && value.trim() === '')) return { fault: msg`Missing value of ${`--${name}`}` }
    if (kind !== 'many') options[name] = value
    else if (Array.isArray(known)) known.push(value)
    else options[name] = [value]
  }
  return {
    options: options as Taken<Kinds>['options'],
    rest: rest.map((at) => words[at] as string),
    written: rest.map((at) => written[at] ?? (words[at] as string)),
  }
}
