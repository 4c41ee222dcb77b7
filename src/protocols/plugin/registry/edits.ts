import { memo } from '../../../core/once.ts'
import { splice, type Splice, type TextDocument } from '../../../documents/text.ts'
import { cellsOf, between, outline, type Cell } from '../../../documents/markdown.ts'
import {
  isNewestFirst,
  withoutBullet,
  type Row,
  type SecondPlace,
  type Table,
  type Timeline,
  type TimelineLine,
  type Value,
} from './registry.ts'
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

/** How many columns a text takes: an emoji takes two. */
const widthOf = (text: string): number =>
  Array.from(text).reduce((sum, each) => sum + (each === '\ufe0f' ? 0 : /\p{Emoji_Presentation}/u.test(each) ? 2 : 1), 0)

/** How many blanks come after a cell, before the pipe that ends it. */
const blanksAfter = (line: string, { end }: Pick<Cell, 'end'>): number => /^ *(?=\|)/.exec(line.slice(end, end + 200))?.[0].length ?? 0

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
type Side = 'left' | 'right'

/** Of each column of an aligned table; of another table none. */
function sidesOf(document: TextDocument, table: Table, row: number): readonly Side[] {
  if (!isAligned(document, table, row)) return []
  return cellsOf(document.line(table.header + 1)).map(({ text }) => (/^-+:$/.test(text) ? 'left' : 'right'))
}

/** A text in place of a cell's: in an aligned table the pipes stay where they are, if the text leaves room. Offsets count in the line. */
function inPlaceOf(line: string, cell: Cell, text: string, side: Side | undefined): Splice {
  const least = line[cell.start - 1] === ' ' ? 1 : 0
  const [before, after] = [blanksBefore(line, cell), blanksAfter(line, cell)]
  const blanks = (there: number) => ' '.repeat(Math.max(least, there + widthOf(line.slice(cell.start, cell.end)) - widthOf(text)))
  if (side === 'left') return { start: cell.start - before, end: cell.end, text: blanks(before) + text }
  return side === 'right'
    ? { start: cell.start, end: cell.end + after, text: text + blanks(after) }
    : { start: cell.start, end: cell.end, text }
}

const movedBy = (by: number, { start, end, text }: Splice): Splice => ({ start: start + by, end: end + by, text })

/** Puts values into the cells of a row; cells that it is too short for are added. */
export function cellEdits(document: TextDocument, row: Row, values: RegistryValues): readonly Splice[] {
  const line = document.line(row.line)
  const start = document.offsetOf(row.line)
  const cells = cellsOf(line)
  const edits: Splice[] = []
  const behind: string[] = []
  const sides = sidesOf(document, row.table, row.line)
  for (const column of columns) {
    const index = row.table.columns[column]
    const cell = index === undefined ? undefined : cells[index]
    const text = replacement(column, row[column], values[column])
    if (index === undefined || text === undefined) continue
    if (cell) edits.push(movedBy(start, inPlaceOf(line, cell, inCell(text), sides[index])))
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

/** What the timelines of a registry agree on: whether most of those that have an order begin with the newest line. */
const usuallyNewestFirst = memo(({ plugins }: PluginModel): boolean => {
  const orders = plugins.flatMap(({ second }) => second?.timelines ?? []).flatMap((timeline) => isNewestFirst(timeline) ?? [])
  return mostFrequent(orders.map(String)) === 'true'
})

/** The block that has the latest day, the last of several; where no line has a day, the last block. */
function newestBlock({ timelines }: SecondPlace): Timeline {
  const latest = (timeline: Timeline) => timeline.reduce((newest, { day = '' }) => (day > newest ? day : newest), '')
  return timelines.reduce<Timeline>((best, each) => (latest(each) >= latest(best) ? each : best), [])
}

/**
 * Adds lines of one day to a plugin's timeline, in the block that has the newest lines and at the end of it where these are, so that
 * the order that it has is kept. A line that is there already is not added again.
 */
export function timelineEdits(second: SecondPlace, day: string, lines: readonly string[], model: PluginModel): readonly Splice[] {
  const there = new Set(second.timelines.flat().map(({ text }) => withoutBullet(text)))
  const added = lines.filter((line) => !there.has(withoutBullet(line)))
  if (added.length === 0) return []
  const { document, timelineLabel } = second
  if (timelineLabel === undefined) return [newBlock(second, added)]
  const block = newestBlock(second)
  const [first] = block
  if (first) {
    const own = isNewestFirst(block) ?? second.timelines.map(isNewestFirst).find((order) => order !== undefined)
    return [(own ?? usuallyNewestFirst(model)) ? onTop(document, block, day, added) : atBottom(document, block, day, added)]
  }
  const gap = second.kind === 'notes' ? [''] : []
  const parting = isBlank(document, timelineLabel + 1) ? [] : ['']
  return [insertBehind(document, timelineLabel, [...gap, ...added, ...parting])]
}

const isNotLater =
  (day: string) =>
  (line: TimelineLine): boolean =>
    line.day !== undefined && line.day <= day

/** Lines with the indentation and the bullet of one that is there. */
const inMannerOf = (document: TextDocument, { line }: TimelineLine, added: readonly string[]): readonly string[] => {
  const [lead = '- '] = /^\s*[-*+] +/.exec(document.line(line)) ?? []
  return added.map((each) => lead + withoutBullet(each))
}

/** Whether blank lines part the lines of a timeline. */
const isLoose = (document: TextDocument, [first, second]: Timeline): boolean =>
  first !== undefined && second !== undefined && isBlank(document, second.line - 1)

/** Before the first line that is not later: the last of the new lines happened last, and comes first. */
function onTop(document: TextDocument, block: Timeline, day: string, lines: readonly string[]): Splice {
  const next = block.find(isNotLater(day))
  if (!next) return behind(document, block, block.at(-1) as TimelineLine, lines.toReversed())
  const added = inMannerOf(document, next, lines.toReversed())
  return insertBefore(document, next.line, isLoose(document, block) ? added.flatMap((each) => [each, '']) : added)
}

/** After the last line that is not later. */
function atBottom(document: TextDocument, block: Timeline, day: string, lines: readonly string[]): Splice {
  const earlier = block.findLast(isNotLater(day))
  if (earlier) return behind(document, block, earlier, lines)
  const [first] = block as readonly [TimelineLine, ...Timeline]
  const added = inMannerOf(document, first, lines)
  return insertBefore(document, first.line, isLoose(document, block) ? added.flatMap((each) => [each, '']) : added)
}

function behind(document: TextDocument, block: Timeline, before: TimelineLine, lines: readonly string[]): Splice {
  const added = inMannerOf(document, before, lines)
  const loose = isLoose(document, block) ? added.flatMap((each) => ['', each]) : added
  return insertBehind(document, lastOf(document, before.line, before.end), loose)
}

/** How labels are written, by an example: the colon bold or behind the bold, the words capitalized or in capitals. */
type LabelForm = '**Label:**' | '**Label**:' | '**LABEL:**' | '**LABEL**:'

const label = (words: string, form: LabelForm): string =>
  form.replace(/label/i, (example) => (example === 'LABEL' ? words.toUpperCase() : words))

/** The form of the label in a line. */
function labelForm(document: TextDocument, line: number | undefined): LabelForm {
  const [, words = '', colon = ':**'] =
    line === undefined ? [] : (/^\s*(?:[-*+] )?\*\*([^*]*?)(:\*\*|\*\*:)/.exec(document.line(line)) ?? [])
  const isInCapitals = words !== words.toLowerCase() && words === words.toUpperCase()
  return `**${isInCapitals ? 'LABEL' : 'Label'}${colon as ':**' | '**:'}`
}

function newBlock(second: SecondPlace, added: readonly string[]): Splice {
  const { document, updated, line, end, firstField } = second
  const title = second.kind === 'notes' ? ['## Lifecycle Timeline', ''] : [label('Lifecycle Timeline', labelForm(document, firstField))]
  const before = updated?.line
  if (before === undefined) return insertBehind(document, lastOfEntry(document, line, end), ['', ...title, ...added])
  const gap = isBlank(document, before - 1) ? [] : ['']
  return insertBefore(document, before, [...gap, ...title, ...added, ''])
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
  readonly labels: LabelForm
  /** Whether blank lines part the fields. */
  readonly parted: boolean
  readonly eol: string
}

const timeline = 'Lifecycle Timeline'

/** The form where the notes show none. */
const plainForm: NotesForm = {
  title: 'NAME',
  sections: [timeline],
  home: undefined,
  gap: true,
  bullet: '- ',
  labels: '**Label:**',
  parted: false,
  eol: '\n',
}

/** Whether a blank line parts a field from the next. */
const isParted = (document: TextDocument, line: number): boolean =>
  isBlank(document, line + 1) && line + 2 <= document.lineCount && markdownField(document, line + 2, true) !== undefined

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
    labels: labelForm(document, line),
    parted: isParted(document, line),
    eol: document.eol,
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
    labels: frequent(({ labels }) => labels) as LabelForm,
    parted: frequent(({ parted }) => String(parted)) === 'true',
    eol: frequent(({ eol }) => eol),
  }
})

const none = '-'

/** A row for a plugin that has none, laid out as the header; unknown values are `-`. */
export function newRow(document: TextDocument, table: Table, name: string, values: RegistryValues): string {
  const known = { name, ...values }
  const cells = table.titles.map(() => none)
  for (const column of ['name', 'status', 'version', 'updated'] as const) {
    const index = table.columns[column]
    if (index !== undefined) cells[index] = inCell(known[column] ?? none)
  }
  const type = table.titles.indexOf('type')
  if (type !== -1 && values.type !== undefined) cells[type] = inCell(values.type)
  const line = document.line(table.header)
  const sides = sidesOf(document, table, table.last)
  const edits = cellsOf(line).map((cell, index) => {
    const text = cells[index] ?? none
    if (sides.length > 0) return inPlaceOf(line, cell, text, sides[index])
    return { start: cell.start, end: cell.end + blanksAfter(line, cell), text: text + (line[cell.start - 1] === ' ' ? ' ' : '') }
  })
  return splice(line, edits).trimEnd()
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

/** Fields with a value, as lines. */
const fieldLines = (fields: readonly (readonly [words: string, text: string | undefined])[], labels: LabelForm): readonly string[] =>
  fields.flatMap(([words, text]) => (text === undefined ? [] : [`${label(words, labels)} ${text}`]))

/** How an entry is built. */
interface EntryForm {
  /** Whether a blank line is between its heading and its first field. */
  readonly gap: boolean
  readonly labels: LabelForm
  readonly timelineBullet: string
}

/** The form that the entries of a registry have: of each part what most of them have. */
export const entryForm = memo(({ registry }: PluginModel): EntryForm => {
  const entries = (registry?.entries ?? []).filter(({ firstField }) => firstField !== undefined).slice(0, most)
  const usually = (isSo: (entry: SecondPlace) => boolean) => mostFrequent(entries.map((entry) => String(isSo(entry)))) !== 'false'
  const bullets = entries.flatMap(({ document, timelines }) => {
    const first = timelines[0]?.[0]
    return (first && /^\s*([-*+] )/.exec(document.line(first.line))?.[1]) ?? []
  })
  return {
    gap: usually(({ document, line }) => isBlank(document, line + 1)),
    labels: (mostFrequent(entries.map(({ document, firstField }) => labelForm(document, firstField))) ?? '**Label:**') as LabelForm,
    timelineBullet: mostFrequent(bullets) ?? '- ',
  }
})

/** The lines of an entry for a plugin that has none, in the form of the others. */
export function newEntry(particulars: Particulars, timeline: readonly string[], form: EntryForm): readonly string[] {
  const { name, status, version, type, updated } = particulars
  const { gap, labels, timelineBullet } = form
  const fields = [
    ['Status', status],
    ['Version', isNoVersion(version) ? undefined : version],
    ['Type', type],
  ] as const
  return [
    `### ${name}`,
    ...(gap ? [''] : []),
    ...fieldLines(fields, labels),
    '',
    label('Lifecycle Timeline', labels),
    ...timeline.map((line) => timelineBullet + withoutBullet(line)),
    '',
    ...fieldLines([['Last Updated', updated]], labels),
  ]
}

/** The text of a `NOTES.md` for a plugin that has none, in the form of the others. */
export function newNotes({ name, status, version, type }: Particulars, form: NotesForm): string {
  const { title, sections, home, gap, bullet, labels, parted, eol } = form
  const fields = [
    ['Current Status', status],
    ['Version', isNoVersion(version) ? 'N/A' : version],
    ['Type', type],
  ] as const
  const own = fieldLines(fields, labels).flatMap((line, index) => [...(parted && index > 0 ? [''] : []), bullet + line])
  const parts = sections.map((section) => [`## ${section}`, ...(section === home ? [...(gap ? [''] : []), ...own] : [])])
  const top = [`# ${title.replace('NAME', () => name)}`]
  const blocks = [top, ...(home === undefined ? [own] : []), ...parts]
  return blocks.map((lines) => lines.join(eol) + eol).join(eol)
}

/** The status line for a `NOTES.md` that has none: before its first field, otherwise under the heading where the others have it, under its title or at its top. */
export function newStatusLine(document: TextDocument, status: string, { home, gap, bullet, labels }: NotesForm): Splice {
  const line = `${bullet}${label('Current Status', labels)} ${status}`
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
  const written = `${bullet}${label('Version', labelForm(document, line))} ${version}`
  const before = lastOf(document, last, Math.max(last + 1, item?.end ?? 0))
  return [insertBehind(document, before, isParted(document, before) ? ['', written] : [written])]
}

/** The fields that a second place must have and lacks: the status before its first field, a version after that, the day of an entry at its end. */
export function newFields(place: SecondPlace, values: RegistryValues): readonly Splice[] {
  const { kind, document, line, end, firstField, status, version, updated } = place
  const edits: Splice[] = []
  const labels = labelForm(document, firstField)
  const added = version ? undefined : values.version
  if (status && added !== undefined) edits.push(...newVersion(place, added))
  if (kind === 'notes') return edits
  if (!status && values.status !== undefined) {
    const parting = isBlank(document, line + 1) ? [] : ['']
    const fields = [
      ['Status', values.status],
      ['Version', added],
    ] as const
    const lines = fieldLines(fields, labels)
    edits.push(
      firstField === undefined ? insertBehind(document, line, ['', ...lines, ...parting]) : insertBefore(document, firstField, lines),
    )
  }
  if (!updated && values.updated !== undefined)
    edits.push(insertBehind(document, lastOfEntry(document, line, end), ['', ...fieldLines([['Last Updated', values.updated]], labels)]))
  return edits
}
