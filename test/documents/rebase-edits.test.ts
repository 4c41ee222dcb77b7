import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { rebaseEdits } from '../../src/documents/line-diff.ts'

const text = (...lines: readonly string[]) => lines.map((line) => `${line}\n`).join('')
const abc = text('a', 'b', 'c', 'd')

describe('an edit of one text in another', () => {
  it.each([
    [
      'replaces a line beside one that others have changed',
      text('a', 'B', 'c', 'd'),
      text('x', 'b', 'c', 'd'),
      text('x', 'B', 'c', 'd'),
    ],
    [
      'replaces a line between two that others have changed',
      text('a', 'B', 'c', 'd'),
      text('x', 'b', 'y', 'd'),
      text('x', 'B', 'y', 'd'),
    ],
    [
      'inserts below what is above',
      text('a', 'b', 'new', 'c', 'd'),
      text('a', 'b', 'y', 'd'),
      text('a', 'b', 'new', 'y', 'd'),
    ],
    [
      'inserts above what is below',
      text('a', 'b', 'new', 'c', 'd'),
      text('a', 'x', 'c', 'd'),
      text('a', 'x', 'new', 'c', 'd'),
    ],
    [
      'inserts at the beginning',
      text('new', 'a', 'b', 'c', 'd'),
      text('a', 'b', 'c', 'x'),
      text('new', 'a', 'b', 'c', 'x'),
    ],
    ['inserts at the end', text('a', 'b', 'c', 'd', 'new'), text('x', 'b', 'c', 'd'), text('x', 'b', 'c', 'd', 'new')],
    ['takes lines away', text('a', 'd'), text('a', 'b', 'c', 'x'), text('a', 'x')],
    ['makes several edits', text('A', 'b', 'c', 'D'), text('a', 'b', 'x', 'd'), text('A', 'b', 'x', 'D')],
  ])('%s', (_, to, onto, made) => {
    expect(rebaseEdits({ from: abc, to }, onto)).toEqual({ text: made })
  })

  it.each([
    ['the same line', text('a', 'B', 'c', 'd'), text('a', 'x', 'c', 'd'), [2]],
    ['a line within', text('A', 'B', 'C', 'd'), text('a', 'x', 'c', 'd'), [2]],
    ['a line that others have not', text('a', 'B', 'c', 'd'), text('a', 'c', 'd'), [2]],
    ['lines that others have put something between', text('a', 'B', 'C', 'd'), text('a', 'b', 'x', 'c', 'd'), [2]],
    ['a place where others have something', text('a', 'b', 'new', 'c', 'd'), text('a', 'b', 'x', 'c', 'd'), [3]],
    ['a place of which nothing is left', text('a', 'b', 'new', 'c', 'd'), text('a', 'x', 'y', 'd'), [3]],
  ])('meets edits of others: %s', (_, to, onto, overlaps) => {
    expect(rebaseEdits({ from: abc, to }, onto)).toEqual({ overlaps })
  })

  const lines = fc.array(fc.constantFrom('a', 'b', 'c', '', '| row |'), { maxLength: 12 }).map((all) => text(...all))

  it('is the edit itself without another edit, and none when there is none', () => {
    fc.assert(
      fc.property(lines, lines, (from, to) => {
        expect(rebaseEdits({ from, to }, from)).toEqual({ text: to })
        expect(rebaseEdits({ from, to: from }, to)).toEqual({ text: to })
      }),
    )
  })

  it('keeps all edits of others', () => {
    // Lines that occur once: each can be followed.
    const edits = fc.array(fc.constantFrom('keep', 'change', 'drop', 'add'), { minLength: 12, maxLength: 12 })
    const edited = (by: string, all: readonly string[]) =>
      text(
        ...all.flatMap(
          (edit, at) =>
            ({ keep: [`${at}`], change: [`${at} ${by}`], drop: [], add: [`${at}`, `new ${at} ${by}`] })[edit] ?? [],
        ),
      )
    fc.assert(
      fc.property(edits, edits, (ours, theirs) => {
        const keep = ours.map(() => 'keep')
        const made = rebaseEdits({ from: edited('', keep), to: edited('ours', ours) }, edited('theirs', theirs))
        if (!('text' in made)) return
        const has = (line: string) => made.text.split('\n').includes(line)
        for (const [at, edit] of theirs.entries()) {
          if (edit === 'change') expect(has(`${at} theirs`)).toBe(true)
          if (edit === 'add') expect(has(`new ${at} theirs`)).toBe(true)
          if (edit === 'drop') expect(has(`${at}`)).toBe(false)
        }
        for (const [at, edit] of ours.entries()) {
          if (edit === 'change') expect(has(`${at} ours`)).toBe(true)
          if (edit === 'add') expect(has(`new ${at} ours`)).toBe(true)
        }
      }),
    )
  })
})
