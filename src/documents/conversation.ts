import MarkdownIt, { type Env, type Token } from 'markdown-it'
import footnote from 'markdown-it-footnote'
import { blockParser } from './markdown.ts'

export interface OpenElement {
  /** Its tag without attributes, `<details>`; of a tag that is cut off, its beginning. */
  readonly tag: string
  /** How many elements were opened before it. */
  readonly order: number
}

/** Reads pieces of HTML one after the other and keeps track of the elements that are open after them. */
export interface OpenElements {
  read(html: string): void
  /** How many were opened so far. */
  readonly opened: number
  /** How many of them are open. */
  readonly count: number
  /** The outermost of them. */
  readonly first: OpenElement | undefined
}

const namesIn = (names: string): ReadonlySet<string> => new Set(names.split(' '))

/** Elements that have no content and no end. */
const voidElements = namesIn(
  'area base basefont bgsound br col embed frame hr img input keygen link meta param source track wbr',
)

/** Elements whose end tag may be left out: they end with the element around them. */
const optionalEndElements = namesIn('caption colgroup dd dt li optgroup option p rp rt tbody td tfoot th thead tr')

/** A comment, a CDATA section, what a browser takes for a comment, or a tag. `<` before anything else is text. */
const markup =
  /<(?:(?<comment>!--)|(?<cdata>!\[CDATA\[)|(?<bogus>[!?]|\/(?![a-z]))|(?<slash>\/?)(?<name>[a-z][^\t\n\f\r />]*))/gi

const commentEnd = /(?<=<!--)-?>|--!?>/g

const bogusEnd = />/g

/**
 * White space and an attribute; a value in quotes may lack the closing one. At anything but `>` it takes at least one
 * character.
 */
const attribute =
  /[\t\n\f\r /]*(?:[^\t\n\f\r />][^\t\n\f\r />=]*(?:[\t\n\f\r ]*=[\t\n\f\r ]*(?:"[^"]*(?:"|$)|'[^']*(?:'|$)|[^\t\n\f\r >"'][^\t\n\f\r >]*)?)?)?/y

/** The offset after the first match of a pattern from an offset on; `undefined`: there is none. */
function offsetAfter(pattern: RegExp, html: string, from: number): number | undefined {
  pattern.lastIndex = from
  return pattern.test(html) ? pattern.lastIndex : undefined
}

/** The offset after the `>` of a tag whose attributes begin at an offset; `undefined`: the tag is cut off. */
function offsetAfterTag(html: string, from: number): number | undefined {
  let at = from
  while (at < html.length && html[at] !== '>') at = offsetAfter(attribute, html, at) ?? html.length
  return at < html.length ? at + 1 : undefined
}

/** The name of an element that no tag can end. */
const unclosedName = ''

/**
 * The elements of HTML as a browser nests them, erring on the side of open: an end tag ends the innermost element of
 * its name, and only where nothing is open inside it but elements whose end may be left out. A tag or a comment that is
 * cut off opens something that nothing ends, and so does a CDATA section. Takes time that is linear in what it reads.
 */
export function openElements(): OpenElements {
  /** `strict`: how many of it and those around it need an end tag. */
  const open: (OpenElement & { readonly name: string; readonly strict: number })[] = []
  /** Where in `open` the elements of a name are, the innermost last. */
  const places = new Map<string, number[]>()
  let opened = 0

  const begin = (name: string, tag: string) => {
    const strict = (open.at(-1)?.strict ?? 0) + (optionalEndElements.has(name) ? 0 : 1)
    places
      .set(name, places.get(name) ?? [])
      .get(name)
      ?.push(open.length)
    open.push({ name, tag, strict, order: opened++ })
  }

  const end = (name: string) => {
    const place = places.get(name)?.at(-1)
    if (place === undefined || open.at(-1)?.strict !== open[place]?.strict) return
    for (const { name: endedName } of open.splice(place)) places.get(endedName)?.pop()
  }

  /** Reads markup whose beginning was found; gives the offset after it, where it has an end. */
  const take = (
    html: string,
    from: number,
    { comment, cdata, bogus, slash, name = '' }: Readonly<Record<string, string | undefined>>,
  ) => {
    if (comment !== undefined) return offsetAfter(commentEnd, html, from)
    if (bogus !== undefined) return offsetAfter(bogusEnd, html, from)
    if (cdata !== undefined) return undefined
    const next = offsetAfterTag(html, from)
    if (next === undefined) return undefined
    const element = name.toLowerCase()
    if (slash === '/') end(element)
    else if (!voidElements.has(element)) begin(element, `<${name}>`)
    return next
  }

  return {
    read(html) {
      let at = 0
      for (;;) {
        markup.lastIndex = at
        const match = markup.exec(html)
        if (!match) return
        const next = take(html, markup.lastIndex, match.groups ?? {})
        if (next === undefined) {
          begin(unclosedName, match[0])
          return
        }
        at = next
      }
    },
    get opened() {
      return opened
    },
    get count() {
      return open.length
    },
    get first() {
      return open[0]
    },
  }
}

/** A line of a paragraph, without the white space, line break and HTML comments around its text. */
export interface ParagraphLine {
  readonly text: string
  /** In the comment, counted from 1. */
  readonly number: number
  /** The HTML tag before the line whose element nothing ends: `<details>`. */
  readonly behind?: string
}

/** A paragraph outside lists, quotes, tables and footnotes. */
export interface Paragraph {
  /**
   * The lines that begin as ordinary text, not inside code, a link, an image, a formula, or HTML that ends further on.
   */
  readonly lines: readonly ParagraphLine[]
  /** Whether its last line is one of these. */
  readonly endsPlainly: boolean
  /** The fenced block that follows it next: info string and content. */
  readonly fence: { readonly info: string; readonly content: string } | undefined
}

/** What may open or close something in which commands do not count: an HTML tag, or a formula. */
const markupSign = /<|\$\$/

const commentParser = blockParser((cell) => markupSign.test(cell)).use(footnote)

const inlineParser = new MarkdownIt('commonmark')
// Where a link leads is no reason to read it as text: GitHub shows it as a link without an address.
inlineParser.validateLink = () => true

/** Where a line begins, and how many of the tokens come before it. */
interface LineStart {
  readonly offset: number
  readonly tokens: number
}

/**
 * Reads text inside a block, and notes where lines begin in it as ordinary text: the first, and those after a break
 * that is in no link.
 */
class LineState extends inlineParser.inline.State {
  readonly begins: LineStart[] = [{ offset: 0, tokens: 0 }]

  override push(type: string, tag: string, nesting: -1 | 0 | 1): Token {
    const token = super.push(type, tag, nesting)
    // A break is read where its line feed is, or the backslash before it.
    if (/^(soft|hard)break$/.test(type) && this.linkLevel === 0)
      this.begins.push({ offset: this.src.indexOf('\n', this.pos) + 1, tokens: this.tokens.length })
    return token
  }
}

/** The tokens of a text inside a block, without emphasis, and where its lines begin. */
function linesIn(content: string, { references = {} }: Env): Pick<LineState, 'tokens' | 'begins'> {
  const state = new LineState(content, inlineParser, { references }, [])
  inlineParser.inline.tokenize(state)
  return state
}

const hiddenComments = /<!--(?:-?>|[^]*?(?:-->|$))/g

/** A line without comments that other tools hide in it, and without the backslash of a hard line break. */
const visibleText = (line: string): string => line.replace(hiddenComments, '').trim().replace(/\\$/, '').trim()

/** The markup that is open before a line. */
interface PrecedingMarkup {
  /** How often a formula was opened or closed. */
  readonly marks: number
  /** How many elements of HTML were opened, and how many of them are open. */
  readonly opened: number
  readonly open: number
}

/** Whether a block is nothing but comments that other tools hide. */
const isHidden = ({ type, content }: Token): boolean =>
  type === 'html_block' && content.replace(hiddenComments, '').trim() === ''

/** Follows HTML and formulas from the beginning of a comment to its end. */
function markupTracker() {
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
    now: (): PrecedingMarkup => ({ marks, opened: elements.opened, open: elements.count }),
    /**
     * How a line counts, once everything is read: as ordinary text, as text after a tag whose element nothing ends, or
     * not at all.
     */
    verdict(preceding: PrecedingMarkup): Pick<ParagraphLine, 'behind'> | undefined {
      // A mark without a partner makes no formula.
      if (preceding.marks % 2 === 1 && preceding.marks < marks) return undefined
      if (preceding.open === 0) return {}
      const { first } = elements
      return first && first.order < preceding.opened ? { behind: first.tag } : undefined
    },
  }
}

/** The lines of a text inside a block that begin as ordinary text, each with what precedes it. */
function plainLines(content: string, first: number, tracker: ReturnType<typeof markupTracker>, definitions: Env) {
  const { begins, tokens } = linesIn(content, definitions)
  const precedingByOffset = new Map<number, PrecedingMarkup>()
  let readTokens = 0
  for (const begin of begins) {
    tracker.inline(tokens.slice(readTokens, begin.tokens))
    readTokens = begin.tokens
    precedingByOffset.set(begin.offset, tracker.now())
  }
  tracker.inline(tokens.slice(readTokens))
  let offset = 0
  return content.split('\n').flatMap((line, index) => {
    const preceding = precedingByOffset.get(offset)
    offset += line.length + 1
    return preceding ? [{ text: visibleText(line), number: first + index, before: preceding }] : []
  })
}

/**
 * The top-level paragraphs of a comment on GitHub, with what is in them as plain text, line by line. Takes linear time.
 */
export function paragraphs(comment: string): readonly Paragraph[] {
  const tokens: Token[] = []
  const definitions: Env = {}
  commentParser.block.parse(
    comment.replace(/\r\n?/g, '\n').replaceAll('\0', '\ufffd'),
    commentParser,
    definitions,
    tokens,
  )
  const tracker = markupTracker()
  const candidates = tokens.flatMap((token, index) => {
    if (token.type === 'html_block') tracker.html(token.content)
    if (token.type !== 'inline') return []
    const opening = tokens[index - 1]
    const isTop = opening?.type === 'paragraph_open' && opening.level === 0
    if (!isTop && !markupSign.test(token.content)) return []
    const [first = 0, end = 0] = token.map ?? []
    const lines = plainLines(token.content, first + 1, tracker, definitions)
    let next = index + 2
    while (tokens[next] && isHidden(tokens[next] as Token)) next++
    return isTop ? [{ lines, end, next: tokens[next] }] : []
  })
  return candidates.map(({ lines: allLines, end, next }) => {
    const lines = allLines.flatMap(({ before, ...line }) => {
      const verdict = tracker.verdict(before)
      return verdict ? [{ ...line, ...verdict }] : []
    })
    return {
      lines,
      endsPlainly: lines.at(-1)?.number === end,
      fence: next?.type === 'fence' && next.level === 0 ? { info: next.info.trim(), content: next.content } : undefined,
    }
  })
}
