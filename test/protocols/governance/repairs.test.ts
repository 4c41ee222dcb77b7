import { examplesOf } from '../../examples-of.ts'
import { describe, expect, it } from 'vitest'
import type { Example } from '../../../src/core/rule.ts'
import { rulesOf } from '../../../src/kit/rules.ts'
import { groups } from '../../../src/protocols/governance/rules/index.ts'
import type { SceneSetting } from '../scene.ts'
import { diagnose, give } from './scene.ts'

const rules = rulesOf(groups)

const settingOf = ({ configuration, links, base }: Example): SceneSetting => ({
  ...(configuration && { configuration: { ...configuration } }),
  ...(links && { links }),
  ...(base && { base }),
})

/** Every command that a finding of an example asks for. */
const results = await Promise.all(
  rules.flatMap((rule) =>
    examplesOf(rule).bad.map(async (example) => {
      const { code } = rule
      const found = await diagnose(example.head, settingOf(example))
      const commands = found.flatMap((diagnostic) =>
        diagnostic.code === code && diagnostic.fix !== undefined ? [diagnostic.fix] : [],
      )
      return [...new Set(commands)].map((fix): readonly [string, string, string, Example] => [
        code,
        example.about,
        fix,
        example,
      ])
    }),
  ),
)

describe('what a finding asks for', () => {
  it.each(results.flat())('%s, %s: `%s` fixes it', async (code, _, fix, example) => {
    const { outcome, tree, codes } = await give(example.head, fix, {
      ...settingOf(example),
      at: '2026-02-05T12:00:00Z',
    })
    expect([outcome, codes.filter((foundCode) => foundCode.endsWith(' error'))]).toEqual(['changed', []])
    expect((await diagnose(tree, settingOf(example))).filter((diagnostic) => diagnostic.code === code)).toEqual([])
  })

  it('is given by every code that the page gives a command', () => {
    expect(new Set(results.flat().map(([code]) => code))).toEqual(
      new Set([
        'GOV_STATE_MISSING',
        'GOV_CONFIG_MISSING',
        'GOV_HISTORY_LIMIT',
        'GOV_SESSION_LEGACY',
        'GOV_METRICS_MISSING',
        'GOV_ERROR_LIMIT',
        'GOV_STALL_MISSING',
        'GOV_STALL_COUNT',
        'GOV_STALL_PLANNER',
        'GOV_STALL_VALIDATOR',
      ]),
    )
  })
})
