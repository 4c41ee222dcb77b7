import { pluralize } from '../core/diagnostic.ts'

/** What is open at a place of a Markdown text, and would swallow what is put after it. */
interface Open {
  /** The fence's own characters. */
  readonly fence: string | undefined
  /** In an HTML comment. */
  readonly comment: boolean
  readonly details: number
}

const fenceOf = (line: string): string | undefined => /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1]

const count = (line: string, word: string) => line.split(word).length - 1

function after(open: Open, line: string): Open {
  const { fence, comment, details } = open
  if (comment) return { ...open, comment: !line.includes('-->') }
  const found = fenceOf(line)
  if (fence !== undefined) {
    const closes = found !== undefined && found[0] === fence[0] && found.length >= fence.length && line.trim() === found
    return closes ? { ...open, fence: undefined } : open
  }
  if (found !== undefined) return { ...open, fence: found }
  return {
    fence,
    comment: line.lastIndexOf('<!--') > line.lastIndexOf('-->'),
    details: Math.max(0, details + count(line, '<details') - count(line, '</details>')),
  }
}

const closingTags = ({ fence, details }: Open): string => (fence === undefined ? '' : `${fence}\n`) + '\n</details>\n'.repeat(details)

const leftOut = (length: number) => `\n*${pluralize(length, 'more character')} left out here, since GitHub shows no more.*\n`

/** As many whole characters from the beginning as fit. */
export function beginning(text: string, length: number): string {
  const kept = text.slice(0, length)
  return text.length > length && /[\ud800-\udbff]$/.test(kept) ? kept.slice(0, -1) : kept
}

const encoder = new TextEncoder()

/** The number of bytes of a text in UTF-8. */
export const sizeOf = (text: string): number => encoder.encode(text).length

/** A line of at most so many bytes, cut with `…`. */
export function cutToSize(line: string, bytes: number): string {
  if (sizeOf(line) <= bytes) return line
  let size = sizeOf('…')
  let kept = ''
  for (const character of line) {
    size += sizeOf(character)
    if (size > bytes) break
    kept += character
  }
  return `${kept}…`
}

/**
 * A Markdown text of at most `limit` UTF-16 units. What is too long keeps its beginning, is cut after a line, with everything closed
 * that was open there, never within an HTML comment, and says how much was left out.
 */
export function cut(markdown: string, limit: number): string {
  if (markdown.length <= limit) return markdown
  const room = limit - leftOut(markdown.length).length
  let open: Open = { fence: undefined, comment: false, details: 0 }
  let kept = { end: 0, closing: '' }
  for (let start = 0; start < room;) {
    const end = markdown.indexOf('\n', start) + 1 || markdown.length
    open = after(open, markdown.slice(start, end).trimEnd())
    const close = closingTags(open)
    if (end > room) break
    if (!open.comment && end + close.length <= room) kept = { end, closing: close }
    start = end
  }
  const text = kept.end > 0 ? markdown.slice(0, kept.end) : beginning(markdown.split('<!--', 1)[0] ?? '', room)
  return `${text}${kept.closing}${leftOut(markdown.length - text.length)}`
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
function fitting(items: readonly string[], room: number): readonly string[] {
  let left = room
  const end = items.findIndex((item) => (left -= sizeOf(item)) < 0)
  return end === -1 ? items : items.slice(0, end)
}

function unfolded({ open, folded }: Section, items: readonly string[]): string {
  if (items.length === 0) return ''
  const [front, back] = [items.slice(0, folded?.after), folded ? items.slice(folded.after) : []]
  const fold =
    folded && back.length > 0
      ? `\n<details><summary>${folded.title(back.length)}</summary>\n\n${folded.open ?? ''}${back.join('')}\n</details>\n`
      : ''
  return `${open}${front.join('')}${fold}`
}

/** Sections one after the other, each with as many items as fit, so that the whole has at most `limit` bytes of UTF-8. */
export function fit(sections: readonly Section[], limit: number): string {
  let page = ''
  let size = 0
  for (const section of sections) {
    const { open, items, rest, until } = section
    const shown = fitting(items, limit * until - size - sizeOf(open) - reserve)
    const left = items.length - shown.length
    const text = `${unfolded(section, shown)}${left > 0 ? `\n${rest(left)}\n` : ''}`
    if (size + sizeOf(text) > limit) break
    page += text
    size += sizeOf(text)
  }
  return page
}
