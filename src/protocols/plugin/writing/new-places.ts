import type { Splice, TextDocument } from '../../../documents/text.ts'
import { outline, cellsOf } from '../../../documents/markdown.ts'
import { fieldOf, type Row, type SecondPlace, type Table } from '../registry.ts'
import { insertBefore, insertBehind, isBlank, lastOfEntry } from './lines.ts'
import type { NotesForm } from './notes-form.ts'
import { inCell, type Said } from './values.ts'

const none = '-'

/** Whether a version says nothing. */
export const isNoVersion = (text: string | undefined): boolean => ['', none, 'N/A'].includes((text ?? '').trim().toUpperCase())

/** A row for a plugin that has none; what is not known of it is `-` (plugin protocol, W11). */
export function newRow(table: Table, name: string, said: Said): string {
  const known = { name, ...said }
  const cells = table.titles.map(() => none)
  for (const column of ['name', 'status', 'version', 'updated'] as const) {
    const index = table.columns[column]
    if (index !== undefined) cells[index] = inCell(known[column] ?? none)
  }
  return `| ${cells.join(' | ')} |`
}

/** The type of a plugin, where the table has a column for it. */
export function typeOf(row: Row, document: TextDocument): string | undefined {
  const text = cellsOf(document.line(row.line))[row.table.titles.indexOf('type')]?.text
  return text === undefined || text === '' || text === none ? undefined : text
}

/** What a second place is made of. */
export interface Particulars extends Said {
  readonly name: string
  readonly type: string | undefined
}

const field = (label: string, text: string | undefined) => (text === undefined ? [] : [`**${label}:** ${text}`])

/** The lines of an entry for a plugin that has none. */
export function newEntry({ name, status, version, type, updated }: Particulars, timeline: readonly string[]): readonly string[] {
  return [
    `### ${name}`,
    '',
    ...field('Status', status),
    ...field('Version', isNoVersion(version) ? undefined : version),
    ...field('Type', type),
    '',
    '**Lifecycle Timeline:**',
    ...timeline,
    '',
    ...field('Last Updated', updated),
  ]
}

/** The text of a `NOTES.md` for a plugin that has none, in the form of the others. */
export function newNotes({ name, status, version, type }: Particulars, { title, sections, home, gap, bullet }: NotesForm): string {
  const fields = [...field('Current Status', status), ...field('Version', isNoVersion(version) ? 'N/A' : version), ...field('Type', type)]
  const own = fields.map((line) => bullet + line)
  const parts = sections.map((section) => [`## ${section}`, ...(section === home ? [...(gap ? [''] : []), ...own] : [])])
  const top = [`# ${title.replace('NAME', () => name)}`]
  return [top, ...(home === undefined ? [own] : []), ...parts].map((lines) => `${lines.join('\n')}\n`).join('\n')
}

/** The status line for a `NOTES.md` that has none: before its first field, else under the heading where the others have it, under its title or at its top. */
export function newStatusLine(document: TextDocument, status: string, { home, gap, bullet }: NotesForm): Splice {
  const line = `${bullet}**Current Status:** ${status}`
  const outlined = outline(document)
  for (let each = 1; each <= document.lineCount; each++) {
    if (outlined.kindOf(each) === 'text' && fieldOf(document, each, true)) return insertBefore(document, each, [line])
  }
  const under = (heading: number, before: readonly string[]) =>
    insertBehind(document, heading, [...before, line, ...(isBlank(document, heading + 1) ? [] : [''])])
  const section = outlined.headings.find(({ level, text }) => level === 2 && text === home)
  if (section) return under(section.line, gap ? [''] : [])
  const title = outlined.headings.find(({ level }) => level === 1)
  if (title) return under(title.line, [''])
  return insertBefore(document, 1, isBlank(document, 1) ? [line] : [line, ''])
}

/** The line of a version behind the status, in its manner. */
function newVersion({ document, status }: SecondPlace, version: string): readonly Splice[] {
  const line = status?.place.line
  if (line === undefined) return []
  const [bullet = ''] = /^\s*(?:[-*+] )?/.exec(document.line(line)) ?? []
  return [insertBehind(document, line, [`${bullet}**Version:** ${version}`])]
}

/** The fields that a second place must have and lacks: the status before its first field, a version behind that, the day of an entry at its end. */
export function newFields(place: SecondPlace, said: Said): readonly Splice[] {
  const { kind, document, line, end, firstField, status, version, updated } = place
  const edits: Splice[] = []
  const text = `**Status:** ${said.status}`
  const own = version || said.version === undefined ? [] : [`**Version:** ${said.version}`]
  if (status && own.length > 0) edits.push(...newVersion(place, said.version ?? ''))
  if (kind === 'notes') return edits
  if (!status && said.status !== undefined) {
    const parting = isBlank(document, line + 1) ? [] : ['']
    const lines = [text, ...own]
    edits.push(
      firstField === undefined ? insertBehind(document, line, ['', ...lines, ...parting]) : insertBefore(document, firstField, lines),
    )
  }
  if (!updated && said.updated !== undefined)
    edits.push(insertBehind(document, lastOfEntry(document, line, end), ['', ...field('Last Updated', said.updated)]))
  return edits
}
