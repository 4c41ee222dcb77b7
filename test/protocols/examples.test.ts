import { describe, expect, it } from 'vitest'
import type { Example } from '../../src/core/rule.ts'
import type { Protocol } from '../../src/core/protocol.ts'
import { check } from '../../src/engine/check.ts'
import { protocols } from '../../src/entry/protocols.ts'
import { memoryTree } from '../../src/gateways/memory.ts'

const mebibyte = 1024 * 1024

async function diagnose(protocol: Protocol, example: Example, onlySoft: boolean): Promise<string[]> {
  const section = example.configuration
  const limit = example.limit ?? mebibyte
  const selection = { selectors: protocol.selectors(section), limit }
  const head = await memoryTree(example.head, { links: example.links ?? [] }).open(selection)
  const base = example.base && (await memoryTree(example.base).open(selection))
  const at = example.at ?? '2026-02-04T10:00:00Z'
  const staleness = example.staleAfter === undefined ? {} : { staleness: { milliseconds: example.staleAfter, lastCommit: () => undefined } }
  const report = check({
    head,
    base,
    context: { at, day: at.slice(0, 10), limit, ...staleness },
    protocols: [protocol],
    sections: { [protocol.name]: section },
    severity: {},
    mode: base ? 'auto' : onlySoft ? 'soft' : 'strict',
    failOn: 'error',
    allowEmpty: true,
    paths: [],
    targets: [],
    given: [],
    notes: [],
  })
  return report.diagnostics.map(({ code, severity }) => `${code} ${severity}`)
}

describe.each(protocols)('the rules of $name', (protocol) => {
  it('have codes of their own', () => {
    const codes = protocol.rules.map(({ code }) => code)
    expect(codes).toEqual([...new Set(codes)])
  })

  describe.each(protocol.rules)('$code', (rule) => {
    const onlySoft = rule.strict === 'off'

    it('has examples of both kinds', () => {
      expect(rule.examples.bad).not.toHaveLength(0)
      expect(rule.examples.good).not.toHaveLength(0)
    })

    it.each(rule.examples.bad)('finds: $about', async (example) => {
      const found = await diagnose(protocol, example, onlySoft)
      expect([...new Set(found)]).toEqual([`${rule.code} ${onlySoft ? rule.soft : rule.strict}`])
    })

    it.each(rule.examples.good)('is content with: $about', async (example) => {
      expect(await diagnose(protocol, example, onlySoft)).toEqual([])
    })
  })
})
