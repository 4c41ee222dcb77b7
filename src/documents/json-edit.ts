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

const spanOf = ({ key, value }: DataEntry): Span => ({ start: key.start, end: value.end })
const partsOf = (container: Container): readonly Span[] => (container.kind === 'mapping' ? container.entries.map(spanOf) : container.items)

/** Adds behind the last part of a container; `write` is given the indentation of what is added. */
function added(layout: Layout, container: Container, write: (indent: string) => string): Splice {
  const { document, flat, unit } = layout
  const { eol } = document
  const last = partsOf(container).at(-1)
  if (last) {
    const indent = indentOf(layout, last.start)
    const between = spansLines(document, container) ? `,${eol}${indent}` : ', '
    return { start: last.end, end: last.end, text: between + write(indent) }
  }
  const outer = indentOf(layout, container.start)
  const inner = outer + unit
  const text = flat ? write('') : eol + inner + write(inner) + eol + outer
  return { start: container.start + 1, end: container.end - 1, text }
}

/** Takes a part of a container away, with the comma that parts it from the next or the one before. */
function removed(container: Container, index: number): Splice | undefined {
  const parts = partsOf(container)
  const [part, before, next] = [parts[index], parts[index - 1], parts[index + 1]]
  if (!part) return undefined
  if (next) return { start: part.start, end: next.start, text: '' }
  return before ? { start: before.end, end: part.end, text: '' } : { start: container.start + 1, end: container.end - 1, text: '' }
}

function containerAt({ root }: Layout, path: Path): Container {
  const node = at(root, path)
  if (!node || node.kind === 'scalar') throw new Fault(`There is nothing to edit at ${path.join('.')}.`)
  return node
}

function spliceOf(edit: JsonEdit, layout: Layout): Splice | undefined {
  if ('append' in edit) {
    const list = containerAt(layout, edit.append)
    const last = list.kind === 'sequence' ? list.items.at(-1) : undefined
    return added(layout, list, (indent) => element(edit.value, layout, indent, last))
  }
  const path = 'set' in edit ? edit.set : edit.remove
  const container = containerAt(layout, path.slice(0, -1))
  const key = path.at(-1)
  const index = container.kind === 'sequence' ? Number(key) : container.entries.findLastIndex((entry) => entry.key.source === key)
  if ('remove' in edit) return removed(container, index)
  const node = container.kind === 'sequence' ? container.items[index] : container.entries[index]?.value
  if (node) {
    const indent = indentOf(layout, partsOf(container)[index]?.start ?? node.start)
    return { start: node.start, end: node.end, text: written(edit.value, layout, indent) }
  }
  return added(layout, container, (indent) => `${JSON.stringify(key)}: ${written(edit.value, layout, indent)}`)
}

/**
 * The text with edits made one after the other; no other byte changes (governance protocol, "How JSON is changed"). What is added
 * stands behind the last of its container, laid out as its neighbour.
 *
 * @throws Fault where the text is no JSON, or has no container for what is to be edited.
 */
export function editJson(text: string, edits: readonly JsonEdit[]): string {
  return edits.reduce((before, edit) => {
    const change = spliceOf(edit, layoutOf(before))
    return change ? splice(before, [change]) : before
  }, text)
}
