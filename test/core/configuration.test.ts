import { describe, expect, it } from 'vitest'
import type * as z from 'zod'
import { count, expected, flag, line, section, word } from '../../src/core/configuration.ts'

const faultOf = (form: z.ZodType, value: unknown): string | undefined => form.safeParse(value).error?.issues[0]?.message

describe('the message about a value', () => {
  it.each([
    [undefined, 'Missing value, expected a date'],
    [[], 'Unexpected empty list, expected a date'],
    [null, 'Unexpected empty value, expected a date'],
    ['', 'Unexpected empty value, expected a date'],
    [' \t', 'Unexpected empty value, expected a date'],
    [{ a: 1 }, 'Unexpected mapping, expected a date'],
    ['x', 'Unexpected `x`, expected a date'],
    [0, 'Unexpected `0`, expected a date'],
    [false, 'Unexpected `false`, expected a date'],
  ])('says of %j: %s', (input, message) => {
    expect(expected`a date`({ input })).toBe(message)
  })

  it('prints what was expected with its values in their places', () => {
    expect(expected`${'a'}, ${'b'} or ${3}`({ input: 'c' })).toBe('Unexpected `c`, expected `a`, `b` or `3`')
    expect(expected`${'a'} alone`({})).toBe('Missing value, expected `a` alone')
  })
})

describe('a section', () => {
  const form = section({ 'second-place-of-all': flag(), one: flag() })

  it('has its keys in camel case once it is read', () => {
    expect(form.parse({ 'second-place-of-all': true, one: false })).toEqual({ secondPlaceOfAll: true, one: false })
  })

  it('is closed', () => {
    expect(form.safeParse({ 'second-place-of-all': true, one: false, other: 1 }).success).toBe(false)
    expect(form.safeParse({ secondPlaceOfAll: true, one: false }).success).toBe(false)
  })
})

describe('one line of text', () => {
  it.each(['a', ' a ', 'Ä – “b” 🎛', 'x'.repeat(500)])('may be %j', (value) => {
    expect(faultOf(line(), value)).toBeUndefined()
  })

  it.each(['', ' ', 'a\nb', 'a\u0000', 'a\u200bb', 'a\ud800', 'a\u2028b', 'a\u2029b', 'x'.repeat(501), 1, null])(
    'is not %j',
    (value) => {
      expect(faultOf(line(), value)).toMatch(/, expected one line of text, at most `500` characters$/)
    },
  )
})

describe('a name', () => {
  it.each(['a', '9', 'A.b_c-d', 'x'.repeat(100)])('may be %j', (value) => {
    expect(faultOf(word(), value)).toBeUndefined()
  })

  it.each(['', '.a', '-a', '_a', 'a b', 'a/b', 'ä', 'a\n', 'x'.repeat(101), 1])('is not %j', (value) => {
    expect(faultOf(word(), value)).toMatch(/, expected a name of letters, digits, `-`, `_` and `\.`$/)
  })
})

describe('an integer', () => {
  it.each([2, 3])('may be %j', (value) => {
    expect(faultOf(count(2), value)).toBeUndefined()
  })

  it.each([1, 2.5, -3, '2', null])('is not %j', (value) => {
    expect(faultOf(count(2), value)).toMatch(/, expected an integer, `2` or more$/)
  })
})

it.each(['true', 1, null])('neither true nor false: %j', (value) => {
  expect(faultOf(flag(), value)).toMatch(/, expected `true` or `false`$/)
})
