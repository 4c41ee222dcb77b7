import { insertAfter, lineEndAt, removeLines, spliceBehind, type TextDocument, type Splice } from './text.ts'
import { keyText, valueText, type ScalarValue } from './yaml-scalars.ts'
import type { YamlNode, YamlEntry, YamlMapping } from './yaml.ts'

/**
 * What keys of a mapping are to say: a value; a patch of the mapping that is there, which is made where there is none;
 * `undefined`: nothing, the key goes.
 */
export interface MappingPatch {
  readonly [key: string]: ScalarValue | MappingPatch | undefined
}

/** The keys of a mapping in canonical order, each with those of the mapping that is its value. */
export interface KeyOrder {
  readonly [key: string]: KeyOrder
}

/** A key that is not there yet. */
interface AddedKey {
  readonly key: string
  readonly value: ScalarValue | MappingPatch
}

/** The changes of a mapping's keys. New ones come after one that stays, or before them all. */
interface PatchedKeys {
  readonly remaining: readonly YamlEntry[]
  readonly removed: readonly YamlEntry[]
  /** The new ones after an entry; under `undefined`, those before the first. */
  readonly added: ReadonlyMap<YamlEntry | undefined, readonly AddedKey[]>
  readonly unit: string
}

/** Whether a key gets a mapping, and not a value in one line. */
const isPatch = (value: ScalarValue | MappingPatch | undefined): value is MappingPatch =>
  typeof value === 'object' && value !== null

/** What a patch has for a key. Keys come from files: only own ones count. */
const patchOf = (patch: MappingPatch, key: string) => (Object.hasOwn(patch, key) ? patch[key] : undefined)

/** The new keys of a patch in canonical order; those that the order does not know, last. */
function addedKeysOf(patch: MappingPatch, ranks: ReadonlyMap<string, number>): readonly AddedKey[] {
  const rank = ({ key }: AddedKey) => ranks.get(key) ?? ranks.size
  return Object.entries(patch)
    .flatMap(([key, value]) => (value === undefined ? [] : [{ key, value }]))
    .toSorted((a, b) => rank(a) - rank(b))
}

const ranksOf = (order: KeyOrder): ReadonlyMap<string, number> =>
  new Map(Object.keys(order).map((key, rank) => [key, rank]))

/**
 * A new key comes after the nearest earlier one of the canonical order, otherwise first; one that the order does not
 * know, last.
 */
function neighbourOf(
  key: string,
  keptEntries: readonly YamlEntry[],
  ranks: ReadonlyMap<string, number>,
): YamlEntry | undefined {
  const ownRank = ranks.get(key)
  if (ownRank === undefined) return keptEntries.at(-1)
  const rank = (entry: YamlEntry) => ranks.get(entry.key.source) ?? Infinity
  return keptEntries.filter((entry) => rank(entry) < ownRank).toSorted((a, b) => rank(b) - rank(a))[0]
}

const columnOf = (document: TextDocument, { start }: YamlNode) => start - document.offsetOf(document.lineOf(start))

/** Whether a value is a block mapping with nothing before its keys in their lines. */
const isBelow = (document: TextDocument, value: YamlNode): boolean =>
  value.kind === 'mapping' && !value.flow && textBefore(document, value.start).trim() === ''

/** How much further the keys of a mapping below another are indented, as in the first that is there. */
function unitOf(document: TextDocument, mapping: YamlMapping): string {
  const below = mapping.flow ? undefined : mapping.entries.find(({ value }) => isBelow(document, value))
  return below ? ' '.repeat(columnOf(document, below.value) - columnOf(document, mapping)) : '  '
}

function patchKeys(document: TextDocument, mapping: YamlMapping, patch: MappingPatch, order: KeyOrder): PatchedKeys {
  const ranks = ranksOf(order)
  const isRemoved = ({ key }: YamlEntry) => Object.hasOwn(patch, key.source) && patch[key.source] === undefined
  const keptEntries = mapping.entries.filter((entry) => !isRemoved(entry))
  const addedAfter = new Map<YamlEntry | undefined, AddedKey[]>()
  for (const addedKey of addedKeysOf(patch, ranks)) {
    if (mapping.get(addedKey.key)) continue
    const neighbour = neighbourOf(addedKey.key, keptEntries, ranks)
    addedAfter.set(neighbour, [...(addedAfter.get(neighbour) ?? []), addedKey])
  }
  return {
    remaining: keptEntries,
    removed: mapping.entries.filter(isRemoved),
    added: addedAfter,
    unit: unitOf(document, mapping),
  }
}

/**
 * The order of the keys of a mapping that is a value. Where the order does not know it, keys that it has show where the
 * others of its patch go.
 */
function orderWithin(order: KeyOrder, { key, value }: YamlEntry, patch: MappingPatch): KeyOrder {
  const names = Object.keys(patch)
  const isShown = value.kind === 'mapping' && names.some((name) => value.get(name))
  return order[key.source] ?? (isShown ? Object.fromEntries(names.map((name) => [name, {}])) : {})
}

function newLines({ key, value }: AddedKey, order: KeyOrder, unit: string): readonly string[] {
  if (!isPatch(value)) return [`${keyText(key)}: ${valueText(value)}`]
  const linesBelow = mappingLines(value, order[key] ?? {}, unit)
  return linesBelow.length === 0
    ? [`${keyText(key)}: {}`]
    : [`${keyText(key)}:`, ...linesBelow.map((line) => unit + line)]
}

function mappingLines(patch: MappingPatch, order: KeyOrder, unit: string): readonly string[] {
  return addedKeysOf(patch, ranksOf(order)).flatMap((addedKey) => newLines(addedKey, order, unit))
}

/** The comments of a stretch in which nothing else is but marks and blanks. */
function commentsIn(gap: string): readonly string[] {
  return gap.split(/\r?\n/).flatMap((line) => {
    const at = line.search(/(?:^|[ \t])#/)
    return at === -1 ? [] : [line.slice(line.indexOf('#', at))]
  })
}

/** The comments around the entries that stay, each before the next of them; the last ones under `undefined`. */
function commentsOf(
  { text }: TextDocument,
  mapping: YamlMapping,
  keptEntries: ReadonlySet<YamlEntry>,
): ReadonlyMap<YamlEntry | undefined, readonly string[]> {
  const comments = new Map<YamlEntry | undefined, readonly string[]>()
  const marks = mapping.flow ? 1 : 0
  let pending: string[] = []
  let from = mapping.start + marks
  for (const entry of mapping.entries) {
    pending.push(...commentsIn(text.slice(from, entry.start)))
    if (mapping.flow) pending.push(...commentsIn(text.slice(entry.key.end, entry.value.start)))
    from = entry.value.end
    if (!keptEntries.has(entry)) continue
    comments.set(entry, pending)
    pending = []
  }
  return comments.set(undefined, [...pending, ...commentsIn(text.slice(from, mapping.end - marks))])
}

/**
 * What follows a key that keeps its value, as lines. Between braces the blanks at the beginning of a line mean nothing;
 * in a block they stay in relation to the keys.
 */
function linesAfterKey(
  { text }: TextDocument,
  { slot, value }: YamlEntry,
  column: number | undefined,
): readonly [string, ...string[]] {
  const isFlow = column === undefined
  const [first = '', ...furtherLines] = text.slice(isFlow ? value.start : slot, value.end).split(/\r?\n/)
  if (isFlow)
    return [value.end > value.start ? ` ${first}` : '', ...furtherLines.map((line) => `  ${line.trimStart()}`)]
  return [first, ...furtherLines.map((line) => line.slice(Math.min(column, line.length - line.trimStart().length)))]
}

function entryLines(
  document: TextDocument,
  entry: YamlEntry,
  patch: MappingPatch,
  order: KeyOrder,
  { column, unit }: { readonly column: number | undefined; readonly unit: string },
): readonly string[] {
  const { key, value: oldValue } = entry
  const writtenKey = document.text.slice(key.start, key.end)
  const head = `${writtenKey.includes('\n') ? keyText(key.source) : writtenKey}:`
  const value = patchOf(patch, key.source)
  if (isPatch(value)) {
    const inner = orderWithin(order, entry, value)
    const linesBelow =
      oldValue.kind === 'mapping' ? rewrittenLines(document, oldValue, value, inner) : mappingLines(value, inner, unit)
    return linesBelow.length === 0 ? [`${head} {}`] : [head, ...linesBelow.map((line) => unit + line)]
  }
  if (value !== undefined && !(oldValue.kind === 'scalar' && oldValue.value === value)) {
    return [`${head} ${valueText(value, { flow: false, document, old: oldValue })}`]
  }
  const [first, ...furtherLines] = linesAfterKey(document, entry, column)
  return [head + first, ...furtherLines]
}

/** The lines of a block mapping with the content of this one, patched. */
function rewrittenLines(
  document: TextDocument,
  mapping: YamlMapping,
  patch: MappingPatch,
  order: KeyOrder,
): readonly string[] {
  const { remaining, added, unit } = patchKeys(document, mapping, patch, order)
  const comments = commentsOf(document, mapping, new Set(remaining))
  const column = mapping.flow ? undefined : columnOf(document, mapping)
  const addedLinesAfter = (entry: YamlEntry | undefined) =>
    (added.get(entry) ?? []).flatMap((addedKey) => newLines(addedKey, order, unit))
  const lines = remaining.flatMap((entry) => [
    ...(comments.get(entry) ?? []),
    ...entryLines(document, entry, patch, order, { column, unit }),
    ...addedLinesAfter(entry),
  ])
  const allLines = [...addedLinesAfter(undefined), ...lines]
  return allLines.length === 0 ? [] : [...allLines, ...(comments.get(undefined) ?? [])]
}

/**
 * Writes a mapping again as a block with a line for each key: for one in braces that gains or loses keys, and one that
 * begins after other marks. It keeps its column where nothing precedes it in its line; otherwise it gets lines of its
 * own at `column`.
 */
function rewritingSplice(
  document: TextDocument,
  mapping: YamlMapping,
  patch: MappingPatch,
  order: KeyOrder,
  column: number,
): Splice {
  const { text, eol } = document
  const { start, end } = mapping
  const lines = rewrittenLines(document, mapping, patch, order)
  if (lines.length === 0) return { start, end, text: '{}' }
  const textBefore = text.slice(document.offsetOf(document.lineOf(start)), start)
  if (/^ *$/.test(textBefore)) return { start, end, text: lines.join(eol + textBefore) }
  return {
    start: start - textBefore.length + textBefore.trimEnd().length,
    end,
    text: lines.map((line) => eol + ' '.repeat(column) + line).join(''),
  }
}

const textBefore = (document: TextDocument, offset: number) =>
  document.text.slice(document.offsetOf(document.lineOf(offset)), offset)

/** The last line of an entry: that of its value, or of the comments below that are indented further than its key. */
function lastLineOf(document: TextDocument, { value }: YamlEntry, column: number): number {
  let last = document.lineOf(value.end)
  for (let line = last + 1; line <= document.lineCount; line++) {
    const text = document.line(line)
    const indent = text.length - text.trimStart().length
    if (indent === text.length) continue
    if (text[indent] !== '#' || indent <= column) break
    last = line
  }
  return last
}

/** Whether blank lines that follow a node after an edit may become part of its value. */
function takesBlankLines(node: YamlNode, text: string): boolean {
  if (node.kind === 'scalar') return node.quoted && '|>'.includes(text.charAt(node.start))
  const last = node.kind === 'mapping' ? node.entries.at(-1)?.value : node.items.at(-1)
  return last !== undefined && takesBlankLines(last, text)
}

/**
 * Takes the lines of an entry away, each with the line ending before it: what is added after them comes after their
 * last.
 */
function removal(
  document: TextDocument,
  entry: YamlEntry,
  column: number,
  previousEntry: YamlEntry | undefined,
): Splice {
  const first = document.lineOf(entry.start)
  let last = lastLineOf(document, entry, column)
  if (previousEntry && takesBlankLines(previousEntry.value, document.text))
    while (last < document.lineCount && document.line(last + 1).trim() === '') last++
  if (first === 1) return { start: document.start, end: document.offsetOf(last + 1), text: '' }
  return removeLines(document, first, last)
}

/** Puts a value of one line in place of whatever is there. */
function inlineSplices(
  document: TextDocument,
  { key, slot, value: oldValue }: YamlEntry,
  newText: string,
  flow: boolean,
  column: number,
): readonly Splice[] {
  const colon = slot > key.end ? '' : flow ? ':' : `${document.eol}${' '.repeat(column)}:`
  if (oldValue.end === oldValue.start)
    return [
      colon === ''
        ? spliceBehind(document.text, slot, newText)
        : { start: slot, end: slot, text: `${colon} ${newText}` },
    ]
  const ownLine = document.lineOf(oldValue.start)
  if (oldValue.kind === 'scalar' || oldValue.flow || ownLine === document.lineOf(slot))
    return [{ start: oldValue.start, end: oldValue.end, text: newText }]
  return [
    { start: slot, end: slot, text: ` ${newText}` },
    { start: lineEndAt(document, document.offsetOf(ownLine) - 1), end: lineEndAt(document, oldValue.end), text: '' },
  ]
}

/** Puts lines below a key in place of whatever is there. */
function splicesBelow(
  document: TextDocument,
  { key, slot, value: oldValue }: YamlEntry,
  lines: readonly string[],
  column: number,
): readonly Splice[] {
  const colonLine = slot > key.end ? [] : [':']
  const ownLine = document.lineOf(oldValue.start)
  const from =
    oldValue.end === oldValue.start || ownLine === document.lineOf(slot)
      ? slot
      : lineEndAt(document, document.offsetOf(ownLine) - 1)
  const rest = oldValue.kind !== 'scalar' && !oldValue.flow ? lineEndAt(document, oldValue.end) : oldValue.end
  const addedLines = [...colonLine, ...lines].map((line) => ' '.repeat(column) + line)
  return [{ start: from, end: rest, text: '' }, insertAfter(document, document.lineOf(oldValue.end), addedLines)]
}

interface KeyPlace {
  readonly flow: boolean
  readonly column: number
  readonly unit: string
}

function valueEdits(
  document: TextDocument,
  entry: YamlEntry,
  value: ScalarValue | MappingPatch,
  order: KeyOrder,
  { flow, column, unit }: KeyPlace,
): readonly Splice[] {
  const oldValue = entry.value
  if (isPatch(value)) {
    const inner = orderWithin(order, entry, value)
    if (oldValue.kind === 'mapping') return mappingEdits(document, oldValue, value, inner, column + unit.length)
    const lines = mappingLines(value, inner, unit).map((line) => unit + line)
    return lines.length === 0
      ? inlineSplices(document, entry, '{}', flow, column)
      : splicesBelow(document, entry, lines, column)
  }
  if (oldValue.kind === 'scalar' && oldValue.value === value) return []
  return inlineSplices(document, entry, valueText(value, { flow, document, old: oldValue }), flow, column)
}

/** Whether a mapping in braces, or one in it, gets other keys than it has. */
function changesKeys(mapping: YamlMapping, patch: MappingPatch): boolean {
  return Object.entries(patch).some(([key, value]) => {
    const entry = mapping.get(key)
    if (!entry || value === undefined) return (entry === undefined) !== (value === undefined)
    if (!isPatch(value) || !mapping.flow) return false
    return entry.value.kind !== 'mapping' || changesKeys(entry.value, value)
  })
}

/** New keys: before the first of those that stay, or each after the last line of its neighbour. */
function insertions(
  document: TextDocument,
  { remaining, added, unit }: PatchedKeys,
  order: KeyOrder,
  column: number,
): readonly Splice[] {
  const indent = ' '.repeat(column)
  return Array.from(added, ([neighbour, addedKeys]) => {
    const lines = addedKeys.flatMap((addedKey) => newLines(addedKey, order, unit))
    if (neighbour) {
      const lastLine = lastLineOf(document, neighbour, column)
      return insertAfter(
        document,
        lastLine,
        lines.map((line) => indent + line),
      )
    }
    const at = remaining[0]?.start ?? 0
    return { start: at, end: at, text: lines.map((line) => line + document.eol + indent).join('') }
  })
}

/** The one above another, among those that stay. */
const entryAbove = (keptEntries: readonly YamlEntry[], { start }: YamlEntry) =>
  keptEntries.findLast((keptEntry) => keptEntry.start < start)

/** All keys go: new ones, or an empty mapping, take the place of the first. */
function replacingSplices(
  document: TextDocument,
  { removed, added, unit }: PatchedKeys,
  order: KeyOrder,
  column: number,
): readonly Splice[] {
  const lines = [...added.values()].flat().flatMap((addedKey) => newLines(addedKey, order, unit))
  const text = lines.length === 0 ? '{}' : lines.join(document.eol + ' '.repeat(column))
  return removed.map((entry, index) =>
    index === 0 ? { start: entry.start, end: entry.value.end, text } : removal(document, entry, column, undefined),
  )
}

/**
 * The splices that apply a patch to a mapping, and change nothing else. A key that has its value
 * already is not touched. Keys of the `order` come in that order, others last.
 *
 * `column` is where the keys of a mapping in braces begin once they are on lines of their own below other text.
 */
export function mappingEdits(
  document: TextDocument,
  mapping: YamlMapping,
  patch: MappingPatch,
  order: KeyOrder,
  column = 0,
): readonly Splice[] {
  const { flow, start } = mapping
  const ownLines = !flow && textBefore(document, start).trim() === ''
  if (!ownLines && changesKeys(mapping, patch)) return [rewritingSplice(document, mapping, patch, order, column)]

  const patchedKeys = patchKeys(document, mapping, patch, order)
  const { remaining, removed, unit } = patchedKeys
  const place = { flow, column: textBefore(document, start).length, unit }
  if (remaining.length === 0 && removed.length > 0) return replacingSplices(document, patchedKeys, order, place.column)
  const changes = remaining.flatMap((entry) => {
    const value = patchOf(patch, entry.key.source)
    return value === undefined ? [] : valueEdits(document, entry, value, order, place)
  })
  const removals = removed.map((entry) => removal(document, entry, place.column, entryAbove(remaining, entry)))
  return [...changes, ...removals, ...insertions(document, patchedKeys, order, place.column)]
}
