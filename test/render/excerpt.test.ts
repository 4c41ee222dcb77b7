import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { excerptOf } from '../../src/render/excerpt.ts'
import { hostileText } from './hostile.ts'
import { commandOf } from './runner.ts'

const place = (column: number, endColumn?: number, endLine?: number) => ({
  path: 'a',
  line: 1,
  column,
  ...(endColumn !== undefined && { endColumn }),
  ...(endLine !== undefined && { endLine }),
})

/** The two lines as they are printed. */
const printed = (line: string, ...where: Parameters<typeof place>) => {
  const { text, before, width } = excerptOf(line, place(...where))
  return [text, `${' '.repeat(before)}${'^'.repeat(width)}`]
}

describe('an excerpt', () => {
  it.each<readonly [string, readonly string[], readonly string[]]>([
    ['marks the place', printed('status: done', 9, 13), ['status: done', '        ^^^^']],
    ['marks one character without an end', printed('status: done', 9), ['status: done', '        ^']],
    [
      'marks to the end of the line where the place goes on',
      printed('status: done  ', 9, 3, 4),
      ['status: done', '        ^^^^'],
    ],
    ['marks the end of a line', printed('status:', 8), ['status:', '       ^']],
    ['marks the beginning of an empty line', printed('', 1), ['', '^']],
    ['marks the end of a line that is shorter than the range', printed('ab', 40, 50), ['ab', '  ^']],
    [
      'counts wide characters as terminals do',
      printed('| 日本 | 🚧 Stage | x |', 8, 16),
      ['| 日本 | 🚧 Stage | x |', '         ^^^^^^^^'],
    ],
    ['counts letters with marks once', printed('e\u0301te\u0301 | x', 7, 8), ['e\u0301te\u0301 | x', '    ^']],
    ['shows a tab as blanks', printed('\ta: b', 5), ['    a: b', '       ^']],
    ['spells out what cannot be seen', printed('a\u200bb\u202ec', 2, 3), ['a\\u{200b}b\\u{202e}c', ' ^^^^^^^^']],
    ['spells out what moves the cursor', printed('a\u001b[2Jb\rc', 7), ['a\\u{1b}[2Jb\\rc', '           ^^']],
    [
      'spells out marks that would pile up',
      printed('a\u0301\u0302\u0303\u0304b', 6),
      ['a\u0301\u0302\\u{303}\\u{304}b', '               ^'],
    ],
    ['breaks the older workflow commands', printed('a ##[error]b', 12), ['a ## [error]b', '            ^']],
    [
      'breaks them where a tab or a blank precedes them',
      printed('\t##[add-mask]b', 14),
      ['    ## [add-mask]b', '                 ^'],
    ],
  ])('%s', (_, found, expected) => {
    expect(found).toEqual(expected)
  })

  const long = Array.from({ length: 100 }, (_, index) => `w${String(index).padStart(3, '0')}`).join(' ')

  it('shows of a long line what is around the place, in 80 columns', () => {
    const [start = '', startMark = ''] = printed(long, 1, 5)
    expect([start.length, start.slice(0, 9), start.endsWith('…'), startMark]).toEqual([80, 'w000 w001', true, '^^^^'])
    const [middle = '', middleMark = ''] = printed(long, 251, 255)
    expect([middle.length, middle.startsWith('…'), middle.endsWith('…')]).toEqual([80, true, true])
    expect(middle.slice(middleMark.indexOf('^'), middleMark.length)).toBe('w050')
    const [end = '', endMark = ''] = printed(long, 496, 500)
    expect([end.length <= 80, end.startsWith('…'), end.slice(endMark.indexOf('^'))]).toEqual([true, true, 'w099'])
    expect(printed(long, 1, 500)[1]).toBe('^'.repeat(79))
  })

  it('shows a line of 80 columns whole', () => {
    expect(printed('x'.repeat(80), 80)).toEqual(['x'.repeat(80), `${' '.repeat(79)}^`])
    expect(printed('x'.repeat(81), 81)[0]).toMatch(/^…x+$/)
  })

  it('looks at no more of a line than it may show', () => {
    let looked = 0
    const whole = '\u0301'.repeat(1_000_000)
    const line = {
      length: whole.length,
      slice(from: number, to: number) {
        looked += to - from
        return whole.slice(from, to)
      },
    } as unknown as string
    expect(excerptOf(line, place(500_000, 600_000)).text.length).toBeLessThanOrEqual(80)
    expect(looked).toBeLessThan(1000)
  })

  it('is inert and 80 columns wide at most, whatever the line is, with its mark below it', () => {
    const spot = fc.integer({ min: 1, max: 300 })
    fc.assert(
      fc.property(fc.array(hostileText, { maxLength: 40 }), spot, spot, (parts, column, length) => {
        const line = parts.join(' ').replace(/[\r\n]/g, ' ')
        const { text, before, width } = excerptOf(line, place(column, column + length))
        expect(text).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u)
        expect(commandOf(`  1 | ${text}`)).toBeUndefined()
        expect(Array.from(text.replace(/\p{M}/gu, '')).length).toBeLessThanOrEqual(80)
        expect(width).toBeGreaterThan(0)
        expect(before + width).toBeLessThanOrEqual(81)
      }),
    )
  })

  it('marks what is there, in plain text of any length', () => {
    const word = fc.stringMatching(/^[a-z]{1,12}$/)
    fc.assert(
      fc.property(
        fc.array(word, { maxLength: 40 }),
        fc.constant('TARGET'),
        fc.array(word, { maxLength: 40 }),
        (head, target, tail) => {
          const line = [...head, target, ...tail].join(' ')
          const at = line.indexOf(target) + 1
          const [text = '', mark = ''] = printed(line, at, at + target.length)
          expect(text.slice(mark.indexOf('^'), mark.length)).toBe(target)
        },
      ),
    )
  })
})
