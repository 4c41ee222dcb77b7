import { once } from '../../../core/once.ts'
import type { View } from '../../../core/view.ts'
import { detached, readText, textDocument, type TextDocument } from '../../../documents/text.ts'
import { outline, type Heading } from '../../../documents/markdown.ts'
import { entryOf, partingHeadings, rowOf, scanRegistry, type Row, type SecondPlace, type Table } from './registry.ts'

/** A row by its lines in its section, and everything from which it is read. */
interface SectionRow {
  readonly name: string
  readonly line: number
  readonly table: Table
  readonly source: string
}

/** The lines of a registry from one of the headings that part entries to the next, or those before the first. */
interface Section {
  readonly text: string
  /** How many lines it has. */
  readonly lines: number
  readonly hasTable: boolean
  readonly rows: readonly SectionRow[]
  readonly entry: { readonly name: string; readonly heading: Heading; readonly hasStatus: boolean } | undefined
}

/** A heading of the first three levels in the first column. */
const parting = /(?<=\n|^)#{1,3}(?=[ \t\r\n]|$)/y

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

/**
 * Reads a section by itself. `undefined`: what follows belongs to one of its blocks, such as code or a comment, or it has another heading
 * that parts entries.
 */
function readSection(path: string, text: string): Section | undefined {
  const document = textDocument(path, `${text}${text.endsWith('\n') ? '' : '\n'}# `)
  const headings = partingHeadings(document, outline(document))
  const heading = partsAt(text, 0) ? headings[0] : undefined
  const isApart = headings.at(-1)?.line === document.lineCount && headings.length === (partsAt(text, 0) ? 2 : 1)
  if (!isApart) return undefined
  const { hasTable, rows, entries } = scanRegistry(document)
  const [entry] = entries
  return {
    text,
    lines: document.lineCount - 1,
    hasTable,
    rows: rows.map(({ name, line, table }) => ({
      name,
      line,
      table,
      source: `${document.line(table.header)}\n${document.line(line)}`,
    })),
    entry: entry && heading && { name: entry.name, heading, hasStatus: entry.status !== undefined },
  }
}

/** The sections of a text that is cut at its headings, with those of an earlier text where they are the same; or one that cannot be read by itself. */
function reread({ path, text }: TextDocument, before: readonly Section[]): readonly Section[] | string {
  let [first, start] = [0, 0]
  for (
    let each = before[first];
    each && text.startsWith(each.text, start) && partsAt(text, start + each.text.length);
    each = before[first]
  ) {
    first++
    start += each.text.length
  }
  let [last, end] = [before.length, text.length]
  for (let each = before[last - 1]; each && last > first; each = before[last - 1]) {
    const at = end - each.text.length
    if (at < start || !partsAt(text, at) || !text.startsWith(each.text, at)) break
    last--
    end = at
  }
  const read: Section[] = []
  for (const piece of cut(text.slice(start, end))) {
    const section = readSection(path, detached(piece))
    if (!section) return detached(piece)
    read.push(section)
  }
  return [...before.slice(0, first), ...read, ...before.slice(last)]
}

/** A registry whose rows and entries are read when they are needed. */
export interface RegistrySections {
  readonly document: TextDocument
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

function registrySections(document: TextDocument, sections: readonly Section[]): RegistrySections {
  /** By name the rows and entries, each with the number of lines before its section. */
  const byName = once(() => {
    const rows = new Map<string, (readonly [row: SectionRow, before: number])[]>()
    const entries = new Map<string, (readonly [section: Section, before: number])[]>()
    let before = 0
    for (const section of sections) {
      for (const row of section.rows) added(rows, row.name, [row, before] as const)
      if (section.entry) added(entries, section.entry.name, [section, before] as const)
      before += section.lines
    }
    return { rows, entries }
  })
  const counts = ({ entry }: Section, isPlugin: (name: string) => boolean) =>
    entry !== undefined && (entry.hasStatus || byName().rows.has(entry.name) || isPlugin(entry.name))
  return {
    document,
    sections,
    hasTable: sections.some(({ hasTable }) => hasTable),
    rowsOf: (name) =>
      (byName().rows.get(name) ?? []).flatMap(([{ line, table }, before]) => {
        const shifted = { ...table, header: table.header + before, last: table.last + before }
        return rowOf(document, line + before, shifted) ?? []
      }),
    entriesOf: (name, isPlugin) =>
      (byName().entries.get(name) ?? []).flatMap(([section, before]) => {
        const { entry, lines } = section
        if (!entry || !counts(section, isPlugin)) return []
        const heading = { ...entry.heading, line: entry.heading.line + before }
        const end = heading.line + lines
        return [entryOf(document, outline(document, heading.line, end), heading, end)]
      }),
    hasEntries: (isPlugin) => sections.some((section) => counts(section, isPlugin)),
  }
}

/** Of each series of views the registry that was read last, or a part of it that cannot be read by itself. */
const latest = new WeakMap<readonly string[], RegistrySections | string>()

/**
 * The registry in one of a series of views, of which only those sections are read that the one before had not. `undefined`: it is no text,
 * or it has to be read as a whole.
 */
export function sectionsIn(view: View, path: string, limit: number): RegistrySections | undefined {
  const document = view.series && readText(view, path, limit)
  if (!view.series || !document || typeof document === 'string') return undefined
  const before = latest.get(view.series.changed)
  if (typeof before === 'string' ? document.text.includes(before) : before?.document === document)
    return typeof before === 'string' ? undefined : before
  const sections = reread(document, typeof before === 'string' ? [] : (before?.sections ?? []))
  const now = typeof sections === 'string' ? sections : registrySections(document, sections)
  latest.set(view.series.changed, now)
  return typeof now === 'string' ? undefined : now
}

/** The sources of the rows and entries in some sections, by name. */
function sourcesIn(sections: readonly Section[]): ReadonlyMap<string, string> {
  const sources = new Map<string, string[]>()
  for (const { rows, entry, text } of sections) {
    for (const { name, source } of rows) added(sources, name, source)
    if (entry) added(sources, entry.name, text)
  }
  return new Map(Array.from(sources, ([name, texts]) => [name, JSON.stringify(texts)]))
}

/** The names whose rows or entries may say something else in one registry than in another. */
export function namesBetween({ sections: now }: RegistrySections, { sections: before }: RegistrySections): readonly string[] {
  const least = Math.min(now.length, before.length)
  let first = 0
  while (first < least && now[first] === before[first]) first++
  let last = 0
  while (last < least - first && now.at(-1 - last) === before.at(-1 - last)) last++
  const [one, other] = [now, before].map((sections) => sourcesIn(sections.slice(first, sections.length - last))) as [
    ReadonlyMap<string, string>,
    ReadonlyMap<string, string>,
  ]
  return [...new Set([...one.keys(), ...other.keys()])].filter((name) => one.get(name) !== other.get(name))
}
