import type { TextDocument, Splice } from '../../../documents/text.ts'
import { cellsOf, type Cell } from '../../../documents/markdown.ts'
import {
  type Table,
  isNewestFirst,
  withoutBullet,
  type Row,
  type SecondPlace,
  type Timeline,
  type TimelineLine,
  type Value,
} from './registry.ts'
import { memo } from '../../../core/once.ts'
import { mostFrequent } from '../../../core/frequent.ts'
import { insertBefore, insertAfter, isBlank, lastFilledLine, lastLineOfEntry } from '../../../documents/lines.ts'
import type { PluginModel } from '../model.ts'
import { withDayText, normalised, withStatusText, withVersionText } from './values.ts'

/** How labels are written, by an example: the colon bold or behind the bold, the words capitalized or in capitals. */
export type LabelForm = '**Label:**' | '**Label**:' | '**LABEL:**' | '**LABEL**:'

export const label = (words: string, form: LabelForm): string =>
  form.replace(/label/i, (example) => (example === 'LABEL' ? words.toUpperCase() : words))

export function labelForm(document: TextDocument, line: number | undefined): LabelForm {
  const [, words = '', colon = ':**'] =
    line === undefined ? [] : (/^\s*(?:[-*+] )?\*\*([^*]*?)(:\*\*|\*\*:)/.exec(document.line(line)) ?? [])
  const isInCapitals = words !== words.toLowerCase() && words === words.toUpperCase()
  return `**${isInCapitals ? 'LABEL' : 'Label'}${colon as ':**' | '**:'}`
}

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
  return timelines.reduce<Timeline>((best, timeline) => (latest(timeline) >= latest(best) ? timeline : best), [])
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
    return [intoBlock(document, block, slotFor(block, day, own ?? usuallyNewestFirst(model)), added)]
  }
  const gap = second.kind === 'notes' ? [''] : []
  const parting = isBlank(document, timelineLabel + 1) ? [] : ['']
  return [insertAfter(document, timelineLabel, [...gap, ...added, ...parting])]
}

/** Lines with the indentation and the bullet of one that is there. */
const inMannerOf = (document: TextDocument, { line }: TimelineLine, added: readonly string[]): readonly string[] => {
  const [lead = '- '] = /^\s*[-*+] +/.exec(document.line(line)) ?? []
  return added.map((each) => lead + withoutBullet(each))
}

/** Whether blank lines part the lines of a timeline. */
const isLoose = (document: TextDocument, [first, second]: Timeline): boolean =>
  first !== undefined && second !== undefined && isBlank(document, second.line - 1)

/** How often days, one after the other, go on in the other direction. */
function turnsIn(days: readonly string[]): number {
  const steps = days.flatMap((day, index) => (index === 0 || day === days[index - 1] ? [] : [day > (days[index - 1] ?? '')]))
  return steps.filter((step, index) => index > 0 && step !== steps[index - 1]).length
}

/** A place in a timeline: next to a line. */
interface Slot {
  readonly next: TimelineLine
  readonly isBehind: boolean
  /** Whether of several new lines the last comes first. */
  readonly reversed: boolean
}

/**
 * Where a line of a day goes: next to the latest line that is not later, otherwise to the earliest, on the side that keeps the order.
 * A timeline that is mixed is not mixed further.
 */
function slotFor(block: Timeline, day: string, newestFirst: boolean): Slot {
  const dated = block.filter((line): line is TimelineLine & { readonly day: string } => line.day !== undefined)
  const earlier = dated.filter((line) => line.day <= day)
  const isAfter = earlier.length > 0
  const candidates = isAfter ? earlier : dated
  const found = (newestFirst === isAfter ? candidates : candidates.toReversed()).reduce<(typeof dated)[number] | undefined>(
    (best, each) => (best && (isAfter ? best.day >= each.day : best.day <= each.day) ? best : each),
    undefined,
  )
  if (!found) return { next: (newestFirst ? block.at(-1) : block[0]) as TimelineLine, isBehind: newestFirst, reversed: newestFirst }
  const days = dated.map((line) => line.day)
  const turns = (behind: boolean) => turnsIn(days.toSpliced(dated.indexOf(found) + (behind ? 1 : 0), 0, day))
  const usual = isAfter !== newestFirst
  const isBehind = turns(usual) > turns(!usual) ? !usual : usual
  return { next: found, isBehind, reversed: isBehind !== isAfter }
}

/** Lines at their place in a timeline, parted as the others are. */
function intoBlock(document: TextDocument, block: Timeline, { next, isBehind, reversed }: Slot, lines: readonly string[]): Splice {
  const added = inMannerOf(document, next, reversed ? lines.toReversed() : lines)
  const loose = isLoose(document, block)
  if (!isBehind) return insertBefore(document, next.line, loose ? added.flatMap((each) => [each, '']) : added)
  return insertAfter(document, lastFilledLine(document, next.line, next.end), loose ? added.flatMap((each) => ['', each]) : added)
}

function newBlock(second: SecondPlace, added: readonly string[]): Splice {
  const { document, updated, line, end, firstField } = second
  const title = second.kind === 'notes' ? ['## Lifecycle Timeline', ''] : [label('Lifecycle Timeline', labelForm(document, firstField))]
  const before = updated?.line
  if (before === undefined) return insertAfter(document, lastLineOfEntry(document, line, end), ['', ...title, ...added])
  const gap = isBlank(document, before - 1) ? [] : ['']
  return insertBefore(document, before, [...gap, ...title, ...added, ''])
}
