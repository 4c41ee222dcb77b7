import { outline } from './markdown.ts'
import { type Splice, textDocument, type TextDocument, lineEnd } from './text.ts'

export function insertBefore(document: TextDocument, line: number, lines: readonly string[]): Splice {
  const at = document.offsetOf(line)
  return { start: at, end: at, text: lines.map((text) => text + document.eol).join('') }
}

/** Whether a line is blank; so is any after the last. */
export const isBlank = (document: TextDocument, line: number): boolean =>
  line > document.lineCount || document.line(line).trim() === ''

/** The last line that is not blank between two lines, the second exclusive; the first if all are. */
export function lastFilledLine(document: TextDocument, from: number, end: number): number {
  let line = end - 1
  while (line > from && isBlank(document, line)) line--
  return Math.max(line, from)
}

/**
 * The text of some lines, the second number exclusive, with their endings. The last line of a file has one too: it gets
 * it once something is added behind it.
 */
export function wholeLines(document: TextDocument, from: number, end: number): string {
  const text = document.text.slice(document.offsetOf(from), document.offsetOf(end))
  return text.endsWith('\n') ? text : text + document.eol
}

/**
 * The last line between two lines, the second exclusive, after which added text is read: a code block or comment that
 * is left open would swallow it, and so everything that is added goes before that.
 */
export function lastReadableLine(document: TextDocument, from: number, end: number): number {
  const last = lastFilledLine(document, from, end)
  const text = document.text.slice(document.offsetOf(from), lineEnd(document, last))
  const probe = textDocument(document.path, `${text}\n\n# Probe`)
  const outlined = outline(probe)
  if (outlined.headings.at(-1)?.line === probe.lineCount) return last
  let line = last
  while (line > from && outlined.kindOf(line - from + 1) !== 'text') line--
  return lastFilledLine(document, from, line + 1)
}

/** A line that is drawn between two parts of a text. */
export const isThematicBreak = (document: TextDocument, line: number): boolean =>
  /^ {0,3}([-*_])(?:[ \t]*\1){2,}[ \t]*$/.test(document.line(line))

/** The line that an entry's own text ends with: what separates it from the next one is not part of it. */
export function lastLineOfEntry(document: TextDocument, from: number, end: number): number {
  const last = lastReadableLine(document, from, end)
  return last > from && isThematicBreak(document, last) ? lastFilledLine(document, from, last) : last
}
