import type { Place } from '../core/diagnostic.ts'
import { once } from '../core/once.ts'
import type { View } from '../core/view.ts'
import { nodeAt, type DataMapping, type DataNode, duplicates, toPlainData, isSameData } from '../documents/data.ts'
import { readText, textDocument, type TextDocument } from '../documents/text.ts'
import { entryAt, unreadableReason } from './entry.ts'
import { type Format, type Formats, parsers, secondKeyMessage } from './formats.ts'

export type Path = readonly PropertyKey[]

export interface Data<Node extends DataNode = DataNode> {
  readonly document: TextDocument
  readonly root: Node
  /** The root as plain data. */
  readonly value: unknown
  place(node: DataNode): Place
}

/**
 * A class, since V8 keeps the shape of every object literal with a getter, and with it the text of the file, until it
 * collects its old space: of thousands of files that is most of the memory.
 */
class FileData<Node extends DataNode> implements Data<Node> {
  readonly document: TextDocument
  readonly root: Node
  readonly #value = once(() => toPlainData(this.root))

  constructor(document: TextDocument, root: Node) {
    this.document = document
    this.root = root
  }

  get value(): unknown {
    return this.#value()
  }

  place({ start, end }: DataNode): Place {
    return this.document.span(start, end)
  }
}

/**
 * The place of a key. Of an element or the root: its first character; of a missing value: the place of the nearest
 * value that should hold it.
 */
export function keyPlaceIn({ document, root }: Data, path: Path): Place {
  const startOf = (node: DataNode) => document.span(node.start, node.kind === 'scalar' ? node.end : node.start + 1)
  const parent = nodeAt(root, path.slice(0, -1))
  const entry = path.length > 0 && parent?.kind === 'mapping' ? parent.get(String(path.at(-1))) : undefined
  if (entry) return document.span(entry.key.start, entry.key.end)
  for (let length = path.length; length >= 0; length--) {
    const node = nodeAt(root, path.slice(0, length))
    if (node) return startOf(node)
  }
  return startOf(root)
}

/** A key that occurs earlier in its mapping. */
interface RepeatedKey {
  readonly key: string
  readonly message: string
  readonly place: Place
  /** Where it occurs first. */
  readonly first: Place
}

interface FileRecordFields<Node extends DataNode> {
  readonly path: string
  readonly exists: boolean
  readonly link?: string | undefined
  /** Or a function that reads it for each use. */
  readonly data?: Data<Node> | (() => Data<Node> | undefined) | undefined
  readonly body?: number
  readonly fault?: FileRecord['fault']
  readonly marked?: boolean | undefined
  readonly digest?: string | undefined
}

/** A file that holds data, as far as it could be read. Values are looked up by a path of keys and indexes. */
export class FileRecord<Node extends DataNode = DataNode> {
  readonly path: string
  /** Whether anything is at its path, be it a link or a folder; of front matter whether the file has any. */
  readonly exists: boolean
  /** The link or submodule at its path or above it, which is not followed. */
  readonly link: string | undefined
  /** Whether it holds data: it is there, and can be read. */
  readonly readable: boolean
  /** The first line after front matter that can be read, otherwise 1. */
  readonly body: number
  /** Why a file that is there cannot be read. */
  readonly fault: { readonly message: string; readonly place: Place } | undefined
  /** Whether it begins with a byte-order mark. */
  readonly marked: boolean
  /** SHA-256 of a regular file, lower-case hex. */
  readonly digest: string | undefined
  readonly #data: FileRecordFields<Node>['data']

  constructor({ path, exists, link, data, body = 1, fault, marked = false, digest }: FileRecordFields<Node>) {
    this.path = path
    this.exists = exists
    this.link = link
    this.readable = data !== undefined
    this.#data = data
    this.body = body
    this.fault = fault
    this.marked = marked
    this.digest = digest
  }

  /** Absent where it is not there or cannot be read. */
  get data(): Data<Node> | undefined {
    return typeof this.#data === 'function' ? this.#data() : this.#data
  }

  /** The file with its data not kept but read again at each use: the data of thousands of files would fill memory. */
  rereading(readAgain: () => FileRecord<Node>): FileRecord<Node> {
    const { path, exists, link, body, fault, marked, digest } = this
    return this.readable
      ? new FileRecord({ path, exists, link, data: () => readAgain().data, body, fault, marked, digest })
      : this
  }

  node(...path: Path): Node | undefined {
    const { data } = this
    // What a node holds is of the same kind.
    return data && (nodeAt(data.root, path) as Node | undefined)
  }

  value(...path: Path): unknown {
    const node = this.node(...path)
    return node && toPlainData(node)
  }

  /** The text at a path; `undefined` where anything else is there. */
  text(...path: Path): string | undefined {
    const node = this.node(...path)
    return node?.kind === 'scalar' && typeof node.value === 'string' ? node.value : undefined
  }

  number(...path: Path): number | undefined {
    const node = this.node(...path)
    return node?.kind === 'scalar' && typeof node.value === 'number' ? node.value : undefined
  }

  /** The elements of the list at a path; empty if there is no list. */
  list(...path: Path): readonly unknown[] {
    const node = this.node(...path)
    return node?.kind === 'sequence' ? node.items.map(toPlainData) : []
  }

  /** The mapping at a path; `undefined` where anything else is there. */
  mapping(...path: Path): Extract<Node, DataMapping> | undefined {
    const node = this.node(...path)
    return node?.kind === 'mapping' ? (node as Extract<Node, DataMapping>) : undefined
  }

  /** Every repeated key of every mapping; empty for a format that allows each key once. */
  repeatedKeys(): readonly RepeatedKey[] {
    const { data } = this
    if (!data) return []
    return duplicates(data.root).map((duplicate) => ({
      key: duplicate.key.source,
      message: secondKeyMessage(duplicate),
      place: data.place(duplicate.key),
      first: data.place(duplicate.first),
    }))
  }

  has(...path: Path): boolean {
    return this.node(...path) !== undefined
  }

  /** The place of a value; otherwise the first line. */
  place(...path: Path): Place {
    const { data } = this
    const node = data && nodeAt(data.root, path)
    return node ? data.place(node) : { path: this.path, line: 1 }
  }

  /**
   * The place of a key. Of an element or the root: its first character; of a missing value: the place of the nearest
   * value that should hold it.
   */
  keyPlace(...path: Path): Place {
    const { data } = this
    return data ? keyPlaceIn(data, path) : { path: this.path, line: 1 }
  }
}

export const absentRecord = (path: string): FileRecord => new FileRecord({ path, exists: false })

function parseDocument<Name extends Format>(
  document: TextDocument,
  format: Name,
  digest?: string,
): FileRecord<Formats[Name]> {
  const file = { path: document.path, exists: true, marked: document.start > 0, digest }
  const result = parsers[format](document)
  if (!result) return new FileRecord({ ...file, exists: false })
  if ('fault' in result)
    return new FileRecord({ ...file, fault: { message: result.fault, place: document.span(result.start, result.end) } })
  const { root, body = 1 } = 'root' in result ? result : { root: result }
  return new FileRecord({ ...file, data: new FileData(document, root as Formats[Name]), body })
}

/** A text that is there, read in one of the formats of the table `Formats`: once, as long as it is kept. */
export const parseRecord = <Name extends Format>(
  document: TextDocument,
  format: Name,
  digest?: string,
): FileRecord<Formats[Name]> => document.keep(format, () => parseDocument(document, format, digest))

/**
 * A text that is not a file (a json block, a value that holds JSON), read like one. `path`: the path that places get.
 */
export const recordOf = <Name extends Format>(text: string, format: Name, path = ''): FileRecord<Formats[Name]> =>
  parseRecord(textDocument(path, text), format)

/**
 * Reads a file of a view. A link is not followed.
 *
 * @param format one of the table `Formats`
 * @param limit bytes above which a file is not read
 */
export function readRecord<Name extends Format>(
  view: View,
  path: string,
  format: Name,
  limit: number,
): FileRecord<Formats[Name]> {
  const { exists, link, folder } = entryAt(view, path)
  if (!exists) return new FileRecord({ path, exists })
  const digest = view.digest(path)?.sha256
  const unreadRecord = (message: string) =>
    new FileRecord<Formats[Name]>({ path, exists, link, digest, fault: { message, place: { path, line: 1 } } })
  if (link !== undefined) return unreadRecord(unreadableReason(view, link, 'link'))
  if (folder) return unreadRecord('Unexpected folder, expected a file')
  const document = readText(view, path, limit)
  return typeof document === 'string'
    ? unreadRecord(unreadableReason(view, path, document))
    : parseRecord(document, format, digest)
}

/** A value of a file as data of its own, with paths relative to it. */
export const dataWithin = ({ document }: Pick<Data, 'document'>, root: DataNode): Data => new FileData(document, root)

/** Data whose plain value is given rather than read: a node that is not in that value counts as absent. */
export const dataAs = (document: TextDocument, root: DataNode, value: unknown): Data => ({
  document,
  root,
  value,
  place: (node) => document.span(node.start, node.end),
})

/** The mapping that a file holds; or why it holds none. */
export function mappingIn(file: FileRecord) {
  const root = file.data?.root
  if (!root || root.kind === 'mapping') return { root, fault: file.fault }
  return {
    root: undefined,
    fault: { message: 'Unexpected value, expected a mapping', place: { path: file.path, line: 1 } },
  }
}

/** A file that must hold a mapping: one that holds anything else counts as unreadable. */
export function asMapping<Node extends DataNode>(file: FileRecord<Node>): FileRecord<Node> {
  const { fault } = mappingIn(file)
  const { path, exists, marked, digest } = file
  return fault === file.fault ? file : new FileRecord({ path, exists, marked, digest, fault })
}

/** Whether two files hold different data; if one of them cannot be read, whether their bytes differ. */
export function hasDifferentData(file: FileRecord, otherFile: FileRecord): boolean {
  if (file.exists !== otherFile.exists || (file.link === undefined) !== (otherFile.link === undefined)) return true
  if (file.data && otherFile.data) return !isSameData(file.data.root, otherFile.data.root)
  return file.data !== otherFile.data || file.digest !== otherFile.digest
}

export const isNull = (node: DataNode | undefined): boolean => node?.kind === 'scalar' && node.value === null
