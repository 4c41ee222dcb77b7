import { describe, expect, it, vi } from 'vitest'
import type * as Kit from '../../src/kit/rules.ts'
import { examplesOf } from '../../src/entry/rule-examples.ts'
import { protocols } from '../../src/entry/protocols.ts'
import { read } from './examples.ts'

const watch = vi.hoisted(() => {
  /** The codes of the rules over the problems of each reader, and those that it has found. */
  const readers = new Map<unknown, { readonly rules: Set<string>; readonly found: Set<string> }>()
  const reader = (problemsOf: unknown) => {
    const known = readers.get(problemsOf) ?? { rules: new Set<string>(), found: new Set<string>() }
    readers.set(problemsOf, known)
    return known
  }
  /** The codes that were found, and that no rule over the same problems reports. */
  const dropped = () => [...readers.values()].flatMap(({ rules, found }) => [...found].filter((code) => !rules.has(code)))
  return { readers, reader, dropped }
})

vi.mock(import('../../src/kit/rules.ts'), async (original) => {
  const kit = await original()
  const overProblems: typeof Kit.overProblems = (parts, problemsOf, rules) => {
    const { rules: codes, found } = watch.reader(problemsOf)
    for (const { code } of rules) codes.add(code)
    const watched: typeof problemsOf = function* (part) {
      for (const problem of problemsOf(part)) {
        found.add(problem.code)
        yield problem
      }
    }
    return kit.overProblems(parts, watched, rules)
  }
  return { ...kit, overProblems }
})

describe('what a reader finds wrong', () => {
  it.each(protocols.map((protocol) => [protocol.name, protocol] as const))('has a rule in the list over it: %s', async (_, protocol) => {
    const examples = protocol.rules.flatMap((rule) => [...examplesOf(rule).bad, ...examplesOf(rule).good])
    for (const example of examples) (await read(protocol, example))('strict')
    expect(watch.dropped()).toEqual([])
  })

  it('was looked for: rules of several protocols are over problems, and all of these have found some', () => {
    expect(watch.readers.size).toBeGreaterThan(25)
    expect([...watch.readers.values()].filter(({ found }) => found.size === 0)).toEqual([])
  })
})
