import { once } from '../../../core/once.ts'
import type { View } from '../../../core/view.ts'
import { bufferOf, commonEnds } from '../../../documents/common-ends.ts'
import { decodeUtf8, copyOfText, textDocument } from '../../../documents/text.ts'
import { outline, type Heading } from '../../../documents/markdown.ts'
import { entryOf, partingHeadings, rowOf, scanRegistry, type Row, type SecondPlace, type Table } from './registry.ts'

/** A row or an entry: what it is about, and everything from which it is read. */
interface Part {
  readonly name: string
  readonly source: string
}

/** A row by its line in its section. The source is the header of its table and its own line. */
interface SectionRow extends Part {
  readonly line: number
  readonly table: Table
}

/** The lines of the only table of a section, if each ends with a newline and begins with a pipe: other such lines are rows as well. */
interface Body {
  readonly table: Table
  readonly header: string
  /** The number of bytes in the section before its first row. */
  readonly start: number
  /** The number of bytes of each row. */
  readonly sizes: readonly number[]
}

/** The lines of a registry from one of the headings that part entries to the next, or those before the first. */
interface Section {
  /** In bytes. */
  readonly size: number
  /** How many lines it has. */
  readonly lines: number
  readonly hasTable: boolean
  readonly rows: readonly SectionRow[]
  readonly body: Body | undefined
  readonly entry: (Part & { readonly heading: Heading; readonly hasStatus: boolean }) | undefined
}

/** A heading of the first three levels in the first column. */
const parting = /(?<=\n|^)#{1,3}(?=[ \t\r\n]|$)/y
/** By so many bytes it is recognized. */
const partingSize = 4

function partsAt(text: string, at: number): boolean {
  parting.lastIndex = at
  return at === text.length || parting.test(text)
}

/** Cuts a text at its headings. */
function cut(text: string): readonly string[] {
  const pieces: string[] = []
  let start = 0
  for (let at = text.indexOf('\n#') + 1; at > 0; at = text.indexOf('\n#', at) + 1) {
    if (!partsAt(text, at)) continue
    pieces.push(text.slice(start, at))
    start = at
  }
  return start < text.length ? [...pieces, text.slice(start)] : pieces
}

/** The Markdown library ends a table after some ten thousand cells that short rows lack: of so many cells none can. */
const mostCells = 0x10000

const isRow = (line: string) => line.startsWith('|') && !line.includes('\r')

const sizeOf = (text: string) => Buffer.byteLength(text)

/** The body of a table, if its rows may change without anything else in its section. */
function bodyOf(text: string, table: Table): Body | undefined {
  const lines = text.split('\n')
  const rows = lines.slice(table.header + 1, table.last)
  const header = lines[table.header - 1] ?? ''
  if (!isRow(header) || !rows.every(isRow) || lines.length <= table.last) return undefined
  const start = sizeOf(`${lines.slice(0, table.header + 1).join('\n')}\n`)
  return { table, header, start, sizes: rows.map((row) => sizeOf(row) + 1) }
}

const sourceOf = (header: string, line: string) => `${header}\n${line}`

/**
 * Reads a section by itself. `undefined`: what follows belongs to one of its blocks, such as code or a comment, or it has another heading
 * that parts entries.
 */
function readSection(path: string, text: string): Section | undefined {
  const document = textDocument(path, `${text}${text.endsWith('\n') ? '' : '\n'}# `)
  const outlined = outline(document)
  const headings = partingHeadings(document, outlined)
  const heading = partsAt(text, 0) ? headings[0] : undefined
  const isApart = headings.at(-1)?.line === document.lineCount && headings.length === (partsAt(text, 0) ? 2 : 1)
  if (!isApart) return undefined
  const { hasTable, table, rows, entries } = scanRegistry(document)
  const [entry] = entries
  return {
    size: sizeOf(text),
    lines: document.lineCount - 1,
    hasTable,
    rows: rows.map((row) => ({
      name: row.name,
      line: row.line,
      table: row.table,
      source: sourceOf(document.line(row.table.header), document.line(row.line)),
    })),
    body: !entry && table && outlined.tables.length === 1 ? bodyOf(text, table) : undefined,
    entry: entry && heading && { name: entry.name, source: text, heading, hasStatus: entry.status !== undefined },
  }
}

/**
 * A section in which a stretch is replaced by another, read from the rows that these change. `undefined`: they change more.
 *
 * @param now the bytes of the section after the change
 */
function withRows(path: string, section: Section, from: number, until: number, now: Uint8Array): Section | undefined {
  const { body, rows, size, lines } = section
  if (!body || from < body.start) return undefined
  const { table, header, sizes } = body
  let [first, start] = [0, body.start]
  for (; first < sizes.length && start + (sizes[first] ?? 0) <= from; first++) start += sizes[first] ?? 0
  let [last, end] = [first, start]
  for (; last < sizes.length && end < until; last++) end += sizes[last] ?? 0
  // What is put before a row begins where the row does, and may end in it.
  if (last === first && first < sizes.length && from > start) end += sizes[last++] ?? 0
  if (end < until || (first === sizes.length && from > start)) return undefined
  const text = decodeUtf8(now.subarray(start, now.length - (size - end)))
  if (text === undefined || (text !== '' && !text.endsWith('\n'))) return undefined
  const written = text === '' ? [] : copyOfText(text).slice(0, -1).split('\n')
  const count = sizes.length - (last - first) + written.length
  if (!written.every(isRow) || count * table.titles.length > mostCells) return undefined
  const firstLine = table.header + 2
  const shift = written.length - (last - first)
  const after = { ...table, last: firstLine + count - 1 }
  const read = written.flatMap((line, index): readonly SectionRow[] => {
    const row = rowOf(textDocument(path, line), 1, after)
    return row ? [{ name: row.name, line: firstLine + first + index, table: after, source: sourceOf(header, line) }] : []
  })
  return {
    ...section,
    size: now.length,
    lines: lines + shift,
    rows: [
      ...rows.filter(({ line }) => line < firstLine + first),
      ...read,
      ...rows.filter(({ line }) => line >= firstLine + last).map((row) => (shift === 0 ? row : { ...row, line: row.line + shift })),
    ],
    body: { ...body, table: after, sizes: [...sizes.slice(0, first), ...written.map((line) => sizeOf(line) + 1), ...sizes.slice(last)] },
  }
}

/**
 * The sections of a file, with those of an earlier one where they are the same; `undefined`: it is no text; or the bytes of one that cannot
 * be read by itself.
 */
function reread(path: string, bytes: Uint8Array, earlier: RegistrySections | undefined): readonly Section[] | Uint8Array | undefined {
  const before = earlier?.sections ?? []
  const common = earlier ? commonEnds(earlier.bytes, bytes) : { start: 0, end: 0 }
  let [first, start] = [0, 0]
  for (let section = before[first]; section && start + section.size + partingSize <= common.start; section = before[++first])
    start += section.size
  let [last, end] = [before.length, bytes.length]
  // The newline before the heading of a section belongs to the one before.
  for (
    let section = before[last - 1];
    section && last > first && end - section.size > bytes.length - common.end;
    section = before[last - 1]
  ) {
    end -= section.size
    last--
  }
  const [only, ...others] = before.slice(first, last)
  if (earlier && only && others.length === 0) {
    const [from, until] = [common.start - start, only.size - (common.end - (bytes.length - end))]
    const changed = withRows(path, only, from, until, bytes.subarray(start, end))
    if (changed) return before.with(first, changed)
  }
  const text = decodeUtf8(bytes.subarray(start, end))
  if (text === undefined) return undefined
  const read: Section[] = []
  for (const piece of cut(text)) {
    const section = readSection(path, copyOfText(piece))
    if (!section) return Buffer.from(piece)
    read.push(section)
  }
  return [...before.slice(0, first), ...read, ...before.slice(last)]
}

/** A registry whose rows and entries are read when they are needed. */
export interface RegistrySections {
  readonly bytes: Uint8Array
  readonly sections: readonly Section[]
  readonly hasTable: boolean
  rowsOf(name: string): readonly Row[]
  /** @param isPlugin recognizes the names of plugin directories */
  entriesOf(name: string, isPlugin: (name: string) => boolean): readonly SecondPlace[]
  hasEntries(isPlugin: (name: string) => boolean): boolean
}

function added<Element>(lists: Map<string, Element[]>, name: string, element: Element): void {
  const list = lists.get(name)
  if (list) list.push(element)
  else lists.set(name, [element])
}

function registrySections(path: string, bytes: Uint8Array, sections: readonly Section[]): RegistrySections {
  /** By name the rows and entries, each with the number of lines before its section. */
  const byName = once(() => {
    const rows = new Map<string, (readonly [row: SectionRow, section: Section, before: number])[]>()
    const entries = new Map<string, (readonly [section: Section, before: number])[]>()
    let before = 0
    for (const section of sections) {
      for (const row of section.rows) added(rows, row.name, [row, section, before] as const)
      if (section.entry) added(entries, section.entry.name, [section, before] as const)
      before += section.lines
    }
    return { rows, entries }
  })
  const counts = ({ entry }: Section, isPlugin: (name: string) => boolean) =>
    entry !== undefined && (entry.hasStatus || byName().rows.has(entry.name) || isPlugin(entry.name))
  return {
    bytes,
    sections,
    hasTable: sections.some(({ hasTable }) => hasTable),
    rowsOf: (name) =>
      (byName().rows.get(name) ?? []).flatMap(([{ line, source, table: own }, { body }, before]) => {
        const table = body?.table ?? own
        const shifted = { ...table, header: table.header + before, last: table.last + before }
        const at = line + before
        return rowOf(textDocument(path, source.slice(source.indexOf('\n') + 1), at - 1), at, shifted) ?? []
      }),
    entriesOf: (name, isPlugin) =>
      (byName().entries.get(name) ?? []).flatMap(([section, before]) => {
        const { entry, lines } = section
        if (!entry || !counts(section, isPlugin)) return []
        const document = textDocument(path, entry.source, before)
        const heading = { ...entry.heading, line: entry.heading.line + before }
        const end = heading.line + lines
        return [entryOf(document, outline(document, heading.line, end), heading, end)]
      }),
    hasEntries: (isPlugin) => sections.some((section) => counts(section, isPlugin)),
  }
}

/** Of each series of views the registry that was read last, or a part of it that cannot be read by itself. */
const latest = new WeakMap<readonly string[], RegistrySections | Uint8Array>()

/**
 * The registry in one of a series of views, of which only those sections and rows are read that the one before had not. `undefined`: it is
 * no text, or it has to be read as a whole.
 */
export function sectionsIn(view: View, path: string, limit: number): RegistrySections | undefined {
  const entry = view.series && view.entry(path)
  const bytes = entry?.kind === 'file' && entry.size <= limit ? view.bytes(path) : undefined
  if (!view.series || !bytes) return undefined
  const before = latest.get(view.series.changed)
  if (before instanceof Uint8Array) {
    if (bufferOf(bytes).includes(bufferOf(before))) return undefined
  } else if (before?.bytes === bytes) return before
  const sections = reread(path, bytes, before instanceof Uint8Array ? undefined : before)
  if (!sections) return undefined
  const now = sections instanceof Uint8Array ? sections : registrySections(path, bytes, sections)
  latest.set(view.series.changed, now)
  return now instanceof Uint8Array ? undefined : now
}

const partsOf = (sections: readonly Section[]): readonly Part[] =>
  sections.flatMap(({ rows, entry }): readonly Part[] => (entry ? [...rows, entry] : rows))

/** The sources of some rows and entries, by name. */
function sourcesByName(parts: readonly Part[]): ReadonlyMap<string, string> {
  const sources = new Map<string, string[]>()
  for (const { name, source } of parts) added(sources, name, source)
  return new Map(Array.from(sources, ([name, texts]) => [name, JSON.stringify(texts)]))
}

/** Two lists without the elements that are alike at their beginnings and ends. */
function differing<Element>(one: readonly Element[], other: readonly Element[], isAlike: (a: Element, b: Element) => boolean) {
  const alike = (a: Element | undefined, b: Element | undefined) => a !== undefined && b !== undefined && isAlike(a, b)
  const least = Math.min(one.length, other.length)
  let first = 0
  while (first < least && alike(one[first], other[first])) first++
  let last = 0
  while (last < least - first && alike(one.at(-1 - last), other.at(-1 - last))) last++
  return [one.slice(first, one.length - last), other.slice(first, other.length - last)] as const
}

/** The names whose rows or entries may say something else in one registry than in another. */
export function namesBetween({ sections: now }: RegistrySections, { sections: before }: RegistrySections): readonly string[] {
  const [inNow, inBefore] = differing(now, before, (a, b) => a === b)
  const isAlike = (a: Part, b: Part) => a === b || (a.name === b.name && a.source === b.source)
  const [partsNow, partsBefore] = differing(partsOf(inNow), partsOf(inBefore), isAlike)
  const [one, other] = [sourcesByName(partsNow), sourcesByName(partsBefore)]
  return [...new Set([...one.keys(), ...other.keys()])].filter((name) => one.get(name) !== other.get(name))
}
