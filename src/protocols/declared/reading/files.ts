import { conflictFinding } from '../../../core/conflict.ts'
import { type Finding, type Place, pluralize } from '../../../core/diagnostic.ts'
import { msg } from '../../../core/message.ts'
import { memo, memoBy, once } from '../../../core/once.ts'
import type { View } from '../../../core/view.ts'
import { type DataNode, duplicates, type Span } from '../../../documents/data.ts'
import { flatFrontMatter } from '../../../documents/front-matter.ts'
import { parseJson } from '../../../documents/json.ts'
import { elementsBetween, cellsOf, outline, type Outline } from '../../../documents/markdown.ts'
import { cachedReader, type TextDocument, undecodableLine } from '../../../documents/text.ts'
import { parseYaml, type YamlMapping } from '../../../documents/yaml.ts'
import { entryAt, linkNoun, unreadableReasons } from '../../../kit/entry.ts'
import type { BoxCount } from '../language/workflow.ts'
import { isSameText } from './words.ts'

/** One key of a front matter that is no YAML, as it stands in its line. */
export interface PlainKey {
  readonly value: string
  readonly start: number
  readonly end: number
}

/** The front matter of a file: keys with values, or lines of them. */
export type FrontMatter =
  | { readonly kind: 'none' }
  | { readonly kind: 'yaml'; readonly mapping: YamlMapping }
  | { readonly kind: 'lines'; readonly keys: ReadonlyMap<string, PlainKey>; readonly why: Omit<Finding, 'target'> }

/** A list item with a box. */
export interface Box {
  readonly line: number
  readonly end: number
  readonly ticked: boolean
  /** Where the mark between its brackets is. */
  readonly start: number
  readonly stop: number
  readonly text: string
}

/** A table, with the text of its head and the heading above it. */
export interface Table {
  readonly heading: string
  readonly columns: readonly string[]
  readonly rows: readonly number[]
}

/** An object of a file, with the line of a `.jsonl` file that it is in. */
export interface Root {
  readonly node: DataNode
  readonly line?: number
}

export interface DeclaredFile {
  readonly path: string
  readonly document: TextDocument
  readonly head: FrontMatter
  body(): Outline
  /** The first line behind the front matter. */
  readonly firstLine: number
  boxes(): readonly Box[]
  tables(): readonly Table[]
  /** The data of a JSON or YAML file; of a `.jsonl` file one of each line that can be read. */
  readonly roots: readonly Root[]
  /** The lines of a `.jsonl` file that cannot be read: no more than a few; or the conflict that it has. */
  readonly faults: readonly UnreadableFile[]
  /** Whether commands can write in it. */
  readonly isWritable: boolean
}

/** Why a declared file, or a line of it, cannot be read. */
export interface UnreadableFile {
  readonly path: string
  readonly message: string
  readonly place: Place
  readonly hint?: string
}

const extension = (path: string) => path.slice(path.lastIndexOf('.') + 1).toLowerCase()
const isData = (path: string) => ['json', 'jsonl', 'yml', 'yaml'].includes(extension(path))

/** A value without the comment behind it; in quotes `#` begins none. */
function withoutComment(text: string): string {
  const [quoted] = /^[ \t]*(?:"(?:[^"\\]|\\.)*"|'[^']*')(?=[ \t]*$|[ \t]+#)/.exec(text) ?? []
  return quoted ?? text.slice(0, /[ \t]#/.exec(text)?.index)
}

/**
 * Scalar keys at the top of a front matter that is no YAML, line by line; `undefined`: one comes twice. A value of
 * several lines is no scalar.
 */
function plainKeys(document: TextDocument, closingLine: number): ReadonlyMap<string, PlainKey> | undefined {
  const keys = new Map<string, PlainKey>()
  const names = new Set<string>()
  let lastKey = ''
  for (let number = 2; number < closingLine; number++) {
    const line = document.line(number)
    if (/^[ \t]*(?:#|$)/.test(line)) continue
    if (/^[\s-]/.test(line)) keys.delete(lastKey)
    const colon = line.indexOf(':')
    if (colon <= 0 || /^[\s-]/.test(line)) continue
    const key = line.slice(0, colon).trim()
    if (names.has(key)) return undefined
    names.add(key)
    lastKey = key
    const rawValue = withoutComment(line.slice(colon + 1))
    const value = rawValue.trim()
    const quote = value.length > 1 && /^["']/.test(value) && value.endsWith(value.charAt(0)) ? 1 : 0
    const start = document.offsetOf(number) + colon + 1 + (value === '' ? 0 : rawValue.indexOf(value) + quote)
    const inner = value.slice(quote, value.length - quote)
    keys.set(key, { value: inner, start, end: start + inner.length })
  }
  return keys
}

const closingFence = (document: TextDocument): number => {
  let line = 2
  while (line <= document.lineCount && !/^---[ \t]*$/.test(document.line(line))) line++
  return line
}

/** A mark between brackets at the beginning of a list item, by what GitHub and most tools take for a box. */
const boxPattern = /^(?:[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]+)+\[([^\]\n]{0,4})\](?=[ \t]|$)/u

function boxesIn(document: TextDocument, { items }: Outline): readonly Box[] {
  return items.flatMap(({ line, end }, index) => {
    // Of lists that begin in one line the innermost has the box.
    if (items[index + 1]?.line === line) return []
    const text = document.line(line)
    const [boxText, mark] = boxPattern.exec(text.slice(0, 200)) ?? []
    if (boxText === undefined || mark === undefined || Array.from(mark).length > 2) return []
    const stop = document.offsetOf(line) + boxText.length - 1
    return [
      {
        line,
        end,
        ticked: /^ ?[xX]$/.test(mark),
        start: stop - mark.length,
        stop,
        text: text.slice(boxText.length).trim(),
      },
    ]
  })
}

function tablesIn(document: TextDocument, body: Outline): readonly Table[] {
  let nextIndex = 0
  let heading = ''
  return body.tables.map(({ header, rows }) => {
    for (
      let candidate = body.headings[nextIndex];
      candidate && candidate.line < header;
      candidate = body.headings[++nextIndex]
    )
      heading = candidate.text
    return { heading, columns: cellsOf(document.line(header)).map(({ text }) => text.trim()), rows }
  })
}

/**
 * Not by the record: a `.jsonl` file is a record in each line, and a front matter that is no YAML is read by its lines.
 */
type Data = Pick<DeclaredFile, 'roots' | 'faults'>

type Parsed = ReturnType<typeof parseJson | typeof parseYaml>

/** Data that was parsed from an offset of a file on, or what is wrong with it; YAML with a key twice is not parsed. */
function checkedData(document: TextDocument, parsed: Parsed, kind: string, offset = 0): DataNode | UnreadableFile {
  const { path } = document
  const placeOf = ({ start, end }: Span) => document.span(offset + start, offset + end)
  if ('fault' in parsed) return { path, message: parsed.fault, place: placeOf(parsed) }
  const [duplicate] = kind === 'json' ? duplicates(parsed) : []
  if (!duplicate) return parsed
  return { path, message: msg`Unexpected second key ${duplicate.key.source}`, place: placeOf(duplicate.key) }
}

/** So many lines that cannot be read are named one by one. */
export const maxFaults = 20

function parseLines(document: TextDocument): Data {
  const roots: Root[] = []
  const faults: UnreadableFile[] = []
  let faultCount = 0
  for (let number = 1; number <= document.lineCount; number++) {
    const line = document.line(number)
    if (line.trim() === '') continue
    const data = checkedData(document, parseJson(line), 'json', document.offsetOf(number))
    if (!('message' in data)) roots.push({ node: data, line: number })
    else if (++faultCount <= maxFaults) faults.push(data)
  }
  const [lastFault] = faults.slice(-1)
  if (!lastFault || faultCount <= maxFaults) return { roots, faults }
  const moreText = `${lastFault.message}; ${pluralize(faultCount - maxFaults, 'further line')} cannot be read either`
  return { roots, faults: [...faults.slice(0, -1), { ...lastFault, message: moreText }] }
}

function parseData(document: TextDocument): Data | UnreadableFile {
  const { path, text, start } = document
  const kind = extension(path)
  if (kind === 'jsonl') return parseLines(document)
  const parsed =
    kind === 'json' ? parseJson(start === 0 ? text : ` ${text.slice(start)}`) : parseYaml(text.slice(start), start)
  const data = checkedData(document, parsed, kind)
  return 'message' in data ? data : { roots: [{ node: data }], faults: [] }
}

/** A text as a declared file; or why it is none. */
function declaredFileOf(document: TextDocument): DeclaredFile | UnreadableFile {
  const { path } = document
  const data = isData(path) ? parseData(document) : { roots: [], faults: [] }
  if ('message' in data) return data
  const frontMatter = isData(path) ? ({ kind: 'none' } as const) : flatFrontMatter(document)
  let head: FrontMatter = { kind: 'none' }
  let firstLine = 1
  if (frontMatter.kind === 'mapping') {
    head = { kind: 'yaml', mapping: frontMatter.mapping }
    firstLine = frontMatter.body
  } else if (frontMatter.kind === 'invalid') {
    const closingLine = closingFence(document)
    const keys = plainKeys(document, closingLine)
    const place = document.span(frontMatter.start, frontMatter.end)
    if (!keys) return { path, message: frontMatter.fault, place }
    head = { kind: 'lines', keys, why: { message: frontMatter.fault, place } }
    firstLine = closingLine + 1
  }
  const body = once(() => outline(document, firstLine))
  return {
    path,
    document,
    head,
    body,
    firstLine,
    boxes: once(() => boxesIn(document, body())),
    tables: once(() => tablesIn(document, body())),
    ...data,
    isWritable: extension(path) !== 'jsonl',
  }
}

const readFile = cachedReader(declaredFileOf)

/** The link or submodule at a path or above it, which is not followed. */
export function linkFault(view: View, path: string): UnreadableFile | undefined {
  const { link } = entryAt(view, path)
  if (link === undefined) return undefined
  return {
    path: link,
    message: `Unexpected ${linkNoun(view, link)}, expected a ${link === path ? 'file' : 'folder'}`,
    place: { path: link, line: 1 },
  }
}

/**
 * The declared files of a view, each read once, however many declarations look at it. `undefined`: there is none at the
 * path.
 */
export const filesOf = memo((view: View) =>
  memoBy((limit: number) =>
    memoBy((path: string): DeclaredFile | UnreadableFile | undefined => {
      const file = readFile(view, path, limit)
      if (file === 'absent' || file === 'link') return linkFault(view, path)
      const conflicts = view.unmerged?.get(path) ?? []
      if (conflicts.length > 0) {
        const fault = { path, ...conflictFinding(path, conflicts) }
        // The other items of the file are as they are on our side.
        return typeof file !== 'string' && isRead(file) ? { ...file, faults: [fault] } : fault
      }
      if (typeof file !== 'string') return file
      const line = (file === 'encoding' && undecodableLine(view.bytes(path) ?? new Uint8Array())) || 1
      return { path, message: unreadableReasons[file], place: { path, line } }
    }),
  ),
)

export type FileLookup = (path: string) => DeclaredFile | UnreadableFile | undefined

export const isRead = (file: DeclaredFile | UnreadableFile | undefined): file is DeclaredFile =>
  file !== undefined && 'document' in file

/**
 * The lines of a section: below the first heading of a name, up to the next one of its level; `undefined`: there is no
 * such heading.
 */
export function sectionOf(
  { document, body }: DeclaredFile,
  name: string,
): { readonly from: number; readonly end: number } | undefined {
  const { headings } = body()
  const index = headings.findIndex(({ text }) => isSameText(text, name))
  const heading = headings[index]
  if (!heading) return undefined
  const nextHeading = headings.slice(index + 1).find(({ level }) => level <= heading.level)
  return { from: heading.line, end: nextHeading?.line ?? document.lineCount + 1 }
}

/** The boxes of a file, or of one of its sections; `undefined`: there is no such section. */
export function boxesOf(file: DeclaredFile, section: string | undefined): readonly Box[] | undefined {
  if (section === undefined) return file.boxes()
  const lines = sectionOf(file, section)
  return lines && elementsBetween(file.boxes(), lines.from, lines.end)
}

const boxCounts = memo((file: DeclaredFile) =>
  memoBy((section: string | undefined): BoxCount => {
    const boxes = boxesOf(file, section)
    if (!boxes) return 'missing'
    if (boxes.length === 0) return 'empty'
    const tickedCount = boxes.filter((box) => box.ticked).length
    return tickedCount === boxes.length ? 'all' : tickedCount === 0 ? 'none' : 'some'
  }),
)

/** How the boxes of a file or one of its sections stand; without the file or the section they are missing. */
export const countBoxes = (file: DeclaredFile | undefined, section: string | undefined): BoxCount =>
  file ? boxCounts(file)(section) : 'missing'
