import MarkdownIt, { type Env, type Token } from 'markdown-it'
import footnote from 'markdown-it-footnote'
import { openElements } from './html-elements.ts'
import { blockParser } from './markdown-blocks.ts'

/** A line of a paragraph, without the white space, line break and HTML comments around what it says. */
export interface ParagraphLine {
  readonly text: string
  /** In the comment, counted from 1. */
  readonly number: number
  /** The HTML tag that the line stands behind, where nothing ends its element: `<details>`. */
  readonly behind?: string
}

/** A paragraph that stands in no list, quote, table or footnote. */
export interface Paragraph {
  /** Those lines that begin as ordinary text, not inside code, a link, an image, a formula, or HTML that ends further on. */
  readonly lines: readonly ParagraphLine[]
  /** Whether its last line is one of these. */
  readonly endsPlainly: boolean
  /** The fenced block that follows it next: info string and content. */
  readonly fence: { readonly info: string; readonly content: string } | undefined
}

/** What may open or close something in which commands do not count: an HTML tag, or a formula. */
const opensOrCloses = /<|\$\$/

const blocks = blockParser((cell) => opensOrCloses.test(cell)).use(footnote)

const inline = new MarkdownIt('commonmark')
// Where a link leads is no reason to read it as text: GitHub shows it as a link without an address.
inline.validateLink = () => true

/** Where a line begins, and how many of the tokens come before it. */
interface Begin {
  readonly offset: number
  readonly tokens: number
}

/** Reads text inside a block, and notes where lines begin in it as ordinary text: the first, and those behind a break that is in no link. */
class LineState extends inline.inline.State {
  readonly begins: Begin[] = [{ offset: 0, tokens: 0 }]

  override push(type: string, tag: string, nesting: -1 | 0 | 1): Token {
    const token = super.push(type, tag, nesting)
    // A break is read where its line feed stands, or the backslash before it.
    if (/^(soft|hard)break$/.test(type) && this.linkLevel === 0)
      this.begins.push({ offset: this.src.indexOf('\n', this.pos) + 1, tokens: this.tokens.length })
    return token
  }
}

/** The tokens of a text inside a block, without emphasis, and where its lines begin. */
function linesIn(content: string, { references = {} }: Env): Pick<LineState, 'tokens' | 'begins'> {
  const state = new LineState(content, inline, { references }, [])
  inline.inline.tokenize(state)
  return state
}

/** A line without comments that other tools hide in it, and without the backslash of a hard line break. */
const said = (line: string): string =>
  line
    .replace(/<!--(?:-?>|.*?(?:-->|$))/g, '')
    .trim()
    .replace(/\\$/, '')
    .trim()

/** What stands before a line. */
interface Before {
  /** How often a formula was opened or closed. */
  readonly marks: number
  /** How many elements of HTML were opened, and how many of them are open. */
  readonly opened: number
  readonly open: number
}

/** Keeps account of HTML and formulas from the beginning of a comment to its end. */
function accountOf() {
  const elements = openElements()
  let marks = 0
  return {
    html: (text: string) => elements.read(text),
    inline(tokens: readonly Token[]) {
      for (const { type, content } of tokens) {
        if (type === 'html_inline') elements.read(content)
        if (type === 'text') marks += content.split('$$').length - 1
      }
    },
    now: (): Before => ({ marks, opened: elements.opened, open: elements.count }),
    /** How a line counts, once everything is read: as ordinary text, as text behind a tag whose element nothing ends, or not at all. */
    verdict(before: Before): Pick<ParagraphLine, 'behind'> | undefined {
      // A mark without a partner makes no formula.
      if (before.marks % 2 === 1 && before.marks < marks) return undefined
      if (before.open === 0) return {}
      const { first } = elements
      return first && first.order < before.opened ? { behind: first.tag } : undefined
    },
  }
}

/** The lines of a text inside a block that begin as ordinary text, each with what stands before it. */
function plainLines(content: string, first: number, account: ReturnType<typeof accountOf>, definitions: Env) {
  const { begins, tokens } = linesIn(content, definitions)
  const before = new Map<number, Before>()
  let read = 0
  for (const begin of begins) {
    account.inline(tokens.slice(read, begin.tokens))
    read = begin.tokens
    before.set(begin.offset, account.now())
  }
  account.inline(tokens.slice(read))
  let offset = 0
  return content.split('\n').flatMap((line, index) => {
    const standing = before.get(offset)
    offset += line.length + 1
    return standing ? [{ text: said(line), number: first + index, before: standing }] : []
  })
}

/** The top-level paragraphs of a comment on GitHub, with what stands in them as plain text, line by line. Takes linear time. */
export function paragraphs(comment: string): readonly Paragraph[] {
  const tokens: Token[] = []
  const definitions: Env = {}
  blocks.block.parse(comment.replace(/\r\n?/g, '\n').replaceAll('\0', '\ufffd'), blocks, definitions, tokens)
  const account = accountOf()
  const read = tokens.flatMap((token, index) => {
    if (token.type === 'html_block') account.html(token.content)
    if (token.type !== 'inline') return []
    const opening = tokens[index - 1]
    const isTop = opening?.type === 'paragraph_open' && opening.level === 0
    if (!isTop && !opensOrCloses.test(token.content)) return []
    const [first = 0, end = 0] = token.map ?? []
    const lines = plainLines(token.content, first + 1, account, definitions)
    return isTop ? [{ lines, end, next: tokens[index + 2] }] : []
  })
  return read.map(({ lines: all, end, next }) => {
    const lines = all.flatMap(({ before, ...line }) => {
      const verdict = account.verdict(before)
      return verdict ? [{ ...line, ...verdict }] : []
    })
    return {
      lines,
      endsPlainly: lines.at(-1)?.number === end,
      fence: next?.type === 'fence' && next.level === 0 ? { info: next.info.trim(), content: next.content } : undefined,
    }
  })
}
