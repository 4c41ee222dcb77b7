import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { count, flag } from '../../src/core/configuration.ts'
import { memoryTree } from '../../src/gateways/memory.ts'
import type { DataNode } from '../../src/documents/data.ts'
import { textDocument } from '../../src/documents/text.ts'
import { dataAs, parseRecord, readRecord } from '../../src/kit/record.ts'
import { messageIn, requiredKeys, checkValue, typedValue, typeOf, violationsOf } from '../../src/kit/shape.ts'
import {
  formHint,
  keyProblems,
  problemOf,
  shapedFile,
  shapeFindings,
  unreadable,
} from '../../src/kit/shape-findings.ts'

const shape = z.strictObject({
  name: z.string({ error: () => 'Unexpected name, expected a string' }),
  size: z.int().min(1, { error: () => 'Unexpected size, expected 1 or more' }),
  tag: z.string().optional(),
})
const parsed = (text: string) => parseRecord(textDocument('a.json', text), 'json')
const findings = (text: string, missing?: 'together') => {
  const { data } = parsed(text)
  return data ? Array.from(shapeFindings(data, () => shape, { hint: 'Write it.', ...(missing && { missing }) })) : []
}

describe('a shape', () => {
  it('reports missing and unknown keys, wrong types and wrong values, each at its place', () => {
    expect(
      findings('{\n "name": 3,\n "size": 0,\n "more": 1\n}').map(({ message, place }) => [message, place.line]),
    ).toEqual([
      ['In `name`: Unexpected name, expected a string', 2],
      ['In `size`: Unexpected size, expected 1 or more', 3],
      ['Unexpected key `more`', 4],
    ])
    expect(findings('{}').map(({ message, hint }) => [message, hint])).toEqual([
      ['Missing key `name`', 'Write it.'],
      ['Missing key `size`', 'Write it.'],
    ])
  })

  it('says that a value is a text where it looks like one of the type that was expected', () => {
    const flags = z.strictObject({ done: flag(), tries: count(1), list: z.array(z.string()).optional() })
    const messages = (text: string) => {
      const { data } = parsed(text)
      return data
        ? Array.from(
            shapeFindings(data, () => flags),
            ({ message }) => message,
          )
        : []
    }
    expect(messages('{ "done": "true", "tries": "2" }')).toEqual([
      'In `done`: Unexpected text `true`, expected `true` or `false`',
      'In `tries`: Unexpected text `2`, expected an integer, `1` or more',
    ])
    expect(messages('{ "done": "yes", "tries": 0 }')).toEqual([
      'In `done`: Unexpected `yes`, expected `true` or `false`',
      'In `tries`: Unexpected `0`, expected an integer, `1` or more',
    ])
  })

  it('tells the first 1,000 violations apart, the last of which stands for the others', () => {
    const { data } = parsed(`{ "items": [${Array<string>(3000).fill('0').join(',')}], "one": 1, "two": 2 }`)
    const found = data ? Array.from(shapeFindings(data, () => z.strictObject({ items: z.array(z.string()) }))) : []
    expect(found).toHaveLength(1000)
    expect(found.flatMap(({ more }) => more ?? [])).toEqual([2003])
    expect(found.reduce((sum, { more = 1 }) => sum + more, 0)).toBe(3002)
    expect(found.at(-1)?.more).toBe(2003)
  })

  it('names the missing keys of one mapping together where the protocol wants that', () => {
    expect(findings('{ "more": 1 }', 'together').map(({ message, place }) => [message, place.line])).toEqual([
      ['Missing keys: `name`, `size`', 1],
      ['Unexpected key `more`', 1],
    ])
  })

  it('gives a value only where nothing is wrong', () => {
    const judge = (text: string) =>
      shapedFile(parsed(text), {
        shape: () => shape,
        unreadable: 'BOX_UNREADABLE',
        violationCodes: 'BOX_SCHEMA',
        needed: [{ code: 'BOX_TAG', key: 'tag', where: { key: 'name', is: 'red' } }],
      })
    expect(judge('{"name":"a","size":1}').value).toEqual({ name: 'a', size: 1 })
    expect(judge('{"name":"red","size":1}')).toMatchObject({
      value: undefined,
      problems: [
        {
          code: 'BOX_TAG',
          message: 'Missing key `tag`, expected one where the name is `red`',
          place: { line: 1, column: 9 },
        },
      ],
    })
    expect(judge('{"name":"red","size":1,"tag":"x"}').problems).toEqual([])
    expect(judge('{').problems.map(({ code }) => code)).toEqual(['BOX_UNREADABLE'])
    expect(judge('{"size":1}').problems.map(({ code }) => code)).toEqual(['BOX_SCHEMA'])
  })

  const coded = z.strictObject({
    name: z.string(),
    size: z.int().min(1),
    tags: z.array(z.string().refine((tag) => tag !== 'red', { params: { fault: 'color' } })),
  })
  const codes = {
    missing: 'LACKS',
    value: 'WRONG',
    type: 'TYPE',
    unknown: 'MORE',
    keys: { size: 'SIZE' },
    faults: { color: 'COLOR' },
  }

  it('gives each violation the code of its kind, of its key, or of the check that finds it', () => {
    const { data } = parsed('{ "name": 3, "size": 0, "tags": ["red", "red"], "more": 1 }')
    const found = data ? Array.from(keyProblems(data, coded, codes)) : []
    expect(found.map(({ code, place }) => [code, place.column])).toEqual([
      ['TYPE', 11],
      ['SIZE', 22],
      ['COLOR', 33],
      ['MORE', 49],
    ])
    expect(data && Array.from(keyProblems(data, coded, 'ONE'), ({ code }) => code)).toEqual([
      'ONE',
      'ONE',
      'ONE',
      'ONE',
    ])
  })

  it('finds a key whose value counts as absent at the key, and one that is not there in the first line', () => {
    const { data } = parsed('{ "name": "",\n "tags": [] }')
    const read = data && dataAs(data.document, data.root, { tags: [] })
    const found = read
      ? Array.from(keyProblems(read, coded, codes, (violation) => ({ hint: formHint(violation) })))
      : []
    expect(
      found.map(({ code, message, place: { line, column, endColumn } }) => [code, message, line, column, endColumn]),
    ).toEqual([
      ['LACKS', 'Missing key `name`', 1, 3, 9],
      ['LACKS', 'Missing key `size`', 1, 1, 14],
    ])
  })

  it('judges a value without a text: what it is by the shape, or the first thing that is wrong with it', () => {
    const of = z.object({ list: z.array(z.string().transform((text) => text.length)), more: z.string().optional() })
    expect(checkValue({ list: ['one', 'to'], other: 1 }, of)).toEqual({ value: { list: [3, 2] } })
    expect(checkValue({ list: ['one', 2], more: 1 }, of)).toEqual({
      fault: { path: 'list.1', message: expect.stringContaining('string') },
    })
    expect(checkValue(1, of)).toEqual({ fault: { path: '', message: expect.stringContaining('object') } })
    expect(requiredKeys(of.shape)).toEqual(['list'])
  })

  it('gives values the types that it has, whatever the text takes them for', () => {
    const of = z.object({
      version: z.string(),
      sizes: z.array(z.number()).optional(),
      inner: z.object({ on: z.boolean(), other: z.string() }),
      any: z.custom<unknown>(),
      empty: z.string().optional(),
    })
    const { root } =
      parsed('{ "version": 1.10, "sizes": [2], "inner": { "on": true }, "any": 3, "empty": "", "more": 1 }').data ?? {}
    const valueOf = (node: DataNode, type: string) => `${type} ${node.kind === 'scalar' ? node.source : node.kind}`
    const isAbsent = (node: DataNode) => node.kind === 'scalar' && node.source === ''
    const read = { version: 'string 1.10', sizes: ['number 2'], inner: { on: 'boolean true' }, any: 3 }
    expect(root && typedValue(root, of, { isAbsent, valueOf })).toEqual(read)
    expect(root && typedValue(root, of.catchall(z.unknown()), { isAbsent, valueOf })).toEqual({ more: 1, ...read })
    expect(root && typedValue(root, z.array(z.string()), { isAbsent, valueOf })).toBe('array mapping')
    expect([typeOf(of.shape.sizes), typeOf(of.shape.version)]).toEqual(['array', 'string'])
  })

  it('leaves a file that is a link to the rule about links', async () => {
    const tree = memoryTree({ 'a.json': '../x' }, { links: ['a.json'] })
    const view = await tree.open({ selectors: [{ glob: '**', level: 'text' }], limit: 1000 })
    const [link, broken] = [readRecord(view, 'a.json', 'json', 1000), parsed('{')]
    expect([...unreadable({ file: link, fault: link.fault }, { hint: 'Fix it.' })]).toEqual([])
    expect([...unreadable({ file: broken, fault: broken.fault }, { hint: 'Fix it.' })]).toMatchObject([
      { hint: 'Fix it.' },
    ])
  })

  const kinds = (text: string, nullIsAbsent = false) => {
    const { data } = parsed(text)
    return data && violationsOf(data, shape, { nullIsAbsent }).map(({ kind, key, expected }) => [kind, key, expected])
  }

  it('distinguishes another type from another value, and a value from its absence', () => {
    expect(kinds('{ "name": 3, "size": 0, "more": 1 }')).toEqual([
      ['type', 'name', 'a string'],
      ['value', 'size', '1 or more'],
      ['unknown', 'more', undefined],
    ])
    expect(kinds('{ "name": "a", "size": 1, "tag": null }')).toEqual([['type', 'tag', expect.any(String)]])
    expect(kinds('{ "name": null, "size": 1, "tag": null }', true)).toEqual([['missing', 'name', 'a string']])
  })

  it('takes half a number for another type where the protocol does', () => {
    const { data } = parsed('{ "name": "a", "size": 1.5 }')
    const kindsOf = (fractionIsType: boolean) =>
      data && violationsOf(data, shape, { fractionIsType }).map(({ kind }) => kind)
    expect([kindsOf(false), kindsOf(true)]).toEqual([['value'], ['type']])
  })

  it('counts a value as missing that its own check marks as absent', () => {
    const filled = z.object({
      name: z
        .string()
        .refine((name) => name !== '', { error: () => 'Unexpected, expected a name', params: { absent: true } }),
    })
    const { data } = parsed('{ "name": "" }')
    expect(data && violationsOf(data, filled)).toMatchObject([
      { kind: 'missing', message: 'Missing key `name`', expected: 'a name', place: { column: 11 } },
    ])
  })

  it('spells a violation as the protocol does', () => {
    const { data } = parsed('\n{\n "name": null,\n "more": 1 }')
    const [name, size, extraKey] = data ? violationsOf(data, shape, { nullIsAbsent: true }) : []
    const spelled = (violation = name, spelling: Parameters<typeof problemOf>[2] = {}) => {
      const { code, message, hint, place } = problemOf(
        violation as NonNullable<typeof name>,
        { missing: 'LACKS', value: 'WRONG' },
        spelling,
      )
      return [code, message, hint, place.line, place.column]
    }
    expect(spelled(name)).toEqual(['LACKS', 'Missing key `name`', undefined, 3, 10])
    expect(spelled(name, { at: 'key' })).toEqual(['LACKS', 'Missing key `name`', undefined, 3, 2])
    expect(spelled(name, { missing: 'expected', hint: 'Write it.' })).toEqual([
      'LACKS',
      'Missing `name`, expected a string',
      'Write it.',
      3,
      10,
    ])
    expect(spelled(name, { at: 'written' })).toEqual(['LACKS', 'Missing `name`, expected a string', undefined, 3, 10])
    expect(spelled(size)).toEqual(['LACKS', 'Missing key `size`', undefined, 2, 1])
    expect(spelled(size, { missing: 'hinted', at: 'key' })).toEqual([
      'LACKS',
      'Missing key `size`',
      'Write `size`: a value.',
      2,
      1,
    ])
    expect(spelled(size, { at: 'written', hint: 'Write it.' })).toEqual([
      'LACKS',
      'Missing `size`, expected a value',
      'Write it.',
      1,
      undefined,
    ])
    expect(spelled(extraKey, { missing: 'hinted', hint: 'Remove it.' })).toEqual([
      'WRONG',
      'Unexpected key `more`',
      'Remove it.',
      4,
      2,
    ])
  })

  it('is, of several, the one that a word selects', () => {
    const { data } = parsed('{ "kind": "round", "width": 2 }')
    const forms = (...words: readonly [string, string]) =>
      z.discriminatedUnion(
        'kind',
        [
          z.strictObject({ kind: z.literal(words[0]), width: z.int() }),
          z.strictObject({ kind: z.literal(words[1]), radius: z.int() }),
        ],
        { error: () => 'Unexpected kind, expected one of these' },
      )
    const messages = (...words: readonly [string, string]) => data && violationsOf(data, forms(...words)).map(messageIn)
    expect(messages('square', 'round')).toEqual([expect.stringContaining('`radius`'), 'Unexpected key `width`'])
    expect(messages('square', 'oval')).toEqual(['In `kind`: Unexpected `round`, expected one of these'])
  })

  const violations = (text: string, schema: z.ZodType) => {
    const { data } = parsed(text)
    return (
      data &&
      violationsOf(data, schema).map(({ kind, path, message, place }) => [kind, path.join('.'), message, place.column])
    )
  }

  it('is, of several, the one in which the fault lies; a word or type that is none of them is a fault of all', () => {
    const either = z.strictObject({
      either: z.union([z.enum(['all', 'none']), z.strictObject({ only: z.array(z.int()) })], {
        error: () => 'Unexpected, expected either',
      }),
    })
    const places = (text: string) => violations(text, either)?.map(([kind, path]) => [kind, path])
    expect(places('{"either":{"only":[1.5]}}')).toEqual([['value', 'either.only.0']])
    expect(places('{"either":{"just":[]}}')).toEqual([
      ['missing', 'either.only'],
      ['unknown', 'either.just'],
    ])
    expect(violations('{"either":"al"}', either)).toEqual([['value', 'either', 'Unexpected, expected either', 11]])
    expect(violations('{"either":3}', either)).toEqual([['type', 'either', 'Unexpected, expected either', 11]])
  })

  it('takes what was expected from the end of a message, whatever value it quotes', () => {
    const { data } = parsed('{"word":"a, expected b"}')
    const word = z.strictObject({
      word: z.enum(['c'], { error: ({ input }) => `Unexpected ${String(input)}, expected a word` }),
    })
    expect(data && violationsOf(data, word).map(({ expected }) => expected)).toEqual(['a word'])
  })

  it('says of a key why it must not be there', () => {
    const small = z.record(
      z.string().regex(/^[a-z]+$/, { error: () => 'Unexpected key, expected lower-case letters' }),
      z.int(),
    )
    expect(violations('{"a":1,"B":2}', small)).toEqual([['key', 'B', 'Unexpected key, expected lower-case letters', 8]])
  })

  it('has codes of their own for words, and names the word that was meant', () => {
    const judge = (size: string) =>
      shapedFile(parsed(`{"box":{"size":${size}}}`), {
        shape: () =>
          z.strictObject({
            box: z.strictObject({ size: z.enum(['small', 'large'], { error: () => 'Unexpected size' }) }),
          }),
        unreadable: 'BOX_UNREADABLE',
        violationCodes: 'BOX_SCHEMA',
        words: { 'box.size': { code: 'BOX_SIZE', meant: (word) => (word === 'big' ? 'large' : undefined) } },
      }).problems.map(({ code, hint }) => [code, hint])
    expect(judge('"big"')).toEqual([['BOX_SIZE', 'Did you mean `large`?']])
    expect(judge('"smal"')).toEqual([['BOX_SIZE', 'Did you mean `small`?']])
    expect(judge('"red"')).toEqual([['BOX_SIZE', undefined]])
    expect(judge('3')).toEqual([['BOX_SCHEMA', undefined]])
    expect(judge('"small"')).toEqual([])
  })
})
