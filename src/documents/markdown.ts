import { once } from '../core/once.ts'
import MarkdownIt, { type StateBlock, type Token } from 'markdown-it'
import { quickOutline } from './quick-markdown.ts'
import type { TextDocument } from './text.ts'

/**
 * How deep containers may be nested. What is deeper is passed over line by line: it is neither a heading nor a table.
 */
const maxNestingDepth = 20

/**
 * The library as it is used for blocks: CommonMark with tables, bounded in depth. Of a table it leaves no rows, and
 * only those cells that are wanted.
 */
export function blockParser(isWanted: (cell: string) => boolean = () => false) {
  const markdown = new MarkdownIt('commonmark', { maxNesting: Infinity }).enable('table')
  // The library reads the definition of a link to a script as a paragraph; in CommonMark any address is one.
  markdown.validateLink = () => true
  // The library's own limit gives up the rest of the text with the list that is too deep.
  markdown.block.ruler.before('table', 'deep', (state, line, _end, silent) => {
    if (silent || state.level < maxNestingDepth) return false
    state.line = line + 1
    return true
  })
  // The library fills each row up to the width of the head, some 32 cells for each character of a table made for it,
  // and its tokens are slow to make and large.
  markdown.block.State = class extends markdown.block.State {
    override push(type: string, tag: string, nesting: -1 | 0 | 1): Token {
      if (this.parentType !== 'table' || type.startsWith('table_')) return super.push(type, tag, nesting)
      const cell = this.tokens.at(-1)
      if (nesting < 0 && cell?.type === 'inline' && !isWanted(cell.content)) this.tokens.pop()
      const token = { type, tag, nesting, map: null, content: '' } as Token
      if (type === 'inline') this.tokens.push(token)
      return token
    }
  }
  return markdown
}

/** The blocks of a text as a parser of these reads them. Lines count from 0 and end at LF or CRLF. */
export function parseBlocks(parser: ReturnType<typeof blockParser>, text: string): readonly Token[] {
  const tokens: Token[] = []
  // The library ends lines at a lone CR too.
  const lines = text.replaceAll('\r\n', '\n').replaceAll('\r', ' ')
  parser.block.parse(lines, parser, {}, tokens)
  return tokens
}

/** Blocks only: no inline parsing, no HTML is made. */
const outlineParser = blockParser()

const tableTokens: ReadonlySet<string> = new Set(['table_open', 'tr_open'])

/** Keeps the rows of tables and the text of headings, and drops paragraphs. */
function isKept({ parentType, tokens }: StateBlock, type: string): boolean {
  if (parentType === 'table') return tableTokens.has(type)
  return type === 'inline' ? tokens.at(-1)?.type === 'heading_open' : !type.startsWith('paragraph_')
}

/** The library's tokens are slow to make, and most are not needed. */
outlineParser.block.State = class extends outlineParser.block.State {
  override push(type: string, tag: string, nesting: -1 | 0 | 1): Token {
    if (nesting < 0) this.level--
    const token = { type, tag, nesting, level: this.level, map: null, content: '' } as Token
    if (nesting > 0) this.level++
    if (isKept(this, type)) this.tokens.push(token)
    return token
  }
}

/**
 * The blocks of a text, by CommonMark with tables, as a flat list of openings and closings; paragraphs are left out.
 * Lines count from 0 and end at LF or CRLF.
 */
export const blocksOf = (text: string): readonly Token[] => parseBlocks(outlineParser, text)

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
  readonly rows: readonly number[]
}

/** At any depth. */
export interface ListItem {
  /** Its first line, and the line after its last that is not blank. */
  readonly line: number
  readonly end: number
  /** 0 for the items of a top-level list. */
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

const lineKinds: readonly LineKind[] = ['text', 'code', 'html', 'quote']

const kindOfBlock: Readonly<Record<string, LineKind>> = {
  fence: 'code',
  code_block: 'code',
  html_block: 'html',
  blockquote_open: 'quote',
}

function blocksIn(document: TextDocument, from: number, end: number): Outline {
  const headings: Heading[] = []
  const tables: TableBlock[] = []
  const items: ListItem[] = []
  const kindAt = new Uint8Array(document.lineCount + 1)
  /** For each list that is open, whether it is ordered. */
  const lists: boolean[] = []
  /** Of the table that is open. */
  let rows: number[] | undefined
  let quotes = 0
  const tokens = blocksOf(document.text.slice(document.offsetOf(from), document.offsetOf(end)))
  let next = 0
  for (const { type, tag, map } of tokens) {
    next++
    const line = from + (map?.[0] ?? 0)
    const end = from + (map?.[1] ?? 0)
    const kind = kindOfBlock[type]
    if (kind !== undefined) kindAt.fill(lineKinds.indexOf(kind), line, end)
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
        items.push({
          line,
          end: endWithoutBlanks(document, line, end),
          depth: lists.length - 1,
          ordered: lists.at(-1) === true,
        })
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
  return { headings, tables, items, kindOf: (line) => lineKinds[kindAt[line] ?? 0] ?? 'text' }
}

/** The line after the last one before `end` that is not blank. */
function endWithoutBlanks(document: TextDocument, line: number, end: number): number {
  let last = end - 1
  while (last > line && document.line(last).trim() === '') last--
  return last + 1
}

/**
 * What a quick look finds, and the rest once it is needed. A class, since V8 keeps the shape of every object literal
 * with getters, and with it the text, until it collects its old space.
 */
class LazyOutline implements Outline {
  readonly #quick: ReturnType<typeof quickOutline>
  readonly #whole: () => Outline

  constructor(document: TextDocument, from: number, end: number) {
    this.#quick = quickOutline(document, from, end)
    this.#whole = once(() => blocksIn(document, from, end))
  }

  get headings(): Outline['headings'] {
    return this.#quick?.headings ?? this.#whole().headings
  }

  get tables(): Outline['tables'] {
    return this.#whole().tables
  }

  get items(): Outline['items'] {
    return this.#whole().items
  }

  readonly kindOf: Outline['kindOf'] = (line) => this.#quick?.kindOf(line) ?? this.#whole().kindOf(line)
}

/**
 * Reads the blocks of a document from the given line on, up to a line that begins a new one: CommonMark with tables.
 * The library reads it only where that is needed.
 */
export const outline = (document: TextDocument, from = 1, end = document.lineCount + 1): Outline =>
  new LazyOutline(document, from, end)

/** A part of a document under a heading: from the heading to the next one of the same or a higher level. */
export interface Section {
  readonly heading: Heading
  /** The line after its last. */
  readonly end: number
}

export function sections(outlined: Outline, document: TextDocument, level: number): readonly Section[] {
  const boundaries = outlined.headings.filter((heading) => heading.level <= level)
  return boundaries.flatMap((heading, index) =>
    heading.level === level ? [{ heading, end: boundaries[index + 1]?.line ?? document.lineCount + 1 }] : [],
  )
}

/** The elements of a list in line order that begin between two lines, the second exclusive. */
export function elementsBetween<Element extends { readonly line: number }>(
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

/** A top-level block. Lines count from 1 in the whole file. */
export interface TopBlock {
  readonly kind: 'html' | 'other'
  /** Its first line, and its last. */
  readonly line: number
  readonly last: number
}

/** Keeps paragraphs. */
const topLevelParser = blockParser()

/** Blocks whose blank lines at the end are their own. */
const blankKeepingTokens: ReadonlySet<string> = new Set(['fence', 'html_block'])

/** The top-level blocks of a text from the given line on, in order: CommonMark with tables. */
export function topLevelBlocks(document: TextDocument, from = 1): readonly TopBlock[] {
  return parseBlocks(topLevelParser, document.text.slice(document.offsetOf(from))).flatMap(
    ({ type, level, nesting, map }) => {
      if (level !== 0 || nesting === -1 || !map) return []
      const line = from + map[0]
      let last = from + map[1] - 1
      while (!blankKeepingTokens.has(type) && last > line && document.line(last).trim() === '') last--
      return [{ kind: type === 'html_block' ? ('html' as const) : ('other' as const), line, last }]
    },
  )
}

/** A cell of a Markdown table: its trimmed text in the line. Offsets count from the beginning of the line. */
export interface Cell {
  /** With `|` for `\|`. */
  readonly text: string
  readonly start: number
  readonly end: number
}

/**
 * The pipes of a line that separate cells. GitHub takes one after a backslash for text, whatever precedes the
 * backslash.
 */
function cellPipes(line: string): number[] {
  const pipes: number[] = []
  for (let at = line.indexOf('|'); at !== -1; at = line.indexOf('|', at + 1)) if (line[at - 1] !== '\\') pipes.push(at)
  return pipes
}

/**
 * The cells of one line of a table, with or without pipes around it. An empty cell is an empty stretch after its first
 * blank.
 */
export function cellsOf(line: string): readonly Cell[] {
  const text = line.trim()
  if (text === '') return []
  const begin = line.indexOf(text)
  const bounds = cellPipes(line)
  if (bounds[0] !== begin) bounds.unshift(begin - 1)
  if (bounds.at(-1) !== begin + text.length - 1) bounds.push(line.length)
  return bounds.slice(1).map((bound, index) => {
    const from = (bounds[index] ?? 0) + 1
    const raw = line.slice(from, bound)
    const source = raw.trim()
    const start = source === '' ? Math.min(from + 1, bound) : from + raw.indexOf(source)
    return { text: source.replaceAll('\\|', '|'), start, end: start + source.length }
  })
}
