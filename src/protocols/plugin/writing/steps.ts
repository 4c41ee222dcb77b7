import { between, type ListItem, type Outline, type Section } from '../../../documents/markdown.ts'
import type { TextDocument } from '../../../documents/text.ts'
import { isBlank, lastOf } from './lines.ts'

/** An item of a list that stands in no other. */
export interface Step {
  /** Its first line, and its last that is not blank. */
  readonly line: number
  readonly last: number
  readonly indent: string
  /** Its mark and the blanks behind: `-` or the delimiter behind a number. */
  readonly mark: string
  readonly ordered: boolean
  readonly gap: string
  /** What it says before what is nested in it, in one line. */
  readonly text: string
}

const form = /^(\s*)(?:([-*+])|\d{1,9}([.)]))(\s*)/

function stepOf(document: TextDocument, { line, end }: ListItem, nested: number | undefined): Step {
  const first = document.line(line)
  const [head = '', indent = '', bullet, delimiter, gap = ''] = form.exec(first) ?? []
  const words = [first.slice(head.length).trim()]
  for (let each = line + 1; each < (nested ?? end) && !isBlank(document, each); each++) words.push(document.line(each).trim())
  return {
    line,
    last: lastOf(document, line, end),
    indent,
    mark: bullet ?? delimiter ?? '',
    ordered: bullet === undefined,
    gap,
    text: words.join(' '),
  }
}

/** The top-level lists of a section, each with its items. */
export function listsOf(document: TextDocument, outline: Outline, { heading, end }: Section): readonly (readonly Step[])[] {
  const lists: Step[][] = []
  let before: ListItem | undefined
  for (const item of between(outline.items, heading.line + 1, end)) {
    if (item.depth > 0) continue
    const nested = between(outline.items, item.line + 1, item.end)[0]?.line
    const step = stepOf(document, item, nested)
    const list = lists.at(-1)
    const isNext = before !== undefined && lastOf(document, before.line, item.line) < before.end
    if (list && isNext && list[0]?.mark === step.mark) list.push(step)
    else lists.push([step])
    before = item
  }
  return lists
}
