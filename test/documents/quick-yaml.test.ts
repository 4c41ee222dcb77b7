import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { quickYaml } from '../../src/documents/quick-yaml.ts'
import { slowYaml, type YamlFault, type YamlNode } from '../../src/documents/yaml.ts'
import { anyText } from '../any-text.ts'
import { runs } from '../thorough.ts'

const deepest = 3
const offset = 7

/** A node with all that it says, its keys by name too. */
function shown(node: YamlNode | YamlFault): unknown {
  if ('fault' in node || node.kind === 'scalar') return node
  if (node.kind === 'sequence') return { ...node, items: node.items.map(shown) }
  const { get, entries, ...more } = node
  const found = entries.map((entry) => ({
    ...entry,
    value: shown(entry.value),
    isFound: get(entry.key.source) === entry,
  }))
  return { ...more, entries: found, missing: get('no such key') }
}

const words = [
  'a', 'b', 'status', 'in-progress', '_x', 'Null', 'NULL', 'null', 'true', 'False', 'yes', 'on', 'y', 'NaN', 'Infinity', '0', '1', '10', '007',
  '1.5', '1e5', '-1', '+1', '0x1f', '0o7', '1_000', '.5', '.inf', '123456789012345', '1234567890123456789', '2026-02-04', '2026-02-04T10:00:00Z',
  '10:00', '~', '-', '--', '---', '...', '?', ':', '#', '#a', 'a#b', 'a:b', 'a/b.md', '"a"', "'a'", '"', "'", '&a', '*a', '!a', '!!str', '<<', '[]',
  '[a]', '{}', '{a: b}', '|', '>', '>-', '%YAML', '@me', '`a`', ',', 'a,b', '\u00e9', '\ufeff', '\u0085', '\u2028', '\0', '\t', '\r', '__proto__', 'constructor',
] // prettier-ignore
const word = fc.oneof(
  { arbitrary: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f-g', 'status', 'done'), weight: 9 },
  fc.constantFrom(...words),
)
const value = fc.oneof(
  { arbitrary: word.map((text) => ` ${text}`), weight: 9 },
  fc.constant(''),
  fc.tuple(word, word).map(([first, second]) => ` ${first} ${second}`),
  fc.tuple(fc.array(word, { maxLength: 3 }), fc.constantFrom(', ', ', ', ',', ' ', ' ,', ',\n ')).map(([items, comma]) => ` [${items.join(comma)}]`),
  fc.tuple(fc.constantFrom('', ' ', '  ', '\t', ' \t'), word, fc.constantFrom('', ' ', '\t', ' # b', ' : b', ': b', ':')).map((parts) => parts.join('')),
  anyText({ maxLength: 3 }).map((text) => ` ${text}`),
) // prettier-ignore
const indent = fc.oneof(
  { arbitrary: fc.constant(''), weight: 4 },
  fc.constantFrom('  ', '  ', '    ', '      ', ' ', '\t'),
)
const line = fc.oneof(
  { arbitrary: fc.tuple(indent, word, fc.constant(':'), value).map((parts) => parts.join('')), weight: 30 },
  fc.constantFrom('', '  ', '# a', '- a', '  - a: b', 'a', '  more words', '---', '...', '? a', ': b'),
)
const texts = fc
  .tuple(fc.constantFrom('\n', '\n', '\r\n'), fc.array(line, { maxLength: 6 }), fc.boolean())
  .map(([eol, lines, ends]) => lines.join(eol) + (ends ? eol : ''))

describe('YAML that is read quickly', () => {
  it('is what the library reads, with every place; what is more than lines of words is left to it', () => {
    let quickly = 0
    fc.assert(
      fc.property(texts, (text) => {
        const quick = quickYaml(text, offset, deepest)
        if (!quick) return
        quickly++
        expect([text, shown(quick)]).toEqual([text, shown(slowYaml(text, offset, deepest))])
      }),
      { numRuns: runs(5000) },
    )
    expect(quickly).toBeGreaterThan(500)
  })

  it.each([
    ['a: b\n', true],
    ['a: b\r\nc:\r\n  d: e f\r\n  g: 1\r\nh: 2026-02-04', true],
    ['a: []\nb: [c]\nd:\n  e: [f g, 1,2026-02-04]\n', true],
    ['a: [b, null]\n', false],
    ['a: [b, [c]]\n', false],
    ['a: [b: c]\n', false],
    ['a: [b,]\n', false],
    ['a: [b,\n  c]\n', false],
    ['a:\n  b:\n    c: [d]\n', false],
    ['a: b\na: c\n', false],
    ['a: null\n', false],
    ['a: b # c\n', false],
    ['a: "b"\n', false],
    ['a:\tb\n', false],
    ['\ufeffa: b\n', false],
    ['a: b\n  c: d\n', false],
    ['a:\n b:\n  c:\n   d: e\n', false],
    ['a:\n  b: c\n d: e\n', false],
    ['', false],
  ])('%j: %s', (text, isQuick) => {
    expect(quickYaml(text, offset, deepest) !== undefined).toBe(isQuick)
  })

  it('is not longer than what the library reads', () => {
    const list = (length: number) => Array.from({ length }, (_, index) => `  a${index}: b c\n`).join('')
    const longest = `a:\n${list(11_999)}`
    expect(slowYaml(longest)).toMatchObject({ kind: 'mapping' })
    expect([quickYaml(longest, 0, 16)?.kind, quickYaml(`${longest}b: c\n`, 0, 16)]).toEqual(['mapping', undefined])
    const longestList = `a: [${Array.from({ length: 11_999 }, () => 'b').join(', ')}]\n`
    expect(slowYaml(longestList)).toMatchObject({ kind: 'mapping' })
    expect([quickYaml(longestList, 0, 16)?.kind, quickYaml(`${longestList}b: c\n`, 0, 16)]).toEqual([
      'mapping',
      undefined,
    ])
  })
})
