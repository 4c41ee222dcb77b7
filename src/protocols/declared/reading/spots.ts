import { groupBy } from '../../../core/grouped.ts'
import { memo, memoBy, once } from '../../../core/once.ts'
import { nodeAt, type DataNode, type DataSequence } from '../../../documents/data.ts'
import { cellsOf } from '../../../documents/markdown.ts'
import type { Spot, Step } from '../language/workflow.ts'
import type { Captures, Template } from '../../../documents/template.ts'
import { foldWord, foldId, isSameText, bareRange } from './words.ts'
import type { Box, DeclaredFile, Table } from './files.ts'
import { capturesIn, columnOf, isRowOf, namesIn, rowsBy, tableFor } from './tables.ts'
import { beforeComment, type FoundValue, plainValue, scalarAt, stretch } from './values.ts'

/** Where a spot is looked up: the part of a file that belongs to an item. */
export interface Anchor {
  readonly file: DeclaredFile
  /** The value of the item's key, or the element. */
  readonly node?: DataNode | undefined
  readonly nodeOffset?: number | undefined
  readonly row?: { readonly table: Table; readonly line: number } | undefined
  readonly box?: Box | undefined
}

const listMark = /^[ \t]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+|#{1,6}[ \t]+)?/

/** Where the value of a label, in lower case, begins in a line; `undefined`: the line has another label, or none. */
export function labelValueStart(line: string, wantedLabel: string): number | undefined {
  const begin = listMark.exec(line)?.[0].length ?? 0
  if (!line.startsWith('**', begin)) {
    const colon = line.indexOf(':', begin)
    return colon !== -1 && line.slice(begin, colon).trim().toLowerCase() === wantedLabel ? colon + 1 : undefined
  }
  const close = line.indexOf('**', begin + 2)
  if (close === -1) return undefined
  const inner = line.slice(begin + 2, close).trim()
  if (inner.endsWith(':')) return inner.slice(0, -1).trim().toLowerCase() === wantedLabel ? close + 2 : undefined
  const colon = line.indexOf(':', close)
  return inner.toLowerCase() === wantedLabel && colon !== -1 && line.slice(close + 2, colon).trim() === ''
    ? colon + 1
    : undefined
}

const labelledValue = memo((file: DeclaredFile) =>
  memoBy((label: string): FoundValue | undefined => {
    const { document } = file
    const wantedLabel = label.toLowerCase()
    if (!document.text.toLowerCase().includes(wantedLabel)) return undefined
    const body = file.body()
    const tableLines = once(() => new Set(body.tables.flatMap(({ header, rows }) => [header, ...rows])))
    const values: FoundValue[] = []
    for (let number = file.firstLine; number <= document.lineCount; number++) {
      const line = document.line(number)
      if (!line.toLowerCase().includes(wantedLabel)) continue
      const valueStart = labelValueStart(line, wantedLabel)
      if (
        valueStart === undefined ||
        body.kindOf(number) !== 'text' ||
        (line.includes('|') && tableLines().has(number))
      )
        continue
      const comments = [line.indexOf('<!--', valueStart), line.indexOf(' # ', valueStart)].filter(
        (index) => index !== -1,
      )
      // A heading may be closed by as many signs as it likes.
      const end = /^[ \t]*#/.test(line) ? line.replace(/[ \t]+#+[ \t]*$/, '').length : line.length
      values.push(beforeComment(stretch(file, number, valueStart, Math.min(end, ...comments)), /<!--| # /))
    }
    return firstOf(values)
  }),
)

/** The first line of text below each heading of a name, apart from comments. */
const below = memo((file: DeclaredFile) =>
  memoBy((name: string): FoundValue | undefined => {
    const { document } = file
    const { headings, tables, kindOf } = file.body()
    const tableLines = once(() => new Set(tables.map(({ header }) => header)))
    const all = headings.flatMap(({ text, line: at }, index): readonly FoundValue[] => {
      if (!isSameText(text, name)) return []
      const end = headings[index + 1]?.line ?? document.lineCount + 1
      const isUnderlined = !/^ {0,3}#/.test(document.line(at)) && /^ {0,3}(?:=+|-+)[ \t]*$/.test(document.line(at + 1))
      for (let line = at + (isUnderlined ? 2 : 1); line < end; line++) {
        const written = document.line(line)
        if (written.trim() === '' || kindOf(line) === 'html') continue
        if (kindOf(line) !== 'text' || tableLines().has(line)) return []
        const from = listMark.exec(written)?.[0].length ?? 0
        const comment = written.indexOf('<!--', from)
        return [beforeComment(stretch(file, line, from, comment === -1 ? written.length : comment), /<!--/)]
      }
      return []
    })
    return firstOf(all)
  }),
)

/** The first of several values of one place, with the others and, of those that are worded otherwise, what they say. */
function firstOf([firstValue, ...otherValues]: readonly FoundValue[]): FoundValue | undefined {
  if (!firstValue || otherValues.length === 0) return firstValue
  const byWord = new Map(otherValues.toReversed().map(({ text, place }) => [foldWord(text), { text, place }]))
  byWord.delete(foldWord(firstValue.text))
  return {
    ...firstValue,
    further: otherValues,
    ...(byWord.size > 0 && { repetitions: [...byWord.values()].toReversed() }),
  }
}

/** A text that ends no cell: a pipe is escaped, and a last backslash escapes none. */
export const inCell = (text: string) => text.replaceAll(/(?<!\\)\|/g, String.raw`\|`).replace(/\\$/, '\\ ')

/** The text of a link, where that is all of a cell; the address stays when another text is written. */
function linkTextIn(
  file: DeclaredFile,
  line: number,
  { start, end }: { readonly start: number; readonly end: number },
): FoundValue | undefined {
  const [linkStart, linkEnd] = bareRange(file.document.line(line), start, end)
  const [, text] =
    /^\[([^[\]]*[^[\]\s][^[\]]*)\]\([^()]*\)$/.exec(file.document.line(line).slice(linkStart, linkEnd)) ?? []
  if (text === undefined) return undefined
  const value = stretch(file, line, linkStart + 1, linkStart + 1 + text.length)
  // A bracket would end the text.
  return { ...value, write: (written) => (/[[\]]/.test(written) ? undefined : value.write(written)) }
}

function cellIn(file: DeclaredFile, table: Table, line: number, column: string): FoundValue | undefined {
  const cell = cellsOf(file.document.line(line))[columnOf(table, column)]
  if (!cell) return undefined
  const value = linkTextIn(file, line, cell) ?? stretch(file, line, cell.start, cell.end)
  const write = (written: string) => {
    const edit = value.write(inCell(written))
    // What is written into `| |` does not touch the pipes.
    const isPipe = (offset: number) => file.document.text[offset] === '|'
    return (
      edit &&
      (value.text === ''
        ? { ...edit, text: `${isPipe(edit.start - 1) ? ' ' : ''}${edit.text}${isPipe(edit.end) ? ' ' : ''}` }
        : edit)
    )
  }
  return { ...value, text: value.text.replaceAll('\\|', '|'), write }
}

export const keysOf = (file: DeclaredFile): readonly string[] => {
  const head = file.head
  return head.kind === 'yaml'
    ? head.mapping.entries.map(({ key }) => key.source)
    : head.kind === 'lines'
      ? [...head.keys.keys()]
      : []
}

const boxValue = (file: DeclaredFile, { line, ticked, start, stop }: Box): FoundValue => ({
  path: file.path,
  place: file.document.place(line),
  text: ticked ? 'ticked' : 'open',
  write: (value) => ({ start, end: stop, text: value === 'ticked' ? 'x' : ' ' }),
})

const idOfBox = (text: Template, box: Box) => foldId(capturesIn(text, box.text, ['id'])?.['id'] ?? '')

const boxesById = memo((file: DeclaredFile) =>
  memo((text: Template) => groupBy(file.boxes(), (box) => idOfBox(text, box))),
)

const elementsBy = memo((list: DataSequence) =>
  memoBy((key: string) =>
    groupBy(list.items, (element) => {
      const keyValue = element.kind === 'mapping' ? element.get(key)?.value : undefined
      return keyValue?.kind === 'scalar' && keyValue.value !== null ? foldId(keyValue.source) : undefined
    }),
  ),
)

/** What a way into data leads to by the name at each of its steps: several where an id comes twice. */
function followSteps(
  root: DataNode,
  steps: readonly Step[],
  names: readonly (string | undefined)[],
): readonly DataNode[] {
  let nodes: readonly DataNode[] = [root]
  for (const [index, step] of steps.entries()) {
    const name = names[index]
    if (name === undefined) return []
    nodes = nodes.flatMap((node) =>
      typeof step !== 'string' && node.kind === 'sequence'
        ? (elementsBy(node)(step.by).get(foldId(name)) ?? [])
        : (nodeAt(node, [name]) ?? []),
    )
  }
  return nodes
}

const foundValues = memo((_file: DeclaredFile) => memo((_spot: Spot) => new Map<string, FoundValue | undefined>()))

/** The value at a spot of a file for some names, found once: many items may have one id, each with many values. */
function foundOnce(
  file: DeclaredFile,
  spot: Spot,
  names: readonly (string | undefined)[],
  find: () => FoundValue | undefined,
): FoundValue | undefined {
  const values = foundValues(file)(spot)
  const key = JSON.stringify(names)
  if (!values.has(key)) values.set(key, find())
  return values.get(key)
}

/** The value at a spot of a file, as an item sees it; `undefined`: it is not there. */
export function findSpot(spot: Spot, anchor: Anchor, captures: Captures): FoundValue | undefined {
  const { file } = anchor
  switch (spot.form) {
    case 'front-matter': {
      const head = file.head
      if (head.kind === 'none') return undefined
      if (head.kind === 'yaml') {
        const entry = head.mapping.get(spot.key)
        return entry && scalarAt(file, entry.value)
      }
      const plainKey = head.keys.get(spot.key)
      return plainKey && plainValue(file, plainKey)
    }
    case 'label':
      return labelledValue(file)(spot.label)
    case 'section':
      return below(file)(spot.heading)
    case 'data': {
      const root = anchor.node ?? file.roots[0]?.node
      const offset = anchor.node ? (anchor.nodeOffset ?? 0) : 0
      const names = spot.at.map((step) =>
        typeof step === 'string' ? step : Object.hasOwn(captures, step.capture) ? captures[step.capture] : undefined,
      )
      const find = () => root && firstOf(followSteps(root, spot.at, names).map((node) => scalarAt(file, node, offset)))
      return anchor.node ? find() : foundOnce(file, spot, names, find)
    }
    case 'table': {
      if (spot.row.length === 0) return anchor.row && cellIn(file, anchor.row.table, anchor.row.line, spot.column)
      const table = tableFor(file, spot.heading, [...spot.row.map(({ column }) => column), spot.column])
      if (!table) return undefined
      const names = namesIn(spot.row, captures)
      // Of an id that comes twice, each row is read as its own item.
      const ownLine = anchor.row?.table === table ? anchor.row.line : undefined
      if (ownLine !== undefined && isRowOf(file, table, spot.row, names, ownLine))
        return cellIn(file, table, ownLine, spot.column)
      return foundOnce(file, spot, names, () =>
        firstOf(rowsBy(file, table, spot.row, names).flatMap((line) => cellIn(file, table, line, spot.column) ?? [])),
      )
    }
    case 'box': {
      if (!spot.text) return anchor.box && boxValue(file, anchor.box)
      const id = foldId(captures['id'] ?? '')
      if (anchor.box && idOfBox(spot.text, anchor.box) === id) return boxValue(file, anchor.box)
      const boxes = boxesById(file)(spot.text).get(id) ?? []
      return foundOnce(file, spot, [id], () => firstOf(boxes.map((box) => boxValue(file, box))))
    }
  }
}
