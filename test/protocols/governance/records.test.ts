import { describe, expect, it } from 'vitest'
import { textDocument } from '../../../src/documents/text.ts'
import { memoryTree } from '../../../src/gateways/memory.ts'
import {
  continuedEntries,
  isContinuation,
  isSameValue,
  nothingMendable,
} from '../../../src/protocols/governance/reading/inheritance.ts'
import { absentRecord } from '../../../src/kit/record.ts'
import { entryAt } from '../../../src/kit/entry.ts'
import { parseFile, readFile, timeIn } from '../../../src/protocols/governance/reading/records.ts'
import { compareByBytes } from '../../../src/protocols/governance/loops/stalls.ts'
import { stemOf } from '../../../src/protocols/governance/files.ts'
import { instantOf } from '../../../src/protocols/governance/schema.ts'

const read = (text: string) => parseFile(textDocument('a.json', text))

describe('a file that holds a JSON object', () => {
  const file = read(
    '\n{\n  "text": "a",\n  "number": 0,\n  "list": [\n    "x",\n    {\n      "at": "2026-02-04T08:00:00Z" }\n  ],\n  "none": null }\n',
  )

  it('gives each value by its type, and nothing of another', () => {
    expect([file.text('text'), file.text('number'), file.text('absent'), file.text()]).toEqual([
      'a',
      undefined,
      undefined,
      undefined,
    ])
    expect([file.number('number'), file.number('text')]).toEqual([0, undefined])
    expect([file.list('list').length, file.list('text'), file.list('absent')]).toEqual([2, [], []])
    expect([timeIn(file, 'list', 1, 'at'), timeIn(file, 'text'), timeIn(file, 'number')]).toEqual([
      Date.parse('2026-02-04T08:00:00Z'),
      undefined,
      undefined,
    ])
    expect([file.has('none'), file.has('absent'), file.has('list', 2)]).toEqual([true, false, false])
    expect([file.value('none'), file.value()]).toEqual([null, file.data?.value])
  })

  it.each<[what: string, path: readonly PropertyKey[], line: number, column: number, end: number]>([
    ['a key', ['text'], 3, 3, 9],
    ['a key of an element', ['list', 1, 'at'], 8, 7, 11],
    ['an element that is a value', ['list', 0], 6, 5, 8],
    ['the beginning of an element that is none', ['list', 1], 7, 5, 6],
    ['what lacks an element', ['list', 7], 5, 11, 12],
    ['what lacks a key', ['list', 1, 'absent'], 7, 5, 6],
    ['the brace where a key is absent', ['absent'], 2, 1, 2],
    ['the brace where more is absent', ['absent', 'deeper', 3], 2, 1, 2],
    ['the value below which nothing can be', ['text', 'deeper'], 3, 11, 14],
    ['the brace of the whole', [], 2, 1, 2],
  ])('points at %s', (_, path, line, column, end) => {
    expect(file.keyPlace(...path)).toEqual({ path: 'a.json', line, column, endLine: line, endColumn: end })
  })

  it('is there, and may say why it cannot be read, and where', () => {
    expect(file).toMatchObject({ exists: true, link: undefined, fault: undefined, marked: false, digest: undefined })
    expect(read('{"a": 1,\n  b}')).toMatchObject({
      exists: true,
      data: undefined,
      fault: { place: { path: 'a.json', line: 2, column: 3 } },
    })
    expect(read('[1]').fault).toEqual({
      message: 'Unexpected value, expected a mapping',
      place: { path: 'a.json', line: 1 },
    })
    expect(read('[1]').keyPlace('x')).toEqual({ path: 'a.json', line: 1 })
  })

  it('may begin with a mark, which moves nothing but its own line', () => {
    const marked = read('\ufeff{"a": 1,\n "b": 2}')
    expect([marked.marked, marked.number('b'), marked.keyPlace('b').line, marked.keyPlace('b').column]).toEqual([
      true,
      2,
      2,
      2,
    ])
  })

  it('may not be there', () => {
    const absent = absentRecord('b.json')
    expect(absent).toMatchObject({
      path: 'b.json',
      exists: false,
      link: undefined,
      data: undefined,
      fault: undefined,
      marked: false,
    })
    expect([absent.keyPlace('x'), absent.list('x'), absent.has('x'), absent.text('x')]).toEqual([
      { path: 'b.json', line: 1 },
      [],
      false,
      undefined,
    ])
  })
})

describe('a file of a repository', () => {
  const limit = 10
  const open = (files: Readonly<Record<string, string | Uint8Array>>, links: readonly string[] = []) =>
    memoryTree(files, { links }).open({ selectors: [{ glob: '**', level: 'text' }], limit })

  it('is read up to the limit', async () => {
    const view = await open({
      'a.json': '{"a": 123}',
      'b.json': '{"a": 1234}',
      'c.json': Uint8Array.of(0x7b, 0xff, 0x7d),
      'd.json': '{"a":"\u0000"}',
    })
    expect(readFile(view, 'a.json', limit)).toMatchObject({
      exists: true,
      fault: undefined,
      digest: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
    const size = {
      message: 'Unexpected size, expected a file within the limit (`limits.file`)',
      place: { path: 'b.json', line: 1 },
    }
    expect(readFile(view, 'b.json', limit)).toMatchObject({ exists: true, data: undefined, fault: size })
    for (const [path, message] of [
      ['c.json', 'Unexpected bytes, expected UTF-8'],
      ['d.json', 'Unexpected NUL byte, expected text'],
    ] as const)
      expect(readFile(view, path, limit)).toMatchObject({
        exists: true,
        data: undefined,
        fault: { message, place: { path, line: 1 } },
        digest: expect.any(String),
      })
    expect(readFile(view, 'e.json', limit)).toMatchObject({ exists: false, digest: undefined })
  })

  it('is not followed when a link is at its path or above it: the outermost is reported', async () => {
    const view = await open({ 'x/y': '../z', 'z/a': '{}', 'z/l': 'a', 'zz/a': '{}' }, ['x/y', 'z/l'])
    expect(['x/y/z/a.json', 'x/y', 'z/l', 'z/a', 'x', 'zz/a'].map((path) => entryAt(view, path).link)).toEqual([
      'x/y',
      'x/y',
      'z/l',
      undefined,
      undefined,
      undefined,
    ])
    expect(readFile(view, 'x/y/a.json', limit)).toMatchObject({ exists: true, link: 'x/y', data: undefined })
    expect(readFile(view, 'z', limit).exists).toBe(false)
  })
})

describe('what is the same', () => {
  it('is so whatever order the keys are in, and in nothing else', () => {
    expect(isSameValue({ a: 1, b: [{ c: null, d: 'x' }] }, { b: [{ d: 'x', c: null }], a: 1 })).toBe(true)
    const different: readonly (readonly [unknown, unknown])[] = [
      [['a'], { 0: 'a' }],
      [
        ['a', 'b'],
        ['b', 'a'],
      ],
      [['a,b'], ['a', 'b']],
      [null, {}],
      [null, 'null'],
      [1, '1'],
      [{ a: 1 }, { a: 1, b: 2 }],
      [{ a: 1 }, { b: 1 }],
      [
        { a: 1, b: 2 },
        { a: 2, b: 1 },
      ],
      [[], {}],
      [{ a: 1 }, [['a', 1]]],
      [
        [1, 12],
        [11, 2],
      ],
      [[1], 1],
    ]
    expect(different.filter(([left, right]) => isSameValue(left, right))).toEqual([])
  })

  const noMends = nothingMendable.list()
  const continues = (...[previous, current]: readonly [readonly unknown[], readonly unknown[]]) =>
    continuedEntries(previous, current, noMends) !== undefined

  it('begins a list, whole', () => {
    expect([
      continues([1], [1, 2]),
      continues([1], [1]),
      continues([1, 2], [1]),
      continues([1], [2, 1]),
      continues([], []),
    ]).toEqual([true, true, false, false, true])
  })

  it('goes on where it ended, unless it is full', () => {
    expect([
      isContinuation([1, 2], [1, 2, 3], 3, noMends),
      isContinuation([1, 2], [2, 3], 3, noMends),
      isContinuation([1, 2], [2, 3, 4], 3, noMends),
      isContinuation([1], [2, 3, 4, 5], 3, noMends),
    ]).toEqual([true, false, true, false])
  })
})

describe('the order of bytes', () => {
  it('is that of UTF-8, the shorter first', () => {
    const texts = ['\u{1f3b9}', '\uff0c', 'ab', 'a', '', 'b', 'a/', 'a.']
    expect(texts.toSorted(compareByBytes)).toEqual(['', 'a', 'a.', 'a/', 'ab', 'b', '\uff0c', '\u{1f3b9}'])
    expect([compareByBytes('a', 'a'), compareByBytes('a\u0000', 'a') > 0, compareByBytes('a', 'a\u0000') < 0]).toEqual([
      0,
      true,
      true,
    ])
  })
})

describe('a time', () => {
  it.each([
    ['2026-02-04T08:00:00Z', '2026-02-04T08:00:00Z'],
    ['2026-02-04T23:59:59.5Z', '2026-02-04T23:59:59.500Z'],
    ['2026-02-04T08:00:00+01:30', '2026-02-04T06:30:00Z'],
    ['2026-02-04T08:00:00-23:59', '2026-02-05T07:59:00Z'],
    ['2024-02-29T00:00:00Z', '2024-02-29T00:00:00Z'],
    ['2026-12-31T00:00:00+23:59', '2026-12-30T00:01:00Z'],
  ])('%s is %s', (text, moment) => {
    expect(instantOf(text)).toBe(Date.parse(moment))
  })

  it.each([
    '',
    'x2026-02-04T08:00:00Z',
    '2026-02-04T08:00:00Zx',
    '2026-02-04 08:00:00Z',
    '2026-02-04T08:00:00',
    '2026-02-04T08:00Z',
    '2026-02-04T08:00:00.Z',
    '2026-02-30T08:00:00Z',
    '2026-13-01T08:00:00Z',
    '2026-00-01T08:00:00Z',
    '2026-02-04T24:00:00Z',
    '2026-02-04T08:60:00Z',
    '2026-02-04T08:00:60Z',
    '2026-02-04T08:00:00+24:00',
    '2026-02-04T08:00:00+01:60',
    '2026-02-04T08:00:00+0100',
  ])('is not %j', (text) => {
    expect(instantOf(text)).toBeUndefined()
  })

  it('counts more finely than in milliseconds', () => {
    expect(instantOf('2026-02-04T08:00:00.0005Z')).toBe(Date.parse('2026-02-04T08:00:00Z') + 0.5)
  })
})

it('a stem is the name without folder and ending', () => {
  expect(['a/b/ses_1.json', 'ses.1.json'].map(stemOf)).toEqual(['ses_1', 'ses.1'])
})
