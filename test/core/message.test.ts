import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fencedBlock, msg, shellWord } from '../../src/core/message.ts'
import { hostileText } from '../render/hostile.ts'

/** What moves the cursor, hides text or turns its direction. */
const active = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u

/** The value of a sentence as it is shown. */
const shown = (value: string): string =>
  /^Unexpected (.*), expected none$/su.exec(msg`Unexpected ${value}, expected none`)?.[1] ?? ''

describe('a value in a sentence', () => {
  it('is code on one line, cut, whatever is in it', () => {
    fc.assert(
      fc.property(hostileText, (value) => {
        const code = shown(value)
        expect(code).toMatch(/^(?:`[^`\n]+`|\(empty\))$/)
        expect(code).not.toMatch(active)
        expect(Array.from(code).length).toBeLessThanOrEqual(122)
      }),
    )
  })

  it.each([
    ['`` ` ``', '`ˋˋ ˋ ˋˋ`'],
    ['one\n::error::two\r\n\u2028three', '`one ::error::two three`'],
    ['\u202Eright', '`\\u{202e}right`'],
    ['to\u200bdo\ufeff', '`to\\u{200b}do\\u{feff}`'],
    ['👩\u200d💻 می\u200cخواهم', '`👩 💻 می خواهم`'],
    ['', '(empty)'],
    ['x'.repeat(200), `\`${'x'.repeat(119)}\u2026\``],
  ])('%j is shown as %j', (value, expected) => {
    expect(shown(value)).toBe(expected)
  })

  it('that is a list is one value after the other', () => {
    expect(msg`expected ${['a`b', 7]}`).toBe('expected `aˋb`, `7`')
  })
})

it.each([
  ['docs/50%,x=y@{1}', "'docs/50%,x=y@{1}'"],
  ['docs/50%,x=y', 'docs/50%,x=y'],
  ['my file', "'my file'"],
  ["it's", String.raw`'it'\''s'`],
  ['größe', "'größe'"],
  ['', "''"],
])('%j is one word of a shell as %s', (word, expected) => {
  expect(shellWord(word)).toBe(expected)
})

it('a fence is longer than any in what it holds', () => {
  expect(fencedBlock('text', ['a ````', 'b'])).toBe('`````text\na ````\nb\n`````')
})
