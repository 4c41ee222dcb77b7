import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { blocksOf, type Heading } from '../../src/documents/markdown.ts'
import { quickOutline } from '../../src/documents/quick-markdown.ts'
import { textDocument } from '../../src/documents/text.ts'
import { runs } from '../thorough.ts'

/** Headings outside lists and quotes and the lines of code, by the library. */
function blocks(text: string) {
  const headings: Heading[] = []
  const code = new Set<number>()
  let within = 0
  const tokens = blocksOf(text)
  for (const [index, { type, tag, map }] of tokens.entries()) {
    const line = (map?.[0] ?? 0) + 1
    if (/^(?:blockquote|bullet_list|ordered_list)_/.test(type)) within += type.endsWith('_open') ? 1 : -1
    if (type === 'heading_open' && within === 0)
      headings.push({ level: Number(tag.slice(1)), text: tokens[index + 1]?.content ?? '', line })
    if (type === 'fence' || type === 'code_block') for (let at = line; at <= (map?.[1] ?? 0); at++) code.add(at)
  }
  return { headings, code }
}

const quick = (text: string) => quickOutline(textDocument('a.md', text), 1)

const lines = [
  '# a', '## b ##', '###### c #', '####### d', '#e', '#', '#\tf', '  # g', '    # h', '- # i', '1. # j', '## k | l',
  '```', '```js', '``` a`b', '~~~', '~~~ `x`', '````', '  ```', '    ```', '- ```', '```  ', '\t```',
  'text', 'a | b', '--|--', '|---|', '---', '===', '-', '=', '- - -', '***', '  ---', ':--',
  '- item', '  - inner', '    deep', '\tdeep', '-     code', '1. one', '> quote', '<!-- c -->', '<div>', '[a]: b', '"c"', '', '', '', '  ', '2024 was', '\u00a0', '```\u00a0', 'x\r',
] // prettier-ignore

const texts = fc
  .tuple(fc.array(fc.constantFrom(...lines), { maxLength: 14 }), fc.constantFrom('\n', '\r\n'))
  .map(([all, eol]) => all.join(eol))

describe('a quick outline', () => {
  it('sees what the library reads, or nothing', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const outline = quick(text)
        fc.pre(outline !== undefined)
        const { headings, code } = blocks(text)
        expect(outline?.headings).toEqual(headings)
        for (const [index, line] of text.split('\n').entries())
          if (/[^ \t\r]/.test(line))
            expect([code.has(index + 1) ? 'code' : 'text', undefined]).toContain(outline?.kindOf(index + 1))
      }),
      { numRuns: runs(500) },
    )
  })

  it('is enough for an ordinary text', () => {
    const outline = quick(
      '# a\n\n- b\n  - c\n\n| d | e |\n|---|---|\n| f | g |\n\n```sh\n# h\n```\n\n---\n\n## i\n\ntext\n',
    )
    expect(outline?.headings.map(({ text }) => text)).toEqual(['a', 'i'])
    expect([2, 11, 18].map((line) => outline?.kindOf(line))).toEqual([undefined, 'code', 'text'])
  })

  it.each(['<div>\n# a\n', '> # a\n', 'a\n===\n', '- ```\n# a\n', '  # a\n', 'a\r# b\n'])(
    'does not tell of %j',
    (text) => {
      expect(quick(text)).toBeUndefined()
    },
  )
})
