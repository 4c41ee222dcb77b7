import MarkdownIt from 'markdown-it'
import { expect } from 'vitest'
import { commandOf } from './runner.ts'

const github = new MarkdownIt({ html: true, linkify: true })

interface Piece {
  readonly type: string
  readonly content: string
  readonly href: string
  readonly info: string
}

/** What a Markdown renderer makes of a page, flat. */
export const read = (page: string): readonly Piece[] =>
  github
    .parse(page, {})
    .flatMap((token) => [token, ...(token.children ?? [])])
    .map((token) => ({
      type: token.type,
      content: token.content,
      href: String(token.attrGet('href') ?? ''),
      info: token.info,
    }))

const ownHtml =
  /^(<br>|<\/details>\n?|<details><summary>(\d+ more (findings?|diagrams?)|(Done|Unknown): \d+ targets?|What the codes mean, and how to fix it)<\/summary>\n?)$/
/** What GitHub makes mentions, references, formulas, emoji or links of, outside code. */
const live = /[@$<>[\]*_`\\|]|#\d|:\w+:|:\/\/|www\.|GH-\d|##\[/

/** Nothing on a page is live but what Baton puts there: its folds, and these links. */
export function expectInert(page: string, links: readonly (string | undefined)[]) {
  const pieces = read(page)
  // A renderer escapes what is in an address: `%` becomes `%25`.
  const knownLinks = new Set(links.flatMap((link) => (link === undefined ? [] : [link, github.normalizeLink(link)])))
  expect(pieces.filter(({ type, content }) => type.startsWith('html') && !ownHtml.test(content))).toEqual([])
  expect(pieces.filter(({ type, content }) => type === 'text' && live.test(content))).toEqual([])
  expect(pieces.filter(({ type, href }) => type === 'link_open' && !knownLinks.has(href))).toEqual([])
  expect(
    pieces.filter(({ type }) =>
      [
        'image',
        'em_open',
        'strong_open',
        's_open',
        'code_block',
        'blockquote_open',
        'hr',
        'ordered_list_open',
      ].includes(type),
    ),
  ).toEqual([])
  expect(pieces.filter(({ type, info }) => type === 'fence' && info !== 'mermaid')).toEqual([])
  expect(page.split('\n').filter((line) => commandOf(line))).toEqual([])
}
