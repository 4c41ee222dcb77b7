import { describe, expect, it } from 'vitest'
import { splice } from '../../src/documents/edit.ts'
import { memberEdits, type Json } from '../../src/documents/json-members.ts'
import { parseJson } from '../../src/documents/json.ts'
import { textDocument } from '../../src/documents/text.ts'

function edited(text: string, wanted: Readonly<Record<string, Json>>): string {
  const document = textDocument('a.json', text)
  const root = parseJson(text)
  if ('fault' in root || root.kind !== 'mapping') throw new RangeError('no object')
  return splice(text, memberEdits(document, root, wanted))
}

describe('members of an object', () => {
  it.each<readonly [about: string, before: string, wanted: Readonly<Record<string, Json>>, after: string]>([
    ['a value in the place of another', '{ "a": 1, "b": 2 }', { a: 'x' }, '{ "a": "x", "b": 2 }'],
    ['a value that is there already', '{ "a":  1 }', { a: 1 }, '{ "a":  1 }'],
    ['a new member on the same line', '{ "a": 1 }', { b: null }, '{ "a": 1, "b": null }'],
    ['a new member on a line of its own', '{\n    "a": 1\n}\n', { b: true, c: 'd' }, '{\n    "a": 1,\n    "b": true,\n    "c": "d"\n}\n'],
    ['with CRLF', '{\r\n  "a": 1\r\n}', { b: 2 }, '{\r\n  "a": 1,\r\n  "b": 2\r\n}'],
    ['in an empty object', '{}', { a: 1, b: 2 }, '{"a": 1, "b": 2}'],
    [
      'an object beside objects on one line',
      '{\n  "a": { "b": 1 }\n}',
      { c: { d: 1, e: [2] } },
      '{\n  "a": { "b": 1 },\n  "c": { "d": 1, "e": [2] }\n}',
    ],
    [
      'an object beside objects on several lines',
      '{\n  "a": {\n    "b": 1\n  }\n}',
      { c: { d: 1 } },
      '{\n  "a": {\n    "b": 1\n  },\n  "c": {\n    "d": 1\n  }\n}',
    ],
    ['an object for a value', '{ "a": [1, 2] }', { a: {} }, '{ "a": {} }'],
  ])('%s', (_, before, wanted, after) => {
    expect(edited(before, wanted)).toBe(after)
  })
})
