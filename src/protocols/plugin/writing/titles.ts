import { splice, type Splice, type TextDocument } from '../../../documents/text.ts'
import type { Heading } from '../../../documents/markdown.ts'
import type { Handoff } from '../handoff.ts'

/** A heading with other words; underlined ones keep their line. */
function retitle(document: TextDocument, { line, level, text }: Heading, words: string): Splice {
  const isMarked = document.line(line).trimStart().startsWith('#')
  const last = isMarked ? line : line + text.split('\n').length - 1
  const end = document.offsetOf(last) + document.line(last).length
  return { start: document.offsetOf(line), end, text: isMarked ? `${'#'.repeat(level)} ${words}` : words }
}

/** The titles of a state. */
export interface Titles {
  readonly heading: string
  readonly summary: string
}

/** The text with the titles of a state; a level-1 heading that is not ours stays (plugin protocol, W9). */
export function withTitles(handoff: Handoff, { heading, summary }: Titles): string {
  const { document, outline } = handoff
  const title = outline.headings.find(({ level }) => level === 1)
  const current = handoff.section('Current State')
  return splice(document.text, [
    ...(title?.text.startsWith('Stage ') ? [retitle(document, title, heading)] : []),
    ...(current ? [retitle(document, current.heading, `Current State: ${summary}`)] : []),
  ])
}
