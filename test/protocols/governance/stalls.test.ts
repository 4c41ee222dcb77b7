import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  change,
  inMetrics,
  sample,
  session,
  sessionPath,
  stallPath,
  metricsPath,
  histories,
} from '../../../src/protocols/governance/examples.ts'
import {
  agrees,
  errorHash,
  issuesHash,
  nextCount,
  plannerStalls,
  validatorRepeats,
} from '../../../src/protocols/governance/loops/stalls.ts'
import { codes, diagnose, give, type Tree } from './scene.ts'

const sha256 = (text: string) => `sha256:${createHash('sha256').update(text, 'utf8').digest('hex')}`

describe('a hash', () => {
  it('is that of the issues as JSON: a set, its white space folded', () => {
    expect(issuesHash([])).toBe('sha256:4f53cda18c2baa0c0354bb5f9a3ecbe5ed12ab4d8e11ba873c2f11161202b945')
    expect(issuesHash(['b', 'a', 'b', ' ', 'c\t d '])).toBe(sha256('["a","b","c d"]'))
    expect(issuesHash(['e\u0301'])).toBe(sha256('["\u00e9"]'))
    expect(issuesHash(['a|b'])).not.toBe(issuesHash(['a', 'b']))
    // By bytes: in UTF-16 the emoji would come first.
    expect(issuesHash(['\u{1f3b9}', '\uff0c'])).toBe(sha256('["\uff0c","\u{1f3b9}"]'))
  })

  it('is that of an error and its place, in that order', () => {
    expect(errorHash(' Unexpected  token ', 'src/a.ts')).toBe(sha256('["Unexpected token","src/a.ts"]'))
    expect(errorHash('Oops', '')).toBe(sha256('["Oops",""]'))
    expect(errorHash('a', 'b')).not.toBe(errorHash('b', 'a'))
  })

  it('does not depend on the order of issues, nor on their doubles', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme' })), (issues) => {
        expect(issuesHash([...issues].reverse().concat(issues))).toBe(issuesHash(issues))
      }),
    )
  })
})

describe('counting', () => {
  const isSameValue = (...scores: readonly number[]) => plannerStalls({ hashes: scores.map(() => 'h'), scores })

  it.each([
    [[], 0],
    [[50, 50], 0],
    [[50, 50, 50], 1],
    [[50, 50, 50, 50], 2],
    [[50, 50, 50, 50, 50], 3],
    [[50, 50, 51], 0],
    [[50, 60, 60], 1],
    [[50, 50, 49, 50], 0],
  ] as const)('cycles with the scores %j: %d stall', (scores, stalls) => {
    expect(isSameValue(...scores)).toBe(stalls)
  })

  it('knows the same issues only where they are three times the same, and not none', () => {
    expect(plannerStalls({ hashes: ['a', 'h', 'h'], scores: [1, 1, 1] })).toBe(0)
    expect(plannerStalls({ hashes: ['h', 'h', 'h', 'a'], scores: [1, 1, 1, 1] })).toBe(0)
    expect(plannerStalls({ hashes: [1, 2, 3].map(() => issuesHash([])), scores: [1, 1, 1] })).toBe(0)
    expect(validatorRepeats(['e', 'e'])).toBe(0)
    expect(validatorRepeats(['e', 'e', 'e'])).toBe(1)
    expect(validatorRepeats(['e', 'e', 'x', 'e', 'e'])).toBe(0)
  })

  it('goes on where the window ends', () => {
    expect([agrees(3, 3), agrees(9, 3), agrees(2, 3), agrees(3, 2)]).toEqual([true, true, false, false])
    expect([nextCount(3, 3), nextCount(2, 3), nextCount(9, 0)]).toEqual([4, 3, 0])
  })
})

const minute = (index: number) => new Date(Date.parse('2026-02-04T09:00:00Z') + index * 60_000).toISOString()

async function replay(tree: Tree, commands: readonly string[]) {
  const said: string[][] = []
  let now = tree
  for (const [index, command] of commands.entries()) {
    const given = await give(now, command, { at: minute(index) })
    expect(given.outcome).toBe('changed')
    said.push([...given.codes])
    now = given.tree
  }
  return { said, tree: now }
}

const times = (count: number, command: string) => Array.from({ length: count }, () => command)

describe('/stall', () => {
  const cycle = '/stall ses_1 planner --score 50 --issues "No tests; no docs"'
  const error = '/stall ses_1 validator --error "Unexpected token" --location src/app.ts:7'

  it('notices the fourth cycle with the same issues, and no sooner', async () => {
    const { said, tree } = await replay(sample, [
      ...times(2, cycle),
      cycle.replace('No tests; no docs', 'no docs ;No  tests;'),
      cycle.replace('50', '49'),
      cycle.replace('50', '49'),
    ])
    expect(said).toEqual([[], [], [], ['GOV_STALL_PLANNER warning'], ['GOV_STALL_PLANNER warning']])
    expect(codes(await diagnose(tree, { base: sample }))).toEqual(['GOV_STALL_PLANNER error'])
    const { tree: better } = await replay(sample, [...times(3, cycle), cycle.replace('50', '51'), cycle])
    expect(await diagnose(better, { base: sample })).toEqual([])
  })

  it('notices the third error that is the same, at the same place', async () => {
    const { said, tree } = await replay(sample, times(3, error))
    expect(said).toEqual([[], [], ['GOV_STALL_VALIDATOR warning']])
    expect(codes(await diagnose(tree, { base: sample }))).toEqual(['GOV_STALL_VALIDATOR error'])
    const { said: elsewhere } = await replay(sample, [error, error.replace(':7', ':8'), error])
    expect(elsewhere).toEqual([[], [], []])
  })

  it('never loses count, and always writes what is valid', async () => {
    const { tree } = await replay(sample, [...times(8, cycle), ...times(7, error)])
    const found = codes(await diagnose(tree, { base: sample }))
    expect(found).toEqual(['GOV_STALL_PLANNER error', 'GOV_STALL_VALIDATOR error'])
    const stalls = JSON.parse(String(tree[stallPath()])) as Record<string, Record<string, unknown>>
    expect(stalls['plannerChecker']).toMatchObject({ stallCount: 6, lastScore: 50, scoreHistory: [50, 50, 50, 50, 50] })
    expect(stalls['validatorFix']).toMatchObject({ repeatCount: 5 })
    const metrics = JSON.parse(String(tree[metricsPath])) as Record<string, Record<string, unknown>>
    expect(metrics['iterationCounts']).toEqual({ plannerChecker: 10, validatorFix: 8, total: 18 })
    expect(metrics['errors']).toMatchObject({ total: 8, byType: { validator_fix: 8 } })
    expect(metrics['errors']?.['recent']).toContain(`[${minute(14)}] validator_fix: Unexpected token`)
  })

  it('comes to the same whoever replays it', async () => {
    const commands = [cycle, error, ...times(3, cycle), error]
    expect((await replay(sample, commands)).tree).toEqual((await replay(sample, commands)).tree)
  })

  it('tells when there are more errors than may be', async () => {
    const full = inMetrics({
      errors: { total: 20, byType: { validator_fix: 20 }, recent: Array.from({ length: 20 }, (_, index) => `error ${index}`) },
    })
    const given = await give(full, error, { at: minute(0) })
    expect([given.outcome, given.codes]).toEqual(['changed', ['GOV_ERROR_LIMIT warning']])
    expect((given.file(metricsPath)['errors'] as Record<string, unknown[]>)['recent']).toHaveLength(20)
  })

  it('takes exactly what a report says', async () => {
    const report = '{"score": 12.5, "issues": ["a; b", "c"]}'
    const given = await give(sample, '/stall ses_1 planner', { report, at: minute(0) })
    expect(given.file(stallPath())['plannerChecker']).toMatchObject({ issuesHashHistory: [issuesHash(['c', 'a; b'])], lastScore: 12.5 })
    for (const wrong of ['{}', '[]', '{"score": "1", "issues": []}', '{"score": 1, "issues": [1]}', 'x'])
      expect((await give(sample, '/stall ses_1 planner', { report: wrong, at: minute(0) })).codes).toEqual(['COMMAND_USAGE error'])
  })

  it('writes a stall file where there is none, and counts nothing in the metrics of another session', async () => {
    const other = change(sample, { [stallPath()]: null, [sessionPath('ses_2')]: session(histories.working, { sessionId: 'ses_2' }) })
    const given = await give(other, '/stall ses_2 planner --score 1 --issues ""', { at: minute(0) })
    expect(given.changed).toEqual([stallPath('ses_2'), sessionPath('ses_2')])
    expect(given.file(stallPath('ses_2'))['plannerChecker']).toMatchObject({ issuesHashHistory: [issuesHash([])], stallCount: 0 })
  })

  it.each([
    '/stall ses_1',
    '/stall ses_1 both',
    '/stall ses_1 planner --issues a',
    '/stall ses_1 planner --score x --issues a',
    '/stall ses_1 planner --score 1',
    '/stall ses_1 validator',
    '/stall ses_1 planner --score 1 --issues',
    '/stall ses_1 planner --issues --score 1',
    '/stall ses_1 planner --score 1 --issues a --issues b',
    '/stall ses_1 planner --score 1 --score 2 --issues a',
    '/stall ses_1 validator --error a --location',
    '/stall ses_1 validator --error a --error b',
    '/stall ses_1 validator more --error a',
  ])('is used wrongly by %s', async (command) => {
    expect((await give(sample, command, { at: minute(0) })).codes).toEqual(['COMMAND_USAGE error'])
  })
})
