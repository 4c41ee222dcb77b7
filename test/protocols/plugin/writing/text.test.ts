import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { oneLine } from '../../../../src/protocols/plugin/handoff/edits.ts'

describe('TEXT', () => {
  it.each([
    ['one line', 'one line'],
    ['  two\r\nlines\tand\u00a0more \u2028 ', 'two lines and more'],
    ['hid\u200bden \u202eturned\u202c\ufeff', 'hidden turned'],
    ['bell\u0007 escape\u001b[31m', 'bell escape[31m'],
    ['<!-- a & b -->', '&lt;!-- a & b -->'],
    ['half \ud83d pair', 'half pair'],
    ['👍🏽', '👍🏽'],
    ['\u3164\u115f', ''],
    ['', ''],
  ])('%j is written %j', (text, expected) => {
    expect(oneLine(text)).toBe(expected)
  })

  it('is cut at 200 characters', () => {
    expect(oneLine('a'.repeat(200))).toBe('a'.repeat(200))
    expect(oneLine('a'.repeat(201))).toBe(`${'a'.repeat(199)}…`)
    expect(Array.from(oneLine('👍'.repeat(500)))).toHaveLength(200)
  })

  it('is one line, visible, and opens no HTML, whatever it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        const line = oneLine(text)
        expect(line).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}<]|^\s|\s$|\s\s/u)
        expect(oneLine(line.replaceAll('&lt;', '<'))).toBe(line)
      }),
    )
  })
})
