import type { Place } from '../../../core/diagnostic.ts'
import type { View } from '../../../core/view.ts'
import { elementsBetween, cellsOf, outline, type Outline, type Heading, type TableBlock } from '../../../documents/markdown.ts'
import { isDay } from '../../../core/time.ts'
import { cachedReader, type TextDocument, type UnreadableReason } from '../../../documents/text.ts'
import { markdownField, markdownFields, type RepeatedField } from '../../../kit/markdown-fields.ts'
import type { Plugin } from '../model.ts'

/** A line of a timeline, `- **YYYY-MM-DD (Stage 3):** text`, with any bullet. */
export interface TimelineLine {
  readonly line: number
  /** The line after the last of its item. */
  readonly end: number
  readonly place: Place
  /** Whether it has that form, the parentheses being optional. */
  readonly formed: boolean
  /** The day it begins with, where there is one. */
  readonly day: string | undefined
  /** What is in the parentheses after the day; empty without. */
  readonly about: string
  readonly text: string
}

/** One list of such lines. */
export type Timeline = readonly TimelineLine[]

const form = /^[-*+] +\*\*(\d{4}-\d{2}-\d{2})(?: \((.*?)\))?:\*\* \S/
/** What other lines begin with: any bullet, bold or not. */
const beginning = /^(?:[-*+] +)?(?:\*\*)?(\d{4}-\d{2}-\d{2})(?!\d)(?:\*\*)?(?: ?\(([^()]*)\))?/

function readLine(document: TextDocument, line: number, end: number): TimelineLine {
  const text = document.line(line).trim()
  const [, date, about = ''] = form.exec(text) ?? beginning.exec(text) ?? []
  const known = date !== undefined && isDay(date) ? date : undefined
  return { line, end, place: document.place(line), formed: known !== undefined && form.test(text), day: known, about, text }
}

/** The items of the top-level lists between two lines (the second exclusive) as one timeline. */
export function readTimeline(document: TextDocument, outlined: Outline, from: number, end: number): Timeline {
  return elementsBetween(outlined.items, from, end)
    .filter(({ depth }) => depth === 0)
    .map(({ line, end }) => readLine(document, line, end))
}

/** A line of a list without its bullet: the same words are the same line, whichever bullet a file uses. */
export const withoutBullet = (text: string): string => text.replace(/^[-*+] +/, '')

/** Whether a timeline has its newest lines at the top; `undefined` where its days do not say. */
export function isNewestFirst(timeline: Timeline): boolean | undefined {
  const days = timeline.flatMap(({ day }) => day ?? [])
  const [first = '', last = ''] = [days[0], days.at(-1)]
  return first === last ? undefined : first > last
}

/** Two lines of a timeline, one after the other, of different days. */
type DayStep = readonly [before: TimelineLine, line: TimelineLine]

/** The first step of a timeline to another day, and the first one that goes the other way. */
export function directionOf(timeline: Timeline): { readonly first?: DayStep; readonly turn?: DayStep } {
  const dated = timeline.filter(({ day }) => day !== undefined)
  const goesBack = ([before, line]: DayStep) => (line.day ?? '') < (before.day ?? '')
  let first: DayStep | undefined
  for (const [index, line] of dated.entries()) {
    const before = dated[index - 1]
    if (before === undefined || before.day === line.day) continue
    const step = [before, line] as const
    first ??= step
    if (goesBack(step) !== goesBack(first)) return { first, turn: step }
  }
  return first ? { first } : {}
}

/** The lines of a timeline, the oldest first. */
export const oldestFirst = (timeline: Timeline): Timeline => (isNewestFirst(timeline) ? timeline.toReversed() : timeline)

/** A value in a cell or field: its trimmed text and where it is. */
export interface Value {
  readonly text: string
  readonly place: Place
  /** Of a field: the line of its label, the last of its value, and whether that goes on after the line of its text. */
  readonly line?: number
  readonly last?: number
  readonly continues?: boolean
}

/** A table of the registry. */
export interface Table {
  readonly header: number
  /** The line of its last row; of a table without rows that of the delimiters. */
  readonly last: number
  /** What the header's cells say, in lower case. */
  readonly titles: readonly string[]
  readonly columns: Readonly<Partial<Record<Column, number>>>
}

/** A row of the registry's table. A value is absent when the row is too short for it or the table has no such column. */
export interface Row {
  readonly name: string
  readonly place: Place
  readonly line: number
  readonly table: Table
  /** How many cells it has. */
  readonly cells: number
  readonly status: Value | undefined
  readonly version: Value | undefined
  readonly updated: Value | undefined
  /** Whether the table has a column for the day. */
  readonly dated: boolean
}

/** The second place of a plugin's status: an entry of the registry, or a `NOTES.md`. */
export interface SecondPlace {
  readonly kind: 'entry' | 'notes'
  readonly name: string
  readonly path: string
  readonly document: TextDocument
  /** Its heading; of notes the status line. */
  readonly place: Place
  readonly line: number
  readonly end: number
  readonly status: Value | undefined
  readonly version: Value | undefined
  readonly updated: Value | undefined
  /** The line of the first of its fields. */
  readonly firstField: number | undefined
  /** Further `Status` and `Last Updated` fields. */
  readonly repeated: readonly RepeatedField[]
  readonly timelines: readonly Timeline[]
  /** The line above the last of them: its label or heading. */
  readonly timelineLabel: number | undefined
}

/** The registry as a whole (specification, 1.2). */
export interface Registry {
  readonly path: string
  readonly document: TextDocument
  /** Whether it has a table with the columns for name and status. */
  readonly hasTable: boolean
  /** The first of them: new rows go there. */
  readonly table: Table | undefined
  readonly rows: readonly Row[]
  readonly entries: readonly SecondPlace[]
}

/** A template, `[PluginName]`. */
const isTemplate = (name: string) => name.startsWith('[') && name.endsWith(']')

/** What may enclose a name: a link, bold, code. */
const dressings = [/^\[([^\]]*)\]\([^)]*\)$/, /^\*\*(.*)\*\*$/, /^__(.*)__$/, /^`(.*)`$/]

/** A name without what encloses it, however nested. */
function bareName(cell: string): string {
  let name = cell
  for (const dressing of [...dressings, ...dressings, ...dressings]) name = dressing.exec(name)?.[1]?.trim() ?? name
  return name
}

const columns = {
  name: ['plugin name', 'plugin'],
  status: ['status'],
  version: ['version'],
  updated: ['last updated'],
} as const

export type Column = keyof typeof columns

function tableOf(document: TextDocument, { header, rows }: TableBlock): Table | undefined {
  const titles = cellsOf(document.line(header)).map(({ text }) => bareName(text).toLowerCase())
  const columns = columnsOf(titles)
  if (columns.name === undefined || columns.status === undefined) return undefined
  return { header, last: rows.at(-1) ?? header + 1, titles, columns }
}

function columnsOf(titles: readonly string[]): Table['columns'] {
  const found = Object.entries(columns).flatMap(([column, names]) => {
    const index = titles.findIndex((word) => (names as readonly string[]).includes(word))
    return index === -1 ? [] : [[column, index]]
  })
  return Object.fromEntries(found) as Table['columns']
}

export function rowOf(document: TextDocument, line: number, table: Table): Row | undefined {
  const cells = cellsOf(document.line(line))
  const start = document.offsetOf(line)
  const value = (column: Column): Value | undefined => {
    const index = table.columns[column]
    const cell = index === undefined ? undefined : cells[index]
    return cell && { text: cell.text, place: document.span(start + cell.start, start + cell.end) }
  }
  const written = value('name')?.text ?? ''
  const name = bareName(written)
  if (name === '' || isTemplate(written) || isTemplate(name) || cells.every(({ text }) => text === '')) return undefined
  return {
    name,
    line,
    table,
    place: document.place(line),
    cells: cells.length,
    status: value('status'),
    version: value('version'),
    updated: value('updated'),
    dated: table.columns.updated !== undefined,
  }
}

const timelineLabel = 'lifecycle timeline'

/** Whether a line between two lines, the second exclusive, is a field of this label. */
function hasField(document: TextDocument, outlined: Outline, label: string, from: number, end: number): boolean {
  for (let line = from; line < end; line++)
    if (outlined.kindOf(line) === 'text' && markdownField(document, line)?.label === label) return true
  return false
}

/** Whether a heading is made of a paragraph by the dashes or equals signs below it. */
const isUnderlined = (document: TextDocument, { level, line }: Heading): boolean =>
  level <= 2 && !document.line(line).trimStart().startsWith('#')

/** The headings of a registry at which an entry may end. A line drawn below fields parts entries, and makes no heading of them. */
export function partingHeadings(document: TextDocument, outlined: Outline): readonly Heading[] {
  return outlined.headings.filter((heading) => {
    const { level, line, text } = heading
    if (level > 3 || !isUnderlined(document, heading)) return level <= 3
    return !text.split('\n').some((_, index) => markdownField(document, line + index))
  })
}

/** Where an entry ends: at the next of these headings. An underlined one before a field that the entry lacks is part of it. */
function endOf(document: TextDocument, outlined: Outline, parting: readonly Heading[], index: number): number {
  const lineAt = (at: number) => parting[at]?.line ?? document.lineCount + 1
  let next = index + 1
  for (let heading = parting[next]; heading && isUnderlined(document, heading); heading = parting[next]) next++
  const [from, near, far] = [lineAt(index) + 1, lineAt(index + 1), lineAt(next)]
  const lacks = (label: string) => !hasField(document, outlined, label, from, near) && hasField(document, outlined, label, near, far)
  return far > near && ['status', 'last updated'].some(lacks) ? far : near
}

export function entryOf(document: TextDocument, outlined: Outline, heading: Heading, end: number): SecondPlace {
  const fields = markdownFields({ document, outlined, from: heading.line + 1, end })
  const timelines = fields.all.flatMap(({ label, line }, index) => {
    if (label !== timelineLabel) return []
    const stop = Math.min(fields.all[index + 1]?.line ?? end, elementsBetween(outlined.headings, line + 1, end)[0]?.line ?? end)
    return [readTimeline(document, outlined, line + 1, stop)]
  })
  return {
    kind: 'entry',
    name: bareName(heading.text),
    path: document.path,
    document,
    place: document.place(heading.line),
    line: heading.line,
    end,
    status: fields.get('status'),
    version: fields.get('version'),
    updated: fields.get('last updated'),
    firstField: fields.all[0]?.line,
    repeated: fields.repeated.filter(({ again }) => again.label === 'status' || again.label === 'last updated'),
    timelines,
    timelineLabel: fields.all.findLast(({ label }) => label === timelineLabel)?.line,
  }
}

/** Reads the registry with everything that may be an entry. */
export function scanRegistry(document: TextDocument): Registry {
  const outlined = outline(document)
  const rows: Row[] = []
  let first: Table | undefined
  for (const block of outlined.tables) {
    const table = tableOf(document, block)
    if (!table) continue
    first ??= table
    for (const line of block.rows) {
      const row = rowOf(document, line, table)
      if (row) rows.push(row)
    }
  }
  const parting = partingHeadings(document, outlined)
  const entries = parting.flatMap((heading, index) => {
    if (heading.level !== 3 || isTemplate(heading.text.trim()) || isTemplate(bareName(heading.text))) return []
    return [entryOf(document, outlined, heading, endOf(document, outlined, parting, index))]
  })
  return { path: document.path, document, hasTable: first !== undefined, table: first, rows, entries }
}

/** `isPlugin` recognises the names of plugin directories: a heading with such a name is an entry even without fields. */
function withEntries(scanned: Registry, isPlugin: (name: string) => boolean): Registry {
  const inTable = new Set(scanned.rows.map(({ name }) => name))
  return { ...scanned, entries: scanned.entries.filter(({ status, name }) => status || inTable.has(name) || isPlugin(name)) }
}

export const readRegistry = (document: TextDocument, isPlugin: (name: string) => boolean): Registry =>
  withEntries(scanRegistry(document), isPlugin)

const scanned = cachedReader(scanRegistry)

/** The registry in a view, or why it is not text: it is parsed once, whatever directories there are. */
export function registryIn(view: View, path: string, limit: number, isPlugin: (name: string) => boolean): Registry | UnreadableReason {
  const found = scanned(view, path, limit)
  return typeof found === 'string' ? found : withEntries(found, isPlugin)
}

/** Reads a `NOTES.md` as the second place of its plugin; `undefined` when it has no status line. */
export function readNotes(document: TextDocument, name: string): SecondPlace | undefined {
  const outlined = outline(document)
  const fields = markdownFields({ document, outlined, from: 1, end: document.lineCount + 1, bullet: true })
  const status = fields.get('current status')
  if (!status) return undefined
  const isTimeline = ({ text }: Heading) => text.trim().toLowerCase() === timelineLabel
  const timelines = outlined.headings.flatMap((heading, index) =>
    isTimeline(heading)
      ? [readTimeline(document, outlined, heading.line + 1, outlined.headings[index + 1]?.line ?? document.lineCount + 1)]
      : [],
  )
  return {
    kind: 'notes',
    name,
    path: document.path,
    document,
    place: document.place(status.line),
    line: status.line,
    end: document.lineCount + 1,
    status,
    version: fields.get('version'),
    updated: undefined,
    firstField: status.line,
    repeated: fields.repeated.filter(({ again }) => again.label === 'current status'),
    timelines,
    timelineLabel: outlined.headings.findLast(isTimeline)?.line,
  }
}

/** A row, entry or field that occurs there twice. */
interface Double {
  readonly what: string
  readonly first: Place
  readonly again: Place
}

/** Every part of a plugin in the registry after the first of its kind. */
export function duplicatesOf({ rows, seconds }: Plugin): readonly Double[] {
  const behindFirst = (what: string, [first, ...others]: readonly { readonly place: Place }[]) =>
    first ? others.map(({ place }) => ({ what, first: first.place, again: place })) : []
  const fields = seconds.flatMap(({ repeated }) =>
    repeated.map(({ first, again }) => ({ what: again.label, first: first.place, again: again.place })),
  )
  return [...behindFirst('row', rows), ...behindFirst('entry', seconds), ...fields]
}
