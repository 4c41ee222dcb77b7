import { collectFindings } from '../../src/core/rule.ts'
import { describe, expect, it } from 'vitest'
import type { PlaceComparison } from '../../src/core/compared.ts'
import type { Example } from '../../src/core/rule.ts'
import type { Protocol } from '../../src/core/protocol.ts'
import { examplesOf } from '../examples-of.ts'
import { protocols } from '../../src/entry/protocols.ts'
import { memoryTree } from '../../src/gateways/memory.ts'

const codes = [
  'REGISTRY_STATUS_DRIFT',
  'REGISTRY_DATE_DRIFT',
  'REGISTRY_VERSION_DRIFT',
  'REGISTRY_STAGE_DRIFT',
  'CONTRACT_MISMATCH',
  'CONTRACT_MALFORMED',
  'CONTRACT_FILE_MISSING',
  'PLAN_MANIFEST_COUNT_MISMATCH',
  'PROGRESS_CURRENT_STEP_DRIFT',
  'SESSION_STATE_PROGRESS_MISMATCH',
  'ANNOTATION_DIGEST_DRIFT',
  'TASKS_GRAPH_DRIFT',
  'MESSAGE_MARKER_MISMATCH',
  'MESSAGE_VERDICT_MISMATCH',
  'STAGE_FINISHED_EARLY',
  'GOV_METRICS_SUM',
]

const contradictions = ({ rules }: Protocol) => rules.filter(({ contradiction }) => contradiction)

async function read(protocol: Protocol, example: Example) {
  const limit = example.limit ?? 1 << 20
  const at = example.at ?? '2026-02-04T10:00:00Z'
  const namedFiles = { paths: example.named ?? [], as: example.as }
  const section = example.configuration
  const view = await memoryTree(example.head, { links: example.links ?? [] }).open({
    selectors: protocol.selectors(section, namedFiles),
    limit,
  })
  return protocol.read({ head: view }, section, { at, day: at.slice(0, 10), limit, namedFiles })
}

const identity = ({ code, target, subject, said }: PlaceComparison) => ({ code, target, subject, said })

/** Where they agree, they are under another code. */
const otherwise: ReadonlySet<string> = new Set(['CONTRACT_FILE_MISSING'])

describe('rules about contradictions', () => {
  it('are these', () => {
    expect(
      protocols
        .flatMap(contradictions)
        .map(({ code }) => code)
        .toSorted(),
    ).toEqual(codes.toSorted())
  })

  it('are run softly', () => {
    expect(protocols.flatMap(contradictions).filter(({ soft }) => soft === 'off')).toEqual([])
  })

  describe.each(protocols)('$name', (protocol) => {
    const rules = contradictions(protocol)
    const examples = rules.flatMap((rule) => {
      const { bad, good } = examplesOf(rule)
      return [...bad, ...good].map((example) => [`${rule.code}: ${example.about}`, example] as const)
    })

    it.each(examples)('find the places that do not agree: %s', async (_, example) => {
      const reading = await read(protocol, example)
      const found = rules.flatMap((rule) =>
        collectFindings(reading.findings(rule)).map(({ target, subject, said = [] }) => ({
          code: rule.code,
          target,
          subject,
          said,
        })),
      )
      const pairs = [...reading.compared()].filter(({ agrees }) => !agrees).map(identity)
      expect(new Set(pairs)).toEqual(new Set(found))
      expect(found.filter(({ said }) => said.length === 0)).toEqual([])
    })

    it.each(rules.filter(({ code }) => !otherwise.has(code)).map((rule) => [rule.code, rule] as const))(
      'compare what agrees in a good example of %s, too',
      async (code, rule) => {
        const { good } = examplesOf(rule)
        const compared = await Promise.all(good.map(async (example) => [...(await read(protocol, example)).compared()]))
        expect(compared.flat().filter((pair) => pair.agrees && pair.code === code)).not.toEqual([])
      },
    )
  })
})
