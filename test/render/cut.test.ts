import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { beginning, cut } from '../../src/render/fit.ts'

const cutNotice = /\n\*(\d+) more characters? left out here, since GitHub shows no more\.\*\n$/

/** What stays of a text that is too long, without the notice. */
function keptText(text: string, limit: number): string {
  const shown = cut(text, limit)
  expect(shown.length).toBeLessThanOrEqual(limit)
  expect(shown).toMatch(cutNotice)
  return shown.replace(cutNotice, '')
}

const filling = 'a line of the text\n'.repeat(50)

describe('a text that is too long', () => {
  it('stays as it is where it is not', () => {
    expect(cut(filling, filling.length)).toBe(filling)
    expect(cut('', 0)).toBe('')
  })

  it('is cut after a line, and reports what was left out', () => {
    const shown = cut(filling, 500)
    expect(shown.startsWith('a line of the text\n'.repeat(20))).toBe(true)
    const [, omittedCount] = cutNotice.exec(shown) ?? []
    expect(shown.replace(cutNotice, '').length + Number(omittedCount)).toBe(filling.length)
  })

  it('is never cut in a fence without closing it', () => {
    expect(keptText(`\`\`\`\`diff\n${filling}\`\`\`\`\n`, 300)).toMatch(/^````diff\n(a line of the text\n)+````\n$/)
    expect(keptText(`~~~\n\`\`\`\n${filling}`, 300)).toMatch(/^~~~\n```\n(a line of the text\n)+~~~\n$/)
    expect(keptText(`\`\`\`\nin\n\`\`\`\n${filling}`, 300)).toMatch(/^```\nin\n```\n(a line of the text\n)+$/)
    expect(keptText(`\`\`\`\`\n\`\`\`\n${filling}`, 300)).toMatch(/````\n$/)
  })

  it('is never cut in an HTML comment', () => {
    expect(keptText(`before\n<!-- marker\n${filling}-->\n`, 300)).toBe('before\n')
    expect(keptText(`<!-- marker -->\n${filling}`, 300)).toMatch(/^<!-- marker -->\n(a line of the text\n)+$/)
    expect(keptText(`before <!-- ${'x'.repeat(900)} -->\n`, 300)).toBe('before ')
    expect(keptText(`\`\`\`\n<!--\n${filling}`, 300)).toMatch(/^```\n<!--\n(a line of the text\n)+```\n$/)
  })

  it('is never cut with something folded left open', () => {
    expect(keptText(`<details><summary>More</summary>\n\n${filling}\n</details>\n`, 300)).toMatch(/\n<\/details>\n$/)
    expect(keptText(`<details><summary>More</summary>\n\n\`\`\`\n${filling}`, 300)).toMatch(/```\n\n<\/details>\n$/)
  })

  it('is cut in a line where there is but one, never within a character', () => {
    for (const limit of [200, 201]) expect(keptText('\ud83d\ude00'.repeat(500), limit)).toMatch(/^(\ud83d\ude00)+$/u)
    expect(beginning('a\ud83d\ude00', 2)).toBe('a')
    expect(beginning('a\ud83d\ude00', 3)).toBe('a\ud83d\ude00')
  })

  it('bears a fence that is as long as it may be', () => {
    expect(cut(`${'`'.repeat(400)}\n${filling}`, 500).length).toBeLessThanOrEqual(500)
  })

  it('always fits', () => {
    const part = fc.constantFrom(
      '```\n',
      '~~~~\n',
      '<!--',
      '-->',
      '\n',
      '<details>\n',
      '</details>',
      'word ',
      '\ud83d\ude00',
      '`'.repeat(40),
    )
    fc.assert(
      fc.property(fc.array(part, { maxLength: 200 }), fc.integer({ min: 100, max: 600 }), (parts, limit) => {
        const text = parts.join('')
        const shown = cut(text, limit)
        expect(shown.length).toBeLessThanOrEqual(limit)
        expect(shown).not.toMatch(/\p{Surrogate}/u)
        if (shown !== text) expect(shown).toMatch(cutNotice)
      }),
    )
  })
})
