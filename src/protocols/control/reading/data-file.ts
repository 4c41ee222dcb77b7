import type { Place } from '../../../core/diagnostic.ts'
import type { View } from '../../../core/view.ts'
import { type DataNode, plain } from '../../../documents/data.ts'
import { parseJson } from '../../../documents/json.ts'
import { readText, type TextDocument, type Unreadable } from '../../../documents/text.ts'
import { parseYamlData } from '../../../documents/yaml-data.ts'

/** What can be read of a text: a tree, or why there is none. */
type Parse = (document: TextDocument) => DataNode | { readonly fault: string; readonly start: number; readonly end: number }

/** A tree with its text. */
export interface Data {
  readonly document: TextDocument
  readonly root: DataNode
  /** The tree as plain data. */
  readonly value: unknown
  place(node: DataNode): Place
}

/** A file that holds JSON or YAML. */
export interface DataFile {
  readonly path: string
  /** Whether anything has this name, be it a link or a folder. */
  readonly there: boolean
  /** Whether it is, or lies behind, a link. */
  readonly linked: boolean
  /** Absent where it cannot be read. */
  readonly data: Data | undefined
  /** Why a file that is there cannot be read. */
  readonly fault: { readonly message: string; readonly place: Place } | undefined
  /** Of a file that can be had, for comparisons. */
  readonly digest: string | undefined
}

const json: Parse = ({ text, start }) =>
  start === 0 ? parseJson(text) : { fault: 'Unexpected byte-order mark, expected plain UTF-8', start: 0, end: 0 }

const yaml: Parse = ({ text, start }) => parseYamlData(text.slice(start), start)

const parsers = { json, yaml } as const

const reasons: Readonly<Record<Exclude<Unreadable, 'absent'>, string>> = {
  link: 'Unexpected link, expected a file',
  large: 'Unexpected size, expected a file that is not above the limit',
  encoding: 'Unexpected bytes, expected UTF-8',
}

/** What stands at a path, besides what is in it. */
export interface Standing {
  readonly there: boolean
  readonly linked: boolean
  readonly folder: boolean
}

export type Stand = (path: string) => Standing

/** A text that is there, read. */
export function parseFile(document: TextDocument, language: keyof typeof parsers, digest?: string): DataFile {
  const file = { path: document.path, there: true, linked: false, digest }
  const root = parsers[language](document)
  if ('fault' in root) return { ...file, data: undefined, fault: { message: root.fault, place: document.span(root.start, root.end) } }
  return { ...file, fault: undefined, data: { document, root, value: plain(root), place: (node) => document.span(node.start, node.end) } }
}

/** Reads a file. `stand` says what stands at its path. */
export function readData(view: View, path: string, language: keyof typeof parsers, limit: number, stand: Stand): DataFile {
  const { there, linked, folder } = stand(path)
  const file = { path, there, linked, digest: view.digest(path)?.sha256 }
  const unread = (message: string): DataFile => ({ ...file, data: undefined, fault: { message, place: { path, line: 1 } } })
  if (!there) return { ...file, data: undefined, fault: undefined }
  if (linked) return unread(reasons.link)
  if (folder) return unread('Unexpected folder, expected a file')
  const document = readText(view, path, limit)
  if (document === 'absent') return unread(reasons.encoding)
  if (typeof document === 'string') return unread(reasons[document])
  return parseFile(document, language, file.digest)
}

/** Whether two files say different things: other data, or where one of them cannot be read other bytes. */
export function differ(one: DataFile, other: DataFile): boolean {
  if (one.there !== other.there || one.linked !== other.linked) return true
  if (one.data && other.data) return !sameData(one.data.root, other.data.root)
  return one.data !== other.data || one.digest !== other.digest
}

/** Whether two trees say the same, in whatever form and order of keys. */
export const sameData = (one: DataNode, other: DataNode): boolean => canonical(one) === canonical(other)

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
