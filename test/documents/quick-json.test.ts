import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { DataNode } from '../../src/documents/data.ts'
import { slowJson } from '../../src/documents/json.ts'
import { quickJson } from '../../src/documents/quick-json.ts'
import { anyText } from '../any-text.ts'
import { runs } from '../thorough.ts'

const deepest = 4

/** A node with all that it says, its keys by name too. */
function shown(node: DataNode): unknown {
  if (node.kind === 'scalar') return node
  const { kind, start, end } = node
  if (kind === 'sequence') return { kind, start, end, items: node.items.map(shown) }
  const entries = node.entries.map(({ key, value }) => [
    key,
    shown(value),
    node.entries.findIndex((entry) => entry === node.get(key.source)),
  ])
  return { kind, start, end, entries, missing: node.get('no such key') }
}

const space = fc.constantFrom('', '', ' ', '\t', '\n', '\r\n', ' \n\t')
const quoted = fc.oneof(
  fc.constantFrom('""', '"\\""', '"\\\\"', '"\\\\\\""', '"[,]:{}"', '"\\u0041\\ud83d\\ude00"', '"\\ud800"', '"\\/"', '"é\u2028"', '"__proto__"', '"a"'),
  anyText().map((text) => JSON.stringify(text)),
) // prettier-ignore
const scalars = fc.oneof(
  quoted,
  fc.constantFrom(
    '0',
    '-0',
    '1.50',
    '1e5',
    '1E+3',
    '-0.1e-7',
    '123456789012345678901234567890',
    '1e999',
    'true',
    'false',
    'null',
  ),
)
const spaced = fc.tuple(space, space)
/** JSON in every form that it may be written in, with keys that come twice. */
const { json } = fc.letrec<{ json: string }>((tie) => {
  const padded = fc.tuple(spaced, tie('json')).map(([[before, after], text]) => before + text + after)
  const pair = fc
    .tuple(spaced, quoted, padded)
    .map(([[before, after], key, value]) => `${before}${key}${after}:${value}`)
  const list = (part: fc.Arbitrary<string>, open: string, close: string) =>
    fc.oneof(
      space.map((text) => open + text + close),
      fc.array(part, { maxLength: 20 }).map((parts) => open + parts.join(',') + close),
    )
  return { json: fc.oneof({ maxDepth: 6 }, scalars, list(padded, '[', ']'), list(pair, '{', '}')) }
})

describe('JSON that is read quickly', () => {
  it('is what the library reads, with every place', () => {
    fc.assert(
      fc.property(spaced, json, ([before, after], value) => {
        const text = before + value + after
        const slow = slowJson(text, deepest)
        const quick = quickJson(text, deepest)
        if ('fault' in slow) expect([text, quick]).toEqual([text, undefined])
        else expect([text, quick && shown(quick)]).toEqual([text, shown(slow)])
      }),
      { numRuns: runs(1000) },
    )
  })

  it('is left to the library where it is no JSON, or deeper or longer than is read', () => {
    const cut = fc
      .tuple(json, fc.nat(), anyText({ maxLength: 2 }))
      .map(([text, at, suffix]) => text.slice(0, at % text.length) + suffix)
    fc.assert(
      fc.property(cut, (text) => {
        expect([text, quickJson(text, deepest) === undefined]).toEqual([text, 'fault' in slowJson(text, deepest)])
      }),
      { numRuns: runs(1000) },
    )
    const list = (length: number) => `[${'1,'.repeat(length)}1]`
    expect([quickJson(list(100_000), deepest)?.kind, quickJson(list(100_001), deepest)]).toEqual([
      'sequence',
      undefined,
    ])
    expect(quickJson('['.repeat(100_000) + ']'.repeat(100_000), deepest)).toBe(undefined)
  })
})
