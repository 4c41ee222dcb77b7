import { pluralize } from '../core/diagnostic.ts'

/** What is open at a place of a Markdown text, and would swallow what is put after it. */
interface OpenMarkup {
  /** The fence's own characters. */
  readonly fence: string | undefined
  /** In an HTML comment. */
  readonly comment: boolean
  readonly details: number
}

const fenceOf = (line: string): string | undefined => /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1]

const count = (line: string, word: string) => line.split(word).length - 1

function openAfter(openMarkup: OpenMarkup, line: string): OpenMarkup {
  const { fence, comment, details } = openMarkup
  if (comment) return { ...openMarkup, comment: !line.includes('-->') }
  const lineFence = fenceOf(line)
  if (fence !== undefined) {
    const closes =
      lineFence !== undefined &&
      lineFence[0] === fence[0] &&
      lineFence.length >= fence.length &&
      line.trim() === lineFence
    return closes ? { ...openMarkup, fence: undefined } : openMarkup
  }
  if (lineFence !== undefined) return { ...openMarkup, fence: lineFence }
  return {
    fence,
    comment: line.lastIndexOf('<!--') > line.lastIndexOf('-->'),
    details: Math.max(0, details + count(line, '<details') - count(line, '</details>')),
  }
}

const closingTags = ({ fence, details }: OpenMarkup): string =>
  (fence === undefined ? '' : `${fence}\n`) + '\n</details>\n'.repeat(details)

const omissionNote = (length: number) =>
  `\n*${pluralize(length, 'more character')} left out here, since GitHub shows no more.*\n`

/** The beginning of a text, cut between characters. */
export function beginning(text: string, length: number): string {
  const start = text.slice(0, length)
  return text.length > length && /[\ud800-\udbff]$/.test(start) ? start.slice(0, -1) : start
}

const encoder = new TextEncoder()

export const sizeOf = (text: string): number => encoder.encode(text).length

/** A line of at most so many bytes, cut with `…`. */
export function cutToSize(line: string, bytes: number): string {
  if (sizeOf(line) <= bytes) return line
  let size = sizeOf('…')
  let cutLine = ''
  for (const character of line) {
    size += sizeOf(character)
    if (size > bytes) break
    cutLine += character
  }
  return `${cutLine}…`
}

/**
 * A Markdown text of at most `limit` UTF-16 units. What is too long keeps its beginning, is cut after a line, with
 * everything closed that was open there, never within an HTML comment, and says how much was left out.
 */
export function cut(markdown: string, limit: number): string {
  if (markdown.length <= limit) return markdown
  const room = limit - omissionNote(markdown.length).length
  let openMarkup: OpenMarkup = { fence: undefined, comment: false, details: 0 }
  let lastFit = { end: 0, closing: '' }
  for (let start = 0; start < room;) {
    const end = markdown.indexOf('\n', start) + 1 || markdown.length
    openMarkup = openAfter(openMarkup, markdown.slice(start, end).trimEnd())
    const close = closingTags(openMarkup)
    if (end > room) break
    if (!openMarkup.comment && end + close.length <= room) lastFit = { end, closing: close }
    start = end
  }
  const text = lastFit.end > 0 ? markdown.slice(0, lastFit.end) : beginning(markdown.split('<!--', 1)[0] ?? '', room)
  return `${text}${lastFit.closing}${omissionNote(markdown.length - text.length)}`
}

/** A part of a Markdown page that may be cut after any of its items. */
export interface Section {
  /** What precedes the first item; left out with the last of them. */
  readonly open: string
  readonly items: readonly string[]
  /** The items after the first so many are folded away. */
  readonly folded?: { readonly after: number; readonly title: (count: number) => string; readonly open?: string }
  /** Shown instead of the items that did not fit. */
  readonly rest: (count: number) => string
  /** How much of the page may be full after this section, 0 to 1: what is left is kept for those that follow. */
  readonly until: number
}

/** Bytes kept for a fold's own text, and for what says that something was left out. */
const reserve = 400

/** The items that fit into `room` bytes: as many as possible, from the first on. */
function itemsThatFit(items: readonly string[], room: number): readonly string[] {
  let remaining = room
  const end = items.findIndex((item) => (remaining -= sizeOf(item)) < 0)
  return end === -1 ? items : items.slice(0, end)
}

function sectionText({ open, folded }: Section, items: readonly string[]): string {
  if (items.length === 0) return ''
  const [front, back] = [items.slice(0, folded?.after), folded ? items.slice(folded.after) : []]
  const fold =
    folded && back.length > 0
      ? `\n<details><summary>${folded.title(back.length)}</summary>\n\n${folded.open ?? ''}${back.join('')}\n</details>\n`
      : ''
  return `${open}${front.join('')}${fold}`
}

/**
 * Sections one after the other, each with as many items as fit, so that the whole has at most `limit` bytes of UTF-8.
 */
export function fit(sections: readonly Section[], limit: number): string {
  let page = ''
  let size = 0
  for (const section of sections) {
    const { open, items, rest, until } = section
    const shownItems = itemsThatFit(items, limit * until - size - sizeOf(open) - reserve)
    const omitted = items.length - shownItems.length
    const text = `${sectionText(section, shownItems)}${omitted > 0 ? `\n${rest(omitted)}\n` : ''}`
    if (size + sizeOf(text) > limit) break
    page += text
    size += sizeOf(text)
  }
  return page
}
