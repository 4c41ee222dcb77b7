/** Options among words of which the rest is a text: only those that are known are options. */
export function optionsIn(
  words: readonly string[],
  known: readonly string[],
): { readonly options: Readonly<Record<string, string | undefined>>; readonly rest: readonly string[] } {
  const options: Record<string, string> = {}
  const rest: string[] = []
  for (let at = 0; at < words.length; at++) {
    const word = words[at] as string
    const [, written = '', attached] = /^--([a-z-]+)(?:=(.*))?$/is.exec(word) ?? []
    const name = written.toLowerCase()
    if (known.includes(name)) options[name] = attached ?? words[++at] ?? ''
    else rest.push(word)
  }
  return { options, rest }
}

/** Options each of which takes all words up to the next; what stands before the first is the rest. */
export function phrasesIn(
  words: readonly string[],
  known: readonly string[],
): { readonly phrases: ReadonlyMap<string, string>; readonly rest: readonly string[] } {
  const phrases = new Map<string, string[]>()
  const rest: string[] = []
  let here = rest
  for (const word of words) {
    const [, written = '', attached] = /^--([a-z-]+)(?:=(.*))?$/is.exec(word) ?? []
    const name = written.toLowerCase()
    if (known.includes(name)) {
      here = attached === undefined ? [] : [attached]
      phrases.set(name, here)
    } else here.push(word)
  }
  return { phrases: new Map(Array.from(phrases, ([name, said]) => [name, said.join(' ')])), rest }
}
