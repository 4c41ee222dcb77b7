import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseYaml, toPlainData, type YamlMapping, type YamlNode } from '../../src/documents/yaml.ts'
import { runs } from '../thorough.ts'
import { anyText } from '../any-text.ts'

function nodeOf(text: string, offset = 0): YamlNode {
  const read = parseYaml(text, offset)
  if ('fault' in read) throw new Error(read.fault)
  return read
}

function mappingOf(text: string): YamlMapping {
  const node = nodeOf(text)
  if (node.kind !== 'mapping') throw new Error(`a ${node.kind}`)
  return node
}

/** What is found to be at fault, and the text there. */
function faultOf(text: string): readonly [fault: string, at: string] | undefined {
  const read = parseYaml(text)
  return 'fault' in read ? [read.fault, text.slice(read.start, read.end)] : undefined
}

describe('values', () => {
  it.each<[text: string, source: string, value: string | number | boolean | null]>([
    ['3.10', '3.10', 3.1],
    ['02', '02', 2],
    ['0x1F', '0x1F', 31],
    ['1e3', '1e3', 1000],
    ['12345678901234567890', '12345678901234567890', 12345678901234567000],
    ['2026-02-03', '2026-02-03', '2026-02-03'],
    ['2026-02-03T10:00:00Z', '2026-02-03T10:00:00Z', '2026-02-03T10:00:00Z'],
    ['True', 'True', true],
    ['yes', 'yes', 'yes'],
    ['off', 'off', 'off'],
    ['~', '~', null],
    ['Null', 'Null', null],
    ['=', '=', '='],
    ['"3.10"', '3.10', '3.10'],
    ["'it''s'", "it's", "it's"],
    ['"a\\u0041\\n"', 'aA\n', 'aA\n'],
    ['constructor', 'constructor', 'constructor'],
    ['sha256:00', 'sha256:00', 'sha256:00'],
    ['a\n  b', 'a b', 'a b'],
    ['|\n  x\n   y\n', 'x\n y\n', 'x\n y\n'],
    ['>-\n  x\n  y\n', 'x y', 'x y'],
    ['💡 Ideated', '💡 Ideated', '💡 Ideated'],
  ])('%j says %j', (text, source, value) => {
    expect(mappingOf(`key: ${text}`).get('key')?.value).toMatchObject({
      kind: 'scalar',
      source,
      value,
      quoted: /^["'|>]/.test(text),
    })
  })

  it.each<[about: string, text: string]>([
    ['nothing after the colon', 'key:'],
    ['blanks', 'key:  \nother: 1'],
    ['a comment', 'key: # none\nother: 1'],
    ['a comment below', 'key:\n  # none\nother: 1'],
    ['CRLF', 'key:\r\nother: 1\r\n'],
    ['an anchor', 'key: &anchor\nother: 1'],
    ['a comma', '{ key: , other: 1 }'],
    ['a brace', '{ key:}'],
    ['no colon', '{ key, other: 1 }'],
    ['no colon after a question mark', '? key\nother: 1'],
  ])('that are absent go into their slot: %s', (_, text) => {
    const { key, slot, value } = mappingOf(text).get('key') ?? {}
    const behind = { anchor: 12, colon: text.indexOf(':') + 1, key: text.indexOf('key') + 3 }
    const at = text.includes('&') ? behind.anchor : /key *:/.test(text) ? behind.colon : behind.key
    expect([slot, value]).toEqual([at, { kind: 'scalar', source: '', quoted: false, value: null, start: at, end: at }])
    expect(key?.source).toBe('key')
  })

  it('as plain data keep keys that name parts of objects', () => {
    const data = toPlainData(nodeOf('__proto__: { polluted: yes }\nconstructor: [1, null]\n1: x\n'))
    expect(Object.entries(data as object)).toEqual([
      ['1', 'x'],
      ['__proto__', { polluted: 'yes' }],
      ['constructor', [1, null]],
    ])
    expect(Object.getPrototypeOf(data)).toBe(Object.prototype)
  })

  it('are found by key, and no others', () => {
    const mapping = mappingOf('plugin: True\n"stage": 2\n')
    expect([mapping.get('plugin')?.value, mapping.get('stage')?.value]).toMatchObject([
      { source: 'True' },
      { source: '2' },
    ])
    expect([mapping.get('toString'), mapping.get('__proto__')]).toEqual([undefined, undefined])
  })
})

describe('where things are', () => {
  const at = (text: string, { start, end }: { readonly start: number; readonly end: number }) => text.slice(start, end)

  it.each<[text: string, value: string]>([
    ['key: "a" # why', '"a"'],
    ['key: [a,\n b] # why', '[a,\n b]'],
    ['key:\n  a: 1 # why\n  b:\n    - x\n  # more\nother: 1', 'a: 1 # why\n  b:\n    - x'],
    ['key:\n- a\n- b # why\nother: 1', '- a\n- b'],
    ['key: |\n  a\n  b\n\nother: 1', '|\n  a\n  b'],
    ['key: |\r\n  a\r\n  b\r\nother: 1', '|\r\n  a\r\n  b'],
    ['key: |+\n  a\n\n\nother: 1', '|+\n  a\n\n'],
    ['key: >-\n  a', '>-\n  a'],
    ['key: |\nother: 1', '|'],
    ['key: a\n  b\nother: 1', 'a\n  b'],
    ['key:\n  💡\nother: 1', '💡'],
    ['{ key: { a: 1 }, other: 1 }', '{ a: 1 }'],
    ['? key\n: - a\n  - b\n', '- a\n  - b'],
  ])('%j', (text, value) => {
    const entry = mappingOf(text).get('key')
    expect(entry && at(text, entry.value)).toBe(value)
    expect(entry && at(text, entry.key)).toBe('key')
  })

  it('is counted from the offset', () => {
    const node = nodeOf('a: [x, &b y]\n? c\n', 100)
    expect(node).toMatchObject({
      start: 100,
      entries: [
        {
          start: 100,
          slot: 102,
          key: { start: 100, end: 101 },
          value: { start: 103, end: 112, items: [{ start: 104 }, { start: 110, end: 111 }] },
        },
        { start: 113, slot: 116, key: { start: 115, end: 116 }, value: { start: 116, end: 116 } },
      ],
    })
    expect(parseYaml('\n- [\n', 100)).toMatchObject({ start: 105 })
    expect(parseYaml('\n- *a\n', 100)).toMatchObject({ start: 103, end: 105 })
    expect(parseYaml('a: 1\na: 2\n', 100)).toMatchObject({ start: 105, end: 106 })
    expect(parseYaml('a: \u0007', 100)).toMatchObject({ start: 103, end: 104 })
    expect(nodeOf('', 100)).toMatchObject({ kind: 'scalar', value: null, start: 100, end: 100 })
  })

  it('begins with what marks an entry as one', () => {
    const text = '? a\n: 1\n&x b: 2\n: 3\n'
    expect(mappingOf(text).entries.map((entry) => text.slice(entry.start, entry.slot))).toEqual([
      '? a\n:',
      '&x b:',
      ':',
    ])
  })
})

describe('what is no YAML here', () => {
  it.each<[about: string, text: string, fault: string, at: string]>([
    ['a bracket that is not closed', 'a: [b\n', 'Unexpected YAML', ''],
    ['a quote that is not closed', 'a: "b\n', 'Unexpected YAML', ''],
    ['a mapping in a value', 'a: b: c\n', 'Unexpected YAML', 'b'],
    ['text after a value', 'a: "b" c\n', 'Unexpected YAML', 'c'],
    ['a key without a colon', 'a: 1\nb\n', 'Unexpected YAML', 'b'],
    ['a list on the line of its key', 'a: - b\n', 'Unexpected YAML', '-'],
    ['keys at different columns', 'a: 1\n b: 2\n', 'Unexpected YAML', '1'],
    ['an escape that YAML has not', 'a: "\\q"\n', 'Unexpected YAML', '\\'],
    ['a character that begins no value', 'a: @b\n', 'Unexpected YAML', '@'],
    ['a tab as indentation', 'a:\n\tb: 1\n', 'Unexpected YAML', '\t'],
    ['a tab as indentation of a list', 'a:\n\t- b\n', 'Unexpected YAML', '\t'],
    ['an unknown directive', '%FOO\n---\na: 1\n', 'Unexpected YAML', '%FOO'],
    ['a directive after the document', 'a: 1\n...\n%YAML 1.2\n', 'Unexpected directive `%YAML 1.2`', '%YAML 1.2'],
    ['two documents', 'a: 1\n---\nb: 2\n', 'Unexpected second document', ''],
    ['two documents, the first one ended', 'a: 1\n...\nb: 2\n', 'Unexpected second document', ''],
    ['a directive after the document', 'a: 1\n...\n%YAML 1.2\n', 'Unexpected directive', '%YAML 1.2'],
    ['the same key twice', 'a: 1\nb: 2\na: 3\n', 'Unexpected second key `a`', 'a'],
    ['the same key twice, quoted once', 'a: 1\n"a": 3\n', 'Unexpected second key `a`', '"a"'],
    ['the same key twice between braces', 'x: { a: 1, a: 2 }\n', 'Unexpected second key `a`', 'a'],
    ['no key twice', ': 1\n: 2\n', 'Unexpected second key (empty)', ''],
    ['an alias', 'a: &b 1\nc: *b\n', 'Unexpected alias `*b`', '*b'],
    ['an alias as a key', '*b : 1\n', 'Unexpected alias `*b`', '*b'],
    ['an alias in brackets', 'a: [*b]\n', 'Unexpected alias `*b`', '*b'],
    ['a merge key', 'a:\n  <<: { b: 1 }\n', 'Unexpected merge key `<<`', '<<'],
    ['a tag', 'a: !!str 1\n', 'Unexpected tag `!!str`', '!!str'],
    ['a tag of its own', 'a: !ruby/object:Gem {}\n', 'Unexpected tag `!ruby/object:Gem`', '!ruby/object:Gem'],
    ['a tag in full', 'a: !<tag:yaml.org,2002:int> 1\n', 'Unexpected tag', '!<tag:yaml.org,2002:int>'],
    ['a tag that only says that there is one', 'a: ! b\n', 'Unexpected tag `!`', '!'],
    ['a tag on a mapping', '!!map\na: 1\n', 'Unexpected tag `!!map`', '!!map'],
    ['a list as a key', '? - a\n: 1\n', 'Unexpected key', '- a'],
    ['a mapping as a key', '{ { a: 1 }: 2 }\n', 'Unexpected key', '{ a: 1 }'],
    ['a control character', 'a: "\u0007"\n', 'Unexpected character `U+0007`', '\u0007'],
    ['a mark of the library', 'a: | \u0018\n', 'Unexpected character `U+0018`', '\u0018'],
    ['a byte-order mark', '\ufeffa: 1\n', 'Unexpected character `U+FEFF`', '\ufeff'],
    ['a CR alone', 'a: 1\rb: 2\n', 'Unexpected character `U+000D`', '\r'],
  ])('%s', (_, text, fault, at) => {
    const found = faultOf(text)
    expect(found?.[0].slice(0, fault.length)).toBe(fault)
    expect(found?.[1]).toBe(at)
  })

  it('is found again, however often it is read', () => {
    for (const text of ['a: !!binary x\n', 'a: [b\n', 'a: 1\na: 2\n', 'a: *b\n']) {
      expect(parseYaml(text)).toHaveProperty('fault')
      expect(parseYaml(text)).toEqual(parseYaml(text))
    }
  })

  it('is not what only looks like it', () => {
    const text = 'a: "*b !c <<"\nb: a*b !c\n"<<": 1\nc: |\n  *b\n  !c\n  ---\n# *b\nd: --- x\ne: &f g\n'
    expect(toPlainData(nodeOf(text))).toEqual({
      a: '*b !c <<',
      b: 'a*b !c',
      '<<': 1,
      c: '*b\n!c\n---\n',
      d: '--- x',
      e: 'g',
    })
  })

  it('is not the first word of a text of several lines', () => {
    expect(toPlainData(nodeOf('|\n*b\n'))).toBe('*b\n')
    expect(toPlainData(nodeOf('>\n!c d\n'))).toBe('!c d\n')
  })
})

describe('depth', () => {
  const lines = (depth: number, line: (level: number) => string) =>
    Array.from({ length: depth }, (_, level) => line(level)).join('\n')
  const styles: readonly [about: string, text: (depth: number) => string][] = [
    ['brackets', (depth) => '['.repeat(depth) + ']'.repeat(depth)],
    ['braces', (depth) => `${'{a: '.repeat(depth)}1${'}'.repeat(depth)}`],
    ['pairs in brackets', (depth) => `${'[a: '.repeat(depth / 2)}1${']'.repeat(depth / 2)}`],
    ['brackets in a mapping', (depth) => `a: ${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}`],
    ['compact lists', (depth) => `${'- '.repeat(depth)}a`],
    ['indented lists', (depth) => lines(depth, (level) => `${' '.repeat(level)}-`)],
    ['indented mappings', (depth) => lines(depth, (level) => `${' '.repeat(level)}a:`)],
    ['lists of mappings', (depth) => lines(depth / 2, (level) => `${'   '.repeat(level)}- a:`)],
  ]

  it.each(styles)('of %s is 16 at most', (_, text) => {
    expect(parseYaml(text(16))).toHaveProperty('kind')
    expect(parseYaml(text(18))).toHaveProperty('fault', 'Unexpected nesting, expected at most `16` levels')
  })

  it.each([...styles, ['compact mappings', (depth: number) => '? '.repeat(depth)] as const])(
    'of %s without end is refused',
    (_, text) => {
      expect(parseYaml(text(4000))).toHaveProperty('fault', 'Unexpected nesting, expected at most `16` levels')
    },
  )

  it('may be set', () => {
    expect(parseYaml('a: [b]', 0, 2)).toHaveProperty('kind')
    expect(parseYaml('a: [[b]]', 0, 2)).toMatchObject({
      fault: 'Unexpected nesting, expected at most `2` levels',
      start: 4,
      end: 5,
    })
  })
})

describe('any text', () => {
  const scraps = [
    'a',
    ' ',
    '  ',
    '\n',
    '\r\n',
    ': ',
    ':',
    '- ',
    '? ',
    '[',
    ']',
    '{',
    '}',
    ',',
    '"',
    "'",
    '|',
    '>',
    '#',
    '&a',
    '*a',
    '!',
    '%',
    '@',
    '---',
    '...',
    '\t',
    '\\',
    '<<',
    '~',
    '1',
    '💡',
    '\ufeff',
    '\r',
    '\0',
  ]

  it('is read or refused, with a place in it', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          anyText(),
          fc.array(fc.constantFrom(...scraps), { maxLength: 40 }).map((parts) => parts.join('')),
        ),
        (text) => {
          const read = parseYaml(text, 7)
          expect(read.start).toBeGreaterThanOrEqual(7)
          expect(read.end).toBeGreaterThanOrEqual(read.start)
          expect(read.end).toBeLessThanOrEqual(text.length + 7)
        },
      ),
      { numRuns: runs(100) },
    )
  })

  it('that JSON writes is read as what it says', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
        const text = JSON.stringify(value)
        expect(toPlainData(nodeOf(text.replaceAll('\ufeff', '\\ufeff')))).toEqual(JSON.parse(text))
      }),
    )
  })
})
