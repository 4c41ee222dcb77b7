import { memo } from '../../../core/once.ts'
import { isThematicBreak } from '../../../documents/lines.ts'
import { outline, type Heading, type Outline } from '../../../documents/markdown.ts'
import type { TextDocument } from '../../../documents/text.ts'

/** A Markdown text, and which of its lines are read: not those of fenced code, HTML comments and block quotes. */
export interface Lines {
  readonly document: TextDocument
  /** ATX headings, in order. */
  readonly headings: readonly Heading[]
  /** Which of the headings is in a line. */
  rankOf(line: number): number | undefined
  isRead(line: number): boolean
  isComment(line: number): boolean
}

const fence = /^(?:`{3,}|~{3,})/

/** Lines in fences: of code that is only indented, none. */
function fencedLines(document: TextDocument, { kindOf }: Outline): ReadonlySet<number> {
  const lineNumbers = new Set<number>()
  let openFence = ''
  for (let line = 1; line <= document.lineCount; line++) {
    if (kindOf(line) !== 'code') {
      openFence = ''
      continue
    }
    const text = document
      .line(line)
      .trim()
      .replace(/^[>\s]+|^(?:[-*+]|\d{1,9}[.)])\s+/, '')
    const [marks = ''] = fence.exec(text) ?? []
    if (openFence === '' && marks === '') continue
    lineNumbers.add(line)
    if (openFence === '') openFence = marks
    else if (marks.startsWith(openFence) && text.trim() === marks) openFence = ''
  }
  return lineNumbers
}

function commentLines(document: TextDocument, { kindOf }: Outline): ReadonlySet<number> {
  const lineNumbers = new Set<number>()
  let isInside = false
  for (let line = 1; line <= document.lineCount; line++) {
    if (kindOf(line) !== 'html') {
      isInside = false
      continue
    }
    const text = document.line(line)
    const isComment: boolean = isInside || text.includes('<!--')
    if (isComment) lineNumbers.add(line)
    isInside = isComment && text.lastIndexOf('-->') < Math.max(text.lastIndexOf('<!--'), 0)
  }
  return lineNumbers
}

/** Reads which lines of a text count. */
export const linesOf = memo((document: TextDocument): Lines => {
  const documentOutline = outline(document)
  const linesInFence = fencedLines(document, documentOutline)
  const linesInComment = commentLines(document, documentOutline)
  const headings = documentOutline.headings.filter(({ line }) => document.line(line).trimStart().startsWith('#'))
  const ranks = new Map(headings.map(({ line }, rank) => [line, rank]))
  return {
    document,
    headings,
    rankOf: (line) => ranks.get(line),
    isRead: (line) =>
      !linesInFence.has(line) &&
      !linesInComment.has(line) &&
      documentOutline.kindOf(line) !== 'quote' &&
      !document.line(line).trimStart().startsWith('>'),
    isComment: (line) => linesInComment.has(line),
  }
})

/** A stretch of lines, the end exclusive. */
export interface LineRange {
  readonly from: number
  readonly end: number
}

export const linesIn = ({ from, end }: LineRange): readonly number[] =>
  Array.from({ length: Math.max(0, end - from) }, (_, index) => from + index)

/** What is under a heading: up to the next one of its or a higher level. */
export function sectionUnder({ headings, document, rankOf }: Lines, heading: Heading): LineRange {
  let nextIndex = (rankOf(heading.line) ?? headings.length) + 1
  while ((headings[nextIndex]?.level ?? 0) > heading.level) nextIndex++
  return { from: heading.line + 1, end: headings[nextIndex]?.line ?? document.lineCount + 1 }
}

/** The stretches under headings that are called something. */
export const sectionsWithTitle = (lines: Lines, matchesTitle: (title: string) => boolean): readonly LineRange[] =>
  lines.headings.filter(({ text }) => matchesTitle(plainTitle(text))).map((heading) => sectionUnder(lines, heading))

/** A heading's words, without emphasis and in lower-case letters. */
export const plainTitle = (text: string): string => text.replaceAll(/[*_`]/g, '').trim().toLowerCase()

/** Whether a line is in one of some stretches. */
export function membership({ document }: Lines, stretches: readonly LineRange[]): (line: number) => boolean {
  const lineFlags = new Uint8Array(document.lineCount + 2)
  for (const { from, end } of stretches) lineFlags.fill(1, from, end)
  return (line) => lineFlags[line] === 1
}

/** An item of a list, wherever it is. */
export interface Item {
  readonly line: number
  /** Blanks before its bullet. */
  readonly indent: number
  readonly bullet: string
  /** Where its text begins in the line. */
  readonly start: number
  readonly text: string
}

const itemPattern = /^([ \t]*)([-*+]|\d{1,9}\.)([ \t]+)/

export function itemAt({ document, isRead }: Lines, line: number): Item | undefined {
  const text = document.line(line)
  const [prefix, blanks = '', bullet = ''] = itemPattern.exec(text) ?? []
  if (prefix === undefined || !isRead(line)) return undefined
  return { line, indent: blanks.length, bullet, start: prefix.length, text: text.slice(prefix.length).trimEnd() }
}

/** Whether a line goes on with the paragraph of the line before it, indented or not. */
export function continuesParagraph(lines: Lines, line: number): boolean {
  const { document, isRead, rankOf } = lines
  const isText = (lineNumber: number) => isRead(lineNumber) && document.line(lineNumber).trim() !== ''
  if (!isText(line) || !isText(line - 1) || rankOf(line - 1) !== undefined) return false
  return itemAt(lines, line) === undefined && rankOf(line) === undefined && !isThematicBreak(document, line)
}

/** What an item says, with the lines in which its paragraph goes on, in one line. */
export function wholeText(lines: Lines, { line, text }: Item): string {
  const words = [text]
  for (let nextLine = line + 1; continuesParagraph(lines, nextLine); nextLine++)
    words.push(lines.document.line(nextLine).trim())
  return words.join(' ')
}

/** `- **Name**: value`, with what goes on in nested items. */
export interface Field {
  /** In lower-case letters. */
  readonly name: string
  /** The value, and what is nested in it: each item without its bullet, each paragraph with its lines. */
  readonly values: readonly string[]
  readonly line: number
}

/**
 * Takes `**Name**: value` apart: bold or not, the colon inside or outside of it. Names are compared in lower-case
 * letters.
 */
export function parseLabel(text: string): { readonly name: string; readonly value: string } | undefined {
  const trimmedText = text.trimStart()
  const mark = trimmedText.startsWith('**') ? '**' : trimmedText.startsWith('__') ? '__' : ''
  const body = trimmedText.slice(mark.length)
  const end = mark === '' ? body.indexOf(':') : body.indexOf(mark)
  if (end <= 0 || end > 60) return undefined
  const label = body.slice(0, end).trim()
  const rest = body.slice(end + (mark === '' ? 1 : mark.length)).trimStart()
  const valueText = mark === '' || label.endsWith(':') ? rest : rest.startsWith(':') ? rest.slice(1) : undefined
  if (valueText === undefined) return undefined
  return { name: label.replace(/:$/, '').trim().toLowerCase(), value: valueText.trim() }
}

/** The fields of these names between two lines, in order. */
export function fieldsIn(lines: Lines, from: number, end: number, names: ReadonlySet<string>): readonly Field[] {
  const fields: { name: string; values: string[]; line: number }[] = []
  let openField: { readonly indent: number; readonly values: string[] } | undefined
  for (let line = from; line < end; line++) {
    const item = itemAt(lines, line)
    const label = item && parseLabel(item.text)
    if (item && label && names.has(label.name)) {
      const values = [label.value]
      fields.push({ name: label.name, values, line })
      openField = { indent: item.indent, values }
    } else if (item && openField && item.indent <= openField.indent) openField = undefined
    else if (openField && lines.isRead(line)) {
      const lineText = lines.document.line(line)
      const text = lineText.trim()
      if (text === '') continue
      if (item) openField.values.push(item.text)
      else if (continuesParagraph(lines, line) && !names.has(parseLabel(text)?.name ?? '')) {
        const previousText = openField.values.pop() ?? ''
        openField.values.push(previousText === '' ? text : `${previousText}\n${text}`)
      } else if (lineText.length - lineText.trimStart().length > openField.indent) openField.values.push(text)
      else openField = undefined
    }
  }
  return fields
}
