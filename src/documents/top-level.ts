import { blockParser, tokensBy } from './markdown-blocks.ts'
import type { TextDocument } from './text.ts'

/** A block that stands in no other. Lines count from 1 in the whole file. */
export interface TopBlock {
  readonly kind: 'html' | 'other'
  /** Its first line, and its last. */
  readonly line: number
  readonly last: number
}

/** Paragraphs are among its blocks. */
const markdown = blockParser()

/** Blocks whose blank lines at the end are their own. */
const keepsBlanks: ReadonlySet<string> = new Set(['fence', 'html_block'])

/** The blocks of a text from the given line on that stand in no other, in order: CommonMark with tables. */
export function topLevelBlocks(document: TextDocument, from = 1): readonly TopBlock[] {
  return tokensBy(markdown, document.text.slice(document.offsetOf(from))).flatMap(({ type, level, nesting, map }) => {
    if (level !== 0 || nesting === -1 || !map) return []
    const line = from + map[0]
    let last = from + map[1] - 1
    while (!keepsBlanks.has(type) && last > line && document.line(last).trim() === '') last--
    return [{ kind: type === 'html_block' ? ('html' as const) : ('other' as const), line, last }]
  })
}
