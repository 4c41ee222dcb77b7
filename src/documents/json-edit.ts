import { Fault } from '../core/fault.ts'
import { nodeAt, type DataEntry, type DataNode, type Span } from './data.ts'
import { endingOf, splice, textDocument, type Splice, type TextDocument } from './text.ts'
import { parseJson } from './json.ts'

export type Path = readonly PropertyKey[]

/**
 * A change of a JSON text: a member set or added, a member or element removed, an element added at the end of a list. A
 * new member is after the last, or after the one that `after` names, which must not be removed at the same time.
 */
export type JsonEdit =
  | { readonly set: Path; readonly value: unknown; readonly after?: PropertyKey | undefined }
  | { readonly remove: Path }
  | { readonly append: Path; readonly value: unknown }

export type Container = Exclude<DataNode, { readonly kind: 'scalar' }>
export type Part = DataEntry | DataNode

const isEntry = (part: Part): part is DataEntry => 'key' in part
export const partsOf = (container: Container): readonly Part[] =>
  container.kind === 'mapping' ? container.entries : container.items
export const spanOf = (part: Part): Span => (isEntry(part) ? { start: part.key.start, end: part.value.end } : part)
const valueOf = (part: Part): DataNode => (isEntry(part) ? part.value : part)
const isFilled = (node: DataNode): boolean => node.kind !== 'scalar' && partsOf(node).length > 0

/** What is between values in one line. */
interface Marks {
  /** After a bracket, and before the one that closes. */
  readonly blank: string
  readonly colon: string
  readonly comma: string
}

/** A text that is edited, its indentation of each level, and its marks between values in one line. */
interface Layout extends Pick<Marks, 'colon' | 'comma'> {
  readonly document: TextDocument
  readonly root: DataNode
  readonly unit: string
}

export const isOneLine = ({ document }: Pick<Layout, 'document'>, { start, end }: Span): boolean =>
  !document.text.slice(start, end).includes('\n')

/** What a line is indented by, and whether what is at an offset is the first in it. */
export function marginOf(
  { document }: Pick<Layout, 'document'>,
  offset: number,
): { readonly indent: string; readonly isFirst: boolean } {
  const line = document.lineOf(offset)
  const indent = /^[ \t]*/.exec(document.line(line))?.[0] ?? ''
  return { indent, isFirst: document.offsetOf(line) + indent.length === offset }
}

/** The ending of the line that an offset is in, or where it has none that of the text: lines next to it get the same. */
const eolAt = ({ document }: Pick<Layout, 'document'>, offset: number): string =>
  endingOf(document, document.lineOf(offset)) || document.eol

/** The marks of a text in which no blank follows the first colon, or of one where it does. */
function marksOf(text: string): Pick<Marks, 'colon' | 'comma'> {
  return /":(\s?)/.exec(text)?.[1] === '' ? { colon: ':', comma: ',' } : { colon: ': ', comma: ', ' }
}

/**
 * A value as a whole text, laid out as the text that it takes the place of: in one line or indented, and with the same
 * line ends.
 */
export function printLike(oldText: string, value: unknown): string {
  const end = oldText === '' || oldText.endsWith('\n') ? '\n' : ''
  const content = oldText.trim()
  if (content !== '' && !content.includes('\n')) {
    const { eol } = textDocument('', oldText)
    return printInLine(value, { ...marksOf(content), blank: content[1] === ' ' ? ' ' : '' }) + end.replace('\n', eol)
  }
  const [, unit = '  '] = /\n([ \t]+)["\]{[]/.exec(oldText) ?? []
  return (JSON.stringify(value, null, unit) + end).replaceAll('\n', textDocument('', oldText).eol)
}

function layoutOf(text: string): Layout {
  const document = textDocument('', text)
  // A byte-order mark stays where it is, and is not JSON.
  const root = parseJson(' '.repeat(document.start) + text.slice(document.start))
  if ('fault' in root) throw new Fault('Only JSON can be edited.')
  const [first] = root.kind === 'scalar' ? [] : partsOf(root)
  const { indent, isFirst } = marginOf({ document }, first ? spanOf(first).start : 0)
  return { document, root, unit: isFirst && indent !== '' ? indent : '  ', ...marksOf(text) }
}

function printInLine(value: unknown, marks: Marks): string {
  const { blank, colon, comma } = marks
  if (Array.isArray(value)) return `[${value.map((item) => printInLine(item, marks)).join(comma)}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.entries(value).map(([key, member]) => JSON.stringify(key) + colon + printInLine(member, marks))
  return members.length === 0 ? '{}' : `{${blank}${members.join(comma)}${blank}}`
}

/**
 * Writes values as those of a container are written, the last that holds others above all: in one line, or over lines
 * that begin with `indent`.
 */
function writerFor(layout: Layout, container: Container): (value: unknown, indent: string, eol: string) => string {
  const { document, root, unit, colon, comma } = layout
  const templateNode = partsOf(container).map(valueOf).findLast(isFilled) ?? (isFilled(container) ? container : root)
  if (isOneLine(layout, templateNode)) {
    const blank = document.text[templateNode.start + 1] === ' ' ? ' ' : ''
    return (value) => printInLine(value, { blank, colon, comma })
  }
  return (value, indent, eol) =>
    JSON.stringify(value, null, '\t').replaceAll(
      /\n(\t*)/g,
      (_, tabs: string) => eol + indent + unit.repeat(tabs.length),
    )
}

interface Change {
  readonly replaced: (readonly [part: Part, value: unknown])[]
  readonly removed: Set<Part>
  /** By key; elements of a list by their number. */
  readonly added: Map<PropertyKey, unknown>
  /** Members that are added after others. */
  readonly behind: (readonly [part: Part, key: PropertyKey, value: unknown])[]
}

/**
 * The splices of what is removed and added: one for each stretch of neighbours, with the comma between them and those
 * that stay.
 */
function* rearrangingSplices(
  layout: Layout,
  container: Container,
  removedParts: ReadonlySet<Part>,
  addedTexts: (indent: string, eol: string) => readonly string[],
) {
  const { document, root, unit, comma } = layout
  const parts = partsOf(container)
  const last = parts.at(-1)
  const inside = { start: container.start + 1, end: container.end - 1 }
  if (!last) {
    const outer = isOneLine(layout, root) ? undefined : marginOf(layout, container.start).indent
    const eol = eolAt(layout, container.end)
    const texts = addedTexts((outer ?? '') + unit, eol)
    const inner = eol + outer + unit
    if (texts.length > 0)
      yield { ...inside, text: outer === undefined ? texts.join(comma) : inner + texts.join(`,${inner}`) + eol + outer }
    return
  }
  let keptEnd: number | undefined
  let cutStart: number | undefined
  for (const part of parts) {
    const { start, end } = spanOf(part)
    if (removedParts.has(part)) cutStart ??= start
    else {
      if (cutStart !== undefined) yield { start: cutStart, end: start, text: '' }
      cutStart = undefined
      keptEnd = end
    }
  }
  const { start, end } = spanOf(last)
  const { indent, isFirst } = marginOf(layout, start)
  const eol = eolAt(layout, end)
  const between = isFirst ? `,${eol}${indent}` : comma
  const text = addedTexts(indent, eol).join(between)
  if (text !== '')
    yield cutStart === undefined ? { start: end, end, text: between + text } : { start: cutStart, end, text }
  else if (cutStart !== undefined && keptEnd === undefined) yield { ...inside, text }
  else if (cutStart !== undefined && keptEnd !== undefined) {
    // The line of the last that stays keeps its ending, and not that of the last which goes.
    const keptEol = eolAt(layout, keptEnd)
    const isLineEnd = isFirst && keptEol !== eol && document.text.startsWith(eol, end)
    yield isLineEnd ? { start: keptEnd, end: end + eol.length, text: keptEol } : { start: keptEnd, end, text }
  }
}

function* splicesOf(
  layout: Layout,
  container: Container,
  { replaced, removed, added, behind }: Change,
): Iterable<Splice> {
  const write = writerFor(layout, container)
  for (const [part, value] of replaced) {
    const { start, end } = valueOf(part)
    yield { start, end, text: write(value, marginOf(layout, spanOf(part).start).indent, eolAt(layout, end)) }
  }
  const { colon, comma } = layout
  const key = (name: PropertyKey) => (container.kind === 'mapping' ? JSON.stringify(name) + colon : '')
  for (const [part, name, value] of behind) {
    const { start, end } = spanOf(part)
    const { indent, isFirst } = marginOf(layout, start)
    const eol = eolAt(layout, end)
    yield { start: end, end, text: (isFirst ? `,${eol}${indent}` : comma) + key(name) + write(value, indent, eol) }
  }
  yield* rearrangingSplices(layout, container, removed, (indent, eol) =>
    Array.from(added, ([name, value]) => key(name) + write(value, indent, eol)),
  )
}

/** @throws Fault where there is no mapping or list at a path. */
export function containerAt({ root }: { readonly root: DataNode }, path: Path): Container {
  const node = nodeAt(root, path)
  if (!node || node.kind === 'scalar') throw new Fault(`There is nothing to edit at ${path.join('.')}.`)
  return node
}

function changesOf(edits: readonly JsonEdit[], layout: Layout): ReadonlyMap<Container, Change> {
  const changes = new Map<Container, Change>()
  const changeOf = (container: Container): Change => {
    const change = changes.get(container) ?? { replaced: [], removed: new Set(), added: new Map(), behind: [] }
    changes.set(container, change)
    return change
  }
  for (const edit of edits) {
    if ('append' in edit) {
      const { added } = changeOf(containerAt(layout, edit.append))
      added.set(added.size, edit.value)
      continue
    }
    const path = 'set' in edit ? edit.set : edit.remove
    const container = containerAt(layout, path.slice(0, -1))
    const key = path.at(-1) ?? ''
    const part = container.kind === 'mapping' ? container.get(String(key)) : container.items[Number(key)]
    const change = changeOf(container)
    if ('remove' in edit) {
      if (part) change.removed.add(part)
    } else if (!part) {
      const precedingMember =
        edit.after === undefined || container.kind !== 'mapping' ? undefined : container.get(String(edit.after))
      if (precedingMember) change.behind.push([precedingMember, key, edit.value])
      else change.added.set(key, edit.value)
    } else {
      const value = valueOf(part)
      if (value.kind !== 'scalar' || value.value !== edit.value) change.replaced.push([part, edit.value])
    }
  }
  return changes
}

/**
 * The text with edits made all at once, whatever their number: it is read once, and no other byte changes.
 * Paths are those of the text as it is; of a key that comes twice the last is meant. A value that is there
 * already stays as it is written; what is added is after the last of its container, laid out as its neighbours.
 *
 * @throws Fault where the text is not JSON, has no container for an edited path, or two edits meet at one place.
 */
export function editJson(text: string, edits: readonly JsonEdit[]): string {
  if (edits.length === 0) return text
  const layout = layoutOf(text)
  return splice(
    text,
    Array.from(changesOf(edits, layout), ([container, change]) => [...splicesOf(layout, container, change)]).flat(),
  )
}
