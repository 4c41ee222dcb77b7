import type { Place } from '../core/diagnostic.ts'
import type { Outline } from '../documents/markdown.ts'
import type { TextDocument } from '../documents/text.ts'

/** A field of a Markdown entry: a line `**Label:** value` or `**Label**: value`. */
export interface MarkdownField {
  /** In lower-case letters. */
  readonly label: string
  readonly line: number
  /** Its value without blanks around it; empty where it is blank. */
  readonly text: string
  /** Of the value. */
  readonly place: Place
}

/** The field in a line; a bullet in front is allowed where `bullet` says so. */
export function markdownField(document: TextDocument, line: number, bullet = false): MarkdownField | undefined {
  const text = document.line(line)
  const indent = text.length - text.trimStart().length
  const begin = indent + (bullet && /^[-*+] /.test(text.slice(indent, indent + 2)) ? 2 : 0)
  if (!text.startsWith('**', begin)) return undefined
  const close = text.indexOf('**', begin + 2)
  if (close === -1) return undefined
  const inside = text.slice(begin + 2, close)
  const outer = text[close + 2] === ':'
  if (!outer && !inside.endsWith(':')) return undefined
  const label = (outer ? inside : inside.slice(0, -1)).trim().toLowerCase()
  const from = close + (outer ? 3 : 2)
  const value = text.slice(from).trim()
  const at = document.offsetOf(line) + from + (value === '' ? 0 : text.slice(from).length - text.slice(from).trimStart().length)
  return { label, line, text: value, place: document.span(at, at + value.length) }
}

/** A field whose label an earlier one has too. */
export interface RepeatedField {
  readonly first: MarkdownField
  readonly again: MarkdownField
}

/** The fields of a Markdown entry. */
export interface MarkdownFields {
  /** In the order of their lines. */
  readonly all: readonly MarkdownField[]
  readonly repeated: readonly RepeatedField[]
  /** The first with a label. */
  get(label: string): MarkdownField | undefined
}

/** The lines of a Markdown entry, the end exclusive. */
interface MarkdownEntry {
  readonly document: TextDocument
  readonly outlined: Outline
  readonly from: number
  readonly end: number
  /** Whether a bullet may precede a field. */
  readonly bullet?: boolean
}

/** Reads the fields of a Markdown entry, except in code, tables and comments. */
export function markdownFields({ document, outlined, from, end, bullet }: MarkdownEntry): MarkdownFields {
  const byLabel = new Map<string, MarkdownField>()
  const all: MarkdownField[] = []
  const repeated: RepeatedField[] = []
  for (let line = from; line < end; line++) {
    const field = outlined.kindOf(line) === 'text' ? markdownField(document, line, bullet) : undefined
    if (!field) continue
    all.push(field)
    const first = byLabel.get(field.label)
    if (first) repeated.push({ first, again: field })
    else byLabel.set(field.label, field)
  }
  return { all, repeated, get: (label) => byLabel.get(label) }
}
