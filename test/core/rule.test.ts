import { describe, expect, it } from 'vitest'
import type { Finding } from '../../src/core/diagnostic.ts'
import { each, type Rule } from '../../src/core/rule.ts'

const place = (path: string) => ({ path, line: 1 })

const long = (): Rule<string> => ({
  code: 'LONG',
  strict: 'error',
  soft: 'warning',
  summary: 'Long.',
  why: 'Nobody reads it.',
  repair: 'Shorten it.',
  examples(): never {
    throw new Error('asked for')
  },
  *check(part): Iterable<Finding> {
    if (part.length > 2) yield { message: part, hint: 'Shorten it.', place: place(part) }
  },
})

describe('rules about parts', () => {
  const whole = { parts: ['abc', 'd', 'efg'] }
  let looked = 0
  const parts = function* ({ parts: all }: typeof whole) {
    looked += 1
    yield* all
  }

  it('are run on every part, in order', () => {
    const [rule] = each(parts, [long()])
    expect([...(rule?.check(whole) ?? [])].map(({ message }) => message)).toEqual(['abc', 'efg'])
  })

  it('look for the parts of something once', () => {
    looked = 0
    const rules = each(parts, [long(), long()])
    for (const rule of [...rules, ...rules]) expect([...rule.check(whole)]).toHaveLength(2)
    expect(looked).toBe(1)
    expect([...(rules[0]?.check({ parts: ['hij'] }) ?? [])]).toHaveLength(1)
    expect(looked).toBe(2)
  })
})
