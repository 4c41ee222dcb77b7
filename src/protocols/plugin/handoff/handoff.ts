import type * as z from 'zod'
import type { Place } from '../../../core/diagnostic.ts'
import { isDay } from '../../../core/time.ts'
import type { View } from '../../../core/view.ts'
import { outline, sections, type Outline, type Section } from '../../../documents/markdown.ts'
import { copyOfText, cachedReader, type TextDocument, type UnreadableReason } from '../../../documents/text.ts'
import { toPlainData, type YamlEntry, type YamlMapping, type YamlNode } from '../../../documents/yaml.ts'
import { type FileRecord, isNull, parseRecord } from '../../../kit/record.ts'
import { checkValue } from '../../../kit/shape.ts'
import { contractKeys, type ContractKey } from '../files.ts'
import {
  handbackShape,
  handoffKeys,
  isPlaceholder,
  checksumShape,
  sectionNames,
  type Handback,
  type HandoffKey,
  type HandoffValue,
  type SectionName,
} from '../schema.ts'

/** Where the text of a handoff comes from: that of a file is read again when a finding or an edit needs it. */
interface Source {
  readonly path: string
  readonly text: () => TextDocument
}

/** Where a part of the front matter is, in offsets: what a finding points at, and its value. */
interface Span {
  readonly start: number
  readonly end: number
  readonly valueStart: number
  readonly valueEnd: number
}

/**
 * A part of the front matter. Place and text are computed when they are needed: those of thousands of handoffs fill
 * memory.
 */
abstract class FrontMatterPart {
  readonly #source: Source
  readonly #span: Span | undefined

  constructor(source: Source, span: Span | undefined) {
    this.#source = source
    this.#span = span
  }

  /** Of the key and its value; of an absent key that of what should hold it, at last the top of the file. */
  get place(): Place {
    const span = this.#span
    return span ? this.#source.text().span(span.start, span.end) : { path: this.#source.path, line: 1 }
  }

  /** What is there as it is written, with quotes, for messages; empty for an absent key. */
  get written(): string {
    const span = this.#span
    return span && span.valueEnd > span.valueStart ? this.#source.text().text.slice(span.valueStart, span.valueEnd) : ''
  }
}

export class Field<Value> extends FrontMatterPart {
  readonly state: 'absent' | 'null' | 'wrong' | 'good'
  /** Only when good. */
  readonly value: Value | undefined

  constructor(source: Source, span: Span | undefined, state: Field<Value>['state'], value: Value | undefined) {
    super(source, span)
    this.state = state
    this.value = value
  }
}

export type Fields = { readonly [Key in HandoffKey]: Field<HandoffValue<Key>> }

/** `contract_checksums`: absent or null (then the handoff is legacy), no mapping, or one. */
export class Checksums extends FrontMatterPart {
  readonly state: 'absent' | 'malformed' | 'mapping'
  /** The SHA-256 of each contract, in lower-case hex. */
  readonly recorded: Readonly<Record<ContractKey, Field<string>>>

  constructor(source: Source, span: Span | undefined, state: Checksums['state'], recorded: Checksums['recorded']) {
    super(source, span)
    this.state = state
    this.recorded = recorded
  }
}

/** Reads the front matter. */
interface Reader {
  readonly source: Source
  readonly document: TextDocument
  readonly mapping: YamlMapping | undefined
  /** What should hold a key that is absent; none: the file. */
  readonly parent: Span | undefined
}

function spanOf(document: TextDocument, { key, value }: YamlEntry): Span {
  const line = document.lineOf(key.start)
  const sameLine = value.end > key.end && document.lineOf(value.end) === line
  return { start: key.start, end: sameLine ? value.end : key.end, valueStart: value.start, valueEnd: value.end }
}

/** What a key holds: as far as it can be read, without the text around it. */
function readKey<Value>(
  { document, mapping, parent }: Reader,
  key: string,
  valueOf: (node: YamlNode) => Value | undefined,
) {
  const entry = mapping?.get(key)
  if (!entry)
    return { state: 'absent', span: parent && { ...parent, valueEnd: parent.valueStart }, value: undefined } as const
  const span = spanOf(document, entry)
  if (isNull(entry.value)) return { state: 'null', span, value: undefined } as const
  const foundValue = valueOf(entry.value)
  const value = typeof foundValue === 'string' ? (copyOfText(foundValue) as Value & string) : foundValue
  return { state: value === undefined ? 'wrong' : 'good', span, value } as const
}

function field<Value>(reader: Reader, key: string, valueOf: (node: YamlNode) => Value | undefined): Field<Value> {
  const { state, span, value } = readKey(reader, key, valueOf)
  return new Field(reader.source, span, state, value)
}

function fieldsOf(reader: Reader): Fields {
  const entries = Object.entries<z.ZodType>(handoffKeys()).map(([key, schema]) => [
    key,
    field(reader, key, (node) => (node.kind === 'scalar' ? checkValue(node, schema).value : undefined)),
  ])
  return Object.fromEntries(entries) as Fields
}

const checksumPrefix = 'sha256:'

function recordedDigestOf(reader: Reader, key: ContractKey): Field<string> {
  const { state, span, value } = readKey(reader, key, (node) =>
    node.kind === 'scalar' ? checkValue(node.source, checksumShape()).value : undefined,
  )
  if (value === 'null') return new Field<string>(reader.source, span, 'null', undefined)
  return new Field(reader.source, span, state, value && copyOfText(value.slice(checksumPrefix.length)))
}

function checksumsOf({ source, document, mapping }: Reader): Checksums {
  const entry = mapping?.get('contract_checksums')
  const inner: YamlMapping | undefined = entry?.value.kind === 'mapping' ? entry.value : undefined
  const span = entry && spanOf(document, entry)
  const state = !entry || isNull(entry.value) ? 'absent' : inner ? 'mapping' : 'malformed'
  const recordedEntries = contractKeys.map((key) => [
    key,
    recordedDigestOf({ source, document, mapping: inner, parent: span }, key),
  ])
  return new Checksums(source, span, state, Object.fromEntries(recordedEntries) as Checksums['recorded'])
}

/** Whether a heading is that of a section: its name, alone or followed by `:`, `(`, `-` or `–` and more. */
function isHeadingOf(text: string, name: SectionName): boolean {
  const head = text.trim()
  if (head.slice(0, name.length).toLowerCase() !== name.toLowerCase()) return false
  return /^\s*($|[:(–-])/.test(head.slice(name.length))
}

/** What the body of a handoff is built of. */
interface Body {
  readonly outline: Outline
  readonly sections: ReadonlyMap<SectionName, Section>
}

function bodyOf(document: TextDocument, { body }: FileRecord): Body {
  const outlined = outline(document, body)
  const sectionsByName = new Map<SectionName, Section>()
  for (const section of sections(outlined, document, 2)) {
    const name = sectionNames.find((candidate) => isHeadingOf(section.heading.text, candidate))
    if (name !== undefined && !sectionsByName.has(name)) sectionsByName.set(name, section)
  }
  return { outline: outlined, sections: sectionsByName }
}

/**
 * A function of its own: made in the constructor, every other function that is made there would keep the text as well.
 */
const documentGetter = (document: TextDocument) => () => document

/**
 * A handoff that could be read as text. It keeps what rules need of every handoff; text, outline and nodes are read
 * again for a finding or an edit, since those of thousands fill memory.
 */
export class Handoff {
  readonly path: string
  /** Next to the plugin, or at its old place in `.ideas`. */
  readonly where: 'root' | 'ideas'
  /** Its data is read again whenever an edit needs it. */
  readonly front: FileRecord<YamlNode>
  readonly fields: Fields
  readonly checksums: Checksums
  readonly handback: Field<Handback>
  /** To whom control was given, as plain data; `undefined`: it does not say. */
  readonly grant: Field<unknown>
  readonly legacy: boolean
  readonly #sections: readonly SectionName[]
  readonly #source: Source
  readonly #body: Body | undefined

  constructor(document: TextDocument, where: Handoff['where'], redecode?: () => TextDocument) {
    this.path = document.path
    this.where = where
    this.#source = { path: document.path, text: redecode ?? documentGetter(document) }
    const front = parseRecord(document, 'front-matter')
    const reader: Reader = { source: this.#source, document, mapping: front.mapping(), parent: undefined }
    this.front = front.rereading(() => parseRecord(this.document, 'front-matter'))
    this.checksums = checksumsOf(reader)
    this.fields = fieldsOf(reader)
    this.handback = field(reader, 'handback', (node) => checkValue(toPlainData(node), handbackShape()).value)
    this.grant = field(reader, 'grant', (node) => toPlainData(node))
    this.legacy = where === 'ideas' || !front.exists || (front.readable && this.checksums.state === 'absent')
    const body = bodyOf(document, front)
    this.#sections = internNames([...body.sections.keys()])
    // The sections of an edited text are read many times, so they are kept.
    if (!redecode) this.#body = body
  }

  get document(): TextDocument {
    return this.#source.text()
  }

  get top(): Place {
    return { path: this.path, line: 1 }
  }

  get outline(): Outline {
    return this.#bodyAgain().outline
  }

  has(name: SectionName): boolean {
    return this.#sections.includes(name)
  }

  section(name: SectionName): Section | undefined {
    return this.has(name) ? this.#bodyAgain().sections.get(name) : undefined
  }

  #bodyAgain(): Body {
    return this.#body ?? bodyOf(this.document, this.front)
  }
}

/** Most handoffs have the same sections: one list stands for all of them. */
const internedLists = new Map<string, readonly SectionName[]>()

function internNames(names: readonly SectionName[]): readonly SectionName[] {
  const key = names.join('\n')
  const sharedNames = internedLists.get(key) ?? names
  internedLists.set(key, sharedNames)
  return sharedNames
}

const handoffReaders = {
  root: cachedReader((document, redecode) => new Handoff(document, 'root', redecode)),
  ideas: cachedReader((document, redecode) => new Handoff(document, 'ideas', redecode)),
} as const satisfies Record<Handoff['where'], unknown>

/** Reads a handoff, or says why it is not text. A file that is there is always one or the other. */
export const readHandoff = (
  view: View,
  path: string,
  where: Handoff['where'],
  limit: number,
): Handoff | UnreadableReason => handoffReaders[where](view, path, limit)

export const handoffOf = (document: TextDocument, where: Handoff['where']): Handoff => new Handoff(document, where)

/** The digits of a checksum that is well-formed but for its capitals, as some programs print it; in lower case. */
export const lowerCaseDigestOf = (checksumText: string): string | undefined =>
  /^(["']?)(?:sha256:)?([0-9a-f]{64})\1$/.exec(checksumText.toLowerCase())?.[2]

/** The day that a time follows, where that is all that is wrong with a field for a day. */
export function dayOfTimestampIn(field: Field<string>): string | undefined {
  if (field.state !== 'wrong') return undefined
  const [, , day] = /^(["']?)(\d{4}-\d{2}-\d{2})(?:[Tt]|\s+)\d{1,2}:\d{2}[\w:.,+ -]*\1$/.exec(field.written) ?? []
  return day !== undefined && isDay(day) ? day : undefined
}

/**
 * A line without its indentation, with a dash for any mark of a list: the same words are the same line, whichever a
 * file uses.
 */
export const withDashBullet = (line: string): string => line.trim().replace(/^(?:[-*+]|\d{1,9}[.)])\s+/, '- ')

/** The lines of a section that say something, dashed: not blank, and not the placeholder of an empty one. */
export function linesOf(handoff: Handoff, name: SectionName): readonly string[] {
  const { document } = handoff
  const section = handoff.section(name)
  if (!section) return []
  const lines: string[] = []
  for (let line = section.heading.line + 1; line < section.end; line++) {
    const text = document.line(line).trim()
    if (text !== '' && !isPlaceholder(text)) lines.push(withDashBullet(text))
  }
  return lines
}
