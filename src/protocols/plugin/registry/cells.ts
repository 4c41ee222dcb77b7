import { cellsOf, type Cell } from '../../../documents/markdown.ts'
import type { Splice, TextDocument } from '../../../documents/text.ts'
import type { Table } from './registry.ts'

/** A text as written in a cell: its pipes do not end the cell, nor does a backslash keep the pipe that does. */
export const inCell = (text: string): string => text.replaceAll('|', '\\|').replace(/\\$/, '\\ ')

/** How many columns a text takes: an emoji takes two. */
const widthOf = (text: string): number =>
  Array.from(text).reduce((sum, each) => sum + (each === '\ufe0f' ? 0 : /\p{Emoji_Presentation}/u.test(each) ? 2 : 1), 0)

/** How many blanks come after a cell, before the pipe that ends it. */
export const blanksAfter = (line: string, { end }: Pick<Cell, 'end'>): number =>
  /^ *(?=\|)/.exec(line.slice(end, end + 200))?.[0].length ?? 0

/** How many blanks come before a cell. */
const blanksBefore = (line: string, { start }: Pick<Cell, 'start'>): number => start - line.slice(0, start).trimEnd().length

/** Whether a row has its pipes where the header of its table has them. */
function isAligned(document: TextDocument, table: Table, row: number): boolean {
  const [header, own] = [table.header, row].map((number) => {
    const line = document.line(number)
    const ends = cellsOf(line).map((cell) => cell.end + blanksAfter(line, cell))
    return ends.map((end, index) => widthOf(line.slice(ends[index - 1] ?? 0, end))).join(' ')
  })
  return header === own
}

/** Where a table has the blanks that align its columns: on the left of texts that are aligned to the right. */
export type Side = 'left' | 'right'

/** Of each column of an aligned table; of another table none. */
export function sidesOf(document: TextDocument, table: Table, row: number): readonly Side[] {
  if (!isAligned(document, table, row)) return []
  return cellsOf(document.line(table.header + 1)).map(({ text }) => (/^-+:$/.test(text) ? 'left' : 'right'))
}

/** A text in place of a cell's: in an aligned table the pipes stay where they are, if the text leaves room. Offsets count in the line. */
export function inPlaceOf(line: string, cell: Cell, text: string, side: Side | undefined): Splice {
  const least = line[cell.start - 1] === ' ' ? 1 : 0
  const [before, after] = [blanksBefore(line, cell), blanksAfter(line, cell)]
  const blanks = (there: number) => ' '.repeat(Math.max(least, there + widthOf(line.slice(cell.start, cell.end)) - widthOf(text)))
  if (side === 'left') return { start: cell.start - before, end: cell.end, text: blanks(before) + text }
  return side === 'right'
    ? { start: cell.start, end: cell.end + after, text: text + blanks(after) }
    : { start: cell.start, end: cell.end, text }
}
