import type { Place } from '../../../core/diagnostic.ts'
import type { View } from '../../../core/view.ts'
import { outline, sections, type Outline, type Section } from '../../../documents/markdown.ts'
import { readOnce, type TextDocument, type Unreadable } from '../../../documents/text.ts'
import { plain, type YamlEntry, type YamlMapping, type YamlNode } from '../../../documents/yaml.ts'
import { type FileRecord, parseRecord } from '../../../kit/record.ts'
import { contractKeys, type ContractKey } from '../files.ts'
import {
  day as aDay,
  handback,
  handoffKeys,
  isPlaceholder,
  recorded,
  sectionNames,
  type Handback,
  type HandoffKey,
  type HandoffValue,
  type SectionName,
} from '../schema.ts'

/** A key of the front matter. */
export interface Field<Value> {
  readonly state: 'absent' | 'null' | 'wrong' | 'good'
  /** Of the key and its value; of an absent key the top of the file. */
  readonly place: Place
  /** What stands there as it is written, with quotes, for messages; empty for an absent key. */
  readonly written: string
  /** Only when good. */
  readonly value: Value | undefined
}

export type Fields = { readonly [Key in HandoffKey]: Field<HandoffValue<Key>> }

/** What is recorded of a contract. */
export interface Recorded {
  readonly state: 'absent' | 'null' | 'malformed' | 'good'
  readonly place: Place
  readonly written: string
  /** Lower-case hex, only when good. */
  readonly sha256: string | undefined
}

/** `contract_checksums`: absent or null (then the handoff is legacy), no mapping, or one. */
export interface Checksums {
  readonly state: 'absent' | 'malformed' | 'mapping'
  readonly place: Place
  readonly written: string
  readonly recorded: Readonly<Record<ContractKey, Recorded>>
}

/** A handoff that could be read as text. */
export interface Handoff {
  readonly path: string
  /** Beside the plugin, or at its old place in `.ideas`. */
  readonly where: 'root' | 'ideas'
  readonly document: TextDocument
  /** Its data is read again whenever it is asked for: only edits need it. */
  readonly front: FileRecord<YamlNode>
  readonly fields: Fields
  readonly checksums: Checksums
  readonly handback: Field<Handback>
  readonly legacy: boolean
  readonly top: Place
  /** Made anew whenever it is asked for: only edits need it, and those of thousands of handoffs fill memory. */
  readonly outline: Outline
  section(name: SectionName): Section | undefined
}

function placeOf(document: TextDocument, { key, value }: YamlEntry): Place {
  const line = document.lineOf(key.start)
  const sameLine = value.end > key.end && document.lineOf(value.end) === line
  return document.span(key.start, sameLine ? value.end : key.end)
}

const isNull = (node: YamlNode) => node.kind === 'scalar' && node.value === null && !node.quoted

interface Reader {
  readonly document: TextDocument
  readonly top: Place
  readonly mapping: YamlMapping | undefined
}

function field<Value>({ document, top, mapping }: Reader, key: string, read: (node: YamlNode) => Value | undefined): Field<Value> {
  const entry = mapping?.get(key)
  if (!entry) return { state: 'absent', place: top, written: '', value: undefined }
  const place = placeOf(document, entry)
  const written = document.text.slice(entry.value.start, entry.value.end)
  if (isNull(entry.value)) return { state: 'null', place, written, value: undefined }
  const value = read(entry.value)
  return { state: value === undefined ? 'wrong' : 'good', place, written, value }
}

function fieldsOf(reader: Reader): Fields {
  const entries = Object.entries(handoffKeys).map(([key, schema]) => [
    key,
    field(reader, key, (node) => (node.kind === 'scalar' ? schema.safeParse(node).data : undefined)),
  ])
  return Object.fromEntries(entries) as Fields
}

function recordedOf(reader: Reader, key: ContractKey): Recorded {
  const { state, place, written, value } = field(reader, key, (node) =>
    node.kind === 'scalar' ? recorded.safeParse(node.source).data : undefined,
  )
  if (state === 'wrong') return { state: 'malformed', place, written, sha256: undefined }
  if (value === 'null') return { state: 'null', place, written, sha256: undefined }
  return { state, place, written, sha256: value?.slice('sha256:'.length) }
}

/** The digits of a checksum that is well-formed but for its capitals, as some programs print it; in lower case. */
export const capitalsOf = (written: string): string | undefined => /^(["']?)(?:sha256:)?([0-9a-f]{64})\1$/.exec(written.toLowerCase())?.[2]

function checksumsOf(reader: Reader): Checksums {
  const { document, top, mapping } = reader
  const entry = mapping?.get('contract_checksums')
  const inner: YamlMapping | undefined = entry?.value.kind === 'mapping' ? entry.value : undefined
  const place = entry ? placeOf(document, entry) : top
  const state = !entry || isNull(entry.value) ? 'absent' : inner ? 'mapping' : 'malformed'
  const written = entry ? document.text.slice(entry.value.start, entry.value.end) : ''
  const each = contractKeys.map((key) => [key, recordedOf({ document, top: place, mapping: inner }, key)])
  return { state, place, written, recorded: Object.fromEntries(each) as Checksums['recorded'] }
}

/** Whether a heading is that of a section: its name, alone or followed by `:`, `(`, `-` or `–` and more. */
function isHeadingOf(text: string, name: SectionName): boolean {
  const head = text.trim()
  if (head.slice(0, name.length).toLowerCase() !== name.toLowerCase()) return false
  return /^\s*($|[:(–-])/.test(head.slice(name.length))
}

function sectionsOf(document: TextDocument, outlined: Outline): ReadonlyMap<SectionName, Section> {
  const found = new Map<SectionName, Section>()
  for (const section of sections(outlined, document, 2)) {
    const name = sectionNames.find((each) => isHeadingOf(section.heading.text, each))
    if (name !== undefined && !found.has(name)) found.set(name, section)
  }
  return found
}

const places = {
  root: readOnce((document) => handoffOf(document, 'root')),
  ideas: readOnce((document) => handoffOf(document, 'ideas')),
} as const satisfies Record<Handoff['where'], unknown>

/** Reads a handoff, or says why it is no text. A file that is there is always one or the other. */
export const readHandoff = (view: View, path: string, where: Handoff['where'], limit: number): Handoff | Unreadable =>
  places[where](view, path, limit)

/** The handoff that a text is. */
export function handoffOf(document: TextDocument, where: Handoff['where']): Handoff {
  const { path } = document
  const readFront = () => parseRecord(document, 'front-matter')
  const front = readFront()
  const top: Place = { path, line: 1 }
  const reader = { document, top, mapping: front.mapping() }
  const checksums = checksumsOf(reader)
  const { body } = front
  const outlined = () => outline(document, body)
  const found = sectionsOf(document, outlined())
  return {
    path,
    where,
    document,
    front: front.rereading(readFront),
    fields: fieldsOf(reader),
    checksums,
    handback: field(reader, 'handback', (node) => handback.safeParse(plain(node)).data),
    legacy: where === 'ideas' || !front.there || (front.readable && checksums.state === 'absent'),
    top,
    get outline() {
      return outlined()
    },
    section: (name) => found.get(name),
  }
}

/** The day that a time stands behind, where that is all that is wrong with a field for a day. */
export function dayOf({ state, written }: Field<string>): string | undefined {
  const [, , day] = /^(["']?)(\d{4}-\d{2}-\d{2})(?:[Tt]|\s+)\d{1,2}:\d{2}[\w:.,+ -]*\1$/.exec(written) ?? []
  return state === 'wrong' ? aDay.safeParse(day).data : undefined
}

/** The lines of a section that say something: not blank, and not the placeholder of an empty one. */
export function linesOf({ document }: Handoff, { heading, end }: Section): readonly string[] {
  const lines: string[] = []
  for (let line = heading.line + 1; line < end; line++) {
    const text = document.line(line).trim()
    if (text !== '' && !isPlaceholder(text)) lines.push(text)
  }
  return lines
}
