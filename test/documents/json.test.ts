import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nodeAt, type DataNode, duplicates, toPlainData } from '../../src/documents/data.ts'
import { parseJson, printJson } from '../../src/documents/json.ts'
import { runs } from '../thorough.ts'
import { anyText } from '../any-text.ts'

function read(text: string, depth?: number): DataNode {
  const node = parseJson(text, depth)
  if ('fault' in node) throw new Error(node.fault)
  return node
}

const isJson = (text: string) => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

describe('JSON', () => {
  it('knows where its keys and values are', () => {
    const text = '{\r\n  "a": [1, {"b": "x\\n"}],\r\n  "c": null\r\n}'
    const root = read(text)
    const slice = (...path: (string | number)[]) => {
      const node = nodeAt(root, path)
      return node && text.slice(node.start, node.end)
    }
    expect([slice('a', 0), slice('a', 1, 'b'), slice('c'), slice('d'), slice('a', 7)]).toEqual([
      '1',
      '"x\\n"',
      'null',
      undefined,
      undefined,
    ])
    expect(root.kind === 'mapping' && root.entries.map(({ key }) => text.slice(key.start, key.end))).toEqual([
      '"a"',
      '"c"',
    ])
  })

  it('takes the last of several values of a key, and reports each that comes again', () => {
    const text = '{"a": 1, "b": {"a": 2}, "a": {"c": 0, "c": 0}, "a": 3}'
    const root = read(text)
    expect(toPlainData(root)).toEqual({ a: 3, b: { a: 2 } })
    expect(duplicates(root).map(({ key, first }) => [key.source, key.start, first.start])).toEqual([
      ['a', 24, 1],
      ['c', 38, 30],
      ['a', 47, 1],
    ])
  })

  it('makes own properties of all keys', () => {
    const data = toPlainData(read('{"__proto__": {"x": 1}, "constructor": 2}')) as object
    expect(Object.keys(data)).toEqual(['__proto__', 'constructor'])
    expect(Object.getPrototypeOf(data)).toBe(Object.prototype)
  })

  it.each<[text: string, fault: string, at: string]>([
    ['', 'Unexpected end, expected a value', ''],
    [' \n', 'Unexpected end, expected a value', ''],
    ['{"a": 1,}', 'Unexpected `}`, expected a key in double quotes', '}'],
    ['[1,]', 'Unexpected `]`, expected a value', ']'],
    ['{"a": 1 "b": 2}', 'Unexpected `"b"`, expected `,`', '"b"'],
    ['{"a" 1}', 'Unexpected `1`, expected `:`', '1'],
    ["{'a': 1}", "Unexpected `'a'`, expected a value", "'a'"],
    ['// a\n{}', 'Unexpected `// a`, expected no comments', '// a'],
    ['{} /* a */', 'Unexpected `/* a */`, expected no comments', '/* a */'],
    ['NaN', 'Unexpected `NaN`, expected a value', 'NaN'],
    ['{"a": tru}', 'Unexpected `tru`, expected a value', 'tru'],
    ['[1] 2', 'Unexpected `2`, expected the end of the text', '2'],
    ['{"a": 1', 'Unexpected end, expected `,` or `}`', ''],
    ['[1', 'Unexpected end, expected `,` or `]`', ''],
    ['"a\nb"', 'Unexpected `"a`, expected `"` at the end of the text', '"a'],
    ['\ufeff{}', 'Unexpected `U+FEFF`, expected a value', '\ufeff'],
  ])('is not %j', (text, fault, where) => {
    const found = parseJson(text)
    expect(found).toMatchObject({ fault })
    if ('fault' in found) expect(text.slice(found.start, found.end)).toBe(where)
  })

  it('is read to a depth, and its reader never recurses beyond', () => {
    const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
    expect(read(nested(64))).toMatchObject({ kind: 'sequence' })
    expect(parseJson(nested(65))).toMatchObject({ deep: true, start: 64, end: 65 })
    expect(parseJson('{"a":'.repeat(500_000))).toMatchObject({ deep: true })
    expect(read(`["${'['.repeat(100)}\\"", 1]`)).toMatchObject({ kind: 'sequence' })
  })

  it('is what its standard says, no more and no less', () => {
    const scraps = [
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"a"',
      '"',
      '1',
      '01',
      '-',
      '-0',
      '1.',
      '1.5',
      '1e5',
      '1E+',
      '.5',
      '+1',
      '0x1',
      'null',
      'true',
      'fals',
      '//',
      '/*',
      '*/',
      ' ',
      '\t',
      '\n',
      '\r',
      '\u00a0',
      '\ufeff',
      '\u2028',
      '\\',
      '"\\x"',
      '"\\u12"',
      '"\\ud800"',
      '"\t"',
      '"\u007f"',
      "'a'",
      '\f',
      '\0',
    ]
    const text = fc.oneof(
      fc.json(),
      anyText(),
      fc.array(fc.constantFrom(...scraps), { maxLength: 8 }).map((parts) => parts.join('')),
    )
    fc.assert(
      fc.property(text, (input) => {
        expect([input, !('fault' in parseJson(input, 1000))]).toEqual([input, isJson(input)])
      }),
      { numRuns: runs(200) },
    )
  })

  it('gives what the standard reader gives, and is the same once it is written', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 5 }), (text) => {
        const node = read(text)
        expect(JSON.stringify(toPlainData(node))).toBe(JSON.stringify(JSON.parse(text)))
        expect(toPlainData(read(printJson(node)))).toEqual(toPlainData(node))
      }),
    )
  })

  it('is written with two spaces, other letters as they are, and numbers as they were', () => {
    expect(printJson(read('{"2":[],"1":{"e":"\\u00e9","n":1.0,"big":1e400,"list":[true,null]},"o":{}}'))).toBe(
      '{\n  "2": [],\n  "1": {\n    "e": "é",\n    "n": 1.0,\n    "big": 1e400,\n    "list": [\n      true,\n      null\n    ]\n  },\n  "o": {}\n}\n',
    )
  })
})
