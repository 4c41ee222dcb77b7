import { describe, expect, it } from 'vitest'
import { repairOutcome, repairMessage, unsafeMessage } from '../../src/engine/repaired.ts'
import { diagnostic, reportOf } from '../render/sample.ts'

const rules = reportOf([]).rules
const safe = {
  code: 'SAFE',
  protocol: 'plugin',
  strict: 'error',
  soft: 'error',
  summary: '',
  why: '',
  url: '',
  safe: true,
  examples: () => ({ bad: [], good: [] }),
} as const
const report = (...found: readonly Parameters<typeof diagnostic>[0][]) =>
  reportOf(
    found.map((overrides) => diagnostic({ code: 'SAFE', fix: '/sync X', ...overrides })),
    { rules: [...rules, safe] },
  )
const amber = { target: 'plugin:Amber' }
const basil = { target: 'plugin:Basil' }

describe('what became of findings', () => {
  it('is that they are over, or left, wherever they are by now', () => {
    const { repaired, remaining } = repairOutcome(
      report({ ...amber, line: 1 }, { ...basil, line: 2 }),
      report({ ...basil, line: 1 }),
    )
    expect([repaired, remaining].map((all) => all.map(({ target }) => target))).toEqual([
      ['plugin:Amber'],
      ['plugin:Basil'],
    ])
  })

  it('counts those that look alike', () => {
    const { repaired, remaining } = repairOutcome(report(amber, amber, amber), report(amber))
    expect([repaired.length, remaining.length]).toEqual([2, 1])
  })

  it('is about what a safe rule has a repair for, or about the codes that were named', () => {
    const found = report({ ...amber, code: 'OTHER' }, { ...basil, fix: '/sync X' })
    expect(repairOutcome(found, found).remaining.map(({ code }) => code)).toEqual(['SAFE'])
    expect(repairOutcome(found, found, ['OTHER']).remaining.map(({ code }) => code)).toEqual(['OTHER'])
  })

  it.each([
    [report(amber), report(), ['/sync Amber'], 'Fixed: `SAFE` of `plugin:Amber`, by `/sync Amber`.'],
    [
      report(amber, basil),
      report(basil),
      ['/fix SAFE'],
      'Fixed: `SAFE` of `plugin:Amber`. Left: `SAFE` of `plugin:Basil`.',
    ],
    [report(amber), report(amber), ['/sync Amber'], 'Nothing was fixed. Left: `SAFE` of `plugin:Amber`.'],
    [
      report({ ...amber, choice: true }),
      report({ ...amber, choice: true }),
      [],
      'Nothing was fixed. Left: `SAFE` of `plugin:Amber`: `/sync X`.',
    ],
    [
      report(...['A', 'B', 'C', 'D', 'E'].map((name) => ({ target: name }))),
      report(),
      ['/sync'],
      'Fixed: `SAFE` of `A`, `B`, `C` and 2 more, by `/sync`.',
    ],
  ])('is reported: %#', (before, after, applied, message) => {
    expect(repairMessage(repairOutcome(before, after), applied)).toBe(message)
  })

  it('is what would be, in a dry run', () => {
    expect(repairMessage(repairOutcome(report(amber), report()), [], true)).toBe('Would fix: `SAFE` of `plugin:Amber`.')
    expect(repairMessage(repairOutcome(report(amber), report(amber)), [], true)).toMatch(
      /^Nothing would be fixed\. Left: /,
    )
  })

  it.each([
    [[], ''],
    [[amber], 'Not repaired by `/fix`: `SAFE` of `plugin:Amber`: `/sync X`.'],
    [[amber, amber], 'Not repaired by `/fix`: `SAFE` of `plugin:Amber`: `/sync X`.'],
    [
      [amber, basil],
      'Not repaired by `/fix`: `SAFE` of `plugin:Amber`: `/sync X`; `SAFE` of `plugin:Basil`: `/sync X`.',
    ],
    [
      ['A', 'B', 'C', 'D', 'E', 'F'].map((target) => ({ target })),
      expect.stringMatching(/`E`: `\/sync X`; 1 more: `\/validate` lists them all\.$/),
    ],
  ])('names what no safe repair is for, with its command: %#', (found, message) => {
    expect(unsafeMessage(report(...found).diagnostics)).toEqual(message)
  })
})
