import { Fault } from '../core/fault.ts'
import { at, type DataEntry, type DataNode, type Span } from './data.ts'
import { splice, type Splice } from './edit.ts'
import { inLine } from './json-writing.ts'
import { parseJson } from './json.ts'
import { textDocument, type TextDocument } from './text.ts'

type Path = readonly PropertyKey[]

/** A change of a JSON text: a member set or added, a member or element removed, an element added at the end of a list. */
export type JsonEdit =
  | { readonly set: Path; readonly value: unknown }
  | { readonly remove: Path }
  | { readonly append: Path; readonly value: unknown }

/** A text that is edited, and how it is laid out. */
interface Layout {
  readonly document: TextDocument
  readonly root: DataNode
  /** It stands in one line. */
  readonly flat: boolean
  /** What each level is indented by. */
  readonly unit: string
}

type Container = Exclude<DataNode, { readonly kind: 'scalar' }>

const indentOf = ({ document }: Layout, offset: number): string => /^[ \t]*/.exec(document.line(document.lineOf(offset)))?.[0] ?? ''

const spansLines = ({ text }: TextDocument, { start, end }: DataNode) => text.slice(start, end).includes('\n')

function layoutOf(text: string): Layout {
  const document = textDocument('', text)
  // A byte-order mark stays where it is, and is no JSON.
  const root = parseJson(' '.repeat(document.start) + text.slice(document.start))
  if ('fault' in root) throw new Fault('Only JSON can be edited.')
  const first = root.kind === 'mapping' ? root.entries[0] : undefined
  const line = first && document.lineOf(first.key.start)
  const isOwn = line !== undefined && line !== document.lineOf(root.start)
  const layout = { document, root, flat: !text.trim().includes('\n'), unit: '  ' }
  return isOwn && first ? { ...layout, unit: indentOf(layout, first.key.start) || '  ' } : layout
}

/** A value over lines, those behind the first indented. */
function overLines(value: unknown, { document, unit }: Layout, indent: string): string {
  return JSON.stringify(value, null, 1)
    .split('\n')
    .map((line, index) => {
      const text = line.trimStart()
      return index === 0 ? text : indent + unit.repeat(line.length - text.length) + text
    })
    .join(document.eol)
}

const written = (value: unknown, layout: Layout, indent: string): string =>
  layout.flat ? inLine(value, '') : overLines(value, layout, indent)

/** An element is written as its neighbour is. */
function element(value: unknown, layout: Layout, indent: string, neighbour: DataNode | undefined): string {
  if (!neighbour || layout.flat || spansLines(layout.document, neighbour)) return written(value, layout, indent)
  return inLine(value, layout.document.text[neighbour.start + 1] === ' ' ? ' ' : '')
}

type Part = DataEntry | DataNode

const isEntry = (part: Part): part is DataEntry => 'key' in part
const spanOf = (part: Part): Span => (isEntry(part) ? { start: part.key.start, end: part.value.end } : part)
const partsOf = (container: Container): readonly Part[] => (container.kind === 'mapping' ? container.entries : container.items)

/** What becomes of a container: parts that go, and what is written behind those that stay. */
interface Rebuilding {
  readonly gone: Set<Part>
  /** By key; elements of a list, which have none, by their number. Each is given the indentation that it is written at. */
  readonly added: Map<PropertyKey, (indent: string) => string>
}

/** Fills a container that has nothing in it. */
function filled(layout: Layout, { start, end }: Container, { added }: Rebuilding): Splice {
  const { document, flat, unit } = layout
  const { eol } = document
  const outer = indentOf(layout, start)
  const inner = outer + unit
  const texts = Array.from(added.values(), (write) => write(flat ? '' : inner))
  return { start: start + 1, end: end - 1, text: flat ? texts.join(', ') : eol + inner + texts.join(`,${eol}${inner}`) + eol + outer }
}

/** The splice behind the last part that stays, which ends at `stays`, and before those at the end that go, which begin at `from`. */
function ending(
  layout: Layout,
  container: Container,
  { added }: Rebuilding,
  last: Span,
  stays?: number,
  from?: number,
): Splice | undefined {
  const { document } = layout
  const { end } = last
  if (added.size === 0) {
    if (from === undefined) return undefined
    return stays === undefined ? { start: container.start + 1, end: container.end - 1, text: '' } : { start: stays, end, text: '' }
  }
  const indent = indentOf(layout, last.start)
  const between = spansLines(document, container) ? `,${document.eol}${indent}` : ', '
  const text = Array.from(added.values(), (write) => write(indent)).join(between)
  return from === undefined ? { start: end, end, text: between + text } : { start: from, end, text }
}

/** The splices that rebuild a container: one for each stretch of parts that go, with the comma that parts it from the next or the one before. */
function rebuilt(layout: Layout, container: Container, change: Rebuilding): readonly Splice[] {
  const spans = partsOf(container).map((part) => ({ ...spanOf(part), goes: change.gone.has(part) }))
  const last = spans.at(-1)
  if (!last) return change.added.size > 0 ? [filled(layout, container, change)] : []
  const splices: Splice[] = []
  let stays: number | undefined
  let from: number | undefined
  for (const { start, end, goes } of spans) {
    if (goes) {
      from ??= start
      continue
    }
    if (from !== undefined) splices.push({ start: from, end: start, text: '' })
    from = undefined
    stays = end
  }
  const rest = ending(layout, container, change, last, stays, from)
  return rest ? [...splices, rest] : splices
}

function containerAt({ root }: Layout, path: Path): Container {
  const node = at(root, path)
  if (!node || node.kind === 'scalar') throw new Fault(`There is nothing to edit at ${path.join('.')}.`)
  return node
}

/** What of a container a key or an index names: of a key that comes twice the last. */
const partAt = (container: Container, key: PropertyKey | undefined): Part | undefined =>
  container.kind === 'mapping' ? container.get(String(key)) : container.items[Number(key)]

/** The splices of all edits together. */
function* splicesOf(edits: readonly JsonEdit[], layout: Layout): Iterable<Splice> {
  const rebuilding = new Map<Container, Rebuilding>()
  const inside = (container: Container): Rebuilding => {
    const known = rebuilding.get(container) ?? { gone: new Set(), added: new Map() }
    rebuilding.set(container, known)
    return known
  }
  for (const edit of edits) {
    if ('append' in edit) {
      const list = containerAt(layout, edit.append)
      const { added } = inside(list)
      const last = list.kind === 'sequence' ? list.items.at(-1) : undefined
      added.set(added.size, (indent) => element(edit.value, layout, indent, last))
      continue
    }
    const path = 'set' in edit ? edit.set : edit.remove
    const container = containerAt(layout, path.slice(0, -1))
    const key = path.at(-1)
    const part = partAt(container, key)
    if ('remove' in edit) {
      if (part) inside(container).gone.add(part)
    } else if (part) {
      const { start, end } = isEntry(part) ? part.value : part
      yield { start, end, text: written(edit.value, layout, indentOf(layout, spanOf(part).start)) }
    } else inside(container).added.set(key ?? '', (indent) => `${JSON.stringify(key)}: ${written(edit.value, layout, indent)}`)
  }
  for (const [container, change] of rebuilding) yield* rebuilt(layout, container, change)
}

/**
 * The text with edits made all at once, whatever their number: it is read once, and no other byte changes (governance protocol, "How
 * JSON is changed"). Paths are those of the text as it is. What is added stands behind the last of its container, laid out as its
 * neighbour.
 *
 * @throws Fault where the text is no JSON, has no container for what is to be edited, or two edits want the same place.
 */
export function editJson(text: string, edits: readonly JsonEdit[]): string {
  return edits.length === 0 ? text : splice(text, [...splicesOf(edits, layoutOf(text))])
}
