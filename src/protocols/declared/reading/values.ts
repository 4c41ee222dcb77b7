import type { Place } from '../../../core/diagnostic.ts'
import { once } from '../../../core/once.ts'
import type { DataNode, DataSequence } from '../../../documents/data.ts'
import { type Splice, spliceBehind } from '../../../documents/text.ts'
import type { YamlNode } from '../../../documents/yaml.ts'
import { valueText } from '../../../documents/yaml-scalars.ts'
import type { DeclaredFile, PlainKey } from './files.ts'
import { bareRange, isMarked, markedRange } from './words.ts'

/** A value as it stands in a file. */
export interface FoundValue {
  readonly path: string
  readonly place: Place
  /** As it is written, without quotes; of a box `ticked` or `open`. */
  readonly text: string
  /** It is a map or a list. */
  readonly isCollection?: true
  /** Of a list with at most one value: that value, which may be empty. */
  readonly inList?: FoundValue
  /** No command writes there. */
  readonly isFixed?: true
  /** What else is at the place, such as a second line of a label. */
  readonly further?: readonly FoundValue[]
  /** What further lines of the place say, each wording once. */
  readonly repetitions?: readonly { readonly text: string; readonly place: Place }[]
  /** The edit that puts another value there; `undefined`: nothing can be written there. */
  write(value: string): Splice | undefined
}

/** How YAML writes booleans, and numbers as JSON does, too. */
const literals = {
  boolean: /^(?:true|True|TRUE|false|False|FALSE)$/,
  number: /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/,
} as const

/** Whether a text stands for a value of the type of another, which is no string: other programs rely on the type. */
function isLiteralLike(old: DataNode, text: string): boolean {
  const type = old.kind === 'scalar' ? typeof old.value : undefined
  return (type === 'boolean' || type === 'number') && literals[type].test(text)
}

/** A value as YAML or JSON has it in place of another: a boolean or number stays one, and a block does. */
function sourceOf({ path, document }: DeclaredFile, old: DataNode, value: string, flow: boolean): string {
  const isLiteral = isLiteralLike(old, value)
  if (path.toLowerCase().endsWith('.json')) return isLiteral ? value.toLowerCase() : JSON.stringify(value)
  if (isLiteral) return value
  const source = document.text.slice(old.start, old.end)
  const blockStart = /^[|>].*\r?\n\s*/.exec(source)?.[0]
  const line = value.trim()
  return blockStart === undefined || !/^\P{C}+$/u.test(line)
    ? valueText(value, { flow, document, old: old as YamlNode })
    : blockStart + line + source.slice(Math.max(blockStart.length, source.trimEnd().length))
}

/** The value of a list that has at most one, and nothing else between its brackets. */
function onlyValueIn(file: DeclaredFile, list: DataSequence, offset: number): FoundValue | undefined {
  const [value, ...otherValues] = list.items
  if (otherValues.length > 0 || value?.kind === 'mapping' || value?.kind === 'sequence') return undefined
  if (value) return scalarAt(file, value, offset)
  const { document, path } = file
  if (!/^\[[ \t]*\]$/.test(document.text.slice(list.start + offset, list.end + offset))) return undefined
  return {
    path,
    place: document.span(list.start + offset, list.end + offset),
    text: '',
    ...(!file.isWritable && { isFixed: true }),
    write: (written) =>
      file.isWritable
        ? { start: list.start + 1, end: list.end - 1, text: sourceOf(file, list, written, true) }
        : undefined,
  }
}

/** A scalar of YAML or JSON. */
export function scalarAt(file: DeclaredFile, node: DataNode, offset = 0): FoundValue {
  const { document, path } = file
  const place = document.span(node.start + offset, node.end + offset)
  if (node.kind !== 'scalar') {
    const inList = node.kind === 'sequence' ? onlyValueIn(file, node, offset) : undefined
    return {
      path,
      place,
      text: '',
      isCollection: true,
      isFixed: true,
      ...(inList && { inList }),
      write: () => undefined,
    }
  }
  const isAbsent = node.start === node.end
  const isFlow = once(() => isInFlow(file, node.start))
  // An absent value has its place directly behind the colon, or the dash of a list; behind a key alone it has none.
  const [before = ' ', last] = [document.text[node.start - 2], document.text[node.start - 1]]
  const hasPlace = !isAbsent || last === ':' || (last === '-' && /\s/.test(before) && !isFlow())
  const isWritable = file.isWritable && hasPlace
  return {
    path,
    place,
    text: node.value === null ? '' : node.source,
    ...(!isWritable && { isFixed: true }),
    write(value) {
      if (!isWritable) return undefined
      const valueSource = sourceOf(file, node, value, isFlow())
      return isAbsent
        ? spliceBehind(document.text, node.start, valueSource)
        : { start: node.start, end: node.end, text: valueSource }
    },
  }
}

/** A value in a line of front matter that is no YAML. */
export function plainValue(file: DeclaredFile, { value: text, start, end }: PlainKey): FoundValue {
  const [, before = '', inner] = /^(\[[ \t]*["']?)([^[\]{},"']*?)["']?[ \t]*\]$/.exec(text) ?? []
  const innerStart = start + before.length
  return {
    path: file.path,
    place: file.document.span(start, end),
    text,
    ...(inner !== undefined && {
      inList: plainValue(file, { value: inner, start: innerStart, end: innerStart + inner.length }),
    }),
    write: (value) =>
      start === end && !/["'[]/.test(file.document.text[start - 1] ?? '')
        ? spliceBehind(file.document.text, start, value)
        : { start, end, text: value },
  }
}

/** A stretch of a line, without the marks around it. */
export function stretch(file: DeclaredFile, line: number, from: number, to: number): FoundValue {
  const { document, path } = file
  const text = document.line(line)
  const [start, end] = bareRange(text, from, to)
  const offset = document.offsetOf(line)
  return {
    path,
    place: document.span(offset + start, offset + end),
    text: text.slice(start, end),
    write(value) {
      const isAbsent = start === end && /[:*]/.test(text[start - 1] ?? '')
      // Two blanks at the end of a line of Markdown break it, and stay.
      if (isAbsent && !text.endsWith('  ')) return spliceBehind(document.text, offset + start, value)
      const [edited, editedEnd] = isMarked(value) ? markedRange(text, [start, end], from, to) : [start, end]
      return { start: offset + edited, end: offset + editedEnd, text: isAbsent ? ` ${value}` : value }
    },
  }
}

/** A value that a comment may follow: what would read as one is not written there. */
export const beforeComment = (value: FoundValue, comment: RegExp): FoundValue => ({
  ...value,
  write: (written) => (comment.test(written) ? undefined : value.write(written)),
})

/** Whether a value at an offset is between braces or brackets, where a comma ends it. */
function isInFlow(file: DeclaredFile, offset: number): boolean {
  const head = file.head
  let node: DataNode | undefined = head.kind === 'yaml' ? head.mapping : file.roots[0]?.node
  while (node && node.kind !== 'scalar') {
    if (/[{[]/.test(file.document.text[node.start] ?? '')) return true
    node = valueAt(node, offset)
  }
  return false
}

/** The last value of a list or mapping that begins at an offset or before. */
function valueAt(node: Exclude<DataNode, { readonly kind: 'scalar' }>, offset: number): DataNode | undefined {
  const [values, valueOf] =
    node.kind === 'sequence'
      ? [node.items, (index: number) => node.items[index]]
      : [node.entries, (index: number) => node.entries[index]?.value]
  let [low, high] = [0, values.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((valueOf(middle)?.start ?? 0) <= offset) low = middle + 1
    else high = middle
  }
  return valueOf(low - 1)
}
