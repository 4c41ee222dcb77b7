import { describe, expect, it } from 'vitest'
import {
  anchor,
  change,
  compaction,
  compactedSample,
  entry,
  inSession,
  inState,
  metricsPath,
  sample,
  session,
  sessionPath,
  stallPath,
  state,
  statePath,
  time,
  histories,
} from '../../../../src/protocols/governance/examples.ts'
import { cases, fileIn, give } from '../scene.ts'

const usage = 'refused, COMMAND_USAGE error'
const noState = change(sample, { [statePath]: null })
const old = { sessionState: undefined, previousState: undefined, stateHistory: undefined }
const legacy = change(sample, { [sessionPath()]: session(histories.working, old) })
const actions = (...names: readonly string[]) => names.map((name, index) => entry(name, `08:0${index}`))

const sessionOf = (result: Awaited<ReturnType<typeof give>>) => fileIn(result.tree, sessionPath())

describe('/compact', () => {
  const tracked = (history: readonly unknown[]) => change(compactedSample, { [statePath]: state({ history }) })
  cases('compact', [
    ['no name', '/compact', usage],
    ['a word too many', '/compact ses_1 now', usage],
    ['an unknown option', '/compact ses_1 --size 5', usage],
    ['a size before in words', '/compact ses_1 --size-before many', usage],
    ['a size after below 0', '/compact ses_1 --size-after=-5', usage],
    ['a size twice', '/compact ses_1 --size-after 5 --size-after 6', usage],
    [
      'no sizes',
      '/compact ses_1',
      'changed',
      sample,
      {},
      {
        reply:
          'Recent actions:\n- `task:Begin`\nAnchors:\n- `anchor-1` (`critical`) `Decision 1`\nNext: read the state and the anchors',
        [sessionPath()]: { compactionHistory: [{ timestamp: time('08:30'), anchorsSurvived: ['anchor-1'] }] },
        [statePath]: 'session_compacted:ses_1',
      },
    ],
    [
      'a size before',
      '/compact ses_1 --size-before 0',
      'changed',
      sample,
      {},
      { [sessionPath()]: { compactionHistory: [{ contextSizeBefore: 0 }] } },
    ],
    [
      'a size after',
      '/compact ses_1 --size-after 0',
      'changed',
      sample,
      {},
      { [sessionPath()]: { contextSize: 0, compactionHistory: [{ contextSizeAfter: 0 }] } },
    ],
    [
      'for a second time in its life',
      '/compact ses_1 --size-after 7',
      'changed',
      inSession([...histories.compacted, ['between_turn', '08:30']], { ...compaction(), contextSize: 9 }),
      {},
      {
        [sessionPath()]: {
          contextSize: 7,
          compactedAt: time('08:30'),
          compactionHistory: [{}, { contextSizeAfter: 7 }],
        },
      },
    ],
    [
      'nothing is there to remember',
      '/compact ses_1',
      'changed',
      inState({ anchors: [], history: [] }),
      {},
      { reply: 'Recent actions: none.\nAnchors: none.', facts: { recent: [], anchors: [] } },
    ],
    [
      'critical, high and other anchors',
      '/compact ses_1',
      'changed',
      inState({ anchors: [anchor(4, 'low'), anchor(3, 'high'), anchor(2, 'normal'), anchor(1, 'critical')] }),
      {},
      { facts: { anchors: ['anchor-3', 'anchor-1'] } },
    ],
    [
      'the state is missing',
      '/compact ses_1',
      'changed',
      noState,
      {},
      { [statePath]: { history: [{ action: 'session_compacted:ses_1' }] } },
    ],
    [
      'a session that just began',
      '/compact ses_1',
      'changed',
      inSession(histories.beginning),
      {},
      { [sessionPath()]: { stateHistory: [{}, { state: 'between_turn' }, { state: 'compacted' }] } },
    ],
    [
      'it may be compacted at once',
      '/compact ses_1',
      'changed',
      inSession(histories.beginning),
      { configuration: { 'allow-edges': ['beginning->compacted'] } },
      { [sessionPath()]: { stateHistory: [{}, { state: 'compacted' }] } },
    ],
    [
      'it did not say its state, and nothing else is there',
      '/compact ses_1',
      'changed',
      change(legacy, { [metricsPath]: null, [stallPath()]: null }),
      {},
      {
        [metricsPath]: { sessionId: 'ses_1' },
        [stallPath()]: { plannerChecker: { stallCount: 0 } },
        [sessionPath()]: { sessionState: 'compacted' },
      },
    ],
    [
      'compacted already',
      '/compact ses_1',
      'unchanged',
      tracked(actions('task:a', 'task:b', 'task:c', 'task:d', 'session_compacted:ses_1', 'task:e')),
      {},
      { facts: { recent: ['task:b', 'task:c', 'task:d'] } },
    ],
    [
      'compacted already, as the first thing of all',
      '/compact ses_1',
      'unchanged',
      tracked(actions('session_compacted:ses_1', 'task:a')),
      {},
      { facts: { recent: [] } },
    ],
    [
      'compacted already, without a record',
      '/compact ses_1',
      'unchanged',
      tracked(actions('task:a', 'session_compacted:ses_2')),
      {},
      { facts: { recent: ['task:a', 'session_compacted:ses_2'] } },
    ],
    ['compacted later', '/compact ses_1', 'unchanged', compactedSample, { at: '2026-02-04T08:00:00Z' }],
    [
      'it was updated since',
      '/compact ses_1',
      'refused, GOV_TIME_BACKWARDS error',
      sample,
      { at: '2026-02-04T08:00:00Z' },
    ],
    [
      'a size that is none',
      '/compact ses_1',
      'refused, GOV_FIELD_VALUE error',
      inSession(histories.working, { contextSize: -1 }),
    ],
    [
      'a compaction at no time',
      '/compact ses_1',
      'refused, GOV_FIELD_VALUE error',
      inSession(histories.working, { compactedAt: 'soon' }),
    ],
    [
      'compactions that are none',
      '/compact ses_1',
      'refused, GOV_FIELD_TYPE error',
      inSession(histories.working, { compactionHistory: {} }),
    ],
    [
      'an earlier compaction that is malformed',
      '/compact ses_1',
      'changed',
      inSession(histories.working, { compactionHistory: [{ timestamp: time('08:01') }] }),
      {},
      { [sessionPath()]: { compactionHistory: [{ timestamp: time('08:01') }, { timestamp: time('08:30') }] } },
    ],
    ['anchors that are none', '/compact ses_1', 'refused, GOV_FIELD_TYPE error', inState({ anchors: {} })],
    [
      'an anchor that is malformed',
      '/compact ses_1',
      'changed',
      inState({ anchors: ['text', anchor(1, 'critical')] }),
      {},
      { facts: { anchors: ['anchor-1'] } },
    ],
    ['a history that is none', '/compact ses_1', 'refused, GOV_FIELD_TYPE error', inState({ history: {} })],
    [
      'a state that cannot be read',
      '/compact ses_1',
      'refused, GOV_FILE_UNREADABLE error',
      change(sample, { [statePath]: '{' }),
    ],
  ])

  it('names every critical and high anchor, and reminds of the last three actions', async () => {
    const files = inState({
      anchors: [anchor(1, 'high'), anchor(2, 'normal'), anchor(3, 'critical')],
      history: ['a', 'b', 'c', 'd'].map((name) => entry(`task:${name}`)),
    })
    const result = await give(files, '/compact ses_1 --size-before 9 --size-after 4')
    expect(result.result.facts).toMatchObject({
      sections: ['language', 'recent', 'anchors', 'next-steps'],
      recent: ['task:b', 'task:c', 'task:d'],
      anchors: ['anchor-1', 'anchor-3'],
    })
    expect(sessionOf(result)).toMatchObject({
      compactedAt: time('10:00'),
      contextSize: 4,
      compactionHistory: [{ contextSizeBefore: 9, contextSizeAfter: 4, anchorsSurvived: ['anchor-1', 'anchor-3'] }],
    })
    const again = await give(result.tree, '/compact ses_1')
    expect([again.outcome, again.result.facts?.['recent']]).toEqual(['unchanged', ['task:b', 'task:c', 'task:d']])
  })
})
