import { isAlias, isMap, isPair, isScalar, isSeq, type Pair, type ParsedNode, type Scalar } from 'yaml'
import { msg } from '../core/message.ts'
import { type DataEntry, type DataMapping, type DataNode, type DataScalar, mappingOf } from './data.ts'
import { compose, maxTokens, YamlRefusal, nestingRefusal, type YamlFault, type YamlSource } from './yaml.ts'

const maxAliases = 100

/** Part of a text while it is read. */
interface Reader {
  readonly source: YamlSource
  /** What anchors stand for; nothing while their own node is still being read. */
  readonly anchors: Map<string, ReadNode | undefined>
}

/**
 * A node, and what is in it: aliases that were expanded, and nodes, both counted as often as they come; collections in
 * each other.
 */
interface ReadNode {
  readonly node: DataNode
  readonly aliases: number
  readonly size: number
  readonly height: number
}

const readLeaf = (node: DataNode): ReadNode => ({ node, aliases: 0, size: 1, height: 0 })

function combineParts(node: DataNode, parts: readonly ReadNode[], extra = 0): ReadNode {
  const totals = { aliases: 0, size: 1 + extra, height: 0 }
  for (const { aliases, size, height } of parts) {
    totals.aliases += aliases
    totals.size += size
    totals.height = Math.max(totals.height, height)
  }
  return { node, ...totals, height: totals.height + 1 }
}

function checkLimits(readResult: ReadNode): ReadNode {
  const { node, aliases, size } = readResult
  if (aliases > maxAliases)
    throw new YamlRefusal(msg`Unexpected number of aliases, expected at most ${maxAliases}`, node.start, node.end)
  if (size > maxTokens)
    throw new YamlRefusal(msg`Unexpected length, expected at most ${maxTokens} values`, node.start, node.end)
  return readResult
}

/** Where a node is; the line break after a block is not its own. */
function rangeOf({ range: [from, to] }: ParsedNode, { text, offset }: YamlSource) {
  let end = to
  while (end > from && ' \t\r\n'.includes(text[end - 1] ?? '')) end--
  return { start: offset + from, end: offset + end }
}

function scalarOf(node: Scalar.Parsed, source: YamlSource): DataScalar {
  const value = node.value as DataScalar['value'] | undefined
  return { kind: 'scalar', source: node.source, value: value ?? null, ...rangeOf(node, source) }
}

const absentValue = (at: number): ReadNode => readLeaf({ kind: 'scalar', source: '', value: null, start: at, end: at })

/** The mappings after `<<`, those that count first. */
function mergedMappings(node: DataNode): readonly DataMapping[] {
  const parts = node.kind === 'sequence' ? node.items : [node]
  return parts.map((part) => {
    if (part.kind === 'mapping') return part
    throw new YamlRefusal(msg`Unexpected value of ${'<<'}, expected a mapping`, node.start, node.end)
  })
}

function readMapping(
  pairs: readonly Pair[],
  range: { readonly start: number; readonly end: number },
  reader: Reader,
  level: number,
): ReadNode {
  const reads: ReadNode[] = []
  const ownEntries: DataEntry[] = []
  const mergedFrom: DataMapping[] = []
  for (const pair of pairs) {
    const keyNode = pair.key as ParsedNode | null
    const readKey = keyNode ? readNode(keyNode, reader, level).node : absentValue(range.start).node
    if (readKey.kind !== 'scalar') throw new YamlRefusal('Unexpected key, expected a word', readKey.start, readKey.end)
    const value = pair.value ? readNode(pair.value as ParsedNode, reader, level) : absentValue(readKey.end)
    reads.push(value)
    const isMerge = readKey.source === '<<' && keyNode && isScalar(keyNode) && keyNode.type === 'PLAIN'
    if (isMerge) mergedFrom.push(...mergedMappings(value.node))
    else ownEntries.push({ key: readKey, value: value.node })
  }
  const knownKeys = new Set(ownEntries.map(({ key }) => key.source))
  for (const { entries } of mergedFrom) {
    const mergedMapping = mappingOf(entries, range)
    const addedEntries = [...new Set(entries.map(({ key }) => key.source))]
      .filter((key) => !knownKeys.has(key))
      .flatMap((key) => mergedMapping.get(key) ?? [])
    for (const entry of addedEntries) knownKeys.add(entry.key.source)
    ownEntries.push(...addedEntries)
  }
  return combineParts(mappingOf(ownEntries, range), reads, ownEntries.length)
}

/** `level` is the number of collections around the node. */
function readCollection(node: ParsedNode, reader: Reader, level: number): ReadNode {
  const { depth } = reader.source
  const range = rangeOf(node, reader.source)
  if (level === depth) throw nestingRefusal(reader.source, range.start, range.end)
  if (isMap(node)) return readMapping(node.items, range, reader, level + 1)
  if (!isSeq(node)) throw new YamlRefusal('Unexpected YAML', range.start, range.end)
  // What `!!omap` and `!!pairs` hold are pairs.
  const items = node.items.map((item: unknown) =>
    isPair(item) ? readMapping([item], range, reader, level + 1) : readNode(item as ParsedNode, reader, level + 1),
  )
  return combineParts({ kind: 'sequence', items: items.map((item) => item.node), ...range }, items)
}

function readNode(node: ParsedNode, reader: Reader, level: number): ReadNode {
  const { source, anchors } = reader
  if (isAlias(node)) {
    const target = anchors.get(node.source)
    const { start, end } = rangeOf(node, source)
    if (!target)
      throw new YamlRefusal(msg`Unexpected alias ${node.source}, expected the name of an anchor before it`, start, end)
    if (level + target.height > source.depth) throw nestingRefusal(source, start, end)
    return checkLimits({ ...target, aliases: target.aliases + 1 })
  }
  if (node.anchor !== undefined) anchors.set(node.anchor, undefined)
  const result = isScalar(node) ? readLeaf(scalarOf(node, source)) : checkLimits(readCollection(node, reader, level))
  if (node.anchor !== undefined) anchors.set(node.anchor, result)
  return result
}

/**
 * Reads one YAML 1.1 document with anchors, aliases and merge keys, as PyYAML reads it; a key may come twice. What
 * aliases repeat is one node. Faults, each with its place: syntax errors, invisible characters, several documents, tags
 * beyond the standard ones, more than 100 aliases (counted as often as they come), more than `depth` collections in
 * each other.
 */
export function parseYamlData(text: string, offset = 0, depth = 64): DataNode | YamlFault {
  try {
    const source: YamlSource = { text, offset, depth, version: '1.1' }
    const node = compose(source)
    return (node ? readNode(node, { source, anchors: new Map() }, 0) : absentValue(offset)).node
  } catch (error) {
    if (error instanceof YamlRefusal) return error.at
    throw error
  }
}
