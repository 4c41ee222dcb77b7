import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nodeAt, type DataNode, duplicates, toPlainData } from '../../src/documents/data.ts'
import { parseYamlData } from '../../src/documents/yaml-data.ts'
import { runs } from '../thorough.ts'
import { anyText } from '../any-text.ts'

function read(text: string): DataNode {
  const node = parseYamlData(text)
  if ('fault' in node) throw new Error(node.fault)
  return node
}

const value = (text: string) => (toPlainData(read(`a: ${text}\n`)) as { readonly a: unknown }).a

describe('YAML 1.1', () => {
  it.each<[text: string, expected: unknown]>([
    ['yes', true],
    ['On', true],
    ['off', false],
    ['NO', false],
    ['y', 'y'],
    ['n', 'n'],
    ['"yes"', 'yes'],
    ['3.10', 3.1],
    ['010', 8],
    ['1:30', 90],
    ['1_000', 1000],
    ['0b11', 3],
    ['1e3', '1e3'],
    ['e5', 'e5'],
    ['1.0e+3', 1000],
    ['.5', 0.5],
    ['5.', 5],
    ['-1.5', -1.5],
    ['-.5', '-.5'],
    ['.', '.'],
    ['1.5e3', '1.5e3'],
    ['.inf', Infinity],
    ['~', null],
    ['', null],
    ['2026-01-20', new Date('2026-01-20')],
    ['1.2.3', '1.2.3'],
    ['!!str 5', '5'],
    ['! 5', '5'],
    ['!!binary aGk=', Buffer.from('hi')],
    ['!!set { x, y }', { x: null, y: null }],
    ['!!omap [x: 1, y: 2]', [{ x: 1 }, { y: 2 }]],
  ])('reads %s as PyYAML does', (text, expected) => {
    expect(value(text)).toEqual(expected)
  })

  it('expands aliases and merges, the nearest first', () => {
    const text = 'b: &b {x: 1, y: 2}\nc: {<<: *b, x: 3}\nd: [*b, *b]\n<<: [*b, {z: 1, x: 9}]\n"<<": plain\n'
    expect(toPlainData(read(text))).toEqual({
      b: { x: 1, y: 2 },
      c: { x: 3, y: 2 },
      d: [
        { x: 1, y: 2 },
        { x: 1, y: 2 },
      ],
      x: 1,
      y: 2,
      z: 1,
      '<<': 'plain',
    })
    expect(duplicates(read(text))).toEqual([])
  })

  it('takes an anchor for what it last stood for', () => {
    expect(toPlainData(read('a: &x 1\nb: *x\nc: &x 2\nd: *x\n'))).toEqual({ a: 1, b: 1, c: 2, d: 2 })
  })

  it('keeps keys that come twice, the last of which counts', () => {
    const text = 'a: 1\nb:\n  c: 1\n  c: 2\na: 3\n'
    expect(toPlainData(read(text))).toEqual({ a: 3, b: { c: 2 } })
    expect(duplicates(read(text)).map(({ key, first }) => [key.source, key.start, first.start])).toEqual([
      ['c', 17, 10],
      ['a', 22, 0],
    ])
  })

  it('knows where values are, without the line breaks after them', () => {
    const text = 'a:\n  - b: x\n    c: |\n      one\n      two\n\nd: "y"\n'
    const slice = (...path: (string | number)[]) => {
      const node = nodeAt(read(text), path)
      return node && text.slice(node.start, node.end)
    }
    expect([slice('a', 0), slice('a', 0, 'c'), slice('d')]).toEqual([
      'b: x\n    c: |\n      one\n      two',
      '|\n      one\n      two',
      '"y"',
    ])
  })

  it('makes own properties of all keys', () => {
    expect(Object.keys(toPlainData(read('__proto__: { a: 1 }\n')) as object)).toEqual(['__proto__'])
  })

  it.each<[text: string, fault: string, at: string]>([
    ['a: *x\n', 'Unexpected alias `x`', '*x'],
    ['a: &x [*x]\n', 'Unexpected alias `x`', '*x'],
    ['a: !!python/object:os.system x\n', 'Unexpected tag `!!python/object:os.system`', '!!python/object:os.system'],
    ['a: !mine x\n', 'Unexpected tag `!mine`', '!mine'],
    ['<<: 5\n', 'Unexpected value of `<<`', '5'],
    ['? [a]\n: 1\n', 'Unexpected key', '[a]'],
    ['a: 1\n---\nb: 2\n', 'Unexpected second document', ''],
    ['a: [\n', 'Unexpected YAML', ''],
    ['a: \u0001\n', 'Unexpected character `U+0001`', '\u0001'],
    [`${'['.repeat(65)}${']'.repeat(65)}`, 'Unexpected nesting', '['],
    [
      `x: &x [1]\ny: [${Array.from({ length: 101 }, () => '*x').join(', ')}]\n`,
      'Unexpected number of aliases',
      `[${Array.from({ length: 101 }, () => '*x').join(', ')}]`,
    ],
    [
      'a: &a [x]\nb: &b [*a, *a, *a, *a, *a, *a, *a, *a]\nc: &c [*b, *b, *b, *b, *b, *b]\nd: [*c, *c]\n',
      'Unexpected number of aliases',
      '[*c, *c]',
    ],
  ])('is not %j', (text, fault, where) => {
    const found = parseYamlData(text)
    expect(found).toMatchObject({ fault: expect.stringContaining(fault) })
    if ('fault' in found) expect(text.slice(found.start, found.end)).toBe(where)
  })

  it('is not deeper for its aliases than for its brackets', () => {
    const nested = `${'['.repeat(40)}${']'.repeat(40)}`
    expect(parseYamlData(`a: &a ${nested}\nb: ${'['.repeat(30)}*a${']'.repeat(30)}\n`)).toMatchObject({
      fault: expect.stringContaining('nesting'),
    })
  })

  it('may have a hundred aliases', () => {
    expect(parseYamlData(`x: &x [1]\ny: [${Array.from({ length: 100 }, () => '*x').join(', ')}]\n`)).toMatchObject({
      kind: 'mapping',
    })
  })

  it('is not larger for its aliases than its reader bears', () => {
    const large = `x: &x [${Array.from({ length: 20_000 }, () => '1').join(',')}]\n`
    expect(parseYamlData(`${large}y: [${Array.from({ length: 50 }, () => '*x').join(', ')}]\n`)).toMatchObject({
      fault: expect.stringContaining('Unexpected length'),
    })
  })

  it('of any text is read or is a fault with a place in it', () => {
    const scraps = [
      'a: ',
      '- ',
      '\n',
      '  ',
      '&a ',
      '*a',
      '<<: ',
      '!!str ',
      '!x ',
      '? ',
      '[',
      ']',
      '{',
      '}',
      ', ',
      '"',
      "'",
      '|\n',
      '---\n',
      '%YAML 1.2\n',
      '# c\n',
      '1',
      'yes',
      '2026-01-20',
      '__proto__: ',
      '\t',
    ]
    fc.assert(
      fc.property(
        fc.oneof(
          anyText(),
          fc.array(fc.constantFrom(...scraps), { maxLength: 20 }).map((parts) => parts.join('')),
        ),
        (text) => {
          const found = parseYamlData(text)
          if (!('fault' in found)) return
          expect(found.start).toBeGreaterThanOrEqual(0)
          expect(found.end).toBeGreaterThanOrEqual(found.start)
          expect(found.end).toBeLessThanOrEqual(text.length)
        },
      ),
      { numRuns: runs(50) },
    )
  })
})
