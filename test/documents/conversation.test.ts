import { describe, expect, it } from 'vitest'
import { paragraphs } from '../../src/documents/conversation.ts'

const lines = (comment: string) => paragraphs(comment).flatMap((paragraph) => paragraph.lines)
const texts = (comment: string) =>
  lines(comment).map(({ text, behind }) => (behind === undefined ? text : `${behind} ${text}`))

describe('a line of a comment', () => {
  it.each([
    ['<details>\n\nx\n\n</details>\n\ny', ['y']],
    ['<details><summary>s</summary>\n\nx\n\n</details>y\n\nz', ['z']],
    ['<blockquote>\n\nx\n\n</blockquote>', []],
    ['a <code>\nx\n</code>\ny', ['a <code>', 'y']],
    ['<table><tr><td>\n\nx\n\n</td></tr></table>\n\ny', ['y']],
    ['<ul><li>\n\nx\n\n</ul>\n\ny', ['y']],
    ['# <b>\n\nx\n\n# </b>\n\ny', ['y']],
    ['- <b>\n\nx\n\n- </b>\n\ny', ['y']],
    ['> <b>\n\nx\n\n> </b>\n\ny', ['y']],
    ['|a|\n|-|\n|<b>|\n\nx\n\n|a|\n|-|\n|</b>|\n\ny', ['y']],
    ['[^1]: <b>\n\nx\n\n[^1]: </b>\n\ny', ['y']],
    ['[a <b>](b)\n\nx\n\n[c </b>](d)\n\ny', ['[a <b>](b)', 'y']],
  ])('counts for nothing between a tag and its end: %j', (comment, expected) => {
    expect(texts(comment)).toEqual(expected)
  })

  it.each([
    ['a\n\n<details>\n\nx', ['a', '<details> x']],
    ['Vec<T> a\nx', ['Vec<T> a', '<T> x']],
    ['> <details>\n\nx', ['<details> x']],
    ['<div title="\n\nx\n\n">', ['<div x', '<div ">']],
    ['<div><!--\n\nx\n\n-->', ['<div> x', '<div> -->']],
    ['^[<b>]\n\nx', ['^[<b>]', '<b> x']],
    ['<b>\n\nx\n\n</b><i>\n\ny\n\n<u>z</u>', ['<i> y', '<i> <u>z</u>']],
  ])('is marked where nothing ends it: %j', (comment, expected) => {
    expect(texts(comment)).toEqual(expected)
  })

  it.each([
    ['<br>\n\nx', ['x']],
    ['a<br>\nx', ['a<br>', 'x']],
    ['<img src="y">\n\nx', ['x']],
    [
      'see <https://example.com> or <octocat@example.com>\nx',
      ['see <https://example.com> or <octocat@example.com>', 'x'],
    ],
    ['`<details>`\nx', ['`<details>`', 'x']],
    ['```\n<details>\n```\nx', ['x']],
    ['    <details>\n\nx', ['x']],
    ['![<details>](a)\n\nx', ['![<details>](a)', 'x']],
    ['\\<details>\n\nx', ['\\<details>', 'x']],
    ['a < b and 1 <2\n\nx', ['a < b and 1 <2', 'x']],
    ['<!-- <details> -->\n\nx', ['x']],
    ['a <!-- <details> -->\nx', ['a', 'x']],
    ['x\n\n<sub>sent from a phone</sub>', ['x', '<sub>sent from a phone</sub>']],
    ['x\n<details>\n\nlog\n\n</details>', ['x']],
  ])('counts where the HTML before it is over, or is none: %j', (comment, expected) => {
    expect(texts(comment)).toEqual(expected)
  })

  it.each([
    ['$$\nx\n$$\ny', ['$$', 'y']],
    ['$$\n\nx\n\n$$\n\ny', ['$$', 'y']],
    ['a $$b$$\nx', ['a $$b$$', 'x']],
    ['- $$\n\nx\n\n- $$\n\ny', ['y']],
    ['it costs $$\n\nx', ['it costs $$', 'x']],
    ['`$$`\n\nx\n\n`$$`', ['`$$`', 'x', '`$$`']],
    ['\\$$\n\nx\n\n$$', ['\\$$', 'x', '$$']],
    ['```\n$$\n```\n\nx\n\n$$', ['x', '$$']],
  ])('counts for nothing in a formula: %j', (comment, expected) => {
    expect(texts(comment)).toEqual(expected)
  })

  it('is not text in a link by reference, nor in one to a script', () => {
    expect(texts('[a\nx][r]\n\n[r]: https://example.com')).toEqual(['[a'])
    expect(texts('[a\nx](javascript:b)')).toEqual(['[a'])
    expect(texts('[a\nx][r]')).toEqual(['[a', 'x][r]'])
  })

  it('is followed by its report past nothing, a table neither', () => {
    const fenceOf = (comment: string) => paragraphs(comment)[0]?.fence?.content
    expect(fenceOf('x\n\n```json\n1\n```')).toBe('1\n')
    expect(fenceOf('x\n\n|a|\n|-|\n|b|\n\n```json\n1\n```')).toBeUndefined()
  })

  it('is found after whatever is deep', () => {
    expect(texts(`${'- '.repeat(1000)}a\n\nx`)).toEqual(['x'])
    expect(texts(`${'> '.repeat(1000)}a\n\nx`)).toEqual(['x'])
  })
})
