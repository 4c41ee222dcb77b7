import { describe, expect, it } from 'vitest'
import { textDocument } from '../../src/documents/text.ts'
import { topLevelBlocks } from '../../src/documents/markdown.ts'

const blocks = (text: string, from = 1) =>
  topLevelBlocks(textDocument('a.md', text), from).map(({ kind, line, last }) => `${kind} ${line}-${last}`)

describe('top-level blocks', () => {
  it('are those that are in no other, without blank lines at their end', () => {
    const text =
      '# A\n\ntext\nmore\n\n- b\n\n  c\n\n\n> d\ne\n\n| f |\n|---|\n| g |\n\n    h\n\n<!-- i -->\n<!-- j -->\n\nK\n===\n'
    expect(blocks(text)).toEqual([
      'other 1-1',
      'other 3-4',
      'other 6-8',
      'other 11-12',
      'other 14-16',
      'other 18-18',
      'html 20-20',
      'html 21-21',
      'other 23-24',
    ])
  })

  it('begin at the given line, and an open fence runs to the end', () => {
    expect(blocks('---\na: 1\n---\n\ntext\n\n```\ncode\n\n\n', 4)).toEqual(['other 5-5', 'other 7-10'])
  })
})
