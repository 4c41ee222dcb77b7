import { itemAt, type Lines } from './lines.ts'

/** `- **Name**: value`, with what goes on in nested items. */
export interface Field {
  /** In small letters. */
  readonly name: string
  /** Of the line itself. */
  readonly first: string
  /** The value, and what stands in the lines nested in it, each without its bullet. */
  readonly values: readonly string[]
  readonly line: number
}

/** Takes `**Name**: value` apart: bold or not, the colon inside or outside of it. Names are compared in small letters. */
export function labelled(text: string): { readonly name: string; readonly value: string } | undefined {
  const bare = text.trimStart()
  const mark = bare.startsWith('**') ? '**' : bare.startsWith('__') ? '__' : ''
  const body = bare.slice(mark.length)
  const end = mark === '' ? body.indexOf(':') : body.indexOf(mark)
  if (end <= 0 || end > 60) return undefined
  const inside = body.slice(0, end).trim()
  const rest = body.slice(end + (mark === '' ? 1 : mark.length)).trimStart()
  const closed = mark === '' || inside.endsWith(':') ? rest : rest.startsWith(':') ? rest.slice(1) : undefined
  if (closed === undefined) return undefined
  return { name: inside.replace(/:$/, '').trim().toLowerCase(), value: closed.trim() }
}

/** The fields of these names between two lines, in order. */
export function fieldsIn(lines: Lines, from: number, end: number, names: ReadonlySet<string>): readonly Field[] {
  const found: { name: string; first: string; values: string[]; line: number }[] = []
  let open: { readonly indent: number; readonly values: string[] } | undefined
  for (let line = from; line < end; line++) {
    const item = itemAt(lines, line)
    const label = item && labelled(item.text)
    if (item && label && names.has(label.name)) {
      const values = [label.value]
      found.push({ name: label.name, first: label.value, values, line })
      open = { indent: item.indent, values }
    } else if (item && open && item.indent <= open.indent) open = undefined
    else if (open && lines.says(line)) {
      const text = lines.document.line(line)
      if (text.trim() === '') continue
      const indent = text.length - text.trimStart().length
      if (!item && indent <= open.indent) open = undefined
      else open.values.push(item ? item.text : text.trim())
    }
  }
  return found
}
