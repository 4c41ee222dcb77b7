import { once } from '../core/once.ts'

/** The most values, words or marks that are read of one text: more would take memory and time without end. */
export const maxValues = 100_000

/** A stretch of a file, in UTF-16 offsets; the end is exclusive. */
export interface Span {
  readonly start: number
  readonly end: number
}

/** A value that holds no others. */
export interface DataScalar extends Span {
  readonly kind: 'scalar'
  /** The value of a text; anything else as it is written. */
  readonly source: string
  /** A date or bytes only in YAML 1.1. */
  readonly value: string | number | boolean | null | Date | Uint8Array
}

export interface DataSequence extends Span {
  readonly kind: 'sequence'
  readonly items: readonly DataNode[]
}

export interface DataEntry {
  readonly key: DataScalar
  readonly value: DataNode
}

export interface DataMapping extends Span {
  readonly kind: 'mapping'
  /** In the order of the text. Where a reader lets keys come twice, all of them. */
  readonly entries: readonly DataEntry[]
  /** The entry that counts: of several with one key the last. */
  get(key: string): DataEntry | undefined
}

/** A value of a JSON or YAML text with its position. Parts that aliases repeat are one node. */
export type DataNode = DataScalar | DataSequence | DataMapping

/** Entries among which one is found faster without a map of them: most mappings are asked for a key or two. */
const fewEntries = 16

/** One function for all mappings: of thousands, a function each costs more than the search. */
function lastOfFew(this: DataMapping, key: string): DataEntry | undefined {
  for (let index = this.entries.length - 1; index >= 0; index--)
    if (this.entries[index]?.key.source === key) return this.entries[index]
  return undefined
}

/** A mapping of entries that may have keys twice. */
export function mappingOf(entries: readonly DataEntry[], { start, end }: Span): DataMapping {
  if (entries.length <= fewEntries) return { kind: 'mapping', entries, get: lastOfFew, start, end }
  const byKey = once(() => new Map(entries.map((entry) => [entry.key.source, entry])))
  return { kind: 'mapping', entries, get: (key) => byKey().get(key), start, end }
}

const noPosition: Span = { start: 0, end: 0 }

/** Data that is to be written and is in no text yet. */
export type NewData = string | number | boolean | null | readonly NewData[] | { readonly [key: string]: NewData }

/** Data of no text as a node. */
export function nodeOf(value: NewData): DataNode {
  if (typeof value !== 'object' || value === null)
    return { kind: 'scalar', source: String(value), value, ...noPosition }
  if (Array.isArray(value)) return { kind: 'sequence', items: value.map(nodeOf), ...noPosition }
  return newMapping(Object.fromEntries(Object.entries(value).map(([key, child]) => [key, nodeOf(child)])))
}

/** A mapping of no text, of texts and of nodes that may be of one; a key without a value is left out. */
export const newMapping = (values: Readonly<Record<string, string | DataNode | undefined>>): DataMapping =>
  mappingOf(
    Object.entries(values).flatMap(([key, value]) =>
      value === undefined
        ? []
        : [{ key: nodeOf(key) as DataScalar, value: typeof value === 'string' ? nodeOf(value) : value }],
    ),
    noPosition,
  )

/**
 * A node as plain data; of a key that comes twice the last counts. Keys from files become own properties, `__proto__`
 * too.
 */
export function toPlainData(node: DataNode): unknown {
  if (node.kind === 'scalar') return node.value
  if (node.kind === 'sequence') return node.items.map(toPlainData)
  return Object.fromEntries(node.entries.map(({ key, value }) => [key.source, toPlainData(value)]))
}

export function nodeAt(node: DataNode, path: readonly PropertyKey[]): DataNode | undefined {
  return path.reduce<DataNode | undefined>((current, step) => {
    if (current?.kind === 'mapping') return current.get(String(step))?.value
    return current?.kind === 'sequence' ? current.items[Number(step)] : undefined
  }, node)
}

/** A key that its mapping has before already. */
export interface Duplicate {
  readonly key: DataScalar
  readonly first: DataScalar
}

/** Every key that comes twice, in whatever mapping. */
export function duplicates(root: DataNode): readonly Duplicate[] {
  const duplicateKeys: Duplicate[] = []
  const visited = new Set<DataNode>()
  const visit = (node: DataNode): void => {
    if (node.kind === 'scalar' || visited.has(node)) return
    visited.add(node)
    if (node.kind === 'sequence') {
      for (const item of node.items) visit(item)
      return
    }
    const keys = new Map<string, DataScalar>()
    for (const { key, value } of node.entries) {
      const first = keys.get(key.source)
      if (first) duplicateKeys.push({ key, first })
      else keys.set(key.source, key)
      visit(value)
    }
  }
  visit(root)
  return duplicateKeys
}

/** Data as one text, whatever order its keys are in. */
function canonicalText(node: DataNode): string {
  if (node.kind === 'scalar') return JSON.stringify(node.value)
  if (node.kind === 'sequence') return `[${node.items.map(canonicalText).join(',')}]`
  const keys = [...new Set(node.entries.map(({ key }) => key.source))].toSorted()
  const entries = keys.flatMap((key) => {
    const entry = node.get(key)
    return entry ? [`${JSON.stringify(key)}:${canonicalText(entry.value)}`] : []
  })
  return `{${entries.join(',')}}`
}

/** Whether two trees hold the same data, in whatever form and order of keys. */
export const isSameData = (node: DataNode, otherNode: DataNode): boolean =>
  canonicalText(node) === canonicalText(otherNode)

export const isMapping = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
