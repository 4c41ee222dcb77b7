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
  /** Whether a line is in an HTML comment. */
  isComment(line: number): boolean
}

const fence = /^(?:`{3,}|~{3,})/

/** Lines in fences: of code that is only indented, none. */
function fenced(document: TextDocument, { kindOf }: Outline): ReadonlySet<number> {
  const found = new Set<number>()
  let open = ''
  for (let line = 1; line <= document.lineCount; line++) {
    if (kindOf(line) !== 'code') {
      open = ''
      continue
    }
    const text = document
      .line(line)
      .trim()
      .replace(/^[>\s]+|^(?:[-*+]|\d{1,9}[.)])\s+/, '')
    const [marks = ''] = fence.exec(text) ?? []
    if (open === '' && marks === '') continue
    found.add(line)
    if (open === '') open = marks
    else if (marks.startsWith(open) && text.trim() === marks) open = ''
  }
  return found
}

/** Lines in HTML comments. */
function commented(document: TextDocument, { kindOf }: Outline): ReadonlySet<number> {
  const found = new Set<number>()
  let inside = false
  for (let line = 1; line <= document.lineCount; line++) {
    if (kindOf(line) !== 'html') {
      inside = false
      continue
    }
    const text = document.line(line)
    const began: boolean = inside || text.includes('<!--')
    if (began) found.add(line)
    inside = began && text.lastIndexOf('-->') < Math.max(text.lastIndexOf('<!--'), 0)
  }
  return found
}

/** Reads which lines of a text count. */
export const linesOf = memo((document: TextDocument): Lines => {
  const outlined = outline(document)
  const inFence = fenced(document, outlined)
  const inComment = commented(document, outlined)
  const headings = outlined.headings.filter(({ line }) => document.line(line).trimStart().startsWith('#'))
  const ranks = new Map(headings.map(({ line }, rank) => [line, rank]))
  return {
    document,
    headings,
    rankOf: (line) => ranks.get(line),
    isRead: (line) =>
      !inFence.has(line) && !inComment.has(line) && outlined.kindOf(line) !== 'quote' && !document.line(line).trimStart().startsWith('>'),
    isComment: (line) => inComment.has(line),
  }
})

/** A stretch of lines, the end exclusive. */
export interface LineRange {
  readonly from: number
  readonly end: number
}

/** What is under a heading: up to the next one of its or a higher level. */
export function sectionUnder({ headings, document, rankOf }: Lines, heading: Heading): LineRange {
  let next = (rankOf(heading.line) ?? headings.length) + 1
  while ((headings[next]?.level ?? 0) > heading.level) next++
  return { from: heading.line + 1, end: headings[next]?.line ?? document.lineCount + 1 }
}

/** The stretches under headings that are called something. */
export const sectionsCalled = (lines: Lines, isCalled: (title: string) => boolean): readonly LineRange[] =>
  lines.headings.filter(({ text }) => isCalled(plainTitle(text))).map((heading) => sectionUnder(lines, heading))

/** A heading's words, without emphasis and in lower-case letters. */
export const plainTitle = (text: string): string => text.replaceAll(/[*_`]/g, '').trim().toLowerCase()

/** Whether a line is in one of some stretches. */
export function membership({ document }: Lines, stretches: readonly LineRange[]): (line: number) => boolean {
  const inside = new Uint8Array(document.lineCount + 2)
  for (const { from, end } of stretches) inside.fill(1, from, end)
  return (line) => inside[line] === 1
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

const itemForm = /^([ \t]*)([-*+]|\d{1,9}\.)([ \t]+)/

/** The item that begins in a line. */
export function itemAt({ document, isRead }: Lines, line: number): Item | undefined {
  const text = document.line(line)
  const [whole, blanks = '', bullet = ''] = itemForm.exec(text) ?? []
  if (whole === undefined || !isRead(line)) return undefined
  return { line, indent: blanks.length, bullet, start: whole.length, text: text.slice(whole.length).trimEnd() }
}

/** Whether a line goes on with the paragraph of the line before it, indented or not. */
export function goesOn(lines: Lines, line: number): boolean {
  const { document, isRead, rankOf } = lines
  const isText = (each: number) => isRead(each) && document.line(each).trim() !== ''
  if (!isText(line) || !isText(line - 1) || rankOf(line - 1) !== undefined) return false
  return itemAt(lines, line) === undefined && rankOf(line) === undefined && !isThematicBreak(document, line)
}

/** What an item says, with the lines in which its paragraph goes on, in one line. */
export function wholeText(lines: Lines, { line, text }: Item): string {
  const words = [text]
  for (let each = line + 1; goesOn(lines, each); each++) words.push(lines.document.line(each).trim())
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

/** Takes `**Name**: value` apart: bold or not, the colon inside or outside of it. Names are compared in lower-case letters. */
export function labelled(text: string): { readonly name: string; readonly value: string } | undefined {
  const bare = text.trimStart()
  const mark = bare.startsWith('**') ? '**' : bare.startsWith('__') ? '__' : ''
  const body = bare.slice(mark.length)
  const end = mark === '' ? body.indexOf(':') : body.indexOf(mark)
  if (end <= 0 || end > 60) return undefined
  const inside = body.slice(0, end).trim()
  const rest = body.slice(end + (mark === '' ? 1 : mark.length)).trimStart()
  const closed = mark === '' || inside.endsWith(':') ? rest : rest.startsWith(':') ? rest.slice(1) : undefined
  if (closed === undefined) return undefined
  return { name: inside.replace(/:$/, '').trim().toLowerCase(), value: closed.trim() }
}

/** The fields of these names between two lines, in order. */
export function fieldsIn(lines: Lines, from: number, end: number, names: ReadonlySet<string>): readonly Field[] {
  const found: { name: string; values: string[]; line: number }[] = []
  let open: { readonly indent: number; readonly values: string[] } | undefined
  for (let line = from; line < end; line++) {
    const item = itemAt(lines, line)
    const label = item && labelled(item.text)
    if (item && label && names.has(label.name)) {
      const values = [label.value]
      found.push({ name: label.name, values, line })
      open = { indent: item.indent, values }
    } else if (item && open && item.indent <= open.indent) open = undefined
    else if (open && lines.isRead(line)) {
      const written = lines.document.line(line)
      const text = written.trim()
      if (text === '') continue
      if (item) open.values.push(item.text)
      else if (goesOn(lines, line) && !names.has(labelled(text)?.name ?? '')) {
        const before = open.values.pop() ?? ''
        open.values.push(before === '' ? text : `${before}\n${text}`)
      } else if (written.length - written.trimStart().length > open.indent) open.values.push(text)
      else open = undefined
    }
  }
  return found
}
