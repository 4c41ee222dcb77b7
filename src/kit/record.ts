import type { Place } from '../core/diagnostic.ts'
import type { View } from '../core/view.ts'
import { at, type DataMapping, type DataNode, mappingOf, plain } from '../documents/data.ts'
import { parseJson } from '../documents/json.ts'
import { readText, type TextDocument, type Unreadable } from '../documents/text.ts'
import { parseYaml, type YamlNode } from '../documents/yaml.ts'
import { parseYamlData } from '../documents/yaml-data.ts'
import { memo } from './once.ts'

/** How a file is written. `yaml` allows anchors and standard tags, `plain-yaml` neither; only `json-with-mark` may begin with a byte-order mark. */
export type Format = 'json' | 'json-with-mark' | 'yaml' | 'plain-yaml'

type Path = readonly PropertyKey[]

type Parse = (document: TextDocument) => DataNode | { readonly fault: string; readonly start: number; readonly end: number }

/** YAML without anchors and tags as the data that it is. */
function dataOf(node: YamlNode): DataNode {
  if (node.kind === 'scalar') return node
  if (node.kind === 'sequence') return { ...node, items: node.items.map(dataOf) }
  return mappingOf(
    node.entries.map(({ key, value }) => ({ key, value: dataOf(value) })),
    node,
  )
}

const parsers: Readonly<Record<Format, Parse>> = {
  json: ({ text, start }) =>
    start === 0 ? parseJson(text) : { fault: 'Unexpected byte-order mark, expected plain UTF-8', start: 0, end: 0 },
  // Blanks in place of the mark keep every offset.
  'json-with-mark': ({ text, start }) => parseJson(`${' '.repeat(start)}${text.slice(start)}`),
  yaml: ({ text, start }) => parseYamlData(text.slice(start), start),
  'plain-yaml'({ text, start }) {
    const root = parseYaml(text.slice(start), start)
    return 'fault' in root ? root : dataOf(root)
  },
}

/** What a file holds. */
export interface Data {
  readonly document: TextDocument
  readonly root: DataNode
  /** The same as plain data. */
  readonly value: unknown
  place(node: DataNode): Place
}

function keyPlaceIn({ document, root }: Data, path: Path): Place {
  const first = (node: DataNode) => document.span(node.start, node.kind === 'scalar' ? node.end : node.start + 1)
  const above = at(root, path.slice(0, -1))
  const entry = path.length > 0 && above?.kind === 'mapping' ? above.get(String(path.at(-1))) : undefined
  if (entry) return document.span(entry.key.start, entry.key.end)
  for (let length = path.length; length >= 0; length--) {
    const node = at(root, path.slice(0, length))
    if (node) return first(node)
  }
  return first(root)
}

interface Known {
  readonly path: string
  readonly there: boolean
  readonly link?: string | undefined
  readonly data?: Data | undefined
  readonly fault?: FileRecord['fault']
  readonly marked?: boolean | undefined
  readonly digest?: string | undefined
}

/** A file that holds data, as far as it could be read. Values are looked up by a path of keys and indexes. */
export class FileRecord {
  readonly path: string
  /** Whether anything stands at its path, be it a link or a folder. */
  readonly there: boolean
  /** The link or submodule at its path or above it, which is not followed. */
  readonly link: string | undefined
  /** Absent where it is not there or cannot be read. */
  readonly data: Data | undefined
  /** Why a file that is there cannot be read. */
  readonly fault: { readonly message: string; readonly place: Place } | undefined
  /** Whether it begins with a byte-order mark. */
  readonly marked: boolean
  /** SHA-256 of a regular file, lower-case hex. */
  readonly digest: string | undefined

  constructor({ path, there, link, data, fault, marked = false, digest }: Known) {
    this.path = path
    this.there = there
    this.link = link
    this.data = data
    this.fault = fault
    this.marked = marked
    this.digest = digest
  }

  node(...path: Path): DataNode | undefined {
    return this.data && at(this.data.root, path)
  }

  value(...path: Path): unknown {
    const found = this.node(...path)
    return found && plain(found)
  }

  /** The text at a path; `undefined` where anything else is there. */
  text(...path: Path): string | undefined {
    const found = this.node(...path)
    return found?.kind === 'scalar' && typeof found.value === 'string' ? found.value : undefined
  }

  /** The number at a path. */
  number(...path: Path): number | undefined {
    const found = this.node(...path)
    return found?.kind === 'scalar' && typeof found.value === 'number' ? found.value : undefined
  }

  /** The elements of the list at a path; none where anything else stands there. */
  list(...path: Path): readonly unknown[] {
    const found = this.node(...path)
    return found?.kind === 'sequence' ? found.items.map(plain) : []
  }

  /** The keys and values at a path; `undefined` where anything else is there. */
  mapping(...path: Path): DataMapping | undefined {
    const found = this.node(...path)
    return found?.kind === 'mapping' ? found : undefined
  }

  has(...path: Path): boolean {
    return this.node(...path) !== undefined
  }

  /** The place of a value; else the first line. */
  place(...path: Path): Place {
    const found = this.node(...path)
    return found && this.data ? this.data.place(found) : { path: this.path, line: 1 }
  }

  /** The place of a key; of an element or the whole its first character; of what is missing that of what should hold it. */
  keyPlace(...path: Path): Place {
    return this.data ? keyPlaceIn(this.data, path) : { path: this.path, line: 1 }
  }
}

/** A file that is not there. */
export const absentRecord = (path: string): FileRecord => new FileRecord({ path, there: false })

/** A text that is there, read. */
export function parseRecord(document: TextDocument, format: Format, digest?: string): FileRecord {
  const file = { path: document.path, there: true, marked: document.start > 0, digest }
  const root = parsers[format](document)
  if ('fault' in root) return new FileRecord({ ...file, fault: { message: root.fault, place: document.span(root.start, root.end) } })
  const place = (node: DataNode) => document.span(node.start, node.end)
  return new FileRecord({ ...file, data: { document, root, value: plain(root), place } })
}

/** Every folder above a path, outermost first. */
export function* foldersAbove(path: string): Iterable<string> {
  for (let end = path.indexOf('/'); end !== -1; end = path.indexOf('/', end + 1)) yield path.slice(0, end)
}

/** What stands at a path. Links on the way there count. */
export interface PathEntry {
  readonly there: boolean
  readonly link: string | undefined
  readonly folder: boolean
}

const foldersOf = memo((view: View): ReadonlySet<string> => {
  const folders = new Set<string>()
  for (const path of view.paths) for (const folder of foldersAbove(path)) folders.add(folder)
  return folders
})

/** What stands at a path of a view. */
export function entryAt(view: View, path: string): PathEntry {
  const isLink = (each: string) => (view.entry(each)?.kind ?? 'file') !== 'file'
  const link = [...foldersAbove(path), path].find(isLink)
  const folder = foldersOf(view).has(path)
  return { there: link !== undefined || folder || view.entry(path) !== undefined, link, folder }
}

/** Why a file of a view is not read. */
export const unreadableReasons: Readonly<Record<Unreadable, string>> = {
  absent: 'Unexpected bytes, expected UTF-8',
  link: 'Unexpected link, expected a file',
  large: 'Unexpected size, expected a file that is not above the limit',
  encoding: 'Unexpected bytes, expected UTF-8',
}

/**
 * Reads a file of a view. A link is not followed.
 *
 * @param limit bytes above which a file is not read
 */
export function readRecord(view: View, path: string, format: Format, limit: number): FileRecord {
  const { there, link, folder } = entryAt(view, path)
  if (!there) return absentRecord(path)
  const digest = view.digest(path)?.sha256
  const unread = (message: string) => new FileRecord({ path, there, link, digest, fault: { message, place: { path, line: 1 } } })
  if (link !== undefined) return unread(unreadableReasons.link)
  if (folder) return unread('Unexpected folder, expected a file')
  const document = readText(view, path, limit)
  return typeof document === 'string' ? unread(unreadableReasons[document]) : parseRecord(document, format, digest)
}

/** A value of a file as data of its own: paths begin at it. */
export const dataWithin = (data: Data, root: DataNode): Data => ({ ...data, root, value: plain(root) })

/** The keys and values that a file holds; or why it holds none. */
export function mappingIn(file: FileRecord) {
  const root = file.data?.root
  if (!root || root.kind === 'mapping') return { root, fault: file.fault }
  return { root: undefined, fault: { message: 'Unexpected value, expected keys and values', place: { path: file.path, line: 1 } } }
}

/** The same file; one that holds anything but keys and values counts as one that cannot be read. */
export function asMapping(file: FileRecord): FileRecord {
  const { fault } = mappingIn(file)
  const { path, there, marked, digest } = file
  return fault === file.fault ? file : new FileRecord({ path, there, marked, digest, fault })
}

/** Data as one text, whatever order its keys are in. */
function canonical(node: DataNode): string {
  if (node.kind === 'scalar') return JSON.stringify(node.value)
  if (node.kind === 'sequence') return `[${node.items.map(canonical).join(',')}]`
  const keys = [...new Set(node.entries.map(({ key }) => key.source))].toSorted()
  const entries = keys.flatMap((key) => {
    const entry = node.get(key)
    return entry ? [`${JSON.stringify(key)}:${canonical(entry.value)}`] : []
  })
  return `{${entries.join(',')}}`
}

/** Whether two trees hold the same data, in whatever form and order of keys. */
export const sameData = (one: DataNode, other: DataNode): boolean => canonical(one) === canonical(other)

/** Whether two files hold different data, or where one of them cannot be read different bytes. */
export function differ(one: FileRecord, other: FileRecord): boolean {
  if (one.there !== other.there || (one.link === undefined) !== (other.link === undefined)) return true
  if (one.data && other.data) return !sameData(one.data.root, other.data.root)
  return one.data !== other.data || one.digest !== other.digest
}
