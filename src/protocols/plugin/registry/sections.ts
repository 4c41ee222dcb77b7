import { groupBy } from '../../../core/grouped.ts'
import { once } from '../../../core/once.ts'
import type { View } from '../../../core/view.ts'
import { bufferOf, commonEnds } from '../../../documents/common-ends.ts'
import { decodeUtf8, copyOfText, textDocument } from '../../../documents/text.ts'
import { outline, type Heading } from '../../../documents/markdown.ts'
import { entryOf, partingHeadings, rowOf, scanRegistry, type Row, type SecondPlace, type Table } from './registry.ts'

/** A row or an entry: what it is about, and everything from which it is read. */
interface RegistryPart {
  readonly name: string
  readonly source: string
}

/** A row by its line in its section. The source is the header of its table and its own line. */
interface SectionRow extends RegistryPart {
  readonly line: number
  readonly table: Table
}

/**
 * The lines of the only table of a section, if each ends with a newline and begins with a pipe: other such lines are
 * rows as well.
 */
interface TableBody {
  readonly table: Table
  readonly header: string
  /** The number of bytes in the section before its first row. */
  readonly start: number
  readonly sizes: readonly number[]
}

/** The lines of a registry from one of the headings that part entries to the next, or those before the first. */
interface Section {
  /** In bytes. */
  readonly size: number
  readonly lines: number
  readonly hasTable: boolean
  readonly rows: readonly SectionRow[]
  readonly body: TableBody | undefined
  readonly entry: (RegistryPart & { readonly heading: Heading; readonly hasStatus: boolean }) | undefined
}

/** A heading of the first three levels in the first column. */
const headingPattern = /(?<=\n|^)#{1,3}(?=[ \t\r\n]|$)/y
/** The most bytes that are needed to recognize a heading. */
const headingPrefixSize = 4

function isBoundaryAt(text: string, offset: number): boolean {
  headingPattern.lastIndex = offset
  return offset === text.length || headingPattern.test(text)
}

function cutAtHeadings(text: string): readonly string[] {
  const pieces: string[] = []
  let start = 0
  for (let offset = text.indexOf('\n#') + 1; offset > 0; offset = text.indexOf('\n#', offset) + 1) {
    if (!isBoundaryAt(text, offset)) continue
    pieces.push(text.slice(start, offset))
    start = offset
  }
  return start < text.length ? [...pieces, text.slice(start)] : pieces
}

/** The Markdown library ends a table after some ten thousand cells that short rows lack: of so many cells none can. */
const maxCells = 0x10000

const isRow = (line: string) => line.startsWith('|') && !line.includes('\r')

const sizeOf = (text: string) => Buffer.byteLength(text)

/** The body of a table, if its rows may change without anything else in its section. */
function bodyOf(text: string, table: Table): TableBody | undefined {
  const lines = text.split('\n')
  const rows = lines.slice(table.header + 1, table.last)
  const header = lines[table.header - 1] ?? ''
  if (!isRow(header) || !rows.every(isRow) || lines.length <= table.last) return undefined
  const start = sizeOf(`${lines.slice(0, table.header + 1).join('\n')}\n`)
  return { table, header, start, sizes: rows.map((row) => sizeOf(row) + 1) }
}

const sourceOf = (header: string, line: string) => `${header}\n${line}`

/**
 * Reads a section by itself. `undefined`: what follows belongs to one of its blocks, such as code or a comment, or it
 * has another heading that parts entries.
 */
function readSection(path: string, text: string): Section | undefined {
  const document = textDocument(path, `${text}${text.endsWith('\n') ? '' : '\n'}# `)
  const outlined = outline(document)
  const headings = partingHeadings(document, outlined)
  const heading = isBoundaryAt(text, 0) ? headings[0] : undefined
  const isSelfContained =
    headings.at(-1)?.line === document.lineCount && headings.length === (isBoundaryAt(text, 0) ? 2 : 1)
  if (!isSelfContained) return undefined
  const { table, rows, entries } = scanRegistry(document)
  const [entry] = entries
  return {
    size: sizeOf(text),
    lines: document.lineCount - 1,
    hasTable: table !== undefined,
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
 * A section in which a range of bytes is replaced, read anew from the rows in it alone. `undefined`: more than whole
 * rows is changed.
 *
 * @param newBytes the bytes of the section after the change
 */
function withRows(
  path: string,
  section: Section,
  from: number,
  until: number,
  newBytes: Uint8Array,
): Section | undefined {
  const { body, rows, size, lines } = section
  if (!body || from < body.start) return undefined
  const { table, header, sizes } = body
  let [firstIndex, start] = [0, body.start]
  for (; firstIndex < sizes.length && start + (sizes[firstIndex] ?? 0) <= from; firstIndex++)
    start += sizes[firstIndex] ?? 0
  let [endIndex, end] = [firstIndex, start]
  for (; endIndex < sizes.length && end < until; endIndex++) end += sizes[endIndex] ?? 0
  // What is put before a row begins where the row does, and may end in it.
  if (endIndex === firstIndex && firstIndex < sizes.length && from > start) end += sizes[endIndex++] ?? 0
  if (end < until || (firstIndex === sizes.length && from > start)) return undefined
  const text = decodeUtf8(newBytes.subarray(start, newBytes.length - (size - end)))
  if (text === undefined || (text !== '' && !text.endsWith('\n'))) return undefined
  const newLines = text === '' ? [] : copyOfText(text).slice(0, -1).split('\n')
  const count = sizes.length - (endIndex - firstIndex) + newLines.length
  if (!newLines.every(isRow) || count * table.titles.length > maxCells) return undefined
  const firstLine = table.header + 2
  const shift = newLines.length - (endIndex - firstIndex)
  const newTable = { ...table, last: firstLine + count - 1 }
  const newRows = newLines.flatMap((line, index): readonly SectionRow[] => {
    const row = rowOf(textDocument(path, line), 1, newTable)
    return row
      ? [{ name: row.name, line: firstLine + firstIndex + index, table: newTable, source: sourceOf(header, line) }]
      : []
  })
  return {
    ...section,
    size: newBytes.length,
    lines: lines + shift,
    rows: [
      ...rows.filter(({ line }) => line < firstLine + firstIndex),
      ...newRows,
      ...rows
        .filter(({ line }) => line >= firstLine + endIndex)
        .map((row) => (shift === 0 ? row : { ...row, line: row.line + shift })),
    ],
    body: {
      ...body,
      table: newTable,
      sizes: [...sizes.slice(0, firstIndex), ...newLines.map((line) => sizeOf(line) + 1), ...sizes.slice(endIndex)],
    },
  }
}

/**
 * The sections of a file, with those of an earlier one where they are the same; `undefined`: it is no text; or the
 * bytes of one that cannot be read by itself.
 */
function readChangedSections(
  path: string,
  bytes: Uint8Array,
  previous: RegistrySections | undefined,
): readonly Section[] | Uint8Array | undefined {
  const previousSections = previous?.sections ?? []
  const common = previous ? commonEnds(previous.bytes, bytes) : { start: 0, end: 0 }
  let [firstIndex, start] = [0, 0]
  for (
    let section = previousSections[firstIndex];
    section && start + section.size + headingPrefixSize <= common.start;
    section = previousSections[++firstIndex]
  )
    start += section.size
  let [endIndex, end] = [previousSections.length, bytes.length]
  // The newline before the heading of a section belongs to the one before.
  for (
    let section = previousSections[endIndex - 1];
    section && endIndex > firstIndex && end - section.size > bytes.length - common.end;
    section = previousSections[endIndex - 1]
  ) {
    end -= section.size
    endIndex--
  }
  const [changedSection, ...otherSections] = previousSections.slice(firstIndex, endIndex)
  if (previous && changedSection && otherSections.length === 0) {
    const [from, until] = [common.start - start, changedSection.size - (common.end - (bytes.length - end))]
    const updatedSection = withRows(path, changedSection, from, until, bytes.subarray(start, end))
    if (updatedSection) return previousSections.with(firstIndex, updatedSection)
  }
  const text = decodeUtf8(bytes.subarray(start, end))
  if (text === undefined) return undefined
  const newSections: Section[] = []
  for (const piece of cutAtHeadings(text)) {
    const section = readSection(path, copyOfText(piece))
    if (!section) return Buffer.from(piece)
    newSections.push(section)
  }
  return [...previousSections.slice(0, firstIndex), ...newSections, ...previousSections.slice(endIndex)]
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

function registrySections(path: string, bytes: Uint8Array, sections: readonly Section[]): RegistrySections {
  /** By name the rows and entries, each with the number of lines before its section. */
  const byName = once(() => {
    let lineCount = 0
    const placedSections = sections.map((section) => {
      const linesBefore = lineCount
      lineCount += section.lines
      return { section, linesBefore }
    })
    const rows = placedSections.flatMap((placed) => placed.section.rows.map((row) => ({ row, ...placed })))
    const entries = placedSections.flatMap((placed) =>
      placed.section.entry ? [{ entry: placed.section.entry, ...placed }] : [],
    )
    return { rows: groupBy(rows, ({ row }) => row.name), entries: groupBy(entries, ({ entry }) => entry.name) }
  })
  const isEntry = ({ entry }: Section, isPlugin: (name: string) => boolean) =>
    entry !== undefined && (entry.hasStatus || byName().rows.has(entry.name) || isPlugin(entry.name))
  return {
    bytes,
    sections,
    hasTable: sections.some(({ hasTable }) => hasTable),
    rowsOf: (name) =>
      (byName().rows.get(name) ?? []).flatMap(({ row, section, linesBefore }) => {
        const table = section.body?.table ?? row.table
        const shiftedTable = { ...table, header: table.header + linesBefore, last: table.last + linesBefore }
        const line = row.line + linesBefore
        const document = textDocument(path, row.source.slice(row.source.indexOf('\n') + 1), line - 1)
        return rowOf(document, line, shiftedTable) ?? []
      }),
    entriesOf: (name, isPlugin) =>
      (byName().entries.get(name) ?? []).flatMap(({ entry, section, linesBefore }) => {
        if (!isEntry(section, isPlugin)) return []
        const document = textDocument(path, entry.source, linesBefore)
        const heading = { ...entry.heading, line: entry.heading.line + linesBefore }
        const end = heading.line + section.lines
        return [entryOf(document, outline(document, heading.line, end), heading, end)]
      }),
    hasEntries: (isPlugin) => sections.some((section) => isEntry(section, isPlugin)),
  }
}

/** The registry that was read last, by series of views; or a part of it that cannot be read by itself. */
const latestBySeries = new WeakMap<readonly string[], RegistrySections | Uint8Array>()

/**
 * The registry in one of a series of views, of which only those sections and rows are read that the one before had not.
 * `undefined`: it is no text, or it has to be read as a whole.
 */
export function sectionsIn(view: View, path: string, limit: number): RegistrySections | undefined {
  const entry = view.series && view.entry(path)
  const bytes = entry?.kind === 'file' && entry.size <= limit ? view.bytes(path) : undefined
  if (!view.series || !bytes) return undefined
  const previous = latestBySeries.get(view.series.changed)
  if (previous instanceof Uint8Array) {
    if (bufferOf(bytes).includes(bufferOf(previous))) return undefined
  } else if (previous?.bytes === bytes) return previous
  const sections = readChangedSections(path, bytes, previous instanceof Uint8Array ? undefined : previous)
  if (!sections) return undefined
  const current = sections instanceof Uint8Array ? sections : registrySections(path, bytes, sections)
  latestBySeries.set(view.series.changed, current)
  return current instanceof Uint8Array ? undefined : current
}

const partsOf = (sections: readonly Section[]): readonly RegistryPart[] =>
  sections.flatMap(({ rows, entry }): readonly RegistryPart[] => (entry ? [...rows, entry] : rows))

/** The sources of some rows and entries, by name. */
function sourcesByName(parts: readonly RegistryPart[]): ReadonlyMap<string, string> {
  const partsByName = groupBy(parts, ({ name }) => name)
  return new Map(
    Array.from(partsByName, ([name, namedParts]) => [name, JSON.stringify(namedParts.map(({ source }) => source))]),
  )
}

/** Two lists without the elements that are alike at their beginnings and ends. */
function withoutCommonEnds<Element>(
  left: readonly Element[],
  right: readonly Element[],
  isAlike: (a: Element, b: Element) => boolean,
) {
  const areAlike = (a: Element | undefined, b: Element | undefined) =>
    a !== undefined && b !== undefined && isAlike(a, b)
  const minLength = Math.min(left.length, right.length)
  let commonStart = 0
  while (commonStart < minLength && areAlike(left[commonStart], right[commonStart])) commonStart++
  let commonEnd = 0
  while (commonEnd < minLength - commonStart && areAlike(left.at(-1 - commonEnd), right.at(-1 - commonEnd))) commonEnd++
  return [left.slice(commonStart, left.length - commonEnd), right.slice(commonStart, right.length - commonEnd)] as const
}

/** The names whose rows or entries may say something else in one registry than in another. */
export function changedNamesBetween(
  { sections: currentSections }: RegistrySections,
  { sections: previousSections }: RegistrySections,
): readonly string[] {
  const [changedSections, replacedSections] = withoutCommonEnds(currentSections, previousSections, (a, b) => a === b)
  const isAlike = (a: RegistryPart, b: RegistryPart) => a === b || (a.name === b.name && a.source === b.source)
  const [partsNow, partsBefore] = withoutCommonEnds(partsOf(changedSections), partsOf(replacedSections), isAlike)
  const [sourcesNow, sourcesBefore] = [sourcesByName(partsNow), sourcesByName(partsBefore)]
  return [...new Set([...sourcesNow.keys(), ...sourcesBefore.keys()])].filter(
    (name) => sourcesNow.get(name) !== sourcesBefore.get(name),
  )
}
