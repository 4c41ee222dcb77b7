import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { revertPart } from '../../src/documents/line-diff.ts'

/** A text whose lines are `name: value`; those of one name are one part, lines without a name belong to none. */
const parted = (text: string, ownName: string) => {
  const lines = text
    .split('\n')
    .flatMap((line, index) =>
      /^\w+:/.test(line) ? [{ name: line.split(':')[0], at: [index + 1, index + 2] as const }] : [],
    )
  const of = (isOwn: boolean) => lines.filter(({ name }) => (name === ownName) === isOwn).map(({ at }) => at)
  return { text, own: of(true), others: of(false) }
}

const revert = (now: string, after: string, before: string, ownName = 'a') =>
  revertPart(now, parted(after, ownName), parted(before, ownName))

describe('a part that goes back', () => {
  it.each([
    ['alone', 'a: 2\n', 'a: 2\n', 'a: 1\n', 'a: 1\n'],
    ['beside what others changed since', 'a: 2\nb: 9\n', 'a: 2\nb: 1\n', 'a: 1\nb: 1\n', 'a: 1\nb: 9\n'],
    ['out of a change of several', 'a: 2\nb: 2\n', 'a: 2\nb: 2\n', 'a: 1\nb: 1\n', 'a: 1\nb: 2\n'],
    ['that was added, with the blank line before it', 'b: 9\n\na: 1\n', 'b: 1\n\na: 1\n', 'b: 1\n', 'b: 9\n'],
    ['that was removed', 'b: 9\nc: 1\n', 'b: 1\nc: 1\n', 'b: 1\na: 1\nc: 1\n', 'b: 9\na: 1\nc: 1\n'],
    ['that was removed at the beginning', 'b: 1\nc: 9\n', 'b: 1\nc: 1\n', 'a: 1\nb: 1\nc: 1\n', 'a: 1\nb: 1\nc: 9\n'],
    ['that moved down since', 'x: 0\nb: 1\na: 2\n', 'b: 1\na: 2\n', 'b: 1\na: 1\n', 'x: 0\nb: 1\na: 1\n'],
    ['with CRLF and without a last line end', 'a: 2\r\nb: 9', 'a: 2\r\nb: 1', 'a: 1\r\nb: 1', 'a: 1\r\nb: 9'],
    ['where nothing of it was changed', 'a: 1\nb: 9\n', 'a: 1\nb: 2\n', 'a: 1\nb: 1\n', 'a: 1\nb: 9\n'],
  ])('%s', (_, now, after, before, expected) => {
    expect(revert(now, after, before)).toBe(expected)
  })

  it('is known to be something else by now', () => {
    expect(revert('a: 3\nb: 1\n', 'a: 2\nb: 1\n', 'a: 1\nb: 1\n')).toBeUndefined()
    expect(revert('z: 1\n', 'b: 1\nc: 1\n', 'b: 1\na: 1\nc: 1\n')).toBeUndefined()
  })

  it('takes back everything where nothing happened since, and only its own lines where others changed theirs', () => {
    const value = fc.integer({ min: 0, max: 3 })
    const three = fc.tuple(value, value, value)
    const text = ([a, b, c]: readonly number[]) => `b: ${b}\na: ${a}\nc: ${c}\n`
    fc.assert(
      fc.property(three, three, three, (before, after, later) => {
        const now = [after[0], later[1], later[2]] as const
        expect(revert(text(now), text(after), text(before))).toBe(text([before[0], later[1], later[2]]))
      }),
    )
  })
})
