import { examplesOf } from '../examples-of.ts'
import { logOf } from './log-of.ts'
import { describe, expect, it } from 'vitest'
import type { IgnorePattern } from '../../src/core/installation.ts'
import type { Example, RuleFacts } from '../../src/core/rule.ts'
import type { Protocol } from '../../src/core/protocol.ts'
import type { Selection } from '../../src/core/view.ts'
import { check } from '../../src/engine/check.ts'
import { sharedTree } from './shared-tree.ts'
import type { Place } from '../../src/core/diagnostic.ts'

const levels = ['error', 'warning', 'notice', 'off']
const mebibyte = 1024 * 1024

const staleness = ({ staleAfter, lastCommit }: Example) =>
  staleAfter === undefined ? {} : { staleness: { milliseconds: staleAfter, lastCommit: () => lastCommit } }

/** Paths that git ignores, each by a line of its own. */
export const ignoredIn = (paths: readonly string[]): ReadonlyMap<string, IgnorePattern> =>
  new Map(paths.map((path, index) => [path, { source: '.gitignore', line: index + 1, pattern: path }]))

/** What a check finds of an example, strictly or softly, from one reading of its files. */
export async function read(protocol: Protocol, example: Example) {
  const section = example.configuration
  const limit = example.limit ?? mebibyte
  const namedFiles = { paths: example.named ?? [], as: example.as }
  const selection = { selectors: protocol.selectors(section, namedFiles), limit }
  const log = example.log && logOf(example.log)
  const open = async (selection: Selection) => ({
    head: await sharedTree(example.head, { links: example.links ?? [] }).open(selection),
    base: example.base && (await sharedTree(example.base).open(selection)),
  })
  const at = example.at ?? '2026-02-04T10:00:00Z'
  const { ignored, merging } = example
  const installation = {
    ...(ignored && { ignored: ignoredIn(ignored) }),
    ...(merging && { merging: new Map(Object.entries(merging)) }),
  }
  const context = { at, day: at.slice(0, 10), limit, namedFiles, log, ...staleness(example), ...installation }
  const near = await open(selection)
  const further = protocol.further(near, section, context)
  const { head, base } =
    further.length === 0 ? near : await open({ ...selection, selectors: [...selection.selectors, ...further] })
  return (mode: 'strict' | 'soft') =>
    check({
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
      paths: namedFiles.paths,
      targets: [],
      given: [],
      notes: [],
    }).diagnostics.filter(({ code }) => example.also?.includes(code) !== true)
}

type Diagnostics = ReturnType<Awaited<ReturnType<typeof read>>>

const codesWithSeverity = (found: Diagnostics) => found.map(({ code, severity }) => `${code} ${severity}`)

/** More than one word. */
const sentence = /^\S+\s+\S/
/** One or more sentences, to their end. */
const sentences = /^\S+\s[\s\S]*[.?]$/

/** Whether there is such a line and column, where the file is one with lines. */
function isPlace(
  { head, base }: Example,
  { path, line = 1, column = 1 }: { path?: string; line?: number; column?: number },
): boolean {
  const lines = path === undefined ? undefined : (head[path] ?? base?.[path])?.split(/\r\n|\r|\n/)
  return lines === undefined
    ? line === 1 && column === 1
    : line <= lines.length && column <= (lines[line - 1] ?? '').length + 1
}

/** What is recorded of a rule: its code, its levels, whether its repair is safe. */
const headOf = ({ code, strict, soft, safe }: RuleFacts) =>
  `${code} ${strict}, softly ${soft}${safe === true ? ', safe' : ''}`

const placed = ({ path, line, column }: Place) => [path, line, column].filter((part) => part !== undefined).join(':')

/** What is recorded of a finding: its place, its target, its repair, what is related, its message. */
const recordOf = ({ target, fix, message, related = [], ...place }: Diagnostics[number]) =>
  `  ${[placed(place), target ?? 'no target', ...(fix === undefined ? [] : [fix]), ...related.map(placed)].join(', ')}: ${message.replaceAll('\n', '\\n')}`

const modeOf = ({ strict }: RuleFacts) => (strict === 'off' ? 'soft' : 'strict')

/**
 * Every rule of a protocol finds what its bad examples show, and nothing in its good ones.
 *
 * @param protocolOf the protocol that an example is checked with, where the files of the example say which
 */
export const describeExamples = (protocol: Protocol, protocolOf: (example: Example) => Protocol = () => protocol) =>
  describe(`the rules of ${protocol.name}`, () => {
    const judges = new Map<Example, ReturnType<typeof read>>()
    const reading = (example: Example) => {
      const judge = judges.get(example) ?? read(protocolOf(example), example)
      judges.set(example, judge)
      return judge
    }

    it('have codes of their own', () => {
      const codes = protocol.rules.map(({ code }) => code)
      expect(codes).toEqual([...new Set(codes)])
    })

    it('report the recorded messages, with their levels, at the recorded places', async () => {
      const recorded = protocol.rules.map(async (rule) => {
        const found = await Promise.all(
          examplesOf(rule).bad.map(async (example) => (await reading(example))(modeOf(rule))),
        )
        return [headOf(rule), ...new Set(found.flat().map(recordOf).toSorted())]
      })
      const lines = (await Promise.all(recorded))
        .toSorted(([left = ''], [right = '']) => (left < right ? -1 : 1))
        .flat()
      await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('messages.txt')
    })

    describe.each(protocol.rules)('$code', (rule) => {
      it('has a level each way, and examples of both kinds', () => {
        expect(levels).toContain(rule.strict)
        expect(levels).toContain(rule.soft)
        expect(examplesOf(rule).bad).not.toHaveLength(0)
        expect(examplesOf(rule).good).not.toHaveLength(0)
      })

      it.each(examplesOf(rule).bad)('finds: $about', async (example) => {
        const judge = await reading(example)
        const found = judge(modeOf(rule))
        expect([...new Set(codesWithSeverity(found))]).toEqual([`${rule.code} ${example.level ?? rule[modeOf(rule)]}`])
        for (const { message, hint, path, line = 1, column = 1, related = [] } of found) {
          expect(message).toMatch(sentence)
          if (hint !== undefined) expect(hint).toMatch(sentences)
          for (const place of [{ path, line, column }, ...related]) expect(isPlace(example, place)).toBe(true)
        }
        const softly = judge('soft').filter(({ code }) => code === rule.code)
        expect([...new Set(codesWithSeverity(softly))]).toEqual(
          rule.soft === 'off' ? [] : [`${rule.code} ${example.level ?? rule.soft}`],
        )
      })

      it.each(examplesOf(rule).good)('is content with: $about', async (example) => {
        expect(codesWithSeverity((await reading(example))(modeOf(rule)))).toEqual([])
      })
    })
  })
