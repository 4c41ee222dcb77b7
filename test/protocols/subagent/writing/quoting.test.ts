import { describe, expect, it } from 'vitest'
import { inlineText, login, blockQuoteLines } from '../../../../src/protocols/subagent/writing/markdown.ts'

describe('people’s words as a quote', () => {
  it('have a mark before each line, whatever ends it', () => {
    expect(blockQuoteLines('a\nb\r\nc\rd')).toEqual(['> a', '> b', '> c', '> d'])
    expect(blockQuoteLines('a\n\n  \nb  ')).toEqual(['> a', '>', '>', '> b'])
  })

  it('hide nothing and turn nothing around', () => {
    expect(blockQuoteLines('a\u200b\u200b\u202eb\u0007c\u2028d\ud800e')).toEqual(['> a b c d e'])
    expect(blockQuoteLines('<b> & </b>')).toEqual(['> &lt;b> & &lt;/b>'])
  })
})

describe('people’s words as one line', () => {
  it.each([
    ['  a \n\t b  ', 'a b'],
    ['a\u200bb <b>', 'a b &lt;b>'],
    ['# a', '\\# a'],
    ['> a', '\\> a'],
    ['`a`', '\\`a`'],
    ['~~~', '\\~~~'],
    ['- a', '\\- a'],
    ['+ a', '\\+ a'],
    ['* a', '\\* a'],
    ['= a', '\\= a'],
    ['| a', '\\| a'],
    ['[x] a', '\\[x] a'],
    ['1. a', '1\\. a'],
    ['12) a', '12\\) a'],
    ['12 a', '12 a'],
    ['a # b', 'a # b'],
    ['Status: a', 'Status\\: a'],
    ['STATUS : a', 'STATUS \\: a'],
    ['__Status__: a', '__Status__\\: a'],
    ['**Status**: a', '\\**Status**: a'],
    ['The status: a', 'The status: a'],
    ['Status a', 'Status a'],
  ])('%j is %s', (text, line) => {
    expect(inlineText(text)).toBe(line)
  })
})

describe('a login', () => {
  it('is in a code span', () => {
    expect(['octocat', 'octo-cat_1.x[bot]', 'a`b c<d>\n', '`'].map(login)).toEqual([
      'octocat',
      'octo-cat_1.x[bot]',
      'abcd',
      'nobody',
    ])
  })
})
