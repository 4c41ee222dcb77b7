import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { openElements } from '../../src/documents/conversation.ts'

/** The outermost element that is open after some pieces of HTML. */
function outermost(...pieces: readonly string[]) {
  const elements = openElements()
  for (const piece of pieces) elements.read(piece)
  return elements.first?.tag
}

describe('an element of HTML', () => {
  it.each([
    ['<details>', '<details>'],
    ['<details></details>', undefined],
    ['<DETAILS open></details >', undefined],
    ['<details><summary>x</summary>', '<details>'],
    ['<details></summary>', '<details>'],
    ['</details>', undefined],
    ['<br><img src="x"><hr/>', undefined],
    ['<div/>', '<div>'],
    ['<T>', '<T>'],
    ['a < b, <3 and <=', undefined],
    ['<ul><li>a<li>b</ul>', undefined],
    ['<table><tr><td>a<td>b</table>', undefined],
    ['<ul><li><ul></li></ul>', '<ul>'],
    ['<b><i></b>', '<b>'],
    ['<b><i></b></i></b>', undefined],
    ['<details><table></details></table>', '<details>'],
    ['<a title="</a>">', '<a>'],
    [`<a title='</a>' x=</a>`, '<a>'],
    ['<a ="></a>', undefined],
    ['<a b = ">" c></a>', undefined],
    ['<!-- <details> -->', undefined],
    ['<!--><details>', '<details>'],
    ['<!-- --!><details>', '<details>'],
    ['<details><!-- </details> -->', '<details>'],
    ['<? > <details>', '<details>'],
    ['<!DOCTYPE html></3 details>', undefined],
    ['<details><![CDATA[</details>]]>', '<details>'],
    ['<div title="', '<div'],
    ['<details></details', '<details>'],
    ['<details></details></details', '</details'],
    ['<!-- cut', '<!--'],
    ['<!-- cut --></b', '</b'],
  ])('%s: %j', (html, tag) => {
    expect(outermost(html)).toBe(tag)
  })

  it('goes on from one piece to the next', () => {
    expect(outermost('<details>', '<b>', '</b>')).toBe('<details>')
    expect(outermost('<details>', '</details>')).toBeUndefined()
    expect(outermost('<div x="', '"></div>', '-->', '</div>')).toBe('<div')
  })

  it('is ended whatever its attributes hold, and whatever is closed inside it', () => {
    const name = fc.stringMatching(/^[a-c]$/)
    const value = fc.string({ unit: fc.constantFrom('<', '>', '/', 'a', ' ', "'", '=') })
    const piece: fc.Arbitrary<string> = fc.letrec<{ html: string }>((tie) => ({
      html: fc.oneof(
        { maxDepth: 4 },
        fc.constantFrom('text', '<br>', '<!-- </a> -->', ' < '),
        fc
          .tuple(name, value, fc.array(tie('html'), { maxLength: 3 }))
          .map(([tag, x, inner]) => `<${tag} x="${x}">${inner.join('')}</${tag}>`),
      ),
    })).html
    fc.assert(
      fc.property(piece, (html) => {
        expect(outermost(html)).toBeUndefined()
        expect(outermost(`<details>${html}`)).toBe('<details>')
      }),
    )
  })
})
