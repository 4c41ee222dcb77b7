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

const encoder = new TextEncoder()
const bytes = (text: string) => encoder.encode(text).length

/** Bytes kept for a fold's own text, and for what says that something was left out. */
const reserve = 400

/** The items that fit into `room` bytes: as many as possible, from the first on. */
function fitting(items: readonly string[], room: number): readonly string[] {
  let left = room
  const end = items.findIndex((item) => (left -= bytes(item)) < 0)
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
    const shown = fitting(items, limit * until - size - bytes(open) - reserve)
    const left = items.length - shown.length
    const text = `${unfolded(section, shown)}${left > 0 ? `\n${rest(left)}\n` : ''}`
    if (size + bytes(text) > limit) break
    page += text
    size += bytes(text)
  }
  return page
}
