import { memo } from '../../../core/once.ts'
import type { Splice, TextDocument } from '../../../documents/text.ts'
import { cellsOf, between, outline } from '../../../documents/markdown.ts'
import { type Row, type SecondPlace, type Value, type Table } from './registry.ts'
import { withDayText } from './day.ts'
import { normalised, withStatusText } from './status.ts'
import { isNoVersion, withVersionText } from './version.ts'
import { insertBefore, insertBehind, isBlank, lastOf, lastOfEntry } from '../../../documents/lines.ts'
import { mostFrequent } from '../../../core/frequent.ts'
import { markdownField } from '../../../kit/markdown-fields.ts'
import type { PluginModel } from '../model.ts'

/** What a place of the registry says or is to say of a plugin. What is absent stays as it is. */
export interface RegistryValues {
  readonly status?: string | undefined
  readonly version?: string | undefined
  readonly updated?: string | undefined
  /** Of a plugin that is new there. */
  readonly type?: string | undefined
}

/** The text of a place once it says a value, in the manner of the old one. What a person wrote next to that stays. */
const rewritten = {
  status: (old: string, value: string, continues: boolean) => withStatusText(old, normalised(value), continues),
  version: withVersionText,
  updated: withDayText,
} as const

/** What to write in place of the old text; `undefined` where that says the same. */
function replacement(column: Column, old: Value | undefined, value: string | undefined): string | undefined {
  const text = value === undefined ? undefined : rewritten[column](old?.text ?? '', value, old?.continues === true)
  return text === (old?.text ?? '') ? undefined : text
}

const columns = ['status', 'version', 'updated'] as const
type Column = (typeof columns)[number]

/** A text as written in a cell: its pipes do not end the cell, nor does a backslash keep the pipe that does. */
const inCell = (text: string): string => text.replaceAll('|', '\\|').replace(/\\$/, '\\ ')

/** Puts values into the cells of a row; cells that it is too short for are added. */
export function cellEdits(document: TextDocument, row: Row, values: RegistryValues): readonly Splice[] {
  const line = document.line(row.line)
  const start = document.offsetOf(row.line)
  const cells = cellsOf(line)
  const edits: Splice[] = []
  const behind: string[] = []
  for (const column of columns) {
    const index = row.table.columns[column]
    const cell = index === undefined ? undefined : cells[index]
    const text = replacement(column, row[column], values[column])
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

/** Where a value is in its document. */
function stretchOf(document: TextDocument, { place, text }: Value): { readonly start: number; readonly end: number } {
  const start = document.offsetOf(place.line ?? 1) + (place.column ?? 1) - 1
  return { start, end: start + text.length }
}

/** Puts values into the fields that an entry, or a `NOTES.md`, has. */
export function fieldEdits(second: SecondPlace, values: RegistryValues): readonly Splice[] {
  return columns.flatMap((column) => {
    const field = second[column]
    const text = field && replacement(column, field, values[column])
    if (text === undefined) return []
    const stretch = stretchOf(second.document, field as Value)
    const glued = stretch.start === stretch.end && !/\s/.test(second.document.text.charAt(stretch.start - 1))
    return [{ ...stretch, text: glued ? ` ${text}` : text }]
  })
}

/**
 * Adds lines of one day to a plugin's timeline, in the last block, after the last line that is not later.
 * A line that is there already is not added again.
 */
export function timelineEdits(second: SecondPlace, day: string, lines: readonly string[]): readonly Splice[] {
  const there = new Set(second.timelines.flat().map(({ text }) => text))
  const added = lines.filter((line) => !there.has(line))
  if (added.length === 0) return []
  const { document, timelineLabel } = second
  if (timelineLabel === undefined) return [newBlock(second, added)]
  const last = second.timelines.at(-1) ?? []
  const earlier = last.findLast((line) => line.day !== undefined && line.day <= day)
  if (earlier) return [insertBehind(document, lastOf(document, earlier.line, earlier.end), added)]
  const [first] = last
  if (first) return [insertBefore(document, first.line, added)]
  const gap = second.kind === 'notes' ? [''] : []
  const parting = isBlank(document, timelineLabel + 1) ? [] : ['']
  return [insertBehind(document, timelineLabel, [...gap, ...added, ...parting])]
}

function newBlock(second: SecondPlace, added: readonly string[]): Splice {
  const { document, updated, line, end } = second
  const label = second.kind === 'notes' ? ['## Lifecycle Timeline', ''] : ['**Lifecycle Timeline:**']
  const before = updated?.line
  if (before === undefined) return insertBehind(document, lastOfEntry(document, line, end), ['', ...label, ...added])
  const gap = isBlank(document, before - 1) ? [] : ['']
  return insertBefore(document, before, [...gap, ...label, ...added, ''])
}

/** How a `NOTES.md` is built. */
export interface NotesForm {
  /** Its title; `NAME` stands for the plugin's name. */
  readonly title: string
  /** The headings of its sections, in order. */
  readonly sections: readonly string[]
  /** The heading that the status is under; none: it is under the title. */
  readonly home: string | undefined
  /** Whether a blank line is between that heading and the status. */
  readonly gap: boolean
  /** What precedes the label of a field. */
  readonly bullet: string
}

const timeline = 'Lifecycle Timeline'

/** The form where the notes show none. */
const plainForm: NotesForm = { title: 'NAME', sections: [timeline], home: undefined, gap: true, bullet: '- ' }

/** A heading that is underlined may have several. */
const isOneLine = (text: string) => !text.includes('\n')

function formOf({ document, name, line }: SecondPlace): NotesForm {
  const { headings } = outline(document)
  const title = headings.find(({ level, text }) => level === 1 && isOneLine(text))?.text ?? ''
  const sections = headings.filter(({ level, text }) => level === 2 && isOneLine(text))
  const home = between(sections, 1, line).at(-1)
  const [bullet = ''] = /^\s*(?:[-*+] )?/.exec(document.line(line)) ?? []
  return {
    title: title.includes(name) ? title.replace(name, 'NAME') : 'NAME',
    sections: sections.map(({ text }) => text),
    home: home?.text,
    gap: !home || isBlank(document, home.line + 1),
    bullet,
  }
}

/** So many are looked at. */
const most = 100

/** The sections that more than half of some notes have, in the order of those that have most of them. */
function commonSections(forms: readonly NotesForm[]): readonly string[] {
  const counts = new Map<string, number>()
  for (const { sections } of forms) for (const section of new Set(sections)) counts.set(section, (counts.get(section) ?? 0) + 1)
  const isCommon = (section: string) => (counts.get(section) ?? 0) * 2 > forms.length
  const ordered = forms.map(({ sections }) => [...new Set(sections.filter(isCommon))])
  const longest = ordered.reduce((best, each) => (each.length > best.length ? each : best), [])
  return [...new Set([...longest, ...[...counts.keys()].filter(isCommon)])]
}

/** The form that the notes of a repository have: of each part what most of them have. */
export const notesForm = memo((model: PluginModel): NotesForm => {
  const forms = model.plugins
    .flatMap(({ seconds }) => seconds.filter(({ kind }) => kind === 'notes'))
    .slice(0, most)
    .map(formOf)
  const frequent = (part: (form: NotesForm) => string) => mostFrequent(forms.map(part)) ?? part(plainForm)
  const home = frequent((form) => form.home ?? '')
  const common = forms.length === 0 ? plainForm.sections : commonSections(forms)
  const sections = [...(home === '' || common.includes(home) ? [] : [home]), ...common]
  return {
    title: frequent(({ title }) => title),
    sections: sections.some((section) => section.toLowerCase() === timeline.toLowerCase()) ? sections : [...sections, timeline],
    home: home === '' ? undefined : home,
    gap: frequent(({ gap }) => String(gap)) === 'true',
    bullet: frequent(({ bullet }) => bullet),
  }
})

const none = '-'

/** A row for a plugin that has none; unknown values are `-`. */
export function newRow(table: Table, name: string, values: RegistryValues): string {
  const known = { name, ...values }
  const cells = table.titles.map(() => none)
  for (const column of ['name', 'status', 'version', 'updated'] as const) {
    const index = table.columns[column]
    if (index !== undefined) cells[index] = inCell(known[column] ?? none)
  }
  const type = table.titles.indexOf('type')
  if (type !== -1 && values.type !== undefined) cells[type] = inCell(values.type)
  return `| ${cells.join(' | ')} |`
}

/** The type of a plugin, where the table has a column for it. */
export function typeOf(row: Row, document: TextDocument): string | undefined {
  const text = cellsOf(document.line(row.line))[row.table.titles.indexOf('type')]?.text
  return text === undefined || text === '' || text === none ? undefined : text
}

/** What a second place is made of. */
export interface Particulars extends RegistryValues {
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

/** The status line for a `NOTES.md` that has none: before its first field, otherwise under the heading where the others have it, under its title or at its top. */
export function newStatusLine(document: TextDocument, status: string, { home, gap, bullet }: NotesForm): Splice {
  const line = `${bullet}**Current Status:** ${status}`
  const outlined = outline(document)
  for (let each = 1; each <= document.lineCount; each++) {
    if (outlined.kindOf(each) === 'text' && markdownField(document, each, true)) return insertBefore(document, each, [line])
  }
  const under = (heading: number, before: readonly string[]) =>
    insertBehind(document, heading, [...before, line, ...(isBlank(document, heading + 1) ? [] : [''])])
  const section = outlined.headings.find(({ level, text }) => level === 2 && text === home)
  if (section) return under(section.line, gap ? [''] : [])
  const title = outlined.headings.find(({ level }) => level === 1)
  if (title) return under(title.line, [''])
  return insertBefore(document, 1, isBlank(document, 1) ? [line] : [line, ''])
}

/** The line of a version after all that belongs to the status, in its manner. */
function newVersion({ document, status }: SecondPlace, version: string): readonly Splice[] {
  const { line, last } = status ?? {}
  if (line === undefined || last === undefined) return []
  const [bullet = ''] = /^\s*(?:[-*+] )?/.exec(document.line(line)) ?? []
  const [item] = between(outline(document).items, line, line + 1)
  return [insertBehind(document, Math.max(last, (item?.end ?? 0) - 1), [`${bullet}**Version:** ${version}`])]
}

/** The fields that a second place must have and lacks: the status before its first field, a version after that, the day of an entry at its end. */
export function newFields(place: SecondPlace, values: RegistryValues): readonly Splice[] {
  const { kind, document, line, end, firstField, status, version, updated } = place
  const edits: Splice[] = []
  const text = `**Status:** ${values.status}`
  const own = version || values.version === undefined ? [] : [`**Version:** ${values.version}`]
  if (status && own.length > 0) edits.push(...newVersion(place, values.version ?? ''))
  if (kind === 'notes') return edits
  if (!status && values.status !== undefined) {
    const parting = isBlank(document, line + 1) ? [] : ['']
    const lines = [text, ...own]
    edits.push(
      firstField === undefined ? insertBehind(document, line, ['', ...lines, ...parting]) : insertBefore(document, firstField, lines),
    )
  }
  if (!updated && values.updated !== undefined)
    edits.push(insertBehind(document, lastOfEntry(document, line, end), ['', ...field('Last Updated', values.updated)]))
  return edits
}
