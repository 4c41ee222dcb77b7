import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type * as Kit from '../../src/kit/rules.ts'
import { examplesOf } from '../examples-of.ts'
import { protocolNames, type Protocol } from '../../src/core/protocol.ts'
import { read } from './examples.ts'

/** The codes of the rules over the problems of each reader, and those that it has found. */
const readers = new Map<unknown, { readonly rules: Set<string>; readonly found: Set<string> }>()

function reader(problemsOf: unknown) {
  const entry = readers.get(problemsOf) ?? { rules: new Set<string>(), found: new Set<string>() }
  readers.set(problemsOf, entry)
  return entry
}

let protocols: readonly Protocol[] = []

// Files share what they import: the protocols are imported anew, with readers that are watched.
beforeAll(async () => {
  vi.resetModules()
  vi.doMock(import('../../src/kit/rules.ts'), async (original) => {
    const kit = await original()
    const overProblems: typeof Kit.overProblems = (parts, problemsOf, rules) => {
      const { rules: codes, found } = reader(problemsOf)
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
  ;({ protocols } = await import('../../src/entry/protocols.ts'))
})

afterAll(() => {
  vi.doUnmock(import('../../src/kit/rules.ts'))
  vi.resetModules()
})

describe('what a reader finds wrong', () => {
  it.each(protocolNames)('has a rule in a list over it: %s', async (name) => {
    const protocol = protocols.find((candidate) => candidate.name === name) ?? expect.fail(`There is no ${name}`)
    const examples = protocol.rules.flatMap((rule) => [...examplesOf(rule).bad, ...examplesOf(rule).good])
    for (const example of examples) (await read(protocol, example))('strict')
    // Readers that find the same may have several lists.
    const listed = new Set([...readers.values()].flatMap(({ rules }) => [...rules]))
    const dropped = [...readers.values()].flatMap(({ found }) => [...found].filter((code) => !listed.has(code)))
    expect(dropped).toEqual([])
  })

  it('was looked for: rules of several protocols are over problems, and all of these have found some', () => {
    expect(readers.size).toBeGreaterThan(10)
    expect([...readers.values()].filter(({ found }) => found.size === 0)).toEqual([])
  })
})
