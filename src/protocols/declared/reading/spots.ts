import type { Place } from '../../../core/diagnostic.ts'
import { groupBy } from '../../../core/grouped.ts'
import { memo, memoBy, once } from '../../../core/once.ts'
import { nodeAt, type DataNode, type DataSequence } from '../../../documents/data.ts'
import { cellsOf } from '../../../documents/markdown.ts'
import type { Splice } from '../../../documents/text.ts'
import type { YamlNode } from '../../../documents/yaml.ts'
import { valueText } from '../../../documents/yaml-scalars.ts'
import type { Cell, Spot, Step } from '../language/workflow.ts'
import type { Captures, Template } from '../../../documents/template.ts'
import { bare, folded, foldedId } from '../words.ts'
import type { Box, DeclaredFile, Table } from './files.ts'

/** A value as it stands in a file. */
export interface Found {
  readonly path: string
  readonly place: Place
  /** As it is written, without quotes; of a box `ticked` or `open`. */
  readonly text: string
  /** It is a map or a list. */
  readonly isCollection?: true
  /** No command writes there. */
  readonly isFixed?: true
  /** What further lines of the place say, each wording once. */
  readonly others?: readonly { readonly text: string; readonly place: Place }[]
  /** The edit that puts another value there; `undefined`: nothing can be written there. */
  write(value: string): Splice | undefined
}

/** Where a spot is looked up: the part of a file that belongs to an item. */
export interface Anchor {
  readonly file: DeclaredFile
  /** The value of the item's key, or the element. */
  readonly node?: DataNode | undefined
  readonly nodeOffset?: number | undefined
  readonly row?: { readonly table: Table; readonly line: number } | undefined
  readonly box?: Box | undefined
}

const offsetAt = (document: DeclaredFile['document'], line: number) => document.offsetOf(line)

/** A scalar of YAML or JSON. */
function scalarAt({ file }: Pick<Anchor, 'file'>, node: DataNode, offset = 0): Found {
  const { document, path } = file
  const place = document.span(node.start + offset, node.end + offset)
  if (node.kind !== 'scalar') return { path, place, text: '', isCollection: true, isFixed: true, write: () => undefined }
  return {
    path,
    place,
    text: node.value === null ? '' : node.source,
    ...(!file.isWritable && { isFixed: true }),
    write(value) {
      if (!file.isWritable) return undefined
      const isJson = path.toLowerCase().endsWith('.json')
      const written = isJson
        ? JSON.stringify(value)
        : valueText(value, { flow: !isBlockValue(document.text, node.start), document, old: node as YamlNode })
      // An absent value has its place directly behind the colon.
      const lead = node.start === node.end && document.text[node.start - 1] === ':' ? ' ' : ''
      return { start: node.start, end: node.end, text: lead + written }
    },
  }
}

/** Whether a plain value at an offset ends with its line, rather than at a comma or brace. */
function isBlockValue(text: string, offset: number): boolean {
  const line = text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset)
  return !/[{[]/.test(line)
}

/** A stretch of a line, without the marks around it. */
function stretch(file: DeclaredFile, line: number, from: number, to: number): Found {
  const { document, path } = file
  const text = document.line(line)
  const [start, end] = bare(text, from, to)
  const offset = offsetAt(document, line)
  return {
    path,
    place: document.span(offset + start, offset + end),
    text: text.slice(start, end).replaceAll('\\|', '|'),
    write: (value) => ({ start: offset + start, end: offset + end, text: value }),
  }
}

const listMark = /^[ \t]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+|#{1,6}[ \t]+)?/

/** Where the value of a label begins in a line; `undefined`: the line has another label, or none. */
function valueOf(line: string, wanted: string): number | undefined {
  const begin = listMark.exec(line)?.[0].length ?? 0
  const isBold = line.startsWith('**', begin)
  const close = isBold ? line.indexOf('**', begin + 2) : -1
  if (!isBold) {
    const colon = line.indexOf(':', begin)
    return colon !== -1 && line.slice(begin, colon).trim().toLowerCase() === wanted ? colon + 1 : undefined
  }
  if (close === -1) return undefined
  const inner = line.slice(begin + 2, close).trim()
  if (inner.endsWith(':')) return inner.slice(0, -1).trim().toLowerCase() === wanted ? close + 2 : undefined
  const colon = line.indexOf(':', close)
  return inner.toLowerCase() === wanted && colon !== -1 && line.slice(close + 2, colon).trim() === '' ? colon + 1 : undefined
}

const labelled = memo((file: DeclaredFile) =>
  memoBy((label: string): Found | undefined => {
    const { document } = file
    const wanted = label.toLowerCase()
    if (!document.text.toLowerCase().includes(wanted)) return undefined
    const body = file.body()
    const head = file.head()
    const first = head.kind === 'none' ? 1 : bodyBegin(file)
    const tableLines = once(() => new Set(body.tables.flatMap(({ header, rows }) => [header, ...rows])))
    const all: Found[] = []
    for (let number = first; number <= document.lineCount; number++) {
      const line = document.line(number)
      if (!line.toLowerCase().includes(wanted)) continue
      const from = valueOf(line, wanted)
      if (from === undefined || body.kindOf(number) !== 'text' || (line.includes('|') && tableLines().has(number))) continue
      const comments = [line.indexOf('<!--', from), line.indexOf(' # ', from)].filter((at) => at !== -1)
      all.push(stretch(file, number, from, Math.min(line.length, ...comments)))
    }
    return firstOf(all)
  }),
)

/** The first of several values of one place, with those that are worded otherwise. */
function firstOf([first, ...more]: readonly Found[]): Found | undefined {
  const byWord = new Map(more.toReversed().map(({ text, place }) => [folded(text), { text, place }]))
  if (first) byWord.delete(folded(first.text))
  return first && (byWord.size === 0 ? first : { ...first, others: [...byWord.values()].toReversed() })
}

function bodyBegin({ document }: DeclaredFile): number {
  let line = 2
  while (line <= document.lineCount && !/^---[ \t]*$/.test(document.line(line))) line++
  return line + 1
}

/** The text of a cell as it is compared with an id: without marks, and of a link its text. */
export function cellText(text: string): string {
  const link = /^\[([^\]]*)\]\([^)]*\)$/.exec(text.slice(bareStart(text), bareEnd(text)))
  const inner = link?.[1] ?? text
  const [start, end] = bare(inner)
  return inner.slice(start, end)
}
const bareStart = (text: string) => bare(text)[0]
const bareEnd = (text: string) => bare(text)[1]

const sameText = (one: string, other: string) => one.trim().toLowerCase() === other.trim().toLowerCase()

/** The tables of a file under a heading; without one, the first that has the columns. */
export function tablesFor(file: DeclaredFile, heading: string | undefined, columns: readonly string[]): readonly Table[] {
  const suitable = file
    .tables()
    .filter(
      (table) =>
        (heading === undefined || sameText(table.heading, heading)) &&
        columns.every((column) => table.columns.some((each) => sameText(each, column))),
    )
  return suitable.slice(0, 1)
}

export const columnOf = (table: Table, column: string): number => table.columns.findIndex((each) => sameText(each, column))

function cellIn(file: DeclaredFile, table: Table, line: number, column: string): Found | undefined {
  const cell = cellsOf(file.document.line(line))[columnOf(table, column)]
  return cell && stretch(file, line, cell.start, cell.end)
}

const rowsByText = memo((file: DeclaredFile) =>
  memo((table: Table) =>
    memoBy((column: string) => {
      const at = columnOf(table, column)
      return groupBy(table.rows, (line) => foldedId(cellText(cellsOf(file.document.line(line))[at]?.text ?? '')))
    }),
  ),
)

function rowsBy(file: DeclaredFile, table: Table, cells: readonly Cell[], captures: Captures): readonly number[] {
  const [first, ...more] = cells.map(({ column, text }) => ({ column, text: text.format(captures) }))
  if (first?.text === undefined) return []
  return (rowsByText(file)(table)(first.column).get(foldedId(first.text)) ?? []).filter((line) =>
    more.every(
      ({ column, text }) =>
        text !== undefined && foldedId(cellText(cellsOf(file.document.line(line))[columnOf(table, column)]?.text ?? '')) === foldedId(text),
    ),
  )
}

export const keysOf = (file: DeclaredFile): readonly string[] => {
  const head = file.head()
  return head.kind === 'yaml' ? head.mapping.entries.map(({ key }) => key.source) : head.kind === 'lines' ? [...head.keys.keys()] : []
}

const boxFound = (file: DeclaredFile, { line, ticked, start, stop }: Box): Found => ({
  path: file.path,
  place: file.document.place(line),
  text: ticked ? 'ticked' : 'open',
  write: (value) => ({ start, end: stop, text: value === 'ticked' ? 'x' : ' ' }),
})

const boxesById = memo((file: DeclaredFile) =>
  memo((text: Template) => groupBy(file.boxes(), (box) => foldedId(text.match(box.text)?.['id'] ?? ''))),
)

const elementsBy = memo((list: DataSequence) =>
  memoBy((key: string) =>
    groupBy(list.items, (element) => {
      const own = element.kind === 'mapping' ? element.get(key)?.value : undefined
      return own?.kind === 'scalar' && own.value !== null ? foldedId(own.source) : undefined
    }),
  ),
)

/** What a way into data leads to, with what an item captures in place of captures. */
function follow(root: DataNode, steps: readonly Step[], captures: Captures): DataNode | undefined {
  let node: DataNode | undefined = root
  for (const step of steps) {
    if (!node) return undefined
    if (typeof step === 'string') node = nodeAt(node, [step])
    else {
      const wanted: string | undefined = Object.hasOwn(captures, step.capture) ? captures[step.capture] : undefined
      if (wanted === undefined) return undefined
      node = node.kind === 'sequence' ? elementsBy(node)(step.by).get(foldedId(wanted))?.[0] : nodeAt(node, [wanted])
    }
  }
  return node
}

/** The value at a spot of a file, as an item sees it; `undefined`: it is not there. */
export function findSpot(spot: Spot, anchor: Anchor, captures: Captures): Found | undefined {
  const { file } = anchor
  switch (spot.form) {
    case 'front-matter': {
      const head = file.head()
      if (head.kind === 'none') return undefined
      if (head.kind === 'yaml') {
        const entry = head.mapping.get(spot.key)
        return entry && scalarAt(anchor, entry.value)
      }
      const plain = head.keys.get(spot.key)
      if (!plain) return undefined
      const { value: text, start, end } = plain
      return {
        path: file.path,
        place: file.document.span(start, end),
        text,
        write: (value) => ({ start, end, text: start === end ? ` ${value}` : value }),
      }
    }
    case 'label':
      return labelled(file)(spot.label)
    case 'data': {
      const root = anchor.node ?? file.roots()[0]?.node
      const node = root && follow(root, spot.at, captures)
      return node && scalarAt(anchor, node, anchor.node ? (anchor.nodeOffset ?? 0) : 0)
    }
    case 'table': {
      if (spot.row.length === 0) return anchor.row && cellIn(file, anchor.row.table, anchor.row.line, spot.column)
      const [table] = tablesFor(file, spot.heading, [...spot.row.map(({ column }) => column), spot.column])
      const rows = table ? rowsBy(file, table, spot.row, captures) : []
      // Of an id that comes twice, each row is read as its own item.
      const own = anchor.row && rows.includes(anchor.row.line) ? [anchor.row.line] : rows
      return firstOf(own.flatMap((line) => (table ? (cellIn(file, table, line, spot.column) ?? []) : [])))
    }
    case 'box': {
      if (!spot.text) return anchor.box && boxFound(file, anchor.box)
      const boxes = boxesById(file)(spot.text).get(foldedId(captures['id'] ?? '')) ?? []
      const box = boxes.find((each) => each.line === anchor.box?.line) ?? boxes[0]
      return box && boxFound(file, box)
    }
  }
}
