import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cellsOf } from '../../src/documents/markdown.ts'

describe('the cells of a line', () => {
  it.each<[line: string, cells: readonly string[]]>([
    ['| a | b |', ['a', 'b']],
    ['|a|b|', ['a', 'b']],
    ['a | b', ['a', 'b']],
    ['| a | b', ['a', 'b']],
    ['a | b |', ['a', 'b']],
    ['  | a |  ', ['a']],
    ['| a\\|b | c |', ['a|b', 'c']],
    ['| a \\|', ['a |']],
    ['\\| a | b', ['| a', 'b']],
    ['| a \\\\| b | c |', ['a \\| b', 'c']],
    ['| \\a | b\\ | c |', ['\\a', 'b\\', 'c']],
    ['| `a|b` |', ['`a', 'b`']],
    ['|  | x ||', ['', 'x', '']],
    ['||', ['']],
    ['|', []],
    ['', []],
    ['   ', []],
    ['| 💡 **Ideated** |\u00a0x\u00a0|', ['💡 **Ideated**', 'x']],
    ['|---|:-:|', ['---', ':-:']],
  ])('%j', (line, cells) => {
    expect(cellsOf(line).map(({ text }) => text)).toEqual(cells)
  })

  it('of an empty cell are after its first blank', () => {
    expect(cellsOf('|  | x ||')).toMatchObject([{ start: 2, end: 2 }, { start: 5 }, { start: 8, end: 8 }])
  })

  it('are found where they are, in order and apart', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('|', '\\', 'a', ' ', '💡', '`', '\t', '\u00a0')), (parts) => {
        const line = parts.join('')
        let before = 0
        for (const { text, start, end } of cellsOf(line)) {
          const source = line.slice(start, end)
          expect(source.replaceAll('\\|', '|')).toBe(text)
          expect(source.trim()).toBe(source)
          expect(start).toBeGreaterThanOrEqual(before)
          expect(end).toBeLessThanOrEqual(line.length)
          before = end
        }
      }),
    )
  })

  it('hold what is written into them', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ minLength: 1 }), { minLength: 1 }), (texts) => {
        const cells = texts.map((text) => text.replace(/\s+/g, ' ').replace(/\\$/, '').trim())
        const line = `| ${cells.map((text) => text.replaceAll('|', '\\|')).join(' | ')} |`
        expect(cellsOf(line).map(({ text }) => text)).toEqual(cells)
      }),
    )
  })
})
