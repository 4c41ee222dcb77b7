import type { Splice } from './edit.ts'
import { isPatch, type KeyOrder, mappingLines, type MappingPatch, newLines, patched, wanted } from './mapping-patch.ts'
import type { TextDocument } from './text.ts'
import { keyText, valueText } from './yaml-writing.ts'
import type { YamlEntry, YamlMapping } from './yaml.ts'

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
  kept: ReadonlySet<YamlEntry>,
): ReadonlyMap<YamlEntry | undefined, readonly string[]> {
  const comments = new Map<YamlEntry | undefined, readonly string[]>()
  const marks = mapping.flow ? 1 : 0
  let pending: string[] = []
  let from = mapping.start + marks
  for (const entry of mapping.entries) {
    pending.push(...commentsIn(text.slice(from, entry.start)))
    if (mapping.flow) pending.push(...commentsIn(text.slice(entry.key.end, entry.value.start)))
    from = entry.value.end
    if (!kept.has(entry)) continue
    comments.set(entry, pending)
    pending = []
  }
  return comments.set(undefined, [...pending, ...commentsIn(text.slice(from, mapping.end - marks))])
}

/** What stands behind a key that keeps its value, as lines. Between braces the blanks at the beginning of a line mean nothing; in a block they stay in relation to the keys. */
function behindKey({ text }: TextDocument, { slot, value }: YamlEntry, column: number | undefined): readonly [string, ...string[]] {
  const isFlow = column === undefined
  const [first = '', ...more] = text.slice(isFlow ? value.start : slot, value.end).split(/\r?\n/)
  if (isFlow) return [value.end > value.start ? ` ${first}` : '', ...more.map((line) => `  ${line.trimStart()}`)]
  return [first, ...more.map((line) => line.slice(Math.min(column, line.length - line.trimStart().length)))]
}

function entryLines(
  document: TextDocument,
  entry: YamlEntry,
  patch: MappingPatch,
  order: KeyOrder,
  column: number | undefined,
): readonly string[] {
  const { key, value: old } = entry
  const written = document.text.slice(key.start, key.end)
  const head = `${written.includes('\n') ? keyText(key.source) : written}:`
  const value = wanted(patch, key.source)
  if (isPatch(value)) {
    const inner = order[key.source] ?? {}
    const below = old.kind === 'mapping' ? rewritten(document, old, value, inner) : mappingLines(value, inner)
    return below.length === 0 ? [`${head} {}`] : [head, ...below.map((line) => `  ${line}`)]
  }
  if (value !== undefined && !(old.kind === 'scalar' && old.value === value)) {
    return [`${head} ${valueText(value, { flow: false, document, old })}`]
  }
  const [first, ...more] = behindKey(document, entry, column)
  return [head + first, ...more]
}

/** The lines of a block mapping that says what this one does, patched. */
function rewritten(document: TextDocument, mapping: YamlMapping, patch: MappingPatch, order: KeyOrder): readonly string[] {
  const { kept, added } = patched(mapping, patch, order)
  const comments = commentsOf(document, mapping, new Set(kept))
  const column = mapping.flow ? undefined : mapping.start - document.offsetOf(document.lineOf(mapping.start))
  const behind = (entry: YamlEntry | undefined) => (added.get(entry) ?? []).flatMap((each) => newLines(each, order))
  const lines = kept.flatMap((entry) => [
    ...(comments.get(entry) ?? []),
    ...entryLines(document, entry, patch, order, column),
    ...behind(entry),
  ])
  const all = [...behind(undefined), ...lines]
  return all.length === 0 ? [] : [...all, ...(comments.get(undefined) ?? [])]
}

/**
 * Writes a mapping anew as a block with a line for each key: for one in braces that gains or loses keys (plugin protocol, W3), and
 * one that begins behind other marks. It keeps its column where nothing stands before it in its line; else it gets lines of its
 * own at `column`.
 */
export function rewriting(document: TextDocument, mapping: YamlMapping, patch: MappingPatch, order: KeyOrder, column: number): Splice {
  const { text, eol } = document
  const { start, end } = mapping
  const lines = rewritten(document, mapping, patch, order)
  if (lines.length === 0) return { start, end, text: '{}' }
  const before = text.slice(document.offsetOf(document.lineOf(start)), start)
  if (/^ *$/.test(before)) return { start, end, text: lines.join(eol + before) }
  return {
    start: start - before.length + before.trimEnd().length,
    end,
    text: lines.map((line) => eol + ' '.repeat(column) + line).join(''),
  }
}
