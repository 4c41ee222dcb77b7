import type { Place } from '../core/diagnostic.ts'
import { elementsBetween, type Outline } from '../documents/markdown.ts'
import { isThematicBreak } from '../documents/lines.ts'
import type { TextDocument } from '../documents/text.ts'

/** A field of a Markdown entry: a line `**Label:** value` or `**Label**: value`. */
export interface MarkdownField {
  /** In lower-case letters. */
  readonly label: string
  readonly line: number
  /** The first line of its value without blanks around it; empty where there is none. */
  readonly text: string
  /** Of that text. */
  readonly place: Place
}

/** A field of an entry, whose value may go on in further lines. */
export interface EntryField extends MarkdownField {
  /** The last line of its value. */
  readonly last: number
  /** Whether its value goes on after the line of its text. */
  readonly continues: boolean
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
  const at =
    document.offsetOf(line) + from + (value === '' ? 0 : text.slice(from).length - text.slice(from).trimStart().length)
  return { label, line, text: value, place: document.span(at, at + value.length) }
}

/** A field whose label an earlier one has too. */
export interface RepeatedField {
  readonly first: EntryField
  readonly again: EntryField
}

export interface MarkdownFields {
  /** In the order of their lines. */
  readonly all: readonly EntryField[]
  readonly repeated: readonly RepeatedField[]
  get(label: string): EntryField | undefined
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

/** Whether a line goes on with the paragraph of the line before it, and begins no other field. */
function continuesField({ document, outlined, end, bullet }: MarkdownEntry, line: number): boolean {
  if (
    line >= end ||
    outlined.kindOf(line) !== 'text' ||
    /^\s*(?:$|\||=+\s*$)/.test(document.line(line)) ||
    isThematicBreak(document, line)
  )
    return false
  const elementLists: readonly (readonly { readonly line: number }[])[] = [outlined.items, outlined.headings]
  return (
    elementLists.every((sorted) => elementsBetween(sorted, line, line + 1).length === 0) &&
    !markdownField(document, line, bullet)
  )
}

/** A field with what its value says in further lines. One with nothing after its label begins in the next line. */
function wholeField(entry: MarkdownEntry, field: MarkdownField): EntryField {
  const { document } = entry
  let last = field.line
  while (continuesField(entry, last + 1)) last++
  if (field.text !== '' || last === field.line) return { ...field, last, continues: last > field.line }
  const line = document.line(field.line + 1)
  const text = line.trim()
  const at = document.offsetOf(field.line + 1) + line.length - line.trimStart().length
  return { ...field, text, place: document.span(at, at + text.length), last, continues: last > field.line + 1 }
}

/** Reads the fields of a Markdown entry, except in code, tables and comments. */
export function markdownFields(entry: MarkdownEntry): MarkdownFields {
  const { document, outlined, from, end, bullet } = entry
  const byLabel = new Map<string, EntryField>()
  const fields: EntryField[] = []
  const repeated: RepeatedField[] = []
  for (let line = from; line < end; line++) {
    const fieldStart = outlined.kindOf(line) === 'text' ? markdownField(document, line, bullet) : undefined
    if (!fieldStart) continue
    const field = wholeField(entry, fieldStart)
    fields.push(field)
    const first = byLabel.get(field.label)
    if (first) repeated.push({ first, again: field })
    else byLabel.set(field.label, field)
  }
  return { all: fields, repeated, get: (label) => byLabel.get(label) }
}
