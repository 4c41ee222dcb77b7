import { isReservedPath } from '../../../core/configured-paths.ts'
import type { Place } from '../../../core/diagnostic.ts'
import { folderOf, type View, baseName } from '../../../core/view.ts'
import type { DataEntry, DataNode } from '../../../documents/data.ts'
import { cellsOf } from '../../../documents/markdown.ts'
import type { Kind, Source, Step } from '../language/workflow.ts'
import type { Captures } from '../../../documents/template.ts'
import { foldId } from './words.ts'
import { type Box, boxesOf, type DeclaredFile, type FileLookup, isRead, type Root, type Table } from './files.ts'
import { findSpot } from './spots.ts'
import { cellText, columnOf, tablesFor } from './tables.ts'

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

const joinCaptures = (base: Captures, extra: Captures): Captures => ({ ...base, ...extra })

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
  readonly entry?: DataEntry
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
      nodesAt(value, remainingSteps, joinCaptures(captures, { [step.capture]: key.source })),
    )
  if (node.kind === 'scalar') return []
  return node.items.flatMap((element) => {
    const id = element.kind === 'mapping' ? scalarText(element.get(step.by)?.value) : undefined
    return id === undefined ? [] : nodesAt(element, remainingSteps, joinCaptures(captures, { [step.capture]: id }))
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

const linesOf = ({ document }: DeclaredFile, start: number, end: number): readonly [number, number] => [
  document.lineOf(start),
  document.lineOf(Math.max(start, end - 1)) + 1,
]

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

function* itemsFromData(kind: Kind, source: Source, { file, captures: fileCaptures }: MatchedFile): Iterable<Item> {
  for (const root of file.roots())
    for (const reachedNode of nodesAt(root.node, source.at, fileCaptures))
      yield* source.form === 'keys'
        ? keysIn(kind, source, file, root, reachedNode)
        : elementsIn(kind, source, file, root, reachedNode)
}

const offsetOf = (file: DeclaredFile, { line }: Root) => (line === undefined ? 0 : file.document.offsetOf(line))

function* keysIn(
  kind: Kind,
  source: Source,
  file: DeclaredFile,
  root: Root,
  { node, captures }: ReachedNode,
): Iterable<Item> {
  if (node.kind !== 'mapping' || !('match' in source.id)) return
  const offset = offsetOf(file, root)
  for (const { key, value } of node.entries) {
    const id = key.source
    const matchedCaptures = source.id.match(id)
    yield* itemIn(kind, source, file, id, matchedCaptures && joinCaptures(captures, matchedCaptures), {
      scope: scopeOf(source, captures),
      place: file.document.span(key.start + offset, key.end + offset),
      node: value,
      nodeOffset: offset,
      lines: linesOf(file, key.start + offset, value.end + offset),
    })
  }
}

function* elementsIn(
  kind: Kind,
  source: Source,
  file: DeclaredFile,
  root: Root,
  { node, captures }: ReachedNode,
): Iterable<Item> {
  // Each line of a `.jsonl` file is an element.
  const elements = node.kind === 'sequence' ? node.items : root.line !== undefined ? [node] : []
  const offset = offsetOf(file, root)
  for (const element of elements) {
    if (!('format' in source.id)) return
    const ownCaptures = joinCaptures(ownKeys(element, source.id.names), captures)
    const id = source.id.format(ownCaptures)
    yield* itemIn(kind, source, file, id === '' ? undefined : id, ownCaptures, {
      scope: scopeOf(source, captures),
      place: file.document.span(element.start + offset, Math.min(element.end, element.start + 1) + offset),
      node: element,
      nodeOffset: offset,
      lines: linesOf(file, element.start + offset, element.end + offset),
    })
  }
}

function* itemsFromRows(kind: Kind, source: Source, { file, captures: fileCaptures }: MatchedFile): Iterable<Item> {
  const [table] = tablesFor(
    file,
    source.heading,
    source.row.map(({ column }) => column),
  )
  if (!table || !('format' in source.id)) return
  for (const line of table.rows) {
    const cells = cellsOf(file.document.line(line))
    let captures: Captures | undefined = fileCaptures
    for (const { column, text } of source.row) {
      const matchedCaptures = text.match(cellText(cells[columnOf(table, column)]?.text ?? ''))
      captures = captures && matchedCaptures && joinCaptures(captures, matchedCaptures)
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
    const matchedCaptures = source.text?.match(box.text)
    const captures = matchedCaptures && joinCaptures(fileCaptures, matchedCaptures)
    const id = captures && 'format' in source.id ? source.id.format(captures) : undefined
    yield* itemIn(kind, source, file, id, captures, {
      place: file.document.place(box.line),
      box,
      lines: [box.line, box.line + 1],
    })
  }
}

/** The id that a file states itself, or that its path gives; `undefined`: it is no item. */
function idOfFile(source: Source, file: DeclaredFile, captures: Captures): string | undefined {
  if ('format' in source.id) return source.id.format(captures)
  const idValue = findSpot({ form: 'front-matter', key: source.id.key }, { file }, captures)
  return idValue === undefined || idValue.isCollection || idValue.text.trim() === '' ? undefined : idValue.text.trim()
}

function* itemFromFile(kind: Kind, source: Source, { file, captures }: MatchedFile): Iterable<Item> {
  yield* itemIn(kind, source, file, idOfFile(source, file, captures), captures, { place: { path: file.path, line: 1 } })
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
