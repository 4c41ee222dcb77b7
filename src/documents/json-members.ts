import type { DataMapping, DataNode } from './data.ts'
import type { Splice } from './edit.ts'
import { inLine } from './json-writing.ts'
import type { TextDocument } from './text.ts'

/** A value of JSON that is plain data. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }

/** Whether a node says this already. */
const says = (node: DataNode, value: Json) => node.kind === 'scalar' && node.value === value

/** What stands between the key of the last member and what is before it: white space. */
function lead({ text }: TextDocument, key: DataNode): string {
  let from = key.start
  while (from > 0 && ' \t\r\n'.includes(text.charAt(from - 1))) from--
  return text.slice(from, key.start)
}

const indentOf = (space: string) => space.slice(space.lastIndexOf('\n') + 1)

/** The indent of a line, and that of the lines in it, by the members that are there already. */
function spread(
  document: TextDocument,
  { entries }: DataMapping,
  space: string,
): { readonly indent: string; readonly unit: string } | undefined {
  const indent = indentOf(space)
  const nested = entries.flatMap(({ value }) => (value.kind === 'mapping' && value.entries[0] ? [value.entries[0].key] : []))
  const inner = nested.map((key) => lead(document, key)).find((each) => each.includes('\n'))
  if (inner === undefined && nested.length > 0) return undefined
  const unit = inner === undefined ? '  ' : indentOf(inner).slice(indent.length)
  return { indent, unit: unit === '' ? '  ' : unit }
}

/** A value that is new, in the style of the members beside it. */
function written(document: TextDocument, mapping: DataMapping, value: Json, space: string): string {
  if (typeof value !== 'object' || value === null || !space.includes('\n')) return inLine(value, ' ')
  const style = spread(document, mapping, space)
  if (!style) return inLine(value, ' ')
  return JSON.stringify(value, null, style.unit).replaceAll('\n', document.eol + style.indent)
}

/**
 * The splices that make an object say what is wanted, and change nothing else: values that are there are replaced where they differ,
 * new members go behind the last one in the style of those beside them, each on a line of its own or all on one.
 */
export function memberEdits(document: TextDocument, mapping: DataMapping, wanted: Readonly<Record<string, Json>>): readonly Splice[] {
  const splices: Splice[] = []
  const last = mapping.entries.at(-1)
  const space = last ? lead(document, last.key) : ''
  const added: string[] = []
  for (const [key, value] of Object.entries(wanted)) {
    const entry = mapping.get(key)
    if (!entry) {
      const own = `${JSON.stringify(key)}: ${written(document, mapping, value, space)}`
      added.push(last ? `,${space.includes('\n') ? space : ' '}${own}` : own)
    } else if (!says(entry.value, value)) splices.push({ start: entry.value.start, end: entry.value.end, text: inLine(value, ' ') })
  }
  const at = last ? last.value.end : mapping.start + 1
  const text = last ? added.join('') : added.join(', ')
  return added.length === 0 ? splices : [...splices, { start: at, end: at, text }]
}
