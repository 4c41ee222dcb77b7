import { say } from './say.ts'
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
  if (meant !== undefined) return say`Unexpected option ${`--${name}`}, expected ${`--${meant}`}`
  const known = Object.keys(kinds).map((each) => `--${each}`)
  return known.length === 0
    ? say`Unexpected option ${`--${name}`}, expected none`
    : say`Unexpected option ${`--${name}`}, expected one of ${known}`
}

/** Takes the options out of the words of a command, `--name value` or `--name=value`, wherever they stand. A fault is a message by `say`. */
export function takeOptions<const Kinds extends OptionKinds>(
  words: readonly string[],
  kinds: Kinds,
): Taken<Kinds> | { readonly fault: string } {
  const options: Record<string, string | string[]> = {}
  const rest: string[] = []
  for (let at = 0; at < words.length; at++) {
    const word = words[at] as string
    const [, written, attached] = form.exec(word) ?? []
    if (written === undefined) {
      rest.push(word)
      continue
    }
    const name = written.toLowerCase()
    const kind = Object.hasOwn(kinds, name) ? kinds[name] : undefined
    if (kind === undefined) return { fault: unknown(name, kinds) }
    const value = attached ?? words[++at]
    if (value === undefined || value.trim() === '' || (attached === undefined && form.test(value)))
      return { fault: say`Missing value of ${`--${name}`}` }
    const known = options[name]
    if (typeof known === 'string') return { fault: say`Unexpected second ${`--${name}`}, expected one` }
    if (kind === 'once') options[name] = value
    else if (known) known.push(value)
    else options[name] = [value]
  }
  return { options: options as Taken<Kinds>['options'], rest }
}
