import { type CST, isMap, isScalar, isSeq, type ParsedNode } from 'yaml'
import { msg } from '../core/message.ts'
import type { Span } from './data.ts'
import { compose, Refused, tooDeep, type YamlFault, type YamlSource } from './yaml-composition.ts'

export { plain } from './data.ts'
export type { YamlFault } from './yaml-composition.ts'

/** A value that is no collection. Decisions are made from `source`, so that `3.10` stays `3.10` and a date stays its text. */
export interface YamlScalar extends Span {
  readonly kind: 'scalar'
  /** What stands there: of a plain value its text, of a quoted one or a block what it says. Empty for an absent value. */
  readonly source: string
  readonly quoted: boolean
  /** As YAML 1.2's core schema reads it. */
  readonly value: string | number | boolean | null
}

export interface YamlSequence extends Span {
  readonly kind: 'sequence'
  readonly flow: boolean
  readonly items: readonly YamlNode[]
}

export interface YamlMapping extends Span {
  readonly kind: 'mapping'
  readonly flow: boolean
  /** In the order of the text. */
  readonly entries: readonly YamlEntry[]
  get(key: string): YamlEntry | undefined
}

export interface YamlEntry {
  /** Where it begins: at its key, or at what stands before that (`?`, an anchor). */
  readonly start: number
  readonly key: YamlScalar
  /** Behind its colon, and an anchor; where there is no colon, behind the key. An absent value is an empty stretch here. */
  readonly slot: number
  readonly value: YamlNode
}

export type YamlNode = YamlScalar | YamlSequence | YamlMapping

/** A pair as the library has it, with the tokens that it was made of. */
interface Pair {
  readonly key: ParsedNode | null
  readonly value: ParsedNode | null
  readonly srcToken?: CST.CollectionItem
}

const separators: ReadonlySet<string> = new Set(['space', 'newline', 'comment', 'comma'])

const absent = (at: number): YamlScalar => ({ kind: 'scalar', source: '', quoted: false, value: null, start: at, end: at })

function entryOf({ key: node, value, srcToken }: Pair, source: YamlSource, level: number): YamlEntry {
  const { offset } = source
  const mark = srcToken?.start.find(({ type }) => !separators.has(type)) ?? srcToken?.sep?.[0]
  const key = node ? convert(node, source, level) : absent(offset + (mark?.offset ?? 0))
  if (key.kind !== 'scalar') throw new Refused('Unexpected key, expected a word', key.start, key.end)
  if (key.source === '<<' && !key.quoted) throw new Refused(msg`Unexpected merge key ${'<<'}: merge keys are not read`, key.start, key.end)
  const start = Math.min(key.start, offset + (mark?.offset ?? Infinity))
  const lead = srcToken?.sep?.findLast(({ type }) => !separators.has(type))
  const slot = lead ? offset + lead.offset + lead.source.length : key.end
  const read = value ? convert(value, source, level) : absent(slot)
  return { start, key, slot, value: read.end > read.start ? read : absent(slot) }
}

/** The parser's own search for duplicates is quadratic. */
function byKey(entries: readonly YamlEntry[]): ReadonlyMap<string, YamlEntry> {
  const found = new Map<string, YamlEntry>()
  for (const entry of entries) {
    const { source, start, end } = entry.key
    if (found.has(source)) throw new Refused(msg`Unexpected second key ${source}, expected each once`, start, end)
    found.set(source, entry)
  }
  return found
}

/** `level` is the number of collections around the node. */
function convert(node: ParsedNode, source: YamlSource, level: number): YamlNode {
  const { text, offset, depth } = source
  const [from, to] = node.range
  const start = from + offset
  if (isScalar(node)) {
    const block = node.type === 'BLOCK_LITERAL' || node.type === 'BLOCK_FOLDED'
    const quoted = block || node.type === 'QUOTE_DOUBLE' || node.type === 'QUOTE_SINGLE'
    // The library counts the line break behind a block scalar to it.
    const over = !block || text[to - 1] !== '\n' ? 0 : text[to - 2] === '\r' ? 2 : 1
    return { kind: 'scalar', source: node.source, quoted, value: node.value as YamlScalar['value'], start, end: offset + to - over }
  }
  if (level === depth) throw tooDeep(source, start, offset + to)
  if (isSeq(node)) {
    const flow = node.flow === true
    const items = node.items.map((item) => convert(item, source, level + 1))
    return { kind: 'sequence', flow, items, start, end: (flow ? undefined : items.at(-1)?.end) ?? offset + to }
  }
  if (!isMap(node)) throw new Refused('Unexpected YAML', start, offset + to)
  const flow = node.flow === true
  const entries = node.items.map((pair) => entryOf(pair as Pair, source, level + 1))
  const found = byKey(entries)
  const [first, last] = flow ? [] : [entries[0]?.start, entries.at(-1)?.value.end]
  return { kind: 'mapping', flow, entries, get: (key) => found.get(key), start: first ?? start, end: last ?? offset + to }
}

/**
 * Reads one YAML 1.2 document (core schema) that begins at `offset` of its file. Faults, each with its place: syntax errors,
 * characters that nobody sees, several documents, duplicate keys, aliases, merge keys, explicit tags, a tab as indentation, more
 * than `depth` collections in each other; anchors where they are not to be read.
 */
export function parseYaml(text: string, offset = 0, depth = 16, anchors = true): YamlNode | YamlFault {
  try {
    const source = { text, offset, depth, version: '1.2' as const, anchors }
    const node = compose(source)
    return node ? convert(node, source, 0) : absent(offset)
  } catch (error) {
    if (error instanceof Refused) return error.at
    throw error
  }
}
