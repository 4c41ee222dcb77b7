import type { Heading, LineKind } from './markdown.ts'
import type { TextDocument } from './text.ts'

/** What of a text's blocks can be read line by line. */
interface QuickOutline {
  readonly headings: readonly Heading[]
  /** Code or text; `undefined`: the lines around it decide. */
  kindOf(line: number): LineKind | undefined
}

const isBlank = (line: string) => /^[ \t]*$/.test(line)

/** White space and marks of lists, in any order. */
const leadCharacters = new Set(' \t-*+.)0123456789')
const opensFence = (rest: string) => rest.startsWith('```') || rest.startsWith('~~~')

/** Where a line's text begins, after indentation and marks of lists. */
function textStartOf(line: string): number {
  let at = 0
  while (at < line.length && leadCharacters.has(line[at] as string)) at++
  return at
}

/** Whether a line may be code by its indentation alone: four blanks, or a tab, at its beginning or after a mark. */
const mayBeIndented = (line: string, begin: number) =>
  line.slice(0, begin).includes('    ') || line.slice(0, begin).includes('\t')

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
  const skipBack = (marks: string) => {
    while (end > level && marks.includes(line[end - 1] as string)) end--
  }
  skipBack(' \t')
  const untrimmedEnd = end
  skipBack('#')
  if (end > level && !' \t'.includes(line[end - 1] as string)) end = untrimmedEnd
  return line.slice(level, end).trim()
}

function levelOf(line: string): number {
  let level = 0
  while (line[level] === '#') level++
  return level <= 6 && (level === line.length || line[level] === ' ' || line[level] === '\t') ? level : 0
}

/** Whether a line may make an underlined heading of the line above, or a table of a heading. */
const isUnderline = (line: string, lineAbove: 'heading' | 'text') =>
  (lineAbove === 'text' ? /^[ \t]*[=-][ \t=-]*$/ : /^[ \t|:=-]*[|=-][ \t|:=-]*$/).test(line)

const unclearKind = 0
const textKind = 1
const codeKind = 2
const quickKinds = [undefined, 'text', 'code'] as const

/**
 * Reads headings and code line by line, in a tenth of the time that the library takes. A heading or fence in the first
 * column is one wherever it is, unless there is HTML, a quote, a fence in a list, or an underlined heading.
 * `undefined`: there is one of those, and only the library knows.
 */
export function quickOutline(
  document: TextDocument,
  from: number,
  end = document.lineCount + 1,
): QuickOutline | undefined {
  const headings: Heading[] = []
  const kindAt = new Uint8Array(document.lineCount + 1)
  let fence: string | undefined
  let lineAbove: 'blank' | 'heading' | 'text' = 'blank'
  for (let number = from; number < end; number++) {
    const line = document.line(number)
    if (line.includes('\r')) return undefined
    if (fence !== undefined) {
      kindAt[number] = codeKind
      if (endsFence(line, fence)) fence = undefined
      continue
    }
    const begin = textStartOf(line)
    const first = line[begin] ?? ''
    const blank = isBlank(line)
    kindAt[number] = blank || mayBeIndented(line, begin) ? unclearKind : textKind
    if (first === '<' || first === '>') return undefined
    if (begin === 0 && opensFence(line)) {
      fence = fenceOf(line)
      if (fence !== undefined) {
        kindAt[number] = codeKind
        lineAbove = 'blank'
        continue
      }
    }
    const level = begin === 0 && first === '#' ? levelOf(line) : 0
    if (level > 0) {
      headings.push({ level, text: titleOf(line, level), line: number })
      lineAbove = 'heading'
      continue
    }
    if (begin > 0 && (opensFence(line.slice(begin, begin + 3)) || (first === '#' && isBlank(line.slice(0, begin)))))
      return undefined
    if (lineAbove !== 'blank' && isUnderline(line, lineAbove)) return undefined
    lineAbove = blank ? 'blank' : 'text'
  }
  return { headings, kindOf: (line) => quickKinds[kindAt[line] ?? unclearKind] }
}
