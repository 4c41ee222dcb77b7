import { msg } from '../../../core/message.ts'

/** Why words cannot be read; a message by `msg`. */
interface Fault {
  readonly fault: string
}

const form = /^--([a-z-]+)(?:=(.*))?$/is

/** An option that is known, and the value that is attached to it. */
function optionIn(word: string, known: readonly string[]): { readonly name: string; readonly attached: string | undefined } | undefined {
  const [, written = '', attached] = form.exec(word) ?? []
  const name = written.toLowerCase()
  return known.includes(name) ? { name, attached } : undefined
}

const second = (name: string): Fault => ({ fault: msg`Unexpected second ${`--${name}`}, expected one` })

/** Options among words of which the rest is a text: only those that are known are options. */
export function optionsIn(
  words: readonly string[],
  known: readonly string[],
): { readonly options: Readonly<Record<string, string | undefined>>; readonly rest: readonly string[] } | Fault {
  const options: Record<string, string> = {}
  const rest: string[] = []
  for (let at = 0; at < words.length; at++) {
    const word = words[at] as string
    const option = optionIn(word, known)
    if (!option) rest.push(word)
    else if (options[option.name] !== undefined) return second(option.name)
    else options[option.name] = option.attached ?? words[++at] ?? ''
  }
  return { options, rest }
}

/** Options each of which takes all words up to the next, at least one; what stands before the first is the rest. */
export function phrasesIn(
  words: readonly string[],
  known: readonly string[],
): { readonly phrases: ReadonlyMap<string, string>; readonly rest: readonly string[] } | Fault {
  const phrases = new Map<string, string[]>()
  const rest: string[] = []
  let here = rest
  for (const word of words) {
    const option = optionIn(word, known)
    if (!option) here.push(word)
    else if (phrases.has(option.name)) return second(option.name)
    else phrases.set(option.name, (here = option.attached === undefined ? [] : [option.attached]))
  }
  const [empty] = Array.from(phrases).find(([, said]) => said.length === 0) ?? []
  if (empty !== undefined) return { fault: msg`Missing value of ${`--${empty}`}` }
  return { phrases: new Map(Array.from(phrases, ([name, said]) => [name, said.join(' ')])), rest }
}
