import { describe, expect, it } from 'vitest'
import { abridgeRepeats, difference } from '../../src/render/difference.ts'

const times = (many: number, lines: (index: number) => readonly string[]) =>
  Array.from({ length: many }, (_, index) => lines(index)).flat()

describe('lines that repeat themselves but for their numbers', () => {
  it('are left out but for the first two times and the last', () => {
    const entry = (index: number) => ['{', `  "at": ${index}`, '},']
    expect(abridgeRepeats(['[', ...times(50, entry), ']'])).toEqual([
      '[',
      ...times(2, entry),
      '⋯ 141 more lines like these',
      ...entry(49),
      ']',
    ])
  })

  it('are all shown where that is no longer, and where a word is different', () => {
    const few = times(10, (index) => [`- item ${index}`])
    expect(abridgeRepeats(few)).toEqual(few)
    const words = times(30, (index) => [`- ${String.fromCodePoint(97 + (index % 26)).repeat(index + 1)}`])
    expect(abridgeRepeats(words)).toEqual(words)
  })
})

describe('a difference', () => {
  it('is the whole text where that is shorter, or nothing was there', () => {
    expect(difference('a', undefined, 'x\ny\n')).toEqual({ kind: 'whole', lines: ['x', 'y'] })
    expect(difference('a', 'a\nb\n', 'x\n')).toEqual({ kind: 'whole', lines: ['x'] })
    expect(difference('a', 'a\nb\nc\nd\ne\nf\n', 'a\nb\nc\nd\ne\n')).toEqual({
      kind: 'diff',
      lines: ['@@ -5 +5 @@', ' e', '-f'],
    })
    expect(difference('a', 'a\n', 'a\n')).toEqual({ kind: 'diff', lines: [] })
  })
})
