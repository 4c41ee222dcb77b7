import MarkdownIt, { type StateBlock, type Token } from 'markdown-it'

/** Containers that may stand in each other. What is deeper is passed over line by line: it is neither a heading nor a table. */
const deepest = 20

/**
 * The library as it is used for blocks: CommonMark with tables, bounded in depth. Of a table it leaves no rows, and only those cells that
 * are wanted.
 */
export function blockParser(isWanted: (cell: string) => boolean = () => false) {
  const markdown = new MarkdownIt('commonmark', { maxNesting: Infinity }).enable('table')
  // The library reads the definition of a link to a script as a paragraph; CommonMark does not care where links lead.
  markdown.validateLink = () => true
  // The library's own limit gives up the rest of the text with the list that is too deep.
  markdown.block.ruler.before('table', 'deep', (state, line, _end, silent) => {
    if (silent || state.level < deepest) return false
    state.line = line + 1
    return true
  })
  // The library fills each row up to the width of the head, some 32 cells for each character of a table made for it, and its tokens are
  // slow to make and large.
  markdown.block.State = class extends markdown.block.State {
    override push(type: string, tag: string, nesting: -1 | 0 | 1): Token {
      if (this.parentType !== 'table' || type.startsWith('table_')) return super.push(type, tag, nesting)
      const cell = this.tokens.at(-1)
      if (nesting < 0 && cell?.type === 'inline' && !isWanted(cell.content)) this.tokens.pop()
      const token = { type, tag, nesting, map: null, content: '' } as Token
      if (type === 'inline') this.tokens.push(token)
      return token
    }
  }
  return markdown
}

/** The blocks of a text as a parser of these reads them. Lines count from 0 and end at LF or CRLF. */
export function tokensBy(parser: ReturnType<typeof blockParser>, text: string): readonly Token[] {
  const tokens: Token[] = []
  // The library ends lines at a lone CR too.
  const lines = text.replaceAll('\r\n', '\n').replaceAll('\r', ' ')
  parser.block.parse(lines, parser, {}, tokens)
  return tokens
}

/** Blocks only: no inline parsing, no HTML is made. */
const markdown = blockParser()

const ofTables: ReadonlySet<string> = new Set(['table_open', 'tr_open'])

/** Of tables their rows, of headings what they say, of paragraphs nothing. */
function isLookedAt({ parentType, tokens }: StateBlock, type: string): boolean {
  if (parentType === 'table') return ofTables.has(type)
  return type === 'inline' ? tokens.at(-1)?.type === 'heading_open' : !type.startsWith('paragraph_')
}

/** The library's tokens are slow to make, and nobody needs most of them. */
markdown.block.State = class extends markdown.block.State {
  override push(type: string, tag: string, nesting: -1 | 0 | 1): Token {
    if (nesting < 0) this.level--
    const token = { type, tag, nesting, level: this.level, map: null, content: '' } as Token
    if (nesting > 0) this.level++
    if (isLookedAt(this, type)) this.tokens.push(token)
    return token
  }
}

/** The blocks of a text, by CommonMark with tables, as a flat list of openings and closings; paragraphs are left out. Lines count from 0 and end at LF or CRLF. */
export const blocksOf = (text: string): readonly Token[] => tokensBy(markdown, text)
