import type { Place } from '../core/diagnostic.ts'
import { bytesIn, type FileContent, type View } from '../core/view.ts'
import { Fault } from '../core/fault.ts'

const BOM = '\ufeff'

/**
 * A text that knows its lines, which end at LF or CRLF; a CR alone is a character like others. Offsets are UTF-16 units
 * into `text`, which is the file's whole text, byte-order mark included, or some of its lines: these are counted as in
 * the file all the same.
 */
export interface TextDocument {
  readonly path: string
  readonly text: string
  /** Where the text proper begins: 1 after a byte-order mark, otherwise 0. */
  readonly start: number
  /** The line ending of the first line; LF where there is none. Lines that are added use it. */
  readonly eol: '\n' | '\r\n'
  readonly lineCount: number
  /** The text of a line, counted from 1, without its ending (and the first without a byte-order mark). */
  line(number: number): string
  /** The offset at which a line begins; of the line after the last, the text's length. */
  offsetOf(line: number): number
  lineOf(offset: number): number
  /** The place of a stretch of text. */
  span(start: number, end: number): Place
  /** The place of a line's text without the white space around it. */
  place(line: number): Place
  /**
   * Computes something of the text once, and keeps it with the document. Not by a `WeakMap`: V8 keeps the values of one
   * until it collects its old space, and of thousands of files that is most of the memory.
   */
  keep<Result>(name: string, make: () => Result): Result
}

/**
 * Why a file is not text: it is not there, a link or submodule, above the size limit, or not UTF-8 (or holds a NUL).
 */
export type UnreadableReason = 'absent' | 'link' | 'large' | 'encoding'

function lineStarts(text: string): number[] {
  const starts = [0]
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return starts
}

class DecodedText implements TextDocument {
  readonly path: string
  readonly text: string
  readonly start: number
  readonly eol: TextDocument['eol']
  readonly lineCount: number
  /** The offset of each line; a text that ends with a line ending has one more. */
  readonly #starts: readonly number[]
  /** The number of lines before the text. */
  readonly #before: number
  #kept: Map<string, unknown> | undefined

  constructor(path: string, text: string, linesBefore: number) {
    const starts = lineStarts(text)
    const firstEnd = text.indexOf('\n')
    this.path = path
    this.text = text
    this.start = text.startsWith(BOM) ? 1 : 0
    this.eol = firstEnd > 0 && text[firstEnd - 1] === '\r' ? '\r\n' : '\n'
    this.lineCount =
      linesBefore + (text.endsWith('\n') || text.length === this.start ? starts.length - 1 : starts.length)
    this.#starts = starts
    this.#before = linesBefore
  }

  line(number: number): string {
    const { text } = this
    const next = this.#starts[number - this.#before]
    const end = next === undefined ? text.length : text[next - 2] === '\r' ? next - 2 : next - 1
    return text.slice(this.offsetOf(number), end)
  }

  offsetOf(line: number): number {
    const number = line - this.#before
    return number === 1 ? this.start : (this.#starts[number - 1] ?? this.text.length)
  }

  lineOf(offset: number): number {
    let low = 0
    let high = this.#starts.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if ((this.#starts[middle] as number) <= offset) low = middle
      else high = middle - 1
    }
    return this.#before + low + 1
  }

  span(start: number, end: number): Place {
    const from = this.#position(start)
    const to = this.#position(end)
    return { path: this.path, line: from.line, column: from.column, endLine: to.line, endColumn: to.column }
  }

  place(line: number): Place {
    const text = this.line(line)
    const from = this.offsetOf(line) + text.length - text.trimStart().length
    return this.span(from, from + text.trim().length)
  }

  keep<Result>(name: string, make: () => Result): Result {
    const values = (this.#kept ??= new Map<string, unknown>())
    if (!values.has(name)) values.set(name, make())
    return values.get(name) as Result
  }

  #position(offset: number): { readonly line: number; readonly column: number } {
    const line = this.lineOf(offset)
    return { line, column: Math.max(0, offset - this.offsetOf(line)) + 1 }
  }
}

/** A document over a text that is already decoded. @param linesBefore how many lines of the file are before it */
export const textDocument = (path: string, text: string, linesBefore = 0): TextDocument =>
  new DecodedText(path, text, linesBefore)

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** The text that bytes are; `undefined`: they are not UTF-8, or hold a NUL. */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
  if (bytes.includes(0)) return undefined
  try {
    return decoder.decode(bytes)
  } catch {
    return undefined
  }
}

/** The line of the first bytes that are not UTF-8, or of the first NUL; `undefined`: there are none. */
export function undecodableLine(bytes: Uint8Array): number | undefined {
  // No character of several bytes has that of a line's end among them.
  for (let line = 1, start = 0; start < bytes.length; line++) {
    const newline = bytes.indexOf(10, start)
    const end = newline === -1 ? bytes.length : newline
    if (decodeUtf8(bytes.subarray(start, end)) === undefined) return line
    start = end + 1
  }
  return undefined
}

const conflictMarker = Buffer.from('<<<<<<< ')

/** Whether bytes hold a line with which git begins a conflict, or something that looks like one. */
export const mayConflict = (bytes: Uint8Array): boolean =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).indexOf(conflictMarker) >= 0

const encoder = new TextEncoder()

/**
 * A part of a text that does not keep the whole text in memory, as what is cut out of one does. It must hold no
 * unpaired surrogates.
 */
export const copyOfText = (part: string): string => decoder.decode(encoder.encode(part))

/** The texts of files in a row of views, as long as their bytes are kept. */
const recurringDocuments = new WeakMap<Uint8Array, TextDocument>()

function documentOf(view: View, path: string, bytes: Uint8Array): TextDocument | undefined {
  const cached = view.isOneOfMany ? recurringDocuments.get(bytes) : undefined
  if (cached?.path === path) return cached
  const text = decodeUtf8(bytes)
  if (text === undefined) return undefined
  const document = textDocument(path, text)
  if (view.isOneOfMany) recurringDocuments.set(bytes, document)
  return document
}

/** The text of a file in a view, or why there is none. */
export function readText(view: View, path: string, limit: number): TextDocument | UnreadableReason {
  const entry = view.entry(path)
  if (!entry) return 'absent'
  if (entry.kind !== 'file') return 'link'
  if (entry.size > limit) return 'large'
  const bytes = view.bytes(path)
  return (bytes && documentOf(view, path, bytes)) ?? 'encoding'
}

/** A function of its own: created next to a document, it would keep that in memory. */
const redecoderOf = (path: string, content: FileContent) => () => textDocument(path, decodeUtf8(bytesIn(content)) ?? '')

/**
 * What is read from files, kept by their content: a batch of commands reads many views that share most of their files.
 * What is read may depend on nothing but path and bytes. `again` decodes the text once more, for what does not keep it.
 */
export function cachedReader<Result extends object>(
  read: (document: TextDocument, redecode: () => TextDocument) => Result,
) {
  const cache = new WeakMap<FileContent, { readonly path: string; readonly read: Result }>()
  return (view: View, path: string, limit: number): Result | UnreadableReason => {
    const content = view.content(path)
    const cached = content && (view.entry(path)?.size ?? 0) <= limit ? cache.get(content) : undefined
    if (cached?.path === path) return cached.read
    const document = readText(view, path, limit)
    if (!content || typeof document === 'string') return document as UnreadableReason
    const result = read(document, redecoderOf(path, content))
    cache.set(content, { path, read: result })
    return result
  }
}

/**
 * A stretch of a text, in UTF-16 offsets with the end exclusive, and what replaces it. An empty stretch: an insertion.
 */
export interface Splice {
  readonly start: number
  readonly end: number
  readonly text: string
}

/**
 * The text with all splices made at once; nothing else changes. Their offsets are those of the text as it was. What is
 * added at one place is in the order given, before what replaces the text after it; what is added within a stretch that
 * goes, after that.
 *
 * @throws Fault when two want the same text, or one wants text that is not there.
 */
export function splice(text: string, splices: readonly Splice[]): string {
  let result = ''
  let position = 0
  let isRemoved = false
  for (const { start, end, text: replacement } of splices.toSorted((a, b) => a.start - b.start || a.end - b.end)) {
    if (start === end && start < position && isRemoved) {
      result += replacement
      continue
    }
    if (start < position || end < start || end > text.length)
      throw new Fault(`Edits overlap, or leave the text, at ${start}.`)
    result += text.slice(position, start) + replacement
    position = end
    isRemoved = replacement === ''
  }
  return result + text.slice(position)
}

/** Offset without the line's ending. */
export const lineEnd = (document: TextDocument, line: number): number =>
  document.offsetOf(line) + document.line(line).length

/** Offset of the end of the line of an offset, without its ending. */
export const lineEndAt = (document: TextDocument, offset: number): number => lineEnd(document, document.lineOf(offset))

export const endingOf = (document: TextDocument, line: number): string =>
  document.text.slice(lineEnd(document, line), document.offsetOf(line + 1))

/** Takes lines away that are not the first, with their endings; the line before them keeps its own. */
export function removeLines(document: TextDocument, first: number, last: number): Splice {
  const [kept, removed] = [endingOf(document, first - 1), endingOf(document, last)]
  const isMixed = removed !== '' && kept !== removed
  const [start, end] = isMixed
    ? [document.offsetOf(first) - 1, document.offsetOf(last + 1) - 1]
    : [lineEnd(document, first - 1), lineEnd(document, last)]
  return { start, end, text: '' }
}

/**
 * Adds lines after a line, with the file's line ending; a missing newline at the end of the file stays missing. Where the
 * line has another ending, it keeps that: what is added then goes in front of the last character of it, which ends the
 * last line that is added.
 */
export function insertAfter(document: TextDocument, line: number, lines: readonly string[]): Splice {
  const { eol } = document
  const at = lineEnd(document, line)
  const ending = endingOf(document, line)
  if (ending === '' || ending === eol) return { start: at, end: at, text: lines.map((added) => eol + added).join('') }
  const start = at + ending.length - 1
  return { start, end: start, text: `\n${lines.join(eol)}${eol.slice(0, -1)}` }
}

const trailingBlanks = /[ \t]*(?=\r?\n|$)/y

/**
 * A value behind a mark that has none yet, such as a colon, with one blank between them; blanks that end the line are
 * not left behind it.
 */
export function spliceBehind(text: string, mark: number, value: string): Splice {
  trailingBlanks.lastIndex = mark
  return { start: mark, end: mark + (trailingBlanks.exec(text)?.[0].length ?? 0), text: ` ${value}` }
}
