import type { Splice, TextDocument } from '../../../documents/text.ts'
import { cellsOf } from '../../../documents/markdown.ts'
import type { Row, SecondPlace, Value } from '../registry.ts'
import { normalised } from '../status.ts'

/** What a place of the registry says or is to say of a plugin. What is absent stays as it is. */
export interface Said {
  readonly status?: string | undefined
  readonly version?: string | undefined
  readonly updated?: string | undefined
}

/** A status in the manner of the one that it replaces: bold words where that had some (plugin protocol, W8). */
function inManner(old: string, status: string): string {
  const [emoji, ...words] = status.split(' ')
  return old.includes('**') ? `${emoji} **${words.join(' ')}**` : status
}

/** What is to be written in place of what stands there; nothing where that says the same. */
function replacement(column: keyof Said, old: string, said: string | undefined): string | undefined {
  if (said === undefined || old === said) return undefined
  if (column !== 'status') return said
  return normalised(old) === normalised(said) ? undefined : inManner(old, normalised(said))
}

const columns = ['status', 'version', 'updated'] as const

/** A text as it stands in a cell: its pipes do not end the cell, nor does a backslash keep the pipe that does. */
export const inCell = (text: string): string => text.replaceAll('|', '\\|').replace(/\\$/, '\\ ')

/** Puts values into the cells of a row; cells that it is too short for are added. */
export function cellEdits(document: TextDocument, row: Row, said: Said): readonly Splice[] {
  const line = document.line(row.line)
  const start = document.offsetOf(row.line)
  const cells = cellsOf(line)
  const edits: Splice[] = []
  const behind: string[] = []
  for (const column of columns) {
    const index = row.table.columns[column]
    const cell = index === undefined ? undefined : cells[index]
    const text = replacement(column, cell?.text ?? '', said[column])
    if (index === undefined || text === undefined) continue
    if (cell) edits.push({ start: start + cell.start, end: start + cell.end, text: inCell(text) })
    else behind[index - cells.length] = inCell(text)
  }
  if (behind.length > 0) edits.push(cellsBehind(line, start, behind))
  return edits
}

function cellsBehind(line: string, start: number, added: readonly string[]): Splice {
  const end = start + line.trimEnd().length
  const closed = line.trimEnd().endsWith('|')
  // Not `map`, which leaves out the cells that nothing is known of.
  const cells = Array.from(added, (text) => (closed ? ` ${text ?? ''} |` : ` | ${text ?? ''}`))
  return { start: end, end, text: cells.join('') }
}

/** Where a value stands in its document. */
function stretchOf(document: TextDocument, { place, text }: Value): { readonly start: number; readonly end: number } {
  const start = document.offsetOf(place.line ?? 1) + (place.column ?? 1) - 1
  return { start, end: start + text.length }
}

/** Puts values into the fields that an entry, or a `NOTES.md`, has. */
export function fieldEdits(second: SecondPlace, said: Said): readonly Splice[] {
  return columns.flatMap((column) => {
    const field = second[column]
    const text = field && replacement(column, field.text, said[column])
    if (text === undefined) return []
    const stretch = stretchOf(second.document, field as Value)
    const glued = stretch.start === stretch.end && !/\s/.test(second.document.text.charAt(stretch.start - 1))
    return [{ ...stretch, text: glued ? ` ${text}` : text }]
  })
}
