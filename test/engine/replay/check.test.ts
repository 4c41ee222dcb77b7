import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Protocol } from '../../../src/core/protocol.ts'
import type { Example, Files } from '../../../src/core/rule.ts'
import { check } from '../../../src/engine/check.ts'
import { keyOf } from '../../../src/engine/replay/episodes.ts'
import { examplesOf } from '../../../src/entry/rule-examples.ts'
import { protocols } from '../../../src/entry/protocols.ts'
import { memoryTree } from '../../../src/gateways/memory.ts'
import { grantRules } from '../../../src/engine/grants.ts'
import { limit, replayed, shaOf, timeOf, type Version } from './versions.ts'

/** What a soft check of a version finds. */
async function checked(protocol: Protocol, { files, links = [] }: Version, at: string): Promise<ReadonlySet<string>> {
  const open = (selectors: ReturnType<Protocol['selectors']>) => memoryTree(files, { links }).open({ selectors, limit })
  const context = { at, day: at.slice(0, 10), limit }
  const near = await open(protocol.selectors(undefined))
  const further = protocol.further({ head: near }, undefined, context)
  const head = further.length === 0 ? near : await open([...protocol.selectors(undefined), ...further])
  const { diagnostics } = check({
    head,
    context,
    protocols: [protocol],
    sections: {},
    severity: {},
    mode: 'soft',
    failOn: 'error',
    allowEmpty: true,
    paths: [],
    targets: [],
    given: [],
    notes: [],
  })
  return new Set(diagnostics.map(keyOf))
}

/** What a replay of some versions finds at each. */
function found(protocol: Protocol, versions: readonly Version[]): readonly ReadonlySet<string>[] {
  const codes = new Set([...grantRules, ...protocol.rules].map(({ code }) => code))
  const { history } = replayed(versions, [protocol], { codes })
  return versions.map((_, index) => {
    const open = history.episodes.filter(
      ({ began, ended }) => (began?.commit ?? '') <= shaOf(index) && (ended === undefined || ended.commit > shaOf(index)),
    )
    return new Set(open.map(keyOf))
  })
}

type Step = (version: Version, examples: readonly Example[]) => Version

const pathsOf = ({ files }: Version) => Object.keys(files)
const at = <Element>(elements: readonly Element[], index: number): Element | undefined => elements[index % Math.max(1, elements.length)]

/** What a commit may do to a repository. */
const steps: readonly ((one: number, other: number) => Step)[] = [
  // Another example as a whole.
  (one) => (version, examples) => {
    const example = at(examples, one)
    return example ? { files: example.head, links: example.links ?? [] } : version
  },
  // One file of another example.
  (one, other) => (version, examples) => {
    const files: Files = at(examples, one)?.head ?? {}
    const path = at(Object.keys(files), other)
    return path === undefined ? version : { ...version, files: { ...version.files, [path]: files[path] ?? '' } }
  },
  (one) => (version) => {
    const path = at(pathsOf(version), one)
    const { [path ?? '']: _, ...files } = version.files
    return { ...version, files }
  },
  // Renamed, into another folder too.
  (one, other) => (version) => {
    const from = at(pathsOf(version), one)
    if (from === undefined) return version
    const { [from]: text = '', ...files } = version.files
    const to = other % 2 === 0 ? `${from}.old` : `moved/${from}`
    return { ...version, files: { ...files, [to]: text } }
  },
  // No text.
  (one) => (version) => {
    const path = at(pathsOf(version), one)
    return path === undefined ? version : { ...version, files: { ...version.files, [path]: 'a\0b' } }
  },
  (one) => (version) => {
    const path = at(pathsOf(version), one)
    return path === undefined ? version : { files: { ...version.files, [path]: 'elsewhere' }, links: [...(version.links ?? []), path] }
  },
  // A line more.
  (one, other) => (version) => {
    const path = at(pathsOf(version), one)
    if (path === undefined) return version
    const lines = (version.files[path] ?? '').split('\n')
    return { ...version, files: { ...version.files, [path]: lines.toSpliced(other % lines.length, 1).join('\n') } }
  },
  // A file that is no state: its folder may be new.
  (one) => (version) => ({ ...version, files: { ...version.files, [`plugins/New${one % 3}/Source/Main.cpp`]: '' } }),
]

describe.each(protocols)('the replay of $name', (protocol) => {
  const examples = protocol.rules.flatMap((rule) => {
    const { bad, good } = examplesOf(rule)
    return [...bad, ...good].filter(({ configuration, limit: own }) => configuration === undefined && own === undefined)
  })

  it('finds at each commit what a soft check of it finds', async () => {
    const drawn = fc.record({ kind: fc.nat(steps.length - 1), one: fc.nat(10_000), other: fc.nat(10_000) })
    await fc.assert(
      fc.asyncProperty(fc.nat(10_000), fc.array(drawn, { minLength: 1, maxLength: 8 }), async (first, moves) => {
        const start = at(examples, first)
        const versions: Version[] = [{ files: start?.head ?? {}, links: start?.links ?? [] }]
        for (const { kind, one, other } of moves) {
          const last = versions.at(-1) as Version
          versions.push(steps[kind]?.(one, other)(last, examples) ?? last)
        }
        const end = timeOf(versions.length - 1)
        const expected = await Promise.all(versions.map((version) => checked(protocol, version, end)))
        expect(found(protocol, versions)).toEqual(expected)
      }),
      { numRuns: 60 },
    )
  })
})
