import { splice, type Splice } from '../../../documents/text.ts'
import { between } from '../../../documents/markdown.ts'
import type { Handoff } from '../handoff.ts'
import { isPlaceholder, placeholder, sectionNames, type SectionName } from '../schema.ts'
import { insertBehind, isBlank, lastOf, lastReadable } from './lines.ts'

/**
 * The splices that put items of a list at the end of a section, but for those that stand there (plugin protocol, W4).
 *
 * @param items each of one line, or of several that belong together.
 */
export function additions(handoff: Handoff, name: SectionName, items: readonly string[]): readonly Splice[] {
  const { document, outline } = handoff
  const found = handoff.section(name)
  if (!found) return []
  const { heading, end } = found
  const all = Array.from({ length: end - heading.line - 1 }, (_, index) => heading.line + 1 + index)
  const said = all.filter((line) => !isBlank(document, line))
  const texts = all.map((line) => document.line(line).trim())
  const there = new Set(texts)
  const isThere = ([first = '', ...rest]: readonly string[]) =>
    there.has(first) &&
    (rest.length === 0 || texts.some((text, at) => text === first && rest.every((line, index) => texts[at + 1 + index] === line)))
  const fresh = [...new Set(items)].map((item) => item.split('\n')).flatMap((lines) => (isThere(lines) ? [] : lines))
  if (fresh.length === 0) return []
  const [only] = said
  if (only !== undefined && said.length === 1 && isPlaceholder(document.line(only).trim())) {
    const start = document.offsetOf(only)
    return [{ start, end: start + document.line(only).length, text: fresh.join(document.eol) }]
  }
  const last = lastOf(document, heading.line, end)
  const continues = /^ {2}|^\t/.test(document.line(last)) || between(outline.items, last, last + 1).length > 0
  return [insertBehind(document, last, continues ? fresh : ['', ...fresh])]
}

/** The text with items at the end of a section. */
export const appendAll = (handoff: Handoff, name: SectionName, items: readonly string[]): string =>
  splice(handoff.document.text, additions(handoff, name, items))

/** The text with lines at the end of a section, unless those very lines are there, one behind the other. */
export const appendTo = (handoff: Handoff, name: SectionName, ...lines: readonly string[]): string =>
  appendAll(handoff, name, [lines.join('\n')])

/** The text with every section that was missing, in order, at its end (plugin protocol, W5). */
export function withSections(handoff: Handoff): string {
  const { document, front } = handoff
  const missing = sectionNames.flatMap((name) => (handoff.section(name) ? [] : ['', `## ${name}`, '', placeholder]))
  if (missing.length === 0) return document.text
  const last = lastReadable(document, front.kind === 'mapping' ? front.closing : 1, document.lineCount + 1)
  return splice(document.text, [insertBehind(document, last, missing)])
}
