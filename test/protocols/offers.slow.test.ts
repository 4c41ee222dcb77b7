import { examplesOf } from '../examples-of.ts'
import { describe, expect, it } from 'vitest'
import type { BuiltInName } from '../../src/core/protocol.ts'
import type { Example, Files, RuleFacts } from '../../src/core/rule.ts'
import { protocols } from '../../src/entry/protocols.ts'
import { firstOfEach, part } from '../thorough.ts'
import {
  applied,
  askedBack,
  codesIn,
  commandsIn,
  historyOf,
  identity,
  checkExample,
  named,
  planned,
} from './offering.ts'

/** Protocols of which every command that a finding names is held to what it promises. */
const checkedProtocols: readonly BuiltInName[] = ['plugin']

/** A branch on which every file once was right: before the change, and in the examples that nothing is wrong with. */
const pastOf = (rule: RuleFacts, example: Example) =>
  historyOf([...(example.base ? [example.base] : []), ...examplesOf(rule).good.map(({ head }) => head)])

const cases = protocols
  .filter(({ name }) => checkedProtocols.includes(name))
  .flatMap((protocol) =>
    protocol.rules.flatMap((rule) =>
      examplesOf(rule).bad.map((example) => ({ protocol, rule, example, code: rule.code, about: example.about })),
    ),
  )

/** Those on which many commands are tried: in each run of every other rule. */
const tried = part(
  firstOfEach(cases, ({ code }) => code),
  2,
)

describe.each(tried)('what $code offers: $about', ({ protocol, rule, example, code }) => {
  it('would be done, fixes it, and brings nothing that the answer does not say, and no other asks it back', async () => {
    const before = await checkExample(protocol, rule, example, example.head)
    const history = pastOf(rule, example)
    const ownFindings = before.found.filter((diagnostic) => diagnostic.code === code)
    expect(ownFindings.length).toBeGreaterThan(0)
    for (const finding of ownFindings) {
      for (const command of commandsIn(finding)) {
        const { outcome, results, changes } = planned(before, history, command)
        const reported = results.flatMap(({ diagnostics }) => diagnostics)
        expect([
          command,
          outcome,
          reported.filter(({ severity }) => severity === 'error').map((diagnostic) => diagnostic.code),
        ]).toEqual([command, 'changed', []])
        const fixed = applied(example.head, changes)
        const look = (files: Files) => checkExample(protocol, rule, example, files)
        const after = await look(fixed)
        expect([command, await askedBack(finding, after, fixed, look, history)]).toEqual([command, []])
        expect([command, after.found.filter((diagnostic) => identity(diagnostic) === identity(finding))]).toEqual([
          command,
          [],
        ])
        const knownCodes = new Set([
          ...[...before.found, ...reported].map((diagnostic) => diagnostic.code),
          ...codesIn(finding),
        ])
        expect([command, after.found.filter((diagnostic) => !knownCodes.has(diagnostic.code)).map(identity)]).toEqual([
          command,
          [],
        ])
      }
    }
  })
})

describe.each(cases)('what is to be done where $code is found: $about', ({ protocol, rule, example, code }) => {
  it('is named, or what is to be done by hand', async () => {
    const { found } = await checkExample(protocol, rule, example, example.head)
    for (const { fix, hint } of found.filter((diagnostic) => diagnostic.code === code)) {
      expect(hint ?? fix).toBeDefined()
      // One command is `fix`, and every one is in the hint with what it does.
      if (fix !== undefined && !fix.startsWith('/fix ')) expect(named(hint ?? '')).toContain(fix)
    }
  })
})

// Every command is refused in many of them.
describe.each(part(tried, 4))('a refusal where $code is found: $about', ({ protocol, rule, example }) => {
  it('offers only what would be done', async () => {
    const checkedExample = await checkExample(protocol, rule, example, example.head)
    const history = pastOf(rule, example)
    for (const command of protocol.commands.flatMap(({ examples }) => examples)) {
      const { results } = planned(checkedExample, history, command)
      const refusals = results.filter(({ outcome }) => outcome === 'refused').flatMap(({ diagnostics }) => diagnostics)
      for (const offered of new Set(refusals.flatMap(commandsIn))) {
        const { outcome, results: offeredResults } = planned(checkedExample, history, offered)
        const why = offeredResults.flatMap(({ diagnostics }) =>
          diagnostics.filter(({ severity }) => severity === 'error').map((diagnostic) => diagnostic.code),
        )
        // What only reports finds what is wrong.
        const isReport = /^\/(?:status|validate)\b/.test(offered)
        expect([command, offered, outcome, isReport ? [] : why]).toEqual([
          command,
          offered,
          isReport ? 'unchanged' : 'changed',
          [],
        ])
      }
    }
  })
})

it('is held of protocols that there are, and finds commands in words', () => {
  expect(checkedProtocols.filter((name) => !protocols.some((protocol) => protocol.name === name))).toEqual([])
  expect(named('`/sync TinyGain` adds it; with `--from table` not. See `plugins/a`, `/usr/bin`.')).toEqual([
    '/sync TinyGain',
  ])
})
