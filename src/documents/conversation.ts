import MarkdownIt from 'markdown-it'
import footnote from 'markdown-it-footnote'

/** A line of a paragraph, without the white space, line break and HTML comments around what it says. */
export interface ParagraphLine {
  readonly text: string
  /** In the comment, counted from 1. */
  readonly number: number
}

/** A paragraph that stands in no list, quote, table or footnote. */
export interface Paragraph {
  /** Those lines that begin as ordinary text, not inside code, HTML, a link or an image that began before. */
  readonly lines: readonly ParagraphLine[]
  /** Whether its last line is one of these. */
  readonly endsPlainly: boolean
  /** The fenced block that follows it next: info string and content. */
  readonly fence: { readonly info: string; readonly content: string } | undefined
}

const markdown = new MarkdownIt('commonmark').enable('table').use(footnote)
markdown.core.ruler.enableOnly(['normalize', 'block'])

/** What the rule below leaves: where lines begin in the text that is read. An image's description is read as a text of its own. */
interface Begun {
  readonly content: string
  readonly begins: number[]
}

const isBegun = (env: unknown): env is { readonly begun: Begun } => typeof env === 'object' && env !== null && 'begun' in env

// markdown-it calls this for every line break in ordinary text, with or without the backslash of a hard one.
markdown.inline.ruler.before('newline', 'line-begins', (state, silent) => {
  const begun = isBegun(state.env) ? state.env.begun : undefined
  const end = state.src[state.pos] === '\\' ? state.pos + 1 : state.pos
  if (!silent && state.linkLevel === 0 && begun?.content === state.src && state.src[end] === '\n') begun.begins.push(end + 1)
  return false
})

/** The offsets at which lines begin in ordinary text: the first, and those behind a line break that is inside nothing. */
function lineBegins(content: string): readonly number[] {
  const begun: Begun = { content, begins: [0] }
  markdown.inline.parse(content, markdown, { begun }, [])
  return begun.begins
}

/** A line without comments that other tools hide in it, and without the backslash of a hard line break. */
function said(line: string): string {
  let text = line
  for (let open = text.indexOf('<!--'); open !== -1; open = text.indexOf('<!--', open)) {
    const close = text.indexOf('-->', open)
    text = text.slice(0, open) + (close === -1 ? '' : text.slice(close + 3))
  }
  return text.trim().replace(/\\$/, '').trim()
}

function linesOf(content: string, first: number): readonly ParagraphLine[] {
  const begins = new Set(lineBegins(content))
  const lines: ParagraphLine[] = []
  let at = 0
  for (const [index, line] of content.split('\n').entries()) {
    if (begins.has(at)) lines.push({ text: said(line), number: first + index })
    at += line.length + 1
  }
  return lines
}

/** The top-level paragraphs of a comment on GitHub, with what stands in them as plain text, line by line. */
export function paragraphs(comment: string): readonly Paragraph[] {
  const tokens = markdown.parse(comment, {})
  return tokens.flatMap((token, index) => {
    const inline = tokens[index + 1]
    if (token.type !== 'paragraph_open' || token.level !== 0 || !inline || !token.map) return []
    const lines = linesOf(inline.content, token.map[0] + 1)
    const next = tokens[index + 3]
    return {
      lines,
      endsPlainly: lines.at(-1)?.number === token.map[0] + inline.content.split('\n').length,
      fence: next?.type === 'fence' && next.level === 0 ? { info: next.info.trim(), content: next.content } : undefined,
    }
  })
}
