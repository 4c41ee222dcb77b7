import type { Place } from '../../../core/diagnostic.ts'
import type { View } from '../../../core/view.ts'
import {
  elementsBetween,
  cellsOf,
  outline,
  type Outline,
  type Heading,
  type TableBlock,
} from '../../../documents/markdown.ts'
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

export type Timeline = readonly TimelineLine[]

const timelineLinePattern = /^[-*+] +\*\*(\d{4}-\d{2}-\d{2})(?: \((.*?)\))?:\*\* \S/
/** The date of a line that has the form, whether it exists or not. */
export const dateOfTimelineLine = (text: string): string | undefined => timelineLinePattern.exec(text)?.[1]

/** What other lines begin with: any bullet, bold or not. */
const dayPrefixPattern = /^(?:[-*+] +)?(?:\*\*)?(\d{4}-\d{2}-\d{2})(?!\d)(?:\*\*)?(?: ?\(([^()]*)\))?/

function readTimelineLine(document: TextDocument, line: number, end: number): TimelineLine {
  const text = document.line(line).trim()
  const [, date, about = ''] = timelineLinePattern.exec(text) ?? dayPrefixPattern.exec(text) ?? []
  const validDay = date !== undefined && isDay(date) ? date : undefined
  return {
    line,
    end,
    place: document.place(line),
    formed: validDay !== undefined && timelineLinePattern.test(text),
    day: validDay,
    about,
    text,
  }
}

/** The items of the top-level lists between two lines (the second exclusive) as one timeline. */
export function readTimeline(document: TextDocument, outlined: Outline, from: number, end: number): Timeline {
  return elementsBetween(outlined.items, from, end)
    .filter(({ depth }) => depth === 0)
    .map(({ line, end }) => readTimelineLine(document, line, end))
}

/** A line of a list without its bullet: the same words are the same line, whichever bullet a file uses. */
export const withoutBullet = (text: string): string => text.replace(/^[-*+] +/, '')

/** Two lines of a timeline, one after the other, of different days. */
type DayStep = readonly [before: TimelineLine, line: TimelineLine]

/** The days of a timeline, as far as they show an order. */
export interface TimelineOrder {
  /** Whether it descends throughout. */
  readonly newestFirst: boolean
  /** The first step to an earlier day. */
  readonly back: DayStep | undefined
}

/** In which order the lines of a timeline are; `undefined` where its days do not say. */
export function orderOf(timeline: Timeline): TimelineOrder | undefined {
  const datedLines = timeline.filter(({ day }) => day !== undefined)
  const steps = datedLines.flatMap((line, index): DayStep[] => {
    const previousLine = datedLines[index - 1]
    return previousLine === undefined || previousLine.day === line.day ? [] : [[previousLine, line]]
  })
  const backSteps = steps.filter(([previousLine, line]) => (line.day ?? '') < (previousLine.day ?? ''))
  return steps.length === 0 ? undefined : { newestFirst: backSteps.length === steps.length, back: backSteps[0] }
}

export const oldestFirst = (timeline: Timeline): Timeline =>
  orderOf(timeline)?.newestFirst ? timeline.toReversed() : timeline

/** A value in a cell or field: its trimmed text and where it is. */
export interface Value {
  readonly text: string
  readonly place: Place
  /** For a field: the line of its label, the last of its value, and whether that goes on after the line of its text. */
  readonly line?: number
  readonly last?: number
  readonly continues?: boolean
}

export interface Table {
  readonly header: number
  /** The line of its last row; of a table without rows that of the delimiters. */
  readonly last: number
  /** What the header's cells say, in lower case. */
  readonly titles: readonly string[]
  readonly columns: Readonly<Partial<Record<Column, number>>>
}

/**
 * A row of the registry's table. A value is absent when the row is too short for it or the table has no such column.
 */
export interface Row {
  readonly name: string
  readonly place: Place
  readonly line: number
  readonly table: Table
  readonly cells: number
  readonly status: Value | undefined
  readonly version: Value | undefined
  readonly updated: Value | undefined
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
  readonly document: TextDocument
  /** The first table with the columns for name and status: new rows go there. */
  readonly table: Table | undefined
  readonly rows: readonly Row[]
  readonly entries: readonly SecondPlace[]
}

const isTemplate = (name: string) => name.startsWith('[') && name.endsWith(']')

/** What may enclose a name: a link, bold, code. */
const wrapperPatterns = [/^\[([^\]]*)\]\([^)]*\)$/, /^\*\*(.*)\*\*$/, /^__(.*)__$/, /^`(.*)`$/]

/** A name without what encloses it, however nested. */
function unwrapName(cell: string): string {
  let name = cell
  for (const pattern of [...wrapperPatterns, ...wrapperPatterns, ...wrapperPatterns])
    name = pattern.exec(name)?.[1]?.trim() ?? name
  return name
}

const columnTitles = {
  name: ['plugin name', 'plugin'],
  status: ['status'],
  version: ['version'],
  updated: ['last updated'],
} as const

export type Column = keyof typeof columnTitles

function tableOf(document: TextDocument, { header, rows }: TableBlock): Table | undefined {
  const titles = cellsOf(document.line(header)).map(({ text }) => unwrapName(text).toLowerCase())
  const columns = columnsOf(titles)
  if (columns.name === undefined || columns.status === undefined) return undefined
  return { header, last: rows.at(-1) ?? header + 1, titles, columns }
}

function columnsOf(titles: readonly string[]): Table['columns'] {
  const columnEntries = Object.entries(columnTitles).flatMap(([column, names]) => {
    const index = titles.findIndex((title) => (names as readonly string[]).includes(title))
    return index === -1 ? [] : [[column, index]]
  })
  return Object.fromEntries(columnEntries) as Table['columns']
}

export function rowOf(document: TextDocument, line: number, table: Table): Row | undefined {
  const cells = cellsOf(document.line(line))
  const start = document.offsetOf(line)
  const value = (column: Column): Value | undefined => {
    const index = table.columns[column]
    const cell = index === undefined ? undefined : cells[index]
    return cell && { text: cell.text, place: document.span(start + cell.start, start + cell.end) }
  }
  const nameText = value('name')?.text ?? ''
  const name = unwrapName(nameText)
  if (name === '' || isTemplate(nameText) || isTemplate(name) || cells.every(({ text }) => text === ''))
    return undefined
  return {
    name,
    line,
    table,
    place: document.place(line),
    cells: cells.length,
    status: value('status'),
    version: value('version'),
    updated: value('updated'),
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

/**
 * The headings of a registry at which an entry may end. A line drawn below fields parts entries, and makes no heading
 * of them.
 */
export function partingHeadings(document: TextDocument, outlined: Outline): readonly Heading[] {
  const hasFields = ({ text, line }: Heading) =>
    text.split('\n').some((_, index) => markdownField(document, line + index))
  return outlined.headings.filter(
    (heading) => heading.level <= 3 && !(isUnderlined(document, heading) && hasFields(heading)),
  )
}

/**
 * Where an entry ends: at the next of these headings. An underlined one before a field that the entry lacks is part of
 * it.
 */
function endOfEntry(document: TextDocument, outlined: Outline, headings: readonly Heading[], index: number): number {
  const lineAt = (headingIndex: number) => headings[headingIndex]?.line ?? document.lineCount + 1
  let nextIndex = index + 1
  for (let heading = headings[nextIndex]; heading && isUnderlined(document, heading); heading = headings[nextIndex])
    nextIndex++
  const [from, nextHeadingLine, laterHeadingLine] = [lineAt(index) + 1, lineAt(index + 1), lineAt(nextIndex)]
  const lacks = (label: string) =>
    !hasField(document, outlined, label, from, nextHeadingLine) &&
    hasField(document, outlined, label, nextHeadingLine, laterHeadingLine)
  return laterHeadingLine > nextHeadingLine && ['status', 'last updated'].some(lacks)
    ? laterHeadingLine
    : nextHeadingLine
}

export function entryOf(document: TextDocument, outlined: Outline, heading: Heading, end: number): SecondPlace {
  const fields = markdownFields({ document, outlined, from: heading.line + 1, end })
  const timelines = fields.all.flatMap(({ label, line }, index) => {
    if (label !== timelineLabel) return []
    const stop = Math.min(
      fields.all[index + 1]?.line ?? end,
      elementsBetween(outlined.headings, line + 1, end)[0]?.line ?? end,
    )
    return [readTimeline(document, outlined, line + 1, stop)]
  })
  return {
    kind: 'entry',
    name: unwrapName(heading.text),
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
  let firstTable: Table | undefined
  for (const block of outlined.tables) {
    const table = tableOf(document, block)
    if (!table) continue
    firstTable ??= table
    for (const line of block.rows) {
      const row = rowOf(document, line, table)
      if (row) rows.push(row)
    }
  }
  const headings = partingHeadings(document, outlined)
  const entries = headings.flatMap((heading, index) => {
    if (heading.level !== 3 || isTemplate(heading.text.trim()) || isTemplate(unwrapName(heading.text))) return []
    return [entryOf(document, outlined, heading, endOfEntry(document, outlined, headings, index))]
  })
  return { document, table: firstTable, rows, entries }
}

/**
 * `isPlugin` recognises the names of plugin directories: a heading with such a name is an entry even without fields.
 */
function withEntries(registry: Registry, isPlugin: (name: string) => boolean): Registry {
  const namesInTable = new Set(registry.rows.map(({ name }) => name))
  return {
    ...registry,
    entries: registry.entries.filter(({ status, name }) => status || namesInTable.has(name) || isPlugin(name)),
  }
}

export const readRegistry = (document: TextDocument, isPlugin: (name: string) => boolean): Registry =>
  withEntries(scanRegistry(document), isPlugin)

const cachedScan = cachedReader(scanRegistry)

/** The registry in a view, or why it is not text: it is parsed once, whatever directories there are. */
export function registryIn(
  view: View,
  path: string,
  limit: number,
  isPlugin: (name: string) => boolean,
): Registry | UnreadableReason {
  const registry = cachedScan(view, path, limit)
  return typeof registry === 'string' ? registry : withEntries(registry, isPlugin)
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
      ? [
          readTimeline(
            document,
            outlined,
            heading.line + 1,
            outlined.headings[index + 1]?.line ?? document.lineCount + 1,
          ),
        ]
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
interface Duplicate {
  readonly kind: string
  readonly first: Place
  readonly again: Place
}

/** Every part of a plugin in the registry after the first of its kind. */
export function duplicatesOf({ rows, seconds }: Plugin): readonly Duplicate[] {
  const duplicatesAmong = (kind: string, [first, ...laterParts]: readonly { readonly place: Place }[]) =>
    first ? laterParts.map(({ place }) => ({ kind, first: first.place, again: place })) : []
  const fields = seconds.flatMap(({ repeated }) =>
    repeated.map(({ first, again }) => ({ kind: again.label, first: first.place, again: again.place })),
  )
  return [...duplicatesAmong('row', rows), ...duplicatesAmong('entry', seconds), ...fields]
}
