import { blocksOf } from './markdown-blocks.ts'
import { glance } from './markdown-glance.ts'
import type { TextDocument } from './text.ts'

export interface Heading {
  /** 1 to 6. */
  readonly level: number
  /** Its inline source, without marks and closing `#`s. */
  readonly text: string
  readonly line: number
}

/** A table outside fences, HTML and quotes, whose header has a line of its own. */
export interface TableBlock {
  readonly header: number
  /** The lines of its rows, in order. */
  readonly rows: readonly number[]
}

/** An item of a list, at any depth. */
export interface ListItem {
  /** Its first line, and the line behind its last that is not blank. */
  readonly line: number
  readonly end: number
  /** 0 for the items of a list that stands in no other. */
  readonly depth: number
  readonly ordered: boolean
}

/** What a line belongs to: code (fenced or indented), HTML (comments too), a block quote, or ordinary text. */
export type LineKind = 'code' | 'html' | 'quote' | 'text'

/** The block structure of a Markdown text, in lines that count from 1 in the whole file. */
export interface Outline {
  /** Headings outside lists and quotes. */
  readonly headings: readonly Heading[]
  readonly tables: readonly TableBlock[]
  readonly items: readonly ListItem[]
  kindOf(line: number): LineKind
}

const kinds: readonly LineKind[] = ['text', 'code', 'html', 'quote']

const kindOfBlock: Readonly<Record<string, LineKind>> = {
  fence: 'code',
  code_block: 'code',
  html_block: 'html',
  blockquote_open: 'quote',
}

/** Reads the blocks of a document from the given line on: CommonMark with tables. As far as a glance does not tell, when it is asked. */
export function outline(document: TextDocument, from = 1): Outline {
  const seen = glance(document, from)
  let read: Outline | undefined
  const whole = () => (read ??= blocksIn(document, from))
  return {
    get headings() {
      return seen?.headings ?? whole().headings
    },
    get tables() {
      return whole().tables
    },
    get items() {
      return whole().items
    },
    kindOf: (line) => seen?.kindOf(line) ?? whole().kindOf(line),
  }
}

function blocksIn(document: TextDocument, from: number): Outline {
  const headings: Heading[] = []
  const tables: TableBlock[] = []
  const items: ListItem[] = []
  const kindAt = new Uint8Array(document.lineCount + 1)
  /** Of each list that is open, whether it is an ordered one. */
  const lists: boolean[] = []
  /** Of the table that is open. */
  let rows: number[] | undefined
  let quotes = 0
  const tokens = blocksOf(document.text.slice(document.offsetOf(from)))
  let next = 0
  for (const { type, tag, map } of tokens) {
    next++
    const line = from + (map?.[0] ?? 0)
    const end = from + (map?.[1] ?? 0)
    const kind = kindOfBlock[type]
    if (kind !== undefined) kindAt.fill(kinds.indexOf(kind), line, end)
    if (type === 'blockquote_open') quotes++
    else if (type === 'blockquote_close') quotes--
    if (quotes > 0) continue
    switch (type) {
      case 'bullet_list_open':
      case 'ordered_list_open':
        lists.push(type === 'ordered_list_open')
        break
      case 'bullet_list_close':
      case 'ordered_list_close':
        lists.pop()
        break
      case 'list_item_open':
        items.push({ line, end: withoutBlank(document, line, end), depth: lists.length - 1, ordered: lists.at(-1) === true })
        break
      case 'heading_open':
        if (lists.length === 0) headings.push({ level: Number(tag.slice(1)), text: tokens[next]?.content ?? '', line })
        break
      case 'table_open':
        rows = items.at(-1)?.line === line ? undefined : []
        if (rows) tables.push({ header: line, rows })
        break
      case 'tr_open':
        if (line !== tables.at(-1)?.header) rows?.push(line)
    }
  }
  return { headings, tables, items, kindOf: (line) => kinds[kindAt[line] ?? 0] ?? 'text' }
}

/** The line behind the last one before `end` that is not blank. */
function withoutBlank(document: TextDocument, line: number, end: number): number {
  let last = end - 1
  while (last > line && document.line(last).trim() === '') last--
  return last + 1
}

/** A part of a document under a heading: from the heading to the next one of the same or a higher level. */
export interface Section {
  readonly heading: Heading
  /** The line behind its last. */
  readonly end: number
}

/** The sections that begin with a heading of one of these levels. */
export function sections(outlined: Outline, document: TextDocument, level: number): readonly Section[] {
  const parting = outlined.headings.filter((heading) => heading.level <= level)
  return parting.flatMap((heading, index) =>
    heading.level === level ? [{ heading, end: parting[index + 1]?.line ?? document.lineCount + 1 }] : [],
  )
}

/** The elements of a list in line order that begin between two lines, the second exclusive. */
export function between<Element extends { readonly line: number }>(
  sorted: readonly Element[],
  from: number,
  end: number,
): readonly Element[] {
  const first = (line: number) => {
    let low = 0
    let high = sorted.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((sorted[middle] as Element).line < line) low = middle + 1
      else high = middle
    }
    return low
  }
  return sorted.slice(first(from), first(end))
}
