import type { Place } from '../../../core/diagnostic.ts'
import type { View } from '../../../core/view.ts'
import { at, type DataEntry, type DataMapping, type DataNode, plain } from '../../../documents/data.ts'
import { parseJson } from '../../../documents/json.ts'
import { readText, type TextDocument, type Unreadable } from '../../../documents/text.ts'
import { instantOf } from '../times.ts'

type Path = readonly PropertyKey[]

/** What a file holds that could be read. */
export interface Data {
  readonly document: TextDocument
  readonly root: DataMapping
  readonly value: Readonly<Record<string, unknown>>
}

/** A file that is to hold keys and values in JSON. */
export interface JsonFile {
  readonly path: string
  /** Whether anything stands at its path, be it a link. */
  readonly there: boolean
  /** The link or submodule at its path or above it, which is not followed. */
  readonly link: string | undefined
  /** Absent where it is not there or cannot be read. */
  readonly data: Data | undefined
  /** Why a file that is there cannot be read. */
  readonly fault: { readonly message: string; readonly place: Place } | undefined
  /** Whether it begins with a byte-order mark. */
  readonly marked: boolean
  /** The digest of a regular file that is there; absent of a text that no view holds. */
  readonly digest: string | undefined
  value(...path: Path): unknown
  text(...path: Path): string | undefined
  number(...path: Path): number | undefined
  list(...path: Path): readonly unknown[]
  /** The moment that stands at a path, in milliseconds. */
  time(...path: Path): number | undefined
  has(...path: Path): boolean
  /** Where a finding about a path points (governance protocol, "Rules"): at a key, at the first line of an element; where neither is there, at the brace that lacks it. */
  place(...path: Path): Place
}

const reasons: Readonly<Record<Exclude<Unreadable, 'absent' | 'link'>, string>> = {
  large: 'Unexpected size, expected a file that is not above the limit',
  encoding: 'Unexpected bytes, expected UTF-8',
}

type Fault = NonNullable<JsonFile['fault']>

function parse(document: TextDocument): Data | Fault {
  const { path, text, start } = document
  const root = parseJson(`${' '.repeat(start)}${text.slice(start)}`)
  if ('fault' in root) return { message: root.fault, place: document.span(root.start, root.end) }
  if (root.kind !== 'mapping') return { message: 'Unexpected value, expected keys and values', place: { path, line: 1 } }
  return { document, root, value: plain(root) as Data['value'] }
}

function entryAt(root: DataNode, path: Path): DataEntry | undefined {
  const above = at(root, path.slice(0, -1))
  return above?.kind === 'mapping' ? above.get(String(path.at(-1))) : undefined
}

function placeIn({ document, root }: Data, path: Path): Place {
  const first = (node: DataNode) => document.span(node.start, node.kind === 'scalar' ? node.end : node.start + 1)
  const entry = path.length > 0 ? entryAt(root, path) : undefined
  if (entry) return document.span(entry.key.start, entry.key.end)
  for (let length = path.length; length >= 0; length--) {
    const node = at(root, path.slice(0, length))
    if (node) return first(node)
  }
  return first(root)
}

/** Every folder above a path, outermost first, and the path. */
function* upTo(path: string): Iterable<string> {
  for (let end = path.indexOf('/'); end !== -1; end = path.indexOf('/', end + 1)) yield path.slice(0, end)
  yield path
}

/** The link or submodule that stands at a path or above it. */
export function linkAt(view: View, path: string): string | undefined {
  for (const each of upTo(path)) if ((view.entry(each)?.kind ?? 'file') !== 'file') return each
  return undefined
}

interface Standing {
  readonly path: string
  readonly there: boolean
  readonly link?: string | undefined
  readonly marked?: boolean
  readonly data?: Data | undefined
  readonly fault?: Fault | undefined
  readonly digest?: string | undefined
}

function fileOf({ path, there, link, marked = false, data, fault, digest }: Standing): JsonFile {
  const value = (...steps: Path): unknown => {
    const node = data && at(data.root, steps)
    return node && plain(node)
  }
  return {
    path,
    there,
    link,
    data,
    fault,
    marked,
    digest,
    value,
    text(...steps) {
      const found = value(...steps)
      return typeof found === 'string' ? found : undefined
    },
    number(...steps) {
      const found = value(...steps)
      return typeof found === 'number' ? found : undefined
    },
    list(...steps) {
      const found = value(...steps)
      return Array.isArray(found) ? (found as readonly unknown[]) : []
    },
    time(...steps) {
      const found = value(...steps)
      return typeof found === 'string' ? instantOf(found) : undefined
    },
    has: (...steps) => value(...steps) !== undefined,
    place: (...steps) => (data ? placeIn(data, steps) : { path }),
  }
}

/** A file that is not there. */
export const absentFile = (path: string): JsonFile => fileOf({ path, there: false })

/** A text that is there, read. */
export function jsonFile(document: TextDocument, digest?: string): JsonFile {
  const parsed = parse(document)
  const read = 'root' in parsed ? { data: parsed } : { fault: parsed }
  return fileOf({ path: document.path, there: true, marked: document.start > 0, digest, ...read })
}

export function readJsonFile(view: View, path: string, limit: number): JsonFile {
  const link = linkAt(view, path)
  if (link !== undefined) return fileOf({ path, there: true, link })
  const document = readText(view, path, limit)
  const digest = view.digest(path)?.sha256
  if (typeof document !== 'string') return jsonFile(document, digest)
  if (document === 'large' || document === 'encoding')
    return fileOf({ path, there: true, digest, fault: { message: reasons[document], place: { path, line: 1 } } })
  return absentFile(path)
}
