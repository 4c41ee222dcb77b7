import { groupBy } from '../../../core/grouped.ts'
import { memo, memoBy } from '../../../core/once.ts'
import type { Captures, Template } from '../../../documents/template.ts'
import { cellsOf } from '../../../documents/markdown.ts'
import type { Cell } from '../language/workflow.ts'
import { bareText, foldId, isSameText } from './words.ts'
import type { DeclaredFile, Table } from './files.ts'

/** A text that names an item, as ids are compared: without marks, and of a link at its beginning the text. */
export function cellText(text: string): string {
  const bare = bareText(text)
  const [link = '', label = ''] = /^\[([^\]]*)\]\([^)]*\)/.exec(bare) ?? []
  return link === '' ? bare : bareText(label + bare.slice(link.length))
}

/**
 * What a template captures of a cell or of the text of a box. `idNames`: the captures of an id, which is read without
 * marks.
 */
export function capturesIn(template: Template, text: string, idNames: readonly string[]): Captures | undefined {
  const captures = template.match(cellText(text))
  return (
    captures &&
    Object.fromEntries(
      Object.entries(captures).map(([name, value]) => [name, idNames.includes(name) ? cellText(value) : value]),
    )
  )
}

/** The first table of a file that has some columns; with a heading, the first below it. */
export const tableFor = (
  file: DeclaredFile,
  heading: string | undefined,
  columns: readonly string[],
): Table | undefined =>
  file
    .tables()
    .find(
      (table) =>
        (heading === undefined || isSameText(table.heading, heading)) &&
        columns.every((column) => columnOf(table, column) !== -1),
    )

const columnsByName = memo((table: Table) =>
  memoBy((column: string) => table.columns.findIndex((header) => isSameText(header, column))),
)

export const columnOf = (table: Table, column: string): number => columnsByName(table)(column)

/** What a cell of a line says of the item that it names: its text, or the id in it. */
function nameInCell(file: DeclaredFile, table: Table, { column, text, isTitled }: Cell, line: number): string {
  const written = cellsOf(file.document.line(line))[columnOf(table, column)]?.text ?? ''
  return foldId(isTitled ? (capturesIn(text, written, ['id'])?.['id'] ?? '') : cellText(written))
}

const rowsByName = memo((file: DeclaredFile) =>
  memo((table: Table) => memo((cell: Cell) => groupBy(table.rows, (line) => nameInCell(file, table, cell, line)))),
)

/** What the cells that name an item have to say of it. */
export const namesIn = (cells: readonly Cell[], captures: Captures): readonly (string | undefined)[] =>
  cells.map(({ text, isTitled }) => {
    const name = isTitled ? captures['id'] : text.format(captures)
    return name && foldId(name)
  })

/** Whether a row is that of an item. */
export const isRowOf = (
  file: DeclaredFile,
  table: Table,
  cells: readonly Cell[],
  names: readonly (string | undefined)[],
  line: number,
): boolean => cells.every((cell, index) => nameInCell(file, table, cell, line) === names[index])

/** The rows of an item. */
export function rowsBy(
  file: DeclaredFile,
  table: Table,
  cells: readonly Cell[],
  names: readonly (string | undefined)[],
): readonly number[] {
  const [firstCell] = cells
  const [firstName] = names
  if (!firstCell || firstName === undefined) return []
  const rows = rowsByName(file)(table)(firstCell).get(firstName) ?? []
  return rows.filter((line) => isRowOf(file, table, cells, names, line))
}
