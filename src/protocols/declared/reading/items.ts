import { isReservedPath } from '../../../core/configured-paths.ts'
import type { Place } from '../../../core/diagnostic.ts'
import { folderOf, type View, baseName } from '../../../core/view.ts'
import type { DataNode, Span } from '../../../documents/data.ts'
import { cellsOf } from '../../../documents/markdown.ts'
import type { Kind, Source, Step } from '../language/workflow.ts'
import type { Captures } from '../../../documents/template.ts'
import { foldId } from './words.ts'
import { type Box, boxesOf, type DeclaredFile, type FileLookup, isRead, type Table } from './files.ts'
import { findSpot } from './spots.ts'
import { capturesIn, columnOf, tableFor } from './tables.ts'

/** An item as its source shows it. */
export interface Item {
  readonly kind: Kind
  /** As it is written. */
  readonly id: string
  /** The part of the repository in which its id is unique: what the way to it captures. */
  readonly scope: string
  readonly captures: Captures
  /** Of its file, or the folder that it is. */
  readonly path: string
  readonly source: Source
  /** Where it stands. */
  readonly place: Place
  /** Where its id is written, if its file has a key for it. */
  readonly idPlace?: Place
  /** The value of its key, or the element that it is. */
  readonly node?: DataNode
  /** Where the text of `node` begins in the file. */
  readonly nodeOffset?: number
  /** The key or element with all that is in it, as lines of its file. */
  readonly lines?: readonly [from: number, to: number]
  readonly row?: { readonly table: Table; readonly line: number }
  readonly box?: Box
  /** Of a copy with more about it, the item itself. */
  readonly asRead?: Item
}

/** What every item captures, whatever its source. */
const withBuiltIn = (captures: Captures, id: string, path: string, folder: string): Captures => ({
  ...captures,
  id,
  path,
  folder: folder === '' ? '.' : folder,
})

/** An item of a file. None without an id or captures, or if the declaration excepts it. */
function* itemIn(
  kind: Kind,
  source: Source,
  { path }: DeclaredFile,
  id: string | undefined,
  captures: Captures | undefined,
  details: Pick<Item, 'place'> & Partial<Item>,
): Iterable<Item> {
  if (captures === undefined || id === undefined || source.isExcepted(path, id)) return
  yield { kind, id, scope: '', captures: withBuiltIn(captures, id, path, folderOf(path)), path, source, ...details }
}

interface ReachedNode {
  readonly node: DataNode
  readonly captures: Captures
}

const scalarText = (node: DataNode | undefined): string | undefined =>
  node?.kind === 'scalar' && node.value !== null && node.source !== '' ? node.source : undefined

/** What a way into data leads to. */
function nodesAt(node: DataNode, steps: readonly Step[], captures: Captures): readonly ReachedNode[] {
  const [step, ...remainingSteps] = steps
  if (step === undefined) return [{ node, captures }]
  if (typeof step === 'string') {
    const nextNode = node.kind === 'mapping' ? node.get(step)?.value : undefined
    return nextNode ? nodesAt(nextNode, remainingSteps, captures) : []
  }
  if (node.kind === 'mapping')
    return node.entries.flatMap(({ key, value }) =>
      nodesAt(value, remainingSteps, { ...captures, [step.capture]: key.source }),
    )
  if (node.kind === 'scalar') return []
  return node.items.flatMap((element) => {
    const id = element.kind === 'mapping' ? scalarText(element.get(step.by)?.value) : undefined
    return id === undefined ? [] : nodesAt(element, remainingSteps, { ...captures, [step.capture]: id })
  })
}

/** The scalar keys of an element that are in its id. */
function ownKeys(node: DataNode, names: readonly string[]): Captures {
  if (node.kind !== 'mapping') return {}
  return Object.fromEntries(
    names.flatMap((name) => {
      const text = scalarText(node.get(name)?.value)
      return text === undefined ? [] : [[name, text]]
    }),
  )
}

interface MatchedFile {
  readonly file: DeclaredFile
  readonly captures: Captures
}

/** The captures of steps that are no part of the id: two items with one id in different ones are two. */
function scopeOf(source: Source, captures: Captures): string {
  const inId = 'names' in source.id ? source.id.names : []
  return source.at
    .flatMap((step) => (typeof step === 'string' || inId.includes(step.capture) ? [] : [captures[step.capture] ?? '']))
    .join('.')
}

/** A key of a mapping, or an element of a list, that may be an item. */
interface Candidate {
  readonly id: string | undefined
  readonly captures: Captures | undefined
  /** What names it in its file. */
  readonly name: Span
  readonly node: DataNode
  /** All of it. */
  readonly whole: Span
}

function keysIn({ id }: Source, { node, captures }: ReachedNode): readonly Candidate[] {
  if (node.kind !== 'mapping' || !('match' in id)) return []
  return node.entries.map(({ key, value }) => {
    const matched = id.match(key.source)
    return {
      id: key.source,
      captures: matched && { ...captures, ...matched },
      name: key,
      node: value,
      whole: { start: key.start, end: value.end },
    }
  })
}

function elementsIn({ id }: Source, { node, captures }: ReachedNode, isLine: boolean): readonly Candidate[] {
  if (!('format' in id)) return []
  // Each line of a `.jsonl` file is an element.
  const elements = node.kind === 'sequence' ? node.items : isLine ? [node] : []
  return elements.map((element) => {
    const ownCaptures = { ...ownKeys(element, id.names), ...captures }
    return {
      id: id.format(ownCaptures) || undefined,
      captures: ownCaptures,
      name: { start: element.start, end: Math.min(element.end, element.start + 1) },
      node: element,
      whole: element,
    }
  })
}

function* itemsFromData(kind: Kind, source: Source, { file, captures: fileCaptures }: MatchedFile): Iterable<Item> {
  const { document } = file
  for (const { node: root, line } of file.roots) {
    const offset = line === undefined ? 0 : document.offsetOf(line)
    for (const reached of nodesAt(root, source.at, fileCaptures)) {
      const candidates =
        source.form === 'keys' ? keysIn(source, reached) : elementsIn(source, reached, line !== undefined)
      for (const { id, captures, name, node, whole } of candidates)
        yield* itemIn(kind, source, file, id, captures, {
          scope: scopeOf(source, reached.captures),
          place: document.span(name.start + offset, name.end + offset),
          node,
          nodeOffset: offset,
          lines: [
            document.lineOf(whole.start + offset),
            document.lineOf(Math.max(whole.start, whole.end - 1) + offset) + 1,
          ],
        })
    }
  }
}

function* itemsFromRows(kind: Kind, source: Source, { file, captures: fileCaptures }: MatchedFile): Iterable<Item> {
  const table = tableFor(
    file,
    source.heading,
    source.row.map(({ column }) => column),
  )
  if (!table || !('format' in source.id)) return
  for (const line of table.rows) {
    const cells = cellsOf(file.document.line(line))
    let captures: Captures | undefined = fileCaptures
    for (const { column, text } of source.row) {
      const matchedCaptures = capturesIn(text, cells[columnOf(table, column)]?.text ?? '', source.id.names)
      captures = captures && matchedCaptures && { ...captures, ...matchedCaptures }
    }
    const id = captures && source.id.format(captures)
    yield* itemIn(kind, source, file, id, captures, {
      place: file.document.place(line),
      row: { table, line },
      lines: [line, line + 1],
    })
  }
}

function* itemsFromBoxes(kind: Kind, source: Source, { file, captures: fileCaptures }: MatchedFile): Iterable<Item> {
  for (const box of boxesOf(file, source.heading) ?? []) {
    if (!('format' in source.id)) return
    const matchedCaptures = source.text && capturesIn(source.text, box.text, source.id.names)
    const captures = matchedCaptures && { ...fileCaptures, ...matchedCaptures }
    const id = captures && source.id.format(captures)
    yield* itemIn(kind, source, file, id, captures, {
      place: file.document.place(box.line),
      box,
      lines: [box.line, box.line + 1],
    })
  }
}

function* itemFromFile(kind: Kind, source: Source, { file, captures }: MatchedFile): Iterable<Item> {
  const place = { path: file.path, line: 1 }
  if ('format' in source.id) {
    yield* itemIn(kind, source, file, source.id.format(captures), captures, { place })
    return
  }
  const written = findSpot({ form: 'front-matter', key: source.id.key }, { file }, captures)
  const id = written === undefined || written.isCollection ? '' : written.text.trim()
  yield* itemIn(kind, source, file, id || undefined, captures, { place, ...(written && { idPlace: written.place }) })
}

const readers: Readonly<
  Record<Exclude<Source['form'], 'folders'>, (kind: Kind, source: Source, matchedFile: MatchedFile) => Iterable<Item>>
> = {
  files: itemFromFile,
  keys: itemsFromData,
  elements: itemsFromData,
  rows: itemsFromRows,
  boxes: itemsFromBoxes,
}

function* itemsFromFolders(kind: Kind, source: Source, view: View): Iterable<Item> {
  if (!('format' in source.id)) return
  for (const path of [...view.folders].toSorted()) {
    const captures = source.file.match(path)
    const id = captures && source.id.format(captures)
    if (
      captures === undefined ||
      id === undefined ||
      isReservedPath(path) ||
      source.isExcepted(path, id) ||
      source.isExcepted(path, baseName(path))
    )
      continue
    yield { kind, id, scope: '', captures: withBuiltIn(captures, id, path, path), path, source, place: { path } }
  }
}

/** Every item of a kind, in the order of its sources. A file of items that cannot be read has none. */
export function* itemsOf(kind: Kind, view: View, files: FileLookup): Iterable<Item> {
  for (const source of kind.sources) {
    if (source.form === 'folders') {
      yield* itemsFromFolders(kind, source, view)
      continue
    }
    const read = readers[source.form]
    for (const path of view.paths) {
      const captures = source.file.match(path)
      if (
        !captures ||
        isReservedPath(path) ||
        (source.form === 'files' && source.isExcepted(path, captures['id'] ?? ''))
      )
        continue
      const file = files(path)
      if (isRead(file)) yield* read(kind, source, { file, captures })
    }
  }
}

/** The id of an item, with the part of the repository in which it is unique behind `@`. */
export const nameOf = ({ scope, id }: Pick<Item, 'scope' | 'id'>): string => (scope === '' ? id : `${id}@${scope}`)

/** What tells an item from others of its declaration. */
export const keyOf = ({ scope, id }: Pick<Item, 'scope' | 'id'>): string => `${foldId(id)}\n${foldId(scope)}`
