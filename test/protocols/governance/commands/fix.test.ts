import { describe, expect, it } from 'vitest'
import type { Files } from '../../../../src/core/rule.ts'
import {
  change,
  configPath,
  emptySample,
  entry,
  inState,
  metrics,
  metricsPath,
  sample,
  session,
  sessionPath,
  stall,
  stallPath,
  statePath,
  stoppedWithStall,
  time,
} from '../../../../src/protocols/governance/examples.ts'
import { cases, diagnose, give } from '../scene.ts'

const usage = 'refused, COMMAND_USAGE error'
const list = <Each>(length: number, make: (index: number) => Each) => Array.from({ length }, (_, index) => make(index))

describe('/fix', () => {
  const miscounted = (
    plannerChecker: Readonly<Record<string, unknown>>,
    validatorFix: Readonly<Record<string, unknown>> = {},
  ) =>
    change(sample, {
      [stallPath()]: {
        plannerChecker: { issuesHashHistory: ['a'], stallCount: 0, lastScore: 1, scoreHistory: [1], ...plannerChecker },
        validatorFix: { errorHashHistory: ['e', 'e', 'e'], repeatCount: 1, ...validatorFix },
      },
    })
  const two = (id: string, at: string, overrides: Readonly<Record<string, unknown>> = {}) => ({
    [sessionPath(id)]: session([['beginning', at]], { sessionId: id, ...overrides }),
  })
  const without = (...paths: readonly string[]) => change(sample, Object.fromEntries(paths.map((path) => [path, null])))
  const tooLong = { history: list(52, (index) => entry(`task:${index}`)) }
  cases('fix', [
    ['nothing', '/fix', 'unchanged', sample, {}, { reply: 'Nothing can be fixed safely.' }],
    ['a code that has no repair', '/fix GOV_ANCHOR_LOST', usage],
    ...[
      'GOV_STATE_MISSING',
      'GOV_CONFIG_MISSING',
      'GOV_METRICS_MISSING',
      'GOV_STALL_MISSING',
      'GOV_STALL_COUNT',
      'GOV_HISTORY_LIMIT',
    ].map((code) => [`nothing of ${code}`, `/fix ${code}`, 'unchanged'] as const),
    ['no session needs a state', '/fix GOV_STATE_MISSING', 'unchanged', change(emptySample, { [statePath]: null })],
    [
      'no session needs a configuration',
      '/fix GOV_CONFIG_MISSING',
      'unchanged',
      change(emptySample, { [configPath]: null }),
    ],
    ['no session needs metrics', '/fix GOV_METRICS_MISSING', 'unchanged', emptySample],
    [
      'no state',
      '/fix GOV_STATE_MISSING',
      'changed',
      without(statePath),
      {},
      {
        reply: 'Fixed: `GOV_STATE_MISSING` of `brain:.idumb`.',
        [statePath]: { phase: 'init', anchors: [], history: [] },
      },
    ],
    [
      'no configuration',
      '/fix GOV_CONFIG_MISSING',
      'changed',
      without(configPath),
      {},
      { [configPath]: { version: '0.3.0' } },
    ],
    [
      'no metrics',
      '/fix GOV_METRICS_MISSING',
      'changed',
      without(metricsPath),
      {},
      { [metricsPath]: { sessionId: 'ses_1', errors: { total: 0 } } },
    ],
    [
      'no evidence',
      '/fix GOV_STALL_MISSING',
      'changed',
      without(stallPath()),
      {},
      { [stallPath()]: { plannerChecker: { lastScore: null }, validatorFix: { repeatCount: 0 } } },
    ],
    [
      'two codes',
      '/fix GOV_STATE_MISSING GOV_STALL_MISSING',
      'changed',
      without(statePath, stallPath()),
      {},
      { changed: [stallPath(), statePath] },
    ],
    [
      'all',
      '/fix',
      'changed',
      without(statePath, configPath, metricsPath, stallPath()),
      {},
      { changed: [configPath, metricsPath, stallPath(), statePath] },
    ],
    [
      'metrics of the session that was created last',
      '/fix GOV_METRICS_MISSING',
      'changed',
      change(without(metricsPath), {
        ...two('ses_2', '08:20'),
        ...two('ses_3', '08:10'),
        [stallPath('ses_2')]: stall(),
        [stallPath('ses_3')]: stall(),
      }),
      {},
      { [metricsPath]: { sessionId: 'ses_2' } },
    ],
    [
      'metrics of the session whose creation is known',
      '/fix GOV_METRICS_MISSING',
      'changed',
      change(without(metricsPath), { ...two('ses_0', '08:20', { createdAt: 'once' }), [stallPath('ses_0')]: stall() }),
      {},
      { [metricsPath]: { sessionId: 'ses_1' } },
    ],
    [
      'another session needs evidence',
      '/fix GOV_STALL_MISSING',
      'changed',
      change(sample, two('ses_2', '08:20')),
      {},
      { changed: [stallPath('ses_2')] },
    ],
    [
      'a session that no command can name',
      '/fix GOV_STALL_MISSING',
      'unchanged, GOV_STALL_MISSING warning',
      change(sample, two('ses 2', '08:20')),
      {},
      { reply: 'Nothing was fixed. Left: `GOV_STALL_MISSING` of `.idumb/brain/stall/ses 2.json`.' },
    ],
    [
      'that, and one that needs evidence',
      '/fix GOV_STALL_MISSING',
      'changed, GOV_STALL_MISSING warning',
      change(without(stallPath()), two('ses 2', '08:20')),
      {},
      { changed: [stallPath()] },
    ],
    [
      'a score that is not the last',
      '/fix GOV_STALL_COUNT',
      'changed',
      miscounted({ lastScore: 2 }),
      {},
      { [stallPath()]: { plannerChecker: { lastScore: 1, stallCount: 0 } } },
    ],
    ['no score', '/fix GOV_STALL_COUNT', 'unchanged', miscounted({ lastScore: null })],
    [
      'no score of no cycle',
      '/fix GOV_STALL_COUNT',
      'changed',
      miscounted({ issuesHashHistory: [], scoreHistory: [], lastScore: 4 }),
      {},
      { [stallPath()]: { plannerChecker: { lastScore: null } } },
    ],
    [
      'too many stalls',
      '/fix GOV_STALL_COUNT',
      'changed',
      miscounted({ stallCount: 2 }),
      {},
      { [stallPath()]: { plannerChecker: { stallCount: 0 } } },
    ],
    [
      'too few stalls',
      '/fix GOV_STALL_COUNT',
      'changed',
      miscounted({ issuesHashHistory: ['a', 'a', 'a'], scoreHistory: [1, 1, 1], stallCount: 0 }),
      {},
      { [stallPath()]: { plannerChecker: { stallCount: 1 } } },
    ],
    [
      'too many stalls, and no score',
      '/fix GOV_STALL_COUNT',
      'changed',
      miscounted({ stallCount: 2, lastScore: null }),
      {},
      { [stallPath()]: { plannerChecker: { stallCount: 0, lastScore: null } } },
    ],
    [
      'no count',
      '/fix GOV_STALL_COUNT',
      'unchanged, GOV_FIELD_MISSING warning, GOV_STALL_COUNT warning',
      miscounted({ stallCount: undefined, lastScore: 2 }),
    ],
    ['counts that cannot be read', '/fix GOV_STALL_COUNT', 'unchanged', change(sample, { [stallPath()]: '{' })],
    [
      'too few repeats, which hide a loop',
      '/fix GOV_STALL_COUNT',
      'unchanged, GOV_STALL_COUNT warning',
      miscounted({}, { repeatCount: 0 }),
    ],
    [
      'that, and one of another session',
      '/fix GOV_STALL_COUNT',
      'changed, GOV_STALL_COUNT warning',
      change(miscounted({}, { repeatCount: 0 }), {
        ...two('ses_2', '08:20'),
        [stallPath('ses_2')]: stall([], [], [1, 0]),
      }),
      {},
      { changed: [stallPath('ses_2')] },
    ],
    [
      'too few repeats of a session that has stopped',
      '/fix GOV_STALL_COUNT',
      'changed',
      stoppedWithStall([], ['e', 'e', 'e']),
      {},
      { [stallPath()]: { validatorFix: { repeatCount: 1 } } },
    ],
    [
      'counts and a full window',
      '/fix GOV_STALL_COUNT',
      'changed',
      miscounted({ stallCount: 2 }, { errorHashHistory: list(5, () => 'e'), repeatCount: 7 }),
      {},
      { [stallPath()]: { plannerChecker: { stallCount: 0 }, validatorFix: { repeatCount: 7 } } },
    ],
    [
      'a count that is none',
      '/fix GOV_STALL_COUNT',
      'unchanged, GOV_FIELD_TYPE warning, GOV_STALL_COUNT warning',
      miscounted({ stallCount: 'two', lastScore: 2 }),
    ],
    [
      'a history of 52',
      '/fix GOV_HISTORY_LIMIT',
      'changed',
      inState(tooLong),
      {},
      { [statePath]: { history: { length: 50, 0: { action: 'task:2' } } } },
    ],
    ['a history of 50', '/fix GOV_HISTORY_LIMIT', 'unchanged', inState({ history: tooLong.history.slice(2) })],
    [
      'a history of 52 in a file with a key twice',
      '/fix GOV_HISTORY_LIMIT',
      'unchanged, GOV_DUPLICATE_KEY warning, GOV_HISTORY_LIMIT warning',
      change(sample, {
        [statePath]: JSON.stringify({ ...JSON.parse(String(sample[statePath])), ...tooLong }).replace(
          '"phase"',
          '"phase":"a","phase"',
        ),
      }),
    ],
    [
      'evidence in a folder that is a link',
      '/fix GOV_STALL_MISSING',
      'unchanged, GOV_FILE_LINK warning, GOV_STALL_MISSING warning',
      change(without(stallPath()), { '.idumb/brain/stall': '../elsewhere' }),
      { links: ['.idumb/brain/stall'] },
    ],
    ['a time beside it', '/fix GOV_STALL_COUNT', 'changed', miscounted({ stallCount: 1 }), { at: time('10:00') }],
  ])
})

describe('metrics that belong to no session at work', () => {
  const hintsOf = async (tree: Files, base?: Files) =>
    (await diagnose(tree, base && { base })).flatMap(({ code, hint }) => (code.startsWith('GOV_METRICS') ? [hint] : []))

  it('are deleted, and written by /fix where a session works', async () => {
    const foreign = change(sample, { [metricsPath]: metrics({ sessionId: 'ses_9' }) })
    expect(await hintsOf(foreign)).toEqual([
      'Delete the file; `/fix GOV_METRICS_MISSING` then writes that of `ses_1`, which works.',
    ])
    const { outcome, tree } = await give(change(foreign, { [metricsPath]: null }), '/fix GOV_METRICS_MISSING')
    expect([outcome, await hintsOf(tree as Files)]).toEqual(['changed', []])
    expect(await hintsOf(change(emptySample, { [metricsPath]: metrics({ sessionId: 'ses_9' }) }))).toEqual([
      'Delete the file: the next session that is started writes its own.',
    ])
  })

  it('are written by /fix for a new session only where the base shows that it is new', async () => {
    const head = change(sample, {
      [sessionPath('ses_2')]: session([['beginning', '08:10']], { sessionId: 'ses_2' }),
      [stallPath('ses_2')]: stall(),
    })
    expect(await hintsOf(head, sample)).toEqual([
      'The command `/fix GOV_METRICS_MISSING` writes those of `ses_2`; on a command line with the `--base` of this check.',
    ])
    const fix = '/fix GOV_METRICS_MISSING'
    expect((await give(head, fix)).outcome).toBe('unchanged')
    const { outcome, tree } = await give(head, fix, { base: sample })
    expect([outcome, await hintsOf(tree as Files, sample)]).toEqual(['changed', []])
  })
})
