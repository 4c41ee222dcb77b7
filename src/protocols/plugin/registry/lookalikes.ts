import { memo } from '../../../core/once.ts'
import { outline } from '../../../documents/markdown.ts'
import { type Registry, type SecondPlace } from './registry.ts'

const wordPattern = /[A-Za-z][A-Za-z0-9_-]*/g

/** The lines of the headings that may be meant as an entry, by their words in lower case; the first of each word. */
const headingsByWord = memo(({ document, rows, entries }: Registry): ReadonlyMap<string, number> => {
  const namesInTable = new Set(rows.map(({ name }) => name))
  const linesOfEntries = new Set(entries.filter(({ name }) => namesInTable.has(name)).map(({ line }) => line))
  const lineByWord = new Map<string, number>()
  for (const { level, line, text } of outline(document).headings) {
    if (level < 2 || level > 4 || linesOfEntries.has(line)) continue
    for (const [word] of text.matchAll(wordPattern))
      if (!lineByWord.has(word.toLowerCase())) lineByWord.set(word.toLowerCase(), line)
  }
  return lineByWord
})

/** The line of a heading that has the name of a plugin in it, and is the entry of no other plugin. */
export const headingLookalike = (registry: Registry, name: string): number | undefined =>
  headingsByWord(registry).get(name.toLowerCase())

const statusLookalikePattern =
  /^\s*(?:> ?)?(?:[-*+] +)?(?:(?:\*\*|__)(?:current )?status(?::|\*\*|__)|(?:current )?status:)/i

/** The line of an entry without `Status` that looks like this field, and is none by its form. */
export function statusLookalike({ kind, document, line, end, status }: SecondPlace): number | undefined {
  if (kind !== 'entry' || status) return undefined
  const { kindOf } = outline(document, line + 1, end)
  for (let candidate = line + 1; candidate < end; candidate++)
    if (['text', 'quote'].includes(kindOf(candidate)) && statusLookalikePattern.test(document.line(candidate)))
      return candidate
  return undefined
}
