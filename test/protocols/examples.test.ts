import { examplesOf } from '../../src/entry/rule-examples.ts'
import { describe, expect, it } from 'vitest'
import type { Example } from '../../src/core/rule.ts'
import type { Log } from '../../src/core/log.ts'
import type { Protocol } from '../../src/core/protocol.ts'
import type { Selection } from '../../src/core/view.ts'
import { check } from '../../src/engine/check.ts'
import { protocols } from '../../src/entry/protocols.ts'
import { memoryTree } from '../../src/gateways/memory.ts'

const levels = ['error', 'warning', 'notice', 'off']
const mebibyte = 1024 * 1024

/** The commits of an example, each the child of the next. */
const logOf = (commits: NonNullable<Example['log']>): Log => {
  const all = commits.map((commit, index) => ({ ...commit, parents: commits.slice(index + 1, index + 2).map(({ sha }) => sha) }))
  return { head: () => all[0]?.sha, whole: () => true, commits: () => all }
}
const staleness = ({ staleAfter }: Example) =>
  staleAfter === undefined ? {} : { staleness: { milliseconds: staleAfter, lastCommit: () => undefined } }

async function diagnose(protocol: Protocol, example: Example, mode: 'strict' | 'soft') {
  const section = example.configuration
  const limit = example.limit ?? mebibyte
  const asked = { paths: example.named ?? [], as: example.as }
  const selection = { selectors: protocol.selectors(section, asked), limit }
  const log = example.log && logOf(example.log)
  const open = async (wanted: Selection) => ({
    head: await memoryTree(example.head, { links: example.links ?? [] }).open(wanted),
    base: example.base && (await memoryTree(example.base).open(wanted)),
  })
  const at = example.at ?? '2026-02-04T10:00:00Z'
  const { ignored, merging } = example
  const installation = { ...(ignored && { ignored: new Set(ignored) }), ...(merging && { merging: new Map(Object.entries(merging)) }) }
  const context = { at, day: at.slice(0, 10), limit, asked, log, ...staleness(example), ...installation }
  const further = protocol.further(await open(selection), section, context)
  const { head, base } = await open({ ...selection, selectors: [...selection.selectors, ...further] })
  const report = check({
    head,
    base,
    change: example.change,
    context,
    protocols: [protocol],
    sections: { [protocol.name]: section },
    severity: {},
    // What a change touches is judged strictly by itself.
    mode: base && mode === 'strict' ? 'auto' : mode,
    failOn: 'error',
    allowEmpty: true,
    paths: asked.paths,
    targets: [],
    given: [],
    notes: [],
  })
  return report.diagnostics.filter(({ code }) => example.also?.includes(code) !== true)
}

type Found = Awaited<ReturnType<typeof diagnose>>[number]

const spot = ({ path, line, column }: Pick<Found, 'path' | 'line' | 'column'>) =>
  [path, line, column].filter((part) => part !== undefined).join(':')

/** What people are told, of what and where: its snapshot shows whoever reads a change every word that is another. */
const told = (found: Found) =>
  [
    `${spot(found)} ${found.target ?? ''}`.trimEnd(),
    found.message,
    ...(found.hint === undefined ? [] : [`hint: ${found.hint}`]),
    ...(found.fix === undefined ? [] : [`fix: ${found.fix}`]),
    ...(found.related ?? []).map((place) => `see: ${spot(place)}`),
  ].join('\n')

const signs = (found: readonly Found[]) => found.map(({ code, severity }) => `${code} ${severity}`)

/** More than one word. */
const sentence = /^\S+\s+\S/

describe.each(protocols)('the rules of $name', (protocol) => {
  it('have codes of their own', () => {
    const codes = protocol.rules.map(({ code }) => code)
    expect(codes).toEqual([...new Set(codes)])
  })

  describe.each(protocol.rules)('$code', (rule) => {
    const mode = rule.strict === 'off' ? 'soft' : 'strict'

    it('has a level each way, and examples of both kinds', () => {
      expect(levels).toContain(rule.strict)
      expect(levels).toContain(rule.soft)
      expect(examplesOf(rule).bad).not.toHaveLength(0)
      expect(examplesOf(rule).good).not.toHaveLength(0)
    })

    it.each(examplesOf(rule).bad)('finds: $about', async (example) => {
      const found = await diagnose(protocol, example, mode)
      expect([...new Set(signs(found))]).toEqual([`${rule.code} ${example.level ?? rule[mode]}`])
      for (const { message, hint } of found) {
        expect(message).toMatch(sentence)
        if (hint !== undefined) expect(hint).toMatch(sentence)
      }
      expect(found.map(told).join('\n\n')).toMatchSnapshot()
    })

    it.each(examplesOf(rule).bad)('finds softly: $about', async (example) => {
      const found = (await diagnose(protocol, example, 'soft')).filter(({ code }) => code === rule.code)
      expect([...new Set(signs(found))]).toEqual(rule.soft === 'off' ? [] : [`${rule.code} ${example.level ?? rule.soft}`])
    })

    it.each(examplesOf(rule).good)('is content with: $about', async (example) => {
      expect(signs(await diagnose(protocol, example, mode))).toEqual([])
    })
  })
})
