import type { Heading, LineKind } from './markdown.ts'
import type { TextDocument } from './text.ts'

/** What of a text's blocks shows line by line. */
export interface Glance {
  readonly headings: readonly Heading[]
  /** Code or text; `undefined`: the lines around it decide. */
  kindOf(line: number): LineKind | undefined
}

const isBlank = (line: string) => /^[ \t]*$/.test(line)

/** White space and marks of lists, in any order. */
const lead = new Set(' \t-*+.)0123456789')
const opensFence = (rest: string) => rest.startsWith('```') || rest.startsWith('~~~')

/** Where a line says something for the first time, behind indentation and marks of lists. */
function beginOf(line: string): number {
  let at = 0
  while (at < line.length && lead.has(line[at] as string)) at++
  return at
}

/** Whether a line may be code by its indentation alone: four blanks, or a tab, at its beginning or behind a mark. */
const mayBeIndented = (line: string, begin: number) => line.slice(0, begin).includes('    ') || line.slice(0, begin).includes('\t')

function fenceOf(line: string): string | undefined {
  if (!opensFence(line)) return undefined
  let end = 3
  while (line[end] === line[0]) end++
  return line[0] === '`' && line.includes('`', end) ? undefined : line.slice(0, end)
}

function endsFence(line: string, fence: string): boolean {
  let begin = 0
  while (line[begin] === ' ') begin++
  let end = begin
  while (line[end] === fence[0]) end++
  return begin < 4 && end - begin >= fence.length && isBlank(line.slice(end))
}

/** A heading's text: without the marks that close it. */
function titleOf(line: string, level: number): string {
  let end = line.length
  const back = (marks: string) => {
    while (end > level && marks.includes(line[end - 1] as string)) end--
  }
  back(' \t')
  const whole = end
  back('#')
  if (end > level && !' \t'.includes(line[end - 1] as string)) end = whole
  return line.slice(level, end).trim()
}

function levelOf(line: string): number {
  let level = 0
  while (line[level] === '#') level++
  return level <= 6 && (level === line.length || line[level] === ' ' || line[level] === '\t') ? level : 0
}

/** Whether a line may make an underlined heading of the line above, or a table of a heading. */
const isUnderline = (line: string, above: 'heading' | 'text') =>
  (above === 'text' ? /^[ \t]*[=-][ \t=-]*$/ : /^[ \t|:=-]*[|=-][ \t|:=-]*$/).test(line)

const unclear = 0
const text = 1
const code = 2
const kinds = [undefined, 'text', 'code'] as const

/**
 * Reads headings and code of a text whose blocks show line by line, which is true of most: then CommonMark's whole reading, which
 * takes ten times as long, is not needed. A heading or fence in the first column is one wherever it stands, unless HTML, a quote or
 * a fence in a list is about. Where anything like that is, or a heading that is underlined, there is no answer.
 */
export function glance(document: TextDocument, from: number): Glance | undefined {
  const headings: Heading[] = []
  const kindAt = new Uint8Array(document.lineCount + 1)
  let fence: string | undefined
  let above: 'blank' | 'heading' | 'text' = 'blank'
  for (let number = from; number <= document.lineCount; number++) {
    const line = document.line(number)
    if (line.includes('\r')) return undefined
    if (fence !== undefined) {
      kindAt[number] = code
      if (endsFence(line, fence)) fence = undefined
      continue
    }
    const begin = beginOf(line)
    const first = line[begin] ?? ''
    const blank = isBlank(line)
    kindAt[number] = blank || mayBeIndented(line, begin) ? unclear : text
    if (first === '<' || first === '>') return undefined
    if (begin === 0 && opensFence(line)) {
      fence = fenceOf(line)
      if (fence !== undefined) {
        kindAt[number] = code
        above = 'blank'
        continue
      }
    }
    const level = begin === 0 && first === '#' ? levelOf(line) : 0
    if (level > 0) {
      headings.push({ level, text: titleOf(line, level), line: number })
      above = 'heading'
      continue
    }
    if (begin > 0 && (opensFence(line.slice(begin, begin + 3)) || (first === '#' && isBlank(line.slice(0, begin))))) return undefined
    if (above !== 'blank' && isUnderline(line, above)) return undefined
    above = blank ? 'blank' : 'text'
  }
  return { headings, kindOf: (line) => kinds[kindAt[line] ?? unclear] }
}
