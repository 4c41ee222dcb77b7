import { splice } from '../../../documents/edit.ts'
import { between } from '../../../documents/markdown.ts'
import type { Handoff } from '../handoff.ts'
import { isPlaceholder, placeholder, sectionNames, type SectionName } from '../schema.ts'
import { insertBehind, isBlank, lastOf, lastReadable } from './lines.ts'

/** The text with a line at the end of a section, unless that very line is there (plugin protocol, W4). */
export function appendTo(handoff: Handoff, name: SectionName, line: string): string {
  const { document, outline } = handoff
  const found = handoff.section(name)
  if (!found) return document.text
  const { heading, end } = found
  const lines = Array.from({ length: end - heading.line - 1 }, (_, index) => heading.line + 1 + index)
  if (lines.some((each) => document.line(each).trim() === line)) return document.text
  const said = lines.filter((each) => !isBlank(document, each))
  const [only] = said
  if (only !== undefined && said.length === 1 && isPlaceholder(document.line(only).trim())) {
    const start = document.offsetOf(only)
    return splice(document.text, [{ start, end: start + document.line(only).length, text: line }])
  }
  const last = lastOf(document, heading.line, end)
  const continues = /^ {2}|^\t/.test(document.line(last)) || between(outline.items, last, last + 1).length > 0
  return splice(document.text, [insertBehind(document, last, continues ? [line] : ['', line])])
}

/** The text with every section that was missing, in order, at its end (plugin protocol, W5). */
export function withSections(handoff: Handoff): string {
  const { document, front } = handoff
  const missing = sectionNames.flatMap((name) => (handoff.section(name) ? [] : ['', `## ${name}`, '', placeholder]))
  if (missing.length === 0) return document.text
  const last = lastReadable(document, front.kind === 'mapping' ? front.closing : 1, document.lineCount + 1)
  return splice(document.text, [insertBehind(document, last, missing)])
}
