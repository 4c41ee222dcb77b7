import type { Splice } from './edit.ts'
import { isPatch, type KeyOrder, mappingLines, type MappingPatch, newLines, type Patched, patched, wanted } from './mapping-patch.ts'
import { rewriting } from './mapping-rewriting.ts'
import type { TextDocument } from './text.ts'
import { valueText, type Written } from './yaml-writing.ts'
import type { YamlEntry, YamlMapping, YamlNode } from './yaml.ts'

export type { KeyOrder, MappingPatch } from './mapping-patch.ts'

const lineEnd = (document: TextDocument, offset: number) => {
  const line = document.lineOf(offset)
  return document.offsetOf(line) + document.line(line).length
}

const before = (document: TextDocument, offset: number) => document.text.slice(document.offsetOf(document.lineOf(offset)), offset)

/** The last line of an entry: that of its value, or of the comments below that stand further in than its key. */
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

/** Whether blank lines that come to stand behind a node may become part of what it says. */
function takesBlankLines(node: YamlNode, text: string): boolean {
  if (node.kind === 'scalar') return node.quoted && '|>'.includes(text.charAt(node.start))
  const last = node.kind === 'mapping' ? node.entries.at(-1)?.value : node.items.at(-1)
  return last !== undefined && takesBlankLines(last, text)
}

/** Takes the lines of an entry away, each with the line ending before it: what is added behind them comes behind their last. */
function removal(document: TextDocument, entry: YamlEntry, column: number, above: YamlEntry | undefined): Splice {
  const first = document.lineOf(entry.start)
  let last = lastLineOf(document, entry, column)
  if (above && takesBlankLines(above.value, document.text))
    while (last < document.lineCount && document.line(last + 1).trim() === '') last++
  if (first === 1) return { start: document.start, end: document.offsetOf(last + 1), text: '' }
  return { start: lineEnd(document, document.offsetOf(first - 1)), end: lineEnd(document, document.offsetOf(last)), text: '' }
}

/** Puts a value in one line into the place of whatever stands there. */
function inline(
  document: TextDocument,
  { key, slot, value: old }: YamlEntry,
  written: string,
  flow: boolean,
  column: number,
): readonly Splice[] {
  const colon = slot > key.end ? '' : flow ? ':' : `${document.eol}${' '.repeat(column)}:`
  if (old.end === old.start) return [{ start: slot, end: slot, text: `${colon} ${written}` }]
  const ownLine = document.lineOf(old.start)
  if (old.kind === 'scalar' || old.flow || ownLine === document.lineOf(slot)) return [{ start: old.start, end: old.end, text: written }]
  return [
    { start: slot, end: slot, text: ` ${written}` },
    { start: lineEnd(document, document.offsetOf(ownLine) - 1), end: lineEnd(document, old.end), text: '' },
  ]
}

/** Puts lines below a key into the place of whatever stands there. */
function below(document: TextDocument, { key, slot, value: old }: YamlEntry, lines: readonly string[], column: number): readonly Splice[] {
  const { eol } = document
  const indented = lines.map((line) => eol + ' '.repeat(column + 2) + line).join('')
  const colon = slot > key.end ? '' : `${eol}${' '.repeat(column)}:`
  const ownLine = document.lineOf(old.start)
  const from = old.end === old.start || ownLine === document.lineOf(slot) ? slot : lineEnd(document, document.offsetOf(ownLine) - 1)
  const rest = old.kind !== 'scalar' && !old.flow ? lineEnd(document, old.end) : old.end
  const at = lineEnd(document, old.end)
  return [
    { start: from, end: rest, text: '' },
    { start: at, end: at, text: colon + indented },
  ]
}

interface Place {
  readonly flow: boolean
  readonly column: number
}

function valueEdits(
  document: TextDocument,
  entry: YamlEntry,
  value: Written | MappingPatch,
  order: KeyOrder,
  { flow, column }: Place,
): readonly Splice[] {
  const old = entry.value
  if (isPatch(value)) {
    if (old.kind === 'mapping') return mappingEdits(document, old, value, order, column + 2)
    const lines = mappingLines(value, order)
    return lines.length === 0 ? inline(document, entry, '{}', flow, column) : below(document, entry, lines, column)
  }
  if (old.kind === 'scalar' && old.value === value) return []
  return inline(document, entry, valueText(value, { flow, document, old }), flow, column)
}

/** Whether a mapping in braces, or one in it, gets other keys than it has. */
function gainsOrLoses(mapping: YamlMapping, patch: MappingPatch): boolean {
  return Object.entries(patch).some(([key, value]) => {
    const entry = mapping.get(key)
    if (!entry || value === undefined) return (entry === undefined) !== (value === undefined)
    if (!isPatch(value) || !mapping.flow) return false
    return entry.value.kind !== 'mapping' || gainsOrLoses(entry.value, value)
  })
}

/** New keys: before the first of those that stay, or each behind the last line of its neighbour. */
function insertions(document: TextDocument, { kept, added }: Patched, order: KeyOrder, column: number): readonly Splice[] {
  const indent = ' '.repeat(column)
  return Array.from(added, ([neighbour, those]) => {
    const lines = those.flatMap((each) => newLines(each, order))
    const at = neighbour ? lineEnd(document, document.offsetOf(lastLineOf(document, neighbour, column))) : (kept[0]?.start ?? 0)
    const text = lines.map((line) => (neighbour ? document.eol + indent + line : line + document.eol + indent)).join('')
    return { start: at, end: at, text }
  })
}

/** The one that stays and stands above another. */
const above = (kept: readonly YamlEntry[], { start }: YamlEntry) => kept.findLast((other) => other.start < start)

/** All keys go: new ones, or an empty mapping, stand in the place of the first. */
function replaced(document: TextDocument, { removed, added }: Patched, order: KeyOrder, column: number): readonly Splice[] {
  const lines = [...added.values()].flat().flatMap((each) => newLines(each, order))
  const text = lines.length === 0 ? '{}' : lines.join(document.eol + ' '.repeat(column))
  return removed.map((entry, index) =>
    index === 0 ? { start: entry.start, end: entry.value.end, text } : removal(document, entry, column, undefined),
  )
}

/**
 * The splices that make a mapping say what a patch wants, and change nothing else (plugin protocol, W1 to W3). A key that says it
 * already is not touched. Keys of the `order` come in that order, others last.
 *
 * `column` is where the keys of a mapping in braces begin once they stand on lines of their own below other text.
 */
export function mappingEdits(
  document: TextDocument,
  mapping: YamlMapping,
  patch: MappingPatch,
  order: KeyOrder,
  column = 0,
): readonly Splice[] {
  const { flow, start } = mapping
  const ownLines = !flow && before(document, start).trim() === ''
  if (!ownLines && gainsOrLoses(mapping, patch)) return [rewriting(document, mapping, patch, order, column)]

  const at = { flow, column: before(document, start).length }
  const all = patched(mapping, patch, order)
  const { kept, removed } = all
  if (kept.length === 0 && removed.length > 0) return replaced(document, all, order, at.column)
  const changes = kept.flatMap((entry) => {
    const value = wanted(patch, entry.key.source)
    return value === undefined ? [] : valueEdits(document, entry, value, order[entry.key.source] ?? {}, at)
  })
  const removals = removed.map((entry) => removal(document, entry, at.column, above(kept, entry)))
  return [...changes, ...removals, ...insertions(document, all, order, at.column)]
}
