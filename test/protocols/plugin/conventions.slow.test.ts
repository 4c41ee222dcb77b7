import { runSteps } from '../../../src/core/steps.ts'
import { describe, expect, it } from 'vitest'
import type { Diagnostic } from '../../../src/core/diagnostic.ts'
import type { Files, RuleFacts } from '../../../src/core/rule.ts'
import { sample } from '../../../src/protocols/plugin/examples.ts'
import { plugin } from '../../../src/protocols/plugin/protocol.ts'
import { repair } from '../../../src/engine/repair.ts'
import { firstOfEach } from '../../thorough.ts'
import { applied, askedBack, checkExample, codesIn, commandsIn, historyOf, identity, planned } from '../offering.ts'
import { conventions, lostWords, ownWords, written, type Convention } from './conventions.ts'

const anyRule = { strict: 'error', examples: () => ({ bad: [], good: [] }) } as unknown as RuleFacts
const history = historyOf([sample])
const look = (files: Files) => checkExample(plugin, anyRule, { about: '', head: files }, files)

const kindOf = ({ code, target }: Diagnostic) => `${code} ${target ?? ''}`
const newIn = (after: readonly Diagnostic[], before: readonly Diagnostic[], expectedCodes: readonly string[] = []) => {
  const knownKinds = new Set(before.map(kindOf))
  return after
    .filter((diagnostic) => !knownKinds.has(kindOf(diagnostic)) && !expectedCodes.includes(diagnostic.code))
    .map(identity)
}

/** What is gone of what a person wrote; a handoff that is deleted goes as a whole. */
const lost = (before: Files, after: Files) =>
  Object.entries(before).flatMap(([path, text]) => (after[path] === undefined ? [] : lostWords(text, after[path])))

const about = ({ layout, ...convention }: Convention) => `${layout}: ${Object.values(convention).join(', ')}`
const cases = firstOfEach(conventions(400), ({ file }) => file).map(
  (convention) => [about(convention), convention] as const,
)

describe('what is offered, however a plugin is written', () => {
  it.each(cases)(
    'is taken, fixes it, adds nothing, loses nothing, and nobody asks it back: %s',
    async (_, convention) => {
      const files = written(convention)
      const before = await look(files)
      for (const finding of before.found) {
        for (const command of commandsIn(finding)) {
          const { outcome, results, changes } = planned(before, history, command)
          const reported = results.flatMap(({ diagnostics }) => diagnostics.map(({ code }) => code))
          expect([finding.code, command, outcome, reported]).toEqual([finding.code, command, 'changed', reported])
          const fixed = applied(files, changes)
          const after = await look(fixed)
          expect([command, after.found.filter((diagnostic) => identity(diagnostic) === identity(finding))]).toEqual([
            command,
            [],
          ])
          expect([command, newIn(after.found, before.found, [...reported, ...codesIn(finding)])]).toEqual([command, []])
          expect([command, lost(files, fixed)]).toEqual([command, []])
          expect([command, await askedBack(finding, after, fixed, look, history)]).toEqual([command, []])
        }
      }
    },
  )

  it.each(cases)('is made by /fix as far as it is safe, and loses nothing: %s', async (_, convention) => {
    const files = written(convention)
    const { head, request, found } = await look(files)
    const report = { diagnostics: found, rules: plugin.rules } as unknown as Parameters<typeof repair>[0]['report']
    const { changes, refused, reveals } = runSteps(repair({ ...request, head, report }))
    expect(refused).toEqual([])
    const fixed = applied(files, changes)
    const after = await look(fixed)
    expect(newIn(after.found, found, [...reveals, 'REGISTRY_STATUS_NOTE'])).toEqual([])
    expect(lost(files, fixed)).toEqual([])
    const remainingDrifts = after.found.filter(
      (diagnostic) =>
        diagnostic.code.startsWith('REGISTRY_') &&
        diagnostic.code.endsWith('_DRIFT') &&
        diagnostic.fix === '/sync TinyGain',
    )
    expect(remainingDrifts.filter(({ choice }) => !choice)).toEqual([])
  })
})

it('reads every convention, and finds what is lost', () => {
  for (const [, convention] of cases) expect(written(convention)['PLUGINS.md']).toMatch(/TinyGain/i)
  const plain = cases.find(([, { file }]) => file === 'labels in capitals')?.[1]
  expect(plain && String(Object.values(written(plain)))).toMatch(/\*\*(?:CURRENT )?STATUS:\*\*/)
  expect(ownWords('| 🚧 Stage 2 (dev build) | 0.1.0 |')).toEqual(['(dev', 'build)'])
  expect(lostWords('✅ Working — by ear\n  and meter', '📦 Installed — by ear')).toEqual(['and', 'meter'])
})
