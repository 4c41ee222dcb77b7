import { insertAfter, type TextDocument, type Splice } from '../../../documents/text.ts'
import { cellsOf, type Cell } from '../../../documents/markdown.ts'
import {
  type Table,
  orderOf,
  withoutBullet,
  type Row,
  type SecondPlace,
  type Timeline,
  type TimelineLine,
  type Value,
} from './registry.ts'
import { memo } from '../../../core/once.ts'
import { mostFrequent } from '../../../core/grouped.ts'
import { insertBefore, isBlank, lastFilledLine, lastLineOfEntry } from '../../../documents/lines.ts'
import type { PluginModel } from '../model.ts'
import { withDayText, normalizeText, withStatusText, withVersionText } from './values.ts'

/** How labels are written, by an example: the colon bold or behind the bold, the words capitalized or in capitals. */
export type LabelForm = '**Label:**' | '**Label**:' | '**LABEL:**' | '**LABEL**:'

export const formatLabel = (words: string, form: LabelForm): string =>
  form.replace(/label/i, (example) => (example === 'LABEL' ? words.toUpperCase() : words))

export function labelForm(document: TextDocument, line: number | undefined): LabelForm {
  const [, words = '', colon = ':**'] =
    line === undefined ? [] : (/^\s*(?:[-*+] )?\*\*([^*]*?)(:\*\*|\*\*:)/.exec(document.line(line)) ?? [])
  const isInCapitals = words !== words.toLowerCase() && words === words.toUpperCase()
  return `**${isInCapitals ? 'LABEL' : 'Label'}${colon as ':**' | '**:'}`
}

/** A text as written in a cell: its pipes do not end the cell, nor does a backslash keep the pipe that does. */
export const escapeForCell = (text: string): string => text.replaceAll('|', '\\|').replace(/\\$/, '\\ ')

/** How many columns a text takes: an emoji takes two. */
const widthOf = (text: string): number =>
  Array.from(text).reduce(
    (sum, character) => sum + (character === '\ufe0f' ? 0 : /\p{Emoji_Presentation}/u.test(character) ? 2 : 1),
    0,
  )

/** How many blanks come after a cell, before the pipe that ends it. */
export const blanksAfter = (line: string, { end }: Pick<Cell, 'end'>): number =>
  /^ *(?=\|)/.exec(line.slice(end, end + 200))?.[0].length ?? 0

/** How many blanks come before a cell. */
const blanksBefore = (line: string, { start }: Pick<Cell, 'start'>): number =>
  start - line.slice(0, start).trimEnd().length

/** Whether a row has its pipes where the header of its table has them. */
function isAligned(document: TextDocument, table: Table, row: number): boolean {
  const [headerWidths, rowWidths] = [table.header, row].map((number) => {
    const line = document.line(number)
    const ends = cellsOf(line).map((cell) => cell.end + blanksAfter(line, cell))
    return ends.map((end, index) => widthOf(line.slice(ends[index - 1] ?? 0, end))).join(' ')
  })
  return headerWidths === rowWidths
}

/** Where a table has the blanks that align its columns: on the left of texts that are aligned to the right. */
export type PaddingSide = 'left' | 'right'

/** The side of the padding in each column of an aligned table; empty for another table. */
export function paddingSidesOf(document: TextDocument, table: Table, row: number): readonly PaddingSide[] {
  if (!isAligned(document, table, row)) return []
  return cellsOf(document.line(table.header + 1)).map(({ text }) => (/^-+:$/.test(text) ? 'left' : 'right'))
}

/**
 * A text in place of a cell's: in an aligned table the pipes stay where they are, if the text leaves room. Offsets
 * count in the line.
 */
export function replaceCell(line: string, cell: Cell, text: string, side: PaddingSide | undefined): Splice {
  const minBlanks = line[cell.start - 1] === ' ' ? 1 : 0
  const [leadingBlanks, trailingBlanks] = [blanksBefore(line, cell), blanksAfter(line, cell)]
  const blanks = (existingBlanks: number) =>
    ' '.repeat(Math.max(minBlanks, existingBlanks + widthOf(line.slice(cell.start, cell.end)) - widthOf(text)))
  if (side === 'left') return { start: cell.start - leadingBlanks, end: cell.end, text: blanks(leadingBlanks) + text }
  return side === 'right'
    ? { start: cell.start, end: cell.end + trailingBlanks, text: text + blanks(trailingBlanks) }
    : { start: cell.start, end: cell.end, text }
}

/** The fields that a row and a second place have. */
export const registryFields = ['status', 'version', 'updated'] as const
export type RegistryField = (typeof registryFields)[number]

/** What a place of the registry says or is to say of a plugin. What is absent stays as it is. */
export interface RegistryValues extends Readonly<Partial<Record<RegistryField, string | undefined>>> {
  /** For a plugin that is new there. */
  readonly type?: string | undefined
}

/** The text of a place once it says a value, in the manner of the old one. What a person wrote next to that stays. */
const rewriters = {
  status: (old: string, value: string, continues: boolean) => withStatusText(old, normalizeText(value), continues),
  version: withVersionText,
  updated: withDayText,
} as const

/** What to write in place of the old text; `undefined` where that says the same. */
function replacement(field: RegistryField, old: Value | undefined, value: string | undefined): string | undefined {
  const text = value === undefined ? undefined : rewriters[field](old?.text ?? '', value, old?.continues === true)
  return text === (old?.text ?? '') ? undefined : text
}

const shiftSplice = (offset: number, { start, end, text }: Splice): Splice => ({
  start: start + offset,
  end: end + offset,
  text,
})

/** Puts values into the cells of a row; cells that it is too short for are added. */
export function cellEdits(document: TextDocument, row: Row, values: RegistryValues): readonly Splice[] {
  const line = document.line(row.line)
  const start = document.offsetOf(row.line)
  const cells = cellsOf(line)
  const edits: Splice[] = []
  const addedCells: string[] = []
  const sides = paddingSidesOf(document, row.table, row.line)
  for (const field of registryFields) {
    const index = row.table.columns[field]
    const cell = index === undefined ? undefined : cells[index]
    const text = replacement(field, row[field], values[field])
    if (index === undefined || text === undefined) continue
    if (cell) edits.push(shiftSplice(start, replaceCell(line, cell, escapeForCell(text), sides[index])))
    else addedCells[index - cells.length] = escapeForCell(text)
  }
  if (addedCells.length > 0) edits.push(appendCells(line, start, addedCells))
  return edits
}

function appendCells(line: string, start: number, addedCells: readonly string[]): Splice {
  const end = start + line.trimEnd().length
  const isClosed = line.trimEnd().endsWith('|')
  // Not `map`, which leaves out the cells that nothing is known of.
  const cells = Array.from(addedCells, (text) => (isClosed ? ` ${text ?? ''} |` : ` | ${text ?? ''}`))
  return { start: end, end, text: cells.join('') }
}

function stretchOf(document: TextDocument, { place, text }: Value): { readonly start: number; readonly end: number } {
  const start = document.offsetOf(place.line ?? 1) + (place.column ?? 1) - 1
  return { start, end: start + text.length }
}

/** Puts values into the fields that an entry, or a `NOTES.md`, has. */
export function fieldEdits(second: SecondPlace, values: RegistryValues): readonly Splice[] {
  return registryFields.flatMap((field) => {
    const value = second[field]
    const text = value && replacement(field, value, values[field])
    if (!value || text === undefined) return []
    const stretch = stretchOf(second.document, value)
    const isGlued = stretch.start === stretch.end && !/\s/.test(second.document.text.charAt(stretch.start - 1))
    return [{ ...stretch, text: isGlued ? ` ${text}` : text }]
  })
}

/** What the timelines of a registry agree on: whether most of those that have an order begin with the newest line. */
const isUsuallyNewestFirst = memo(({ plugins }: PluginModel): boolean => {
  const orders = plugins
    .flatMap(({ second }) => second?.timelines ?? [])
    .flatMap((timeline) => orderOf(timeline)?.newestFirst ?? [])
  return mostFrequent(orders.map(String)) === 'true'
})

/** The block that has the latest day, the last of several; where no line has a day, the last block. */
function newestBlock({ timelines }: SecondPlace): Timeline {
  const latestDayOf = (timeline: Timeline) =>
    timeline.reduce((newest, { day = '' }) => (day > newest ? day : newest), '')
  return timelines.reduce<Timeline>(
    (best, timeline) => (latestDayOf(timeline) >= latestDayOf(best) ? timeline : best),
    [],
  )
}

/**
 * Adds lines of one day to a plugin's timeline, in the block that has the newest lines and at the end of it where these
 * are, so that the order that it has is kept. A line that is there already is not added again.
 */
export function timelineEdits(
  second: SecondPlace,
  day: string,
  lines: readonly string[],
  model: PluginModel,
): readonly Splice[] {
  const existingTexts = new Set(second.timelines.flat().map(({ text }) => withoutBullet(text)))
  const newLines = lines.filter((line) => !existingTexts.has(withoutBullet(line)))
  if (newLines.length === 0) return []
  const { document, timelineLabel } = second
  if (timelineLabel === undefined) return [newBlock(second, newLines)]
  const block = newestBlock(second)
  const [firstLine, ...furtherLines] = block
  if (firstLine) {
    const order = orderOf(block) ?? second.timelines.map(orderOf).find((otherOrder) => otherOrder !== undefined)
    const newestFirst = order?.newestFirst ?? isUsuallyNewestFirst(model)
    return [insertIntoBlock(document, [firstLine, ...furtherLines], day, newestFirst, newLines)]
  }
  const gap = second.kind === 'notes' ? [''] : []
  const separators = isBlank(document, timelineLabel + 1) ? [] : ['']
  return [insertAfter(document, timelineLabel, [...gap, ...newLines, ...separators])]
}

/**
 * Puts lines of a day into a timeline, indented, marked and parted as the others: after the last line that is not
 * later; in a timeline with its newest line first before the first such line.
 */
function insertIntoBlock(
  document: TextDocument,
  block: readonly [TimelineLine, ...TimelineLine[]],
  day: string,
  newestFirst: boolean,
  lines: readonly string[],
): Splice {
  const datedLines = block.filter((line) => line.day !== undefined)
  const linesFromNewest = newestFirst ? datedLines : datedLines.toReversed()
  const notLater = linesFromNewest.find((line) => (line.day ?? '') <= day)
  const oldestLine = linesFromNewest.at(-1) ?? (newestFirst ? block.at(-1) : undefined) ?? block[0]
  const neighbour = notLater ?? oldestLine
  const [lead = '- '] = /^\s*[-*+] +/.exec(document.line(neighbour.line)) ?? []
  const newLines = (newestFirst ? lines.toReversed() : lines).map((line) => lead + withoutBullet(line))
  const isLoose = block[1] !== undefined && isBlank(document, block[1].line - 1)
  if ((notLater === undefined) !== newestFirst)
    return insertBefore(document, neighbour.line, isLoose ? newLines.flatMap((text) => [text, '']) : newLines)
  return insertAfter(
    document,
    lastFilledLine(document, neighbour.line, neighbour.end),
    isLoose ? newLines.flatMap((text) => ['', text]) : newLines,
  )
}

function newBlock(second: SecondPlace, newLines: readonly string[]): Splice {
  const { document, updated, line, end, firstField } = second
  const title =
    second.kind === 'notes'
      ? ['## Lifecycle Timeline', '']
      : [formatLabel('Lifecycle Timeline', labelForm(document, firstField))]
  const updatedLine = updated?.line
  if (updatedLine === undefined)
    return insertAfter(document, lastLineOfEntry(document, line, end), ['', ...title, ...newLines])
  const gap = isBlank(document, updatedLine - 1) ? [] : ['']
  return insertBefore(document, updatedLine, [...gap, ...title, ...newLines, ''])
}
