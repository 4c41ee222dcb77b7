import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Protocol } from '../../../src/core/protocol.ts'
import { check } from '../../../src/engine/check.ts'
import { keyOf } from '../../../src/engine/replay/episodes.ts'
import { protocols } from '../../../src/entry/protocols.ts'
import { memoryTree } from '../../../src/gateways/memory.ts'
import { grantRules } from '../../../src/engine/grants.ts'
import { portableRule } from '../../../src/engine/portable-names.ts'
import { runs } from '../../thorough.ts'
import { drawnVersions, examplesIn } from './steps.ts'
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
  // A name that some systems cannot check out is no drift.
  return new Set(diagnostics.filter(({ code }) => code !== portableRule.code).map(keyOf))
}

/** What a replay of some versions finds at each. */
function found(protocol: Protocol, versions: readonly Version[]): readonly ReadonlySet<string>[] {
  const codes = new Set([...grantRules, ...protocol.rules].map(({ code }) => code))
  const { history } = replayed(versions, [protocol], { codes })
  return versions.map((_, index) => {
    const open = history.episodes.filter(
      ({ began, ended }) =>
        (began?.commit ?? '') <= shaOf(index) && (ended === undefined || ended.commit > shaOf(index)),
    )
    return new Set(open.map(keyOf))
  })
}

describe.each(protocols)('the replay of $name', (protocol) => {
  it('finds at each commit what a soft check of it finds', async () => {
    await fc.assert(
      fc.asyncProperty(drawnVersions(examplesIn(protocol), 8), async (versions) => {
        const end = timeOf(versions.length - 1)
        const expected = await Promise.all(versions.map((version) => checked(protocol, version, end)))
        expect(found(protocol, versions)).toEqual(expected)
      }),
      { numRuns: runs(4) },
    )
  })
})
