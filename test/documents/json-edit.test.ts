import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Fault } from '../../src/core/fault.ts'
import { nodeAt, toPlainData } from '../../src/documents/data.ts'
import { editJson, printLike, type JsonEdit } from '../../src/documents/json-edit.ts'
import { parseJson } from '../../src/documents/json.ts'
import { superlinear } from '../steps/steps.ts'

const read = (text: string): unknown => {
  const root = parseJson(text.replace(/^\ufeff/, ''))
  return 'fault' in root ? undefined : toPlainData(root)
}

const lines = (...all: readonly string[]) => all.join('\n')

describe('an edit', () => {
  it.each<[what: string, before: string, edits: readonly JsonEdit[], after: string]>([
    ['replaces a value in place', '{\n\t"a" :  1 ,"b":2}', [{ set: ['a'], value: 'x' }], '{\n\t"a" :  "x" ,"b":2}'],
    [
      'adds a member on a line of its own',
      lines('{', '    "a": 1', '}'),
      [{ set: ['b'], value: null }],
      lines('{', '    "a": 1,', '    "b": null', '}'),
    ],
    ['adds a member in a line', '{"a": 1}', [{ set: ['b'], value: { c: [1, 2] } }], '{"a": 1, "b": {"c": [1, 2]}}'],
    [
      'prints what is new over lines, by the unit of the document',
      lines('{', '\t"a": 1', '}'),
      [{ set: ['b'], value: { c: [1, {}] } }],
      lines('{', '\t"a": 1,', '\t"b": {', '\t\t"c": [', '\t\t\t1,', '\t\t\t{}', '\t\t]', '\t}', '}'),
    ],
    [
      'writes an element in one line where its neighbour is',
      lines('{', '  "list": [', '    { "a": 1 }', '  ]', '}'),
      [{ append: ['list'], value: { a: 2, b: { c: 3 } } }],
      lines('{', '  "list": [', '    { "a": 1 },', '    { "a": 2, "b": { "c": 3 } }', '  ]', '}'),
    ],
    [
      'takes the blanks inside the braces from the neighbour',
      lines('{', '  "list": [{"a": 1}]', '}'),
      [{ append: ['list'], value: { a: 2 } }],
      lines('{', '  "list": [{"a": 1}, {"a": 2}]', '}'),
    ],
    [
      'writes an element over lines where its neighbour is',
      lines('{', '  "list": [', '    {', '      "a": 1', '    }', '  ]', '}'),
      [{ append: ['list'], value: { a: 2 } }],
      lines('{', '  "list": [', '    {', '      "a": 1', '    },', '    {', '      "a": 2', '    }', '  ]', '}'),
    ],
    [
      'opens an empty list of a document of several lines',
      lines('{', '  "list": [],', '  "b": 1', '}'),
      [{ append: ['list'], value: 'x' }],
      lines('{', '  "list": [', '    "x"', '  ],', '  "b": 1', '}'),
    ],
    ['opens an empty list in a line', '{"list": []}', [{ append: ['list'], value: { a: 1 } }], '{"list": [{"a": 1}]}'],
    [
      'adds members after the one that is named, in their order',
      lines('{', '    "a": 1,', '    "c": {', '        "d": 1', '    }', '}'),
      [
        { set: ['b'], value: { e: 2 }, after: 'a' },
        { set: ['a'], value: 0, after: 'c' },
        { set: ['bb'], value: 3, after: 'a' },
        { set: ['last'], value: 4, after: 'none' },
      ],
      lines(
        '{',
        '    "a": 0,',
        '    "b": {',
        '        "e": 2',
        '    },',
        '    "bb": 3,',
        '    "c": {',
        '        "d": 1',
        '    },',
        '    "last": 4',
        '}',
      ),
    ],
    [
      'adds a member after another in a line',
      '{"a": 1, "c": 3}',
      [{ set: ['b'], value: 2, after: 'a' }, { remove: ['c'] }],
      '{"a": 1, "b": 2}',
    ],
    ['opens an empty object', '{}', [{ set: ['a'], value: 1 }], '{"a": 1}'],
    ['removes the first', lines('{', '  "a": 1,', '  "b": 2', '}'), [{ remove: ['a'] }], lines('{', '  "b": 2', '}')],
    ['removes the last', lines('{', '  "a": 1,', '  "b": 2', '}'), [{ remove: ['b'] }], lines('{', '  "a": 1', '}')],
    [
      'removes the only one',
      lines('{', '  "a": [', '    1', '  ]', '}'),
      [{ remove: ['a', 0] }],
      lines('{', '  "a": []', '}'),
    ],
    ['removes nothing when the key is absent', '{"a": 1}', [{ remove: ['b'] }], '{"a": 1}'],
    [
      'keeps Windows line endings, a mark and no final line break',
      '\ufeff{\r\n  "a": 1\r\n}',
      [{ set: ['b'], value: [1] }],
      '\ufeff{\r\n  "a": 1,\r\n  "b": [\r\n    1\r\n  ]\r\n}',
    ],
    [
      'is made together with others, by the places of the text as it is',
      '{"a": [1, 2, 3, 4, 5], "b": 1}',
      [
        { remove: ['a', 0] },
        { remove: ['a', 1] },
        { set: ['a', 2], value: [] },
        { remove: ['a', 4] },
        { append: ['a'], value: 6 },
        { append: ['a'], value: 7 },
        { remove: ['b'] },
      ],
      '{"a": [[], 4, 6, 7]}',
    ],
    [
      'removes all and adds others',
      lines('{', '  "a": [', '    1,', '    2', '  ]', '}'),
      [{ remove: ['a', 0] }, { append: ['a'], value: 3 }, { remove: ['a', 1] }],
      lines('{', '  "a": [', '    3', '  ]', '}'),
    ],
    [
      'adds one key once',
      '{}',
      [
        { set: ['a'], value: 1 },
        { set: ['a'], value: 2 },
      ],
      '{"a": 2}',
    ],
    ['takes the key that counts', '{"a": 1, "a": 2}', [{ set: ['a'], value: 3 }], '{"a": 1, "a": 3}'],
    ['removes the last of several in a line', '{"a": [1, 2]}', [{ remove: ['a', 1] }], '{"a": [1]}'],
    [
      'leaves the line that it adds behind',
      lines('{', '  "a" :  [1,2]', '}'),
      [{ set: ['b'], value: 3 }],
      lines('{', '  "a" :  [1,2],', '  "b": 3', '}'),
    ],
    [
      'leaves a value that is there already',
      '{ "a":  1.0, "b": "\\u0041" }',
      [
        { set: ['a'], value: 1 },
        { set: ['b'], value: 'A' },
      ],
      '{ "a":  1.0, "b": "\\u0041" }',
    ],
    [
      'adds members in a line',
      '{ "a": 1 }',
      [
        { set: ['b'], value: null },
        { set: ['c'], value: {} },
      ],
      '{ "a": 1, "b": null, "c": {} }',
    ],
    [
      'adds several members on lines of their own, with Windows line endings',
      '{\r\n    "a": 1\r\n}\r\n',
      [
        { set: ['b'], value: true },
        { set: ['c'], value: 'd' },
      ],
      '{\r\n    "a": 1,\r\n    "b": true,\r\n    "c": "d"\r\n}\r\n',
    ],
    [
      'writes an object beside objects on one line',
      lines('{', '  "a": { "b": 1 }', '}'),
      [{ set: ['c'], value: { d: 1, e: [2] } }],
      lines('{', '  "a": { "b": 1 },', '  "c": { "d": 1, "e": [2] }', '}'),
    ],
    [
      'writes an object beside objects on several lines',
      lines('{', '  "a": {', '    "b": 1', '  }', '}'),
      [{ set: ['c'], value: { d: 1 } }],
      lines('{', '  "a": {', '    "b": 1', '  },', '  "c": {', '    "d": 1', '  }', '}'),
    ],
    [
      'adds several to an empty object',
      '{}',
      [
        { set: ['a'], value: 1 },
        { set: ['b'], value: 2 },
      ],
      '{"a": 1, "b": 2}',
    ],
    ['replaces a list by an object', '{ "a": [1, 2] }', [{ set: ['a'], value: {} }], '{ "a": {} }'],
  ])('%s', (_, before, edits, after) => {
    expect(editJson(before, edits)).toBe(after)
  })

  it('is made in steps that grow with the text alone, whatever the number of edits', async () => {
    const list = (element: string, between: string) => (length: number) =>
      `[${Array.from({ length: Math.ceil(length / (element.length + between.length)) }, () => element).join(between)}]`
    const made = {
      'a line': list('1', ','),
      lines: list('{ "a": 1 }', ',\n  '),
      'objects over lines': list('{\n "a": 1}', ',\n'),
    }
    expect(await superlinear('test/steps/readers.ts', 'editList', made)).toEqual([])
  })

  it.each(['', '{', '[1,]', '// {}'])('is none of %j', (text) => {
    expect(() => editJson(text, [{ set: ['a'], value: 1 }])).toThrow(Fault)
  })

  it('is none of what another one takes away', () => {
    expect(() => editJson('{"a": [1], "b": 2}', [{ remove: ['a'] }, { set: ['a', 0], value: 3 }])).toThrow(Fault)
  })

  it('is none where there is no container', () => {
    expect(() => editJson('{"a": 1}', [{ append: ['a'], value: 1 }])).toThrow(Fault)
    expect(() => editJson('{"a": 1}', [{ set: ['b', 'c'], value: 1 }])).toThrow(Fault)
  })
})

const keys = fc.constantFrom('a', 'b', 'c', '__proto__', 'ü "q"')
const value = fc.letrec((tie) => ({
  any: fc.oneof({ maxDepth: 3 }, fc.jsonValue({ maxDepth: 1 }), tie('object'), tie('list')),
  object: fc
    .uniqueArray(fc.tuple(keys, tie('any')), { selector: ([key]) => key, maxLength: 4 })
    .map((entries) => Object.fromEntries(entries)),
  list: fc.array(tie('any'), { maxLength: 4 }),
}))
const layout = fc.record({
  indent: fc.constantFrom(0, 1, 2, 4, '\t'),
  eol: fc.constantFrom('\n', '\r\n'),
  mark: fc.boolean(),
  end: fc.boolean(),
})

const written = (
  data: unknown,
  { indent, eol, mark, end }: { indent: string | number; eol: string; mark: boolean; end: boolean },
) => (mark ? '\ufeff' : '') + JSON.stringify(data, null, indent).replaceAll('\n', eol) + (end ? eol : '')

describe('any edit', () => {
  it('changes one value and no other byte', () => {
    fc.assert(
      fc.property(value.object, keys, value.any, layout, (object, key, next, how) => {
        const before = written(object, how)
        const after = editJson(before, [{ set: [key], value: next }])
        expect(read(after)).toEqual(
          JSON.parse(JSON.stringify({ ...(object as object), ...Object.fromEntries([[key, next]]) })),
        )
        const node = parseJson(before.replace(/^\ufeff/, ' '))
        const old = 'fault' in node ? undefined : nodeAt(node, [key])
        if (!old) return
        expect(after.startsWith(before.slice(0, old.start))).toBe(true)
        expect(after.endsWith(before.slice(old.end))).toBe(true)
      }),
    )
  })

  it('of a list is undone by its opposite', () => {
    fc.assert(
      fc.property(fc.array(value.any, { minLength: 1, maxLength: 4 }), value.any, layout, (list, next, how) => {
        const before = written({ list }, how)
        const after = editJson(before, [{ append: ['list'], value: next }])
        expect(read(after)).toEqual(JSON.parse(JSON.stringify({ list: [...list, next] })))
        expect(editJson(after, [{ remove: ['list', list.length] }])).toBe(before)
      }),
    )
  })
})

describe('a text in place of another', () => {
  it.each([
    ['', '{\n  "b": [\n    1\n  ]\n}\n'],
    ['{"a":1}', '{"b":[1]}'],
    ['{"a": 1}\n', '{"b": [1]}\n'],
    ['{ "a": 1 }\r\n', '{ "b": [1] }\r\n'],
    ['{\n  "a": 1\n}', '{\n  "b": [\n    1\n  ]\n}'],
    ['{\n    "a": 1\n}\n', '{\n    "b": [\n        1\n    ]\n}\n'],
    ['{\r\n\t"a": 1\r\n}\r\n', '{\r\n\t"b": [\r\n\t\t1\r\n\t]\r\n}\r\n'],
  ])('has its layout: %j', (old, text) => {
    expect(printLike(old, { b: [1] })).toBe(text)
  })
})

describe('a text with both line ends', () => {
  const lines = [
    '{',
    '  "a": 1,',
    '  "list": [',
    '    1,',
    '    2',
    '  ],',
    '  "inner": {',
    '    "x": true,',
    '    "y": false',
    '  },',
    '  "none": {},',
    '  "z": "end"',
    '}',
    '',
  ]
  /** The ending of each line that comes once, by its text without a comma. */
  const endings = (text: string): ReadonlyMap<string, string> => {
    const ends = Array.from(text.matchAll(/^([^\r\n]*?),?(\r?\n)/gm), ([, line = '', end = '']) => [line, end] as const)
    return new Map(ends.filter(([line]) => ends.filter(([other]) => other === line).length === 1))
  }
  const edits: readonly (readonly [name: string, edits: readonly JsonEdit[]])[] = [
    ['adds a member', [{ set: ['new'], value: 1 }]],
    ['adds a member over several lines', [{ set: ['new'], value: { deep: [1] } }]],
    ['adds a member after another', [{ set: ['new'], value: { deep: 1 }, after: 'a' }]],
    ['adds a member after one of several lines', [{ set: ['new'], value: 1, after: 'list' }]],
    ['adds a member to a mapping', [{ set: ['inner', 'new'], value: 1 }]],
    ['adds a member to an empty mapping', [{ set: ['none', 'new'], value: 1 }]],
    ['adds an element', [{ append: ['list'], value: 3 }]],
    ['sets a value of several lines', [{ set: ['a'], value: { deep: 1 } }]],
    ['removes the first', [{ remove: ['a'] }]],
    ['removes one between others', [{ remove: ['inner'] }]],
    ['removes the last', [{ remove: ['z'] }]],
    ['removes the last of a mapping', [{ remove: ['inner', 'y'] }]],
    ['removes the last, and adds another', [{ remove: ['z'] }, { set: ['new'], value: 1 }]],
    ['removes the last two', [{ remove: ['none'] }, { remove: ['z'] }]],
  ]
  const patterns = ['the first', 'every second', 'every third'].flatMap((name, index) => [
    [name, (line: number) => (index === 0 ? line === 0 : line % (index + 1) === 0)] as const,
    [`all but ${name}`, (line: number) => !(index === 0 ? line === 0 : line % (index + 1) === 0)] as const,
  ])

  it.each(edits)('keeps the end of each line that stays: %s', (_, change) => {
    for (const [pattern, isCarriage] of patterns) {
      const text = lines.map((line, index) => line + (isCarriage(index) ? '\r\n' : '\n')).join('')
      const before = endings(text)
      const after = endings(editJson(text, change))
      const kept = Array.from(before).filter(([line]) => after.has(line))
      expect([pattern, kept.map(([line]) => [line, after.get(line)])]).toEqual([pattern, kept])
    }
  })
})
