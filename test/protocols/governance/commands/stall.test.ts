import { describe, expect, it } from 'vitest'
import {
  change,
  inMetrics,
  inSession,
  inStall,
  interruptedSample,
  metricsPath,
  sample,
  sessionPath,
  stall,
  stallPath,
  histories,
  time,
} from '../../../../src/protocols/governance/examples.ts'
import { codes, type Tree } from '../../scene.ts'
import { errorHash, issuesHash } from '../../../../src/protocols/governance/loops/stalls.ts'
import { cases, diagnose, give } from '../scene.ts'

const usage = 'refused, COMMAND_USAGE error'
const late = { at: '2026-02-04T09:30:00Z' }
const earlier = { at: '2026-02-04T08:04:00Z' }
const list = <Each>(length: number, make: (index: number) => Each) => Array.from({ length }, (_, index) => make(index))

const minute = (index: number) => new Date(Date.parse('2026-02-04T09:00:00Z') + index * 60_000).toISOString()

async function replay(tree: Tree, commands: readonly string[]) {
  const codesOfEach: string[][] = []
  let now = tree
  for (const [index, command] of commands.entries()) {
    const result = await give(now, command, { at: minute(index) })
    expect(result.outcome).toBe('changed')
    codesOfEach.push([...result.codes])
    now = result.tree
  }
  return { codesOfEach, tree: now }
}

const times = (count: number, command: string) => Array.from({ length: count }, () => command)

describe('/stall', () => {
  const cycle = '/stall ses_1 planner --score 50 --issues "No tests; no docs"'
  const error = '/stall ses_1 validator --error "Unexpected token" --location src/app.ts:7'
  const report = '{"score": 1, "issues": ["a"]}'
  const errors = (total: number, recent = 1) => ({
    errors: { total, byType: { validator_fix: total }, recent: list(recent, (index) => `error ${index}`) },
  })
  cases('stall', [
    ['no name', '/stall', usage],
    ['no kind', '/stall ses_1', usage],
    ['another kind', '/stall ses_1 checker', usage],
    ['a word too many', '/stall ses_1 planner now --score 1 --issues a', usage],
    ['no score', '/stall ses_1 planner --issues a', usage],
    ['a score in words', '/stall ses_1 planner --score high --issues a', usage],
    ['a score of 16 digits', `/stall ses_1 planner --score ${'1'.repeat(16)} --issues a`, usage],
    ['a score of 16 digits after the point', `/stall ses_1 planner --score 0.${'1'.repeat(16)} --issues a`, usage],
    ['a score that begins with more', '/stall ses_1 planner --score x1 --issues a', usage],
    ['a score that ends with more', '/stall ses_1 planner --score 1x --issues a', usage],
    ['a point without digits', '/stall ses_1 planner --score 1. --issues a', usage],
    ['no issues', '/stall ses_1 planner --score 1', usage],
    ['issues without a value', '/stall ses_1 planner --score 1 --issues', usage],
    ['two scores', '/stall ses_1 planner --score 1 --score 2 --issues a', usage],
    ['options of the other kind', '/stall ses_1 planner --error a', usage],
    ['no error', '/stall ses_1 validator', usage],
    ['two errors', '/stall ses_1 validator --error a --error b', usage],
    ['a word before the error', '/stall ses_1 validator more --error a', usage],
    ['an option as issues', '/stall ses_1 planner --issues --score 1', usage],
    ['issues twice', '/stall ses_1 planner --score 1 --issues a --issues b', usage],
    ['an error of blanks', '/stall ses_1 validator --error " "', usage],
    ['a location without a value', '/stall ses_1 validator --error a --location', usage],
    ['a report of an error', '/stall ses_1 validator --error a', usage, sample, { report }],
    ['a report and options', '/stall ses_1 planner --score 1', usage, sample, { report }],
    ['a report that is not JSON', '/stall ses_1 planner', usage, sample, { report: '{' }],
    ['a report that is a list', '/stall ses_1 planner', usage, sample, { report: '[]' }],
    ['a report without a score', '/stall ses_1 planner', usage, sample, { report: '{"issues": []}' }],
    ['a report with a list as score', '/stall ses_1 planner', usage, sample, { report: '{"score": [], "issues": []}' }],
    [
      'a report with a text as score',
      '/stall ses_1 planner',
      usage,
      sample,
      { report: '{"score": "1", "issues": []}' },
    ],
    ['a report without issues', '/stall ses_1 planner', usage, sample, { report: '{"score": 1}' }],
    [
      'a report with a text as issues',
      '/stall ses_1 planner',
      usage,
      sample,
      { report: '{"score": 1, "issues": "a"}' },
    ],
    [
      'a report with a number among issues',
      '/stall ses_1 planner',
      usage,
      sample,
      { report: '{"score": 1, "issues": ["a", 2]}' },
    ],
    [
      'a report',
      '/stall ses_1 planner',
      'changed',
      sample,
      { report: '{"score": -1.5, "issues": ["a; b", "c"]}' },
      {
        [stallPath()]: {
          plannerChecker: { lastScore: -1.5, scoreHistory: [-1.5], issuesHashHistory: [issuesHash(['c', 'a; b'])] },
        },
      },
    ],
    [
      'a cycle',
      cycle,
      'changed',
      sample,
      {},
      {
        reply: 'Recorded: stalled cycles `0`, repeated errors `0`.',
        [metricsPath]: { iterationCounts: { plannerChecker: 3, validatorFix: 1, total: 4 } },
        [stallPath()]: {
          plannerChecker: { issuesHashHistory: [issuesHash(['No tests', 'no docs'])], lastScore: 50, stallCount: 0 },
        },
        [sessionPath()]: { lastUpdated: time('08:30') },
      },
    ],
    [
      'a cycle by the longest score',
      `/stall ses_1 Planner --SCORE=-${'9'.repeat(15)}.${'5'.repeat(15)} --issues=a`,
      'changed',
      sample,
      {},
      { [stallPath()]: `"lastScore": -${'9'.repeat(15)}.` },
    ],
    [
      'a cycle whose issues are words',
      '/stall ses_1 planner --issues no tests; no --docs --score 5',
      'changed',
      sample,
      {},
      {
        [stallPath()]: { plannerChecker: { issuesHashHistory: [issuesHash(['no tests', 'no --docs'])], lastScore: 5 } },
      },
    ],
    [
      'a cycle without issues',
      '/stall ses_1 planner --score 5 --issues ""',
      'changed',
      sample,
      {},
      { [stallPath()]: { plannerChecker: { issuesHashHistory: [issuesHash([])] } } },
    ],
    [
      'an error',
      error,
      'changed',
      sample,
      {},
      {
        [metricsPath]: {
          iterationCounts: { plannerChecker: 2, validatorFix: 2, total: 4 },
          errors: { total: 2, byType: { validator_fix: 2 } },
        },
        [stallPath()]: { validatorFix: { errorHashHistory: [errorHash('Unexpected token', 'src/app.ts:7')] } },
      },
    ],
    [
      'an error and its place',
      '/stall ses_1 validator --error Unexpected token --location src/app.ts:7 and more',
      'changed',
      sample,
      {},
      {
        [stallPath()]: { validatorFix: { errorHashHistory: [errorHash('Unexpected token', 'src/app.ts:7 and more')] } },
      },
    ],
    [
      'an error of 101 characters',
      `/stall ses_1 validator --error ${'\u{1f3b9}'.repeat(101)}`,
      'changed, TEXT_CUT notice',
      sample,
      {},
      { [metricsPath]: `validator_fix: ${'\u{1f3b9}'.repeat(100)}"` },
    ],
    [
      'the fourth cycle, no better',
      cycle,
      'changed, GOV_STALL_PLANNER warning',
      inStall([['sha256:b', '1'], ...list(3, () => [issuesHash(['no docs', 'No tests']), '60'] as const)], [], [2, 0]),
      {},
      { reply: 'Recorded: stalled cycles `2`, repeated errors `0`.' },
    ],
    [
      'a count that was reported as a loop',
      error,
      'changed, GOV_STALL_PLANNER warning',
      inStall(
        list(4, () => ['a', '5'] as const),
        [],
        [2, 0],
      ),
    ],
    [
      'a count that is just none',
      error,
      'changed',
      inStall(
        list(3, () => ['a', '5'] as const),
        [],
        [1, 0],
      ),
    ],
    [
      'repeats that were reported as a loop',
      cycle,
      'changed, GOV_STALL_VALIDATOR warning',
      inStall([], ['a', 'a', 'a'], [0, 1]),
    ],
    ['the 20th error', error, 'changed', inMetrics(errors(19))],
    ['the 21st error', error, 'changed, GOV_ERROR_LIMIT warning', inMetrics(errors(20, 20))],
    ['a cycle beside 20 errors', cycle, 'changed', inMetrics(errors(20))],
    ['a cycle beside 21 errors', cycle, 'changed, GOV_ERROR_LIMIT warning', inMetrics(errors(21))],
    [
      'an error beside 21 of another session',
      error,
      'changed',
      inMetrics({ ...errors(21), sessionId: 'ses_9' }),
      {},
      { changed: [stallPath(), sessionPath()] },
    ],
    [
      'no limit',
      error,
      'refused, GOV_FIELD_MISSING error',
      inMetrics({ ...errors(21), limits: undefined, iterationCounts: undefined }),
    ],
    [
      'a limit that is not there',
      error,
      'changed',
      inMetrics({ ...errors(21), limits: undefined }),
      {},
      { [metricsPath]: { errors: { total: 22 } } },
    ],
    ['recent errors that are too many', error, 'refused, GOV_FIELD_VALUE error', inMetrics(errors(25, 25))],
    [
      'no metrics',
      error,
      'changed',
      change(sample, { [metricsPath]: null }),
      {},
      { [metricsPath]: null, changed: [stallPath(), sessionPath()] },
    ],
    [
      'metrics that cannot be read',
      cycle,
      'refused, GOV_FILE_UNREADABLE error',
      change(sample, { [metricsPath]: '{' }),
    ],
    ['errors that are none', error, 'refused, GOV_FIELD_TYPE error', inMetrics({ errors: 3 })],
    ['errors that are none do not matter to a cycle', cycle, 'changed', inMetrics({ errors: 3 })],
    ['iterations that are none', cycle, 'refused, GOV_FIELD_TYPE error', inMetrics({ iterationCounts: [] })],
    [
      'no evidence',
      cycle,
      'changed',
      change(sample, { [stallPath()]: null }),
      {},
      { [stallPath()]: { validatorFix: { errorHashHistory: [], repeatCount: 0 } } },
    ],
    [
      'no evidence, and an error',
      error,
      'changed',
      change(sample, { [stallPath()]: null }),
      {},
      { [stallPath()]: { plannerChecker: { issuesHashHistory: [], lastScore: null } } },
    ],
    [
      'evidence that cannot be read',
      cycle,
      'refused, GOV_FILE_UNREADABLE error',
      change(sample, { [stallPath()]: '{' }),
    ],
    [
      'evidence that is a link',
      cycle,
      'refused, GOV_FILE_LINK error',
      change(sample, { [stallPath()]: '../elsewhere' }),
      { links: [stallPath()] },
    ],
    [
      'cycles that are none',
      cycle,
      'refused, GOV_FIELD_TYPE error',
      change(sample, { [stallPath()]: { ...stall(), plannerChecker: [] } }),
    ],
    [
      'cycles that are none do not matter to an error',
      error,
      'changed',
      change(sample, { [stallPath()]: { ...stall(), plannerChecker: [] } }),
    ],
    [
      'a full window',
      cycle,
      'changed',
      inStall(list(5, (index) => [`h${index}`, `${index}`] as const)),
      {},
      { [stallPath()]: { plannerChecker: { scoreHistory: [1, 2, 3, 4, 50] } } },
    ],
    [
      'a full window of errors',
      error,
      'changed',
      inStall([], ['a', 'b', 'c', 'd', 'e']),
      {},
      {
        [stallPath()]: {
          validatorFix: { errorHashHistory: ['b', 'c', 'd', 'e', errorHash('Unexpected token', 'src/app.ts:7')] },
        },
      },
    ],
    ['a session that stopped', cycle, 'refused, GOV_NOT_HELD error', interruptedSample, late],
    ['it was updated since', error, 'refused, GOV_TIME_BACKWARDS error', sample, earlier],
    [
      'a session with a fault',
      error,
      'refused, GOV_STATE_UNKNOWN error',
      inSession(histories.working, { previousState: 'idle' }),
    ],
  ])

  it('notices the fourth cycle with the same issues, and no sooner', async () => {
    const { codesOfEach, tree } = await replay(sample, [
      ...times(2, cycle),
      cycle.replace('No tests; no docs', 'no docs ;No  tests;'),
      cycle.replace('50', '49'),
      cycle.replace('50', '49'),
    ])
    expect(codesOfEach).toEqual([[], [], [], ['GOV_STALL_PLANNER warning'], ['GOV_STALL_PLANNER warning']])
    expect(codes(await diagnose(tree, { base: sample }))).toEqual(['GOV_STALL_PLANNER error'])
    const { tree: better } = await replay(sample, [...times(3, cycle), cycle.replace('50', '51'), cycle])
    expect(await diagnose(better, { base: sample })).toEqual([])
  })

  it('notices the third error that is the same, at the same place', async () => {
    const { codesOfEach, tree } = await replay(sample, times(3, error))
    expect(codesOfEach).toEqual([[], [], ['GOV_STALL_VALIDATOR warning']])
    expect(codes(await diagnose(tree, { base: sample }))).toEqual(['GOV_STALL_VALIDATOR error'])
    const { codesOfEach: elsewhere } = await replay(sample, [error, error.replace(':7', ':8'), error])
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
})
