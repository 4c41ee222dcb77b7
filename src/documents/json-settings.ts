import { Fault } from '../core/fault.ts'
import { nodeAt, toPlainData, type DataNode, type Span } from './data.ts'
import { marksIn, parseJsonWithComments } from './json.ts'
import { splice, textDocument, type Splice, type TextDocument } from './text.ts'
import { containerAt, partsOf, spanOf, isOneLine, marginOf, type Path, type Container, type Part } from './json-edit.ts'

interface Settings {
  readonly document: TextDocument
  readonly root: DataNode
}

function readSettings(text: string): Settings {
  const document = textDocument('', text)
  // A byte-order mark stays where it is, and is not JSON.
  const root = parseJsonWithComments(' '.repeat(document.start) + text.slice(document.start))
  if ('fault' in root) throw new Fault('Only JSON can be edited.')
  return { document, root }
}

/** What is between two parts of a container, before the first or after the last. */
interface Gap {
  readonly comma: number | undefined
  readonly comments: readonly Span[]
}

function gapOf({ document }: Settings, start: number, end: number): Gap {
  const marks = [...marksIn(document.text.slice(start, end))].map((mark) => ({
    ...mark,
    start: start + mark.start,
    end: start + mark.end,
  }))
  return {
    comma: marks.find(({ kind }) => kind === 'comma')?.start,
    comments: marks.filter(({ kind }) => kind === 'comment'),
  }
}

/** What each level is indented by: as the first part of the whole is, otherwise two spaces. */
function unitOf(settings: Settings): string {
  const { root } = settings
  const first = root.kind === 'scalar' ? undefined : partsOf(root)[0]
  if (!first) return '  '
  const { indent, isFirst } = marginOf(settings, spanOf(first).start)
  return isFirst && indent !== '' ? indent : '  '
}

function printInLine(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(printInLine).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.entries(value).map(([key, member]) => `${JSON.stringify(key)}: ${printInLine(member)}`)
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`
}

const printOverLines = (settings: Settings, value: unknown, indent: string): string =>
  JSON.stringify(value, null, '\t').replaceAll(
    /\n(\t*)/g,
    (_, tabs: string) => settings.document.eol + indent + unitOf(settings).repeat(tabs.length),
  )

const memberText = (key: string | undefined, value: string) =>
  key === undefined ? value : `${JSON.stringify(key)}: ${value}`

/** Adds to a container that is empty but for comments, which stay in front. */
function* additionToEmpty(
  settings: Settings,
  container: Container,
  key: string | undefined,
  value: unknown,
): Iterable<Splice> {
  const { document, root } = settings
  const inside = { start: container.start + 1, end: container.end - 1 }
  const comment = gapOf(settings, inside.start, inside.end).comments.at(-1)
  if (!comment && container !== root && isOneLine(settings, root)) {
    yield { ...inside, text: memberText(key, printInLine(value)) }
    return
  }
  const outer = marginOf(settings, container.start).indent
  const inner = outer + unitOf(settings)
  const text = `${document.eol}${inner}${memberText(key, printOverLines(settings, value, inner))}`
  yield comment ? { start: comment.end, end: comment.end, text } : { ...inside, text: `${text}${document.eol}${outer}` }
}

/** Adds after the last part and the comments on its line; where that has a comma after it, so has what is added. */
function* additionBehind(
  settings: Settings,
  container: Container,
  last: Part,
  key: string | undefined,
  value: unknown,
): Iterable<Splice> {
  const { document } = settings
  const { start, end } = spanOf(last)
  const { comma, comments } = gapOf(settings, end, container.end - 1)
  const endOffset = comma === undefined ? end : comma + 1
  const isSameLine = (from: number, to: number) => !document.text.slice(from, to).includes('\n')
  const place = comments.reduce(
    (from, comment) => (comment.start >= from && isSameLine(from, comment.start) ? comment.end : from),
    endOffset,
  )
  const { indent, isFirst } = marginOf(settings, start)
  const isOnOwnLine = isFirst || place > endOffset
  const valueText = memberText(key, isOnOwnLine ? printOverLines(settings, value, indent) : printInLine(value))
  if (comma === undefined) yield { start: end, end, text: ',' }
  yield {
    start: place,
    end: place,
    text: `${isOnOwnLine ? document.eol + indent : ' '}${valueText}${comma === undefined ? '' : ','}`,
  }
}

function addPart(text: string, path: Path, key: string | undefined, value: unknown): string {
  const settings = readSettings(text)
  const container = containerAt(settings, path)
  const last = partsOf(container).at(-1)
  return splice(text, [
    ...(last
      ? additionBehind(settings, container, last, key, value)
      : additionToEmpty(settings, container, key, value)),
  ])
}

/** The text with a value in place of another one; every other byte stays. */
function replaceValue(text: string, path: Path, value: unknown): string {
  const settings = readSettings(text)
  const node = nodeAt(settings.root, path)
  if (!node) throw new Fault(`There is nothing to edit at ${path.join('.')}.`)
  const { start, end } = node
  const valueText =
    isOneLine(settings, node) && node.kind !== 'scalar'
      ? printInLine(value)
      : printOverLines(settings, value, marginOf(settings, start).indent)
  return splice(text, [{ start, end, text: valueText }])
}

/** The text with a member of that path and value; mappings on its way that are not there are made. */
export function withMember(text: string, path: Path, value: unknown): string {
  const { root } = readSettings(text)
  const presentNode = nodeAt(root, path)
  if (presentNode)
    return JSON.stringify(toPlainData(presentNode)) === JSON.stringify(value) ? text : replaceValue(text, path, value)
  const knownLength = path.findIndex((_, index) => nodeAt(root, path.slice(0, index + 1)) === undefined)
  const memberValue = path.slice(knownLength + 1).reduceRight<unknown>((inner, key) => ({ [key]: inner }), value)
  return addPart(text, path.slice(0, knownLength), String(path[knownLength]), memberValue)
}

/** The text with a value at the end of a list; where that is not there, it is made. */
export const withElement = (text: string, path: Path, value: unknown): string =>
  nodeAt(readSettings(text).root, path) ? addPart(text, path, undefined, value) : withMember(text, path, [value])

function removePart(text: string, path: Path): string {
  const settings = readSettings(text)
  const container = containerAt(settings, path.slice(0, -1))
  const key = path.at(-1) ?? ''
  const parts = partsOf(container)
  const part = container.kind === 'mapping' ? container.get(String(key)) : container.items[Number(key)]
  if (!part) return text
  const index = parts.indexOf(part)
  const [previous, next] = [parts[index - 1], parts[index + 1]]
  const { start, end } = spanOf(part)
  const inside = previous ? spanOf(previous).end : container.start + 1
  const gapBefore = gapOf(settings, inside, start)
  const gapAfter = gapOf(settings, end, next ? spanOf(next).start : container.end - 1)
  if (!previous && !next && gapBefore.comments.length + gapAfter.comments.length === 0)
    return splice(text, [{ start: container.start + 1, end: container.end - 1, text: '' }])
  const from = Math.max(inside, (gapBefore.comma ?? -1) + 1, gapBefore.comments.at(-1)?.end ?? 0)
  const comma = gapAfter.comma ?? (next ? undefined : gapBefore.comma)
  return splice(text, [
    { start: from, end, text: '' },
    ...(comma === undefined ? [] : [{ start: comma, end: comma + 1, text: '' }]),
  ])
}

/** Whether a container holds neither values nor comments. */
function isBare(text: string, path: Path): boolean {
  const settings = readSettings(text)
  const node = nodeAt(settings.root, path)
  if (!node || node.kind === 'scalar' || partsOf(node).length > 0) return false
  return gapOf(settings, node.start + 1, node.end - 1).comments.length === 0
}

/**
 * The text without a member or element, and without those around it that hold nothing then. What was added by
 * `withMember` and `withElement` is taken out to the byte; comments stay.
 *
 * @param keptLevels the number of containers on the way that stay, empty or not
 */
export function withoutPart(text: string, path: Path, keptLevels = 0): string {
  const rest = removePart(text, path)
  const outer = path.slice(0, -1)
  return outer.length > keptLevels && isBare(rest, outer) ? withoutPart(rest, outer, keptLevels) : rest
}
