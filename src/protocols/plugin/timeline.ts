import type { Place } from '../../core/diagnostic.ts'
import { between, type Outline } from '../../documents/markdown.ts'
import type { TextDocument } from '../../documents/text.ts'
import { day } from './schema.ts'

/** A line of a timeline, `- **YYYY-MM-DD (Stage 3):** text`. */
export interface TimelineLine {
  readonly line: number
  /** The line behind the last of its item. */
  readonly end: number
  readonly place: Place
  /** Whether it has that form, the parentheses being optional. */
  readonly formed: boolean
  /** The day it begins with, where there is one. */
  readonly day: string | undefined
  /** What stands in the parentheses behind the day; empty without. */
  readonly about: string
  readonly text: string
}

/** One list of such lines. */
export type Timeline = readonly TimelineLine[]

const form = /^- \*\*(\d{4}-\d{2}-\d{2})(?: \((.*?)\))?:\*\* \S/
/** What other lines begin with: any bullet, bold or not. */
const beginning = /^(?:[-*+] )?(?:\*\*)?(\d{4}-\d{2}-\d{2})(?!\d)(?:\*\*)?(?: ?\(([^()]*)\))?/

function readLine(document: TextDocument, line: number, end: number): TimelineLine {
  const text = document.line(line).trim()
  const [, date, about = ''] = form.exec(text) ?? beginning.exec(text) ?? []
  const known = day.safeParse(date).data
  return { line, end, place: document.place(line), formed: known !== undefined && form.test(text), day: known, about, text }
}

/** The items of the top-level lists between two lines (the second exclusive) as one timeline. */
export function readTimeline(document: TextDocument, outlined: Outline, from: number, end: number): Timeline {
  return between(outlined.items, from, end)
    .filter(({ depth }) => depth === 0)
    .map(({ line, end }) => readLine(document, line, end))
}
