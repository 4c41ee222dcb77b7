import type { TextDocument } from '../../../documents/text.ts'

export interface Heading {
  /** 1 to 6. */
  readonly level: number
  /** Without its marks, closing ones too. */
  readonly text: string
  /** The whole line. */
  readonly raw: string
  readonly line: number
}

export interface Fence {
  readonly info: string
  /** The line of its opening, and of its closing: of an open one the line after the last. */
  readonly line: number
  readonly end: number
  readonly closed: boolean
}

/** The content of a Markdown file's body, as read by the protocol's own line scanner. */
export interface Scan {
  readonly headings: readonly Heading[]
  readonly fences: readonly Fence[]
}

const headingForm = /^ {0,3}(#{1,6})[ \t](.*)$/
const fenceForm = /^[ \t]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*(`{3,}|~{3,})(.*)$/
const commentForm = /^ {0,3}<!--/

function withoutMarks(text: string): string {
  const trimmed = text.trim()
  let end = trimmed.length
  while (end > 0 && trimmed[end - 1] === '#') end--
  // Closing marks follow a blank, or are all there is.
  return end === 0 || ' \t'.includes(trimmed[end - 1] ?? '') ? trimmed.slice(0, end).trimEnd() : trimmed
}

/** The line that closes a fence: at least as many of the same, alone. */
function closesFence(line: string, mark: string): boolean {
  const trimmedLine = line.trim()
  return trimmedLine.length >= mark.length && trimmedLine === (mark[0] ?? '').repeat(trimmedLine.length)
}

/** Reads a document from a line on. Linear. */
export function scan(document: TextDocument, from: number): Scan {
  const headings: Heading[] = []
  const fences: Fence[] = []
  let line = from
  while (line <= document.lineCount) {
    const raw = document.line(line)
    const [, mark, info = ''] = fenceForm.exec(raw) ?? []
    if (mark !== undefined && !(mark.startsWith('`') && info.includes('`'))) {
      let end = line + 1
      while (end <= document.lineCount && !closesFence(document.line(end), mark)) end++
      fences.push({ info: info.trim(), line, end, closed: end <= document.lineCount })
      line = end + 1
      continue
    }
    if (commentForm.test(raw)) {
      let end = line
      while (end <= document.lineCount && !document.line(end).includes('-->')) end++
      line = end + 1
      continue
    }
    const [, marks, text = ''] = headingForm.exec(raw) ?? []
    if (marks !== undefined) headings.push({ level: marks.length, text: withoutMarks(text), raw, line })
    line++
  }
  return { headings, fences }
}

/** The texts of the level-2 headings: the sections. */
export const sectionsOf = ({ headings }: Scan): readonly string[] =>
  headings.filter(({ level }) => level === 2).map(({ text }) => text)
