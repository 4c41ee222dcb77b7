import { describe } from 'vitest'
import {
  archived,
  change,
  compactedSample,
  inMetrics,
  inSession,
  inState,
  interruptedSample,
  metricsPath,
  sample,
  session,
  sessionPath,
  stall,
  stallPath,
  time,
  histories,
} from '../../../../src/protocols/governance/examples.ts'
import { cases, legacySample, withoutStates } from '../scene.ts'

const usage = 'refused, COMMAND_USAGE error'
const late = { at: '2026-02-04T09:30:00Z' }

describe('/turn', () => {
  const spawns = '/turn ses_1 --spawn general'
  const foreign = 'refused, GOV_METRICS_SESSION error'
  cases('turn', [
    ['no name', '/turn', usage],
    ['a word too many', '/turn ses_1 over', usage],
    ['an unknown option', '/turn ses_1 --spwan general', usage],
    ['an agent of two words', '/turn ses_1 --spawn general --spawn "the builder"', usage],
    [
      'between turns already',
      '/turn ses_1',
      'unchanged',
      sample,
      {},
      { reply: 'The session `ses_1` is between turns' },
    ],
    ['between turns already, whatever the time', '/turn ses_1', 'unchanged', sample, { at: '2026-02-04T08:00:00Z' }],
    [
      'an agent',
      '/turn ses_1 --spawn=@General',
      'changed',
      sample,
      {},
      {
        reply: 'Agents that were started: `general`.',
        [metricsPath]: { agentSpawns: { total: 2, byAgent: { general: 1, planner: 1 } } },
      },
    ],
    [
      'three agents, two of them one',
      `${spawns} --spawn planner --spawn general`,
      'changed',
      sample,
      {},
      { [metricsPath]: { agentSpawns: { total: 4, byAgent: { general: 2, planner: 2 } } } },
    ],
    [
      'over',
      '/turn ses_1',
      'changed',
      inSession(histories.beginning),
      {},
      {
        [sessionPath()]: { sessionState: 'between_turn', previousState: 'beginning', lastUpdated: time('08:30') },
        changed: [sessionPath()],
      },
    ],
    [
      'over, with an agent',
      spawns,
      'changed',
      compactedSample,
      {},
      { [sessionPath()]: { previousState: 'compacted' }, changed: [metricsPath, sessionPath()] },
    ],
    [
      'it did not say its state',
      '/turn ses_1',
      'changed',
      legacySample,
      {},
      {
        [sessionPath()]: {
          lastUpdated: time('08:30'),
          sessionState: 'between_turn',
          previousState: null,
          stateHistory: [{ state: 'between_turn', timestamp: time('08:05') }],
        },
      },
    ],
    ['it did not say its state, with an agent', spawns, 'changed', legacySample],
    [
      'it did not say its state, and nothing else is there',
      '/turn ses_1',
      'changed',
      change(legacySample, { [metricsPath]: null, [stallPath()]: null }),
      {},
      {
        changed: [metricsPath, stallPath(), sessionPath()],
        [metricsPath]: { sessionId: 'ses_1', startedAt: time('08:30') },
      },
    ],
    [
      'it did not say its state, beside metrics of another session and its own evidence',
      '/turn ses_2',
      'changed',
      change(sample, {
        [sessionPath('ses_2')]: session(histories.working, { ...withoutStates, sessionId: 'ses_2' }),
        [stallPath('ses_2')]: stall([['a', '1']]),
      }),
      {},
      { changed: [sessionPath('ses_2')] },
    ],
    ['a brain', '/turn brain:.idumb', 'refused, GOV_SESSION_NAME error'],
    [
      'evidence that is missing in a folder that is a link',
      '/turn ses_1',
      'refused, GOV_FILE_LINK error',
      change(legacySample, { [stallPath()]: null, '.idumb/brain/stall': '../elsewhere' }),
      { links: ['.idumb/brain/stall'] },
    ],
    ['it was updated since', spawns, 'refused, GOV_TIME_BACKWARDS error', sample, { at: '2026-02-04T08:00:00Z' }],
    [
      'a state that is none, before its time',
      spawns,
      'refused, GOV_STATE_UNKNOWN error',
      inSession(histories.working, { sessionState: 'idle' }),
      { at: '2026-02-04T08:00:00Z' },
    ],
    ['it stopped', spawns, 'refused, GOV_NOT_HELD error', interruptedSample, late],
    ['metrics of another session', spawns, foreign, inMetrics({ sessionId: 'ses_9' })],
    [
      'metrics of another session do not matter without agents',
      '/turn ses_1',
      'changed',
      change(inMetrics({ sessionId: 'ses_9' }), { [sessionPath()]: session(histories.beginning) }),
    ],
    ['no metrics', spawns, foreign, change(sample, { [metricsPath]: null })],
    ['metrics of no session', spawns, foreign, inMetrics({ sessionId: 5 })],
    [
      'metrics that cannot be read',
      spawns,
      'refused, GOV_FILE_UNREADABLE error',
      change(sample, { [metricsPath]: '[]' }),
    ],
    [
      'metrics that are a link',
      spawns,
      'refused, GOV_FILE_LINK error',
      change(sample, { [metricsPath]: '../elsewhere' }),
      { links: [metricsPath] },
    ],
    ['spawns that are none', spawns, 'refused, GOV_FIELD_TYPE error', inMetrics({ agentSpawns: 3 })],
    [
      'spawns that are none do not matter without agents',
      '/turn ses_1',
      'changed',
      change(inMetrics({ agentSpawns: 3 }), { [sessionPath()]: session(histories.beginning) }),
    ],
    ['errors that are none do not matter', spawns, 'changed', inMetrics({ errors: 3 })],
    [
      'metrics with a key twice',
      spawns,
      'refused, GOV_DUPLICATE_KEY error',
      change(sample, { [metricsPath]: String(sample[metricsPath]).replace('"limits"', '"limits": {},\n  "limits"') }),
    ],
    [
      'a state before that is none',
      spawns,
      'refused, GOV_STATE_UNKNOWN error',
      inSession(histories.working, { previousState: 'idle' }),
    ],
    [
      'a legacy session of the wrong type',
      '/turn ses_1',
      'refused, GOV_FIELD_TYPE error',
      change(sample, { [sessionPath()]: session(histories.working, { ...withoutStates, lastUpdated: 5 }) }),
    ],
    [
      'a legacy session updated at no time',
      '/turn ses_1',
      'refused, GOV_FIELD_VALUE error',
      change(sample, { [sessionPath()]: session(histories.working, { ...withoutStates, lastUpdated: 'once' }) }),
    ],
    [
      'a legacy session with a history of its own',
      '/turn ses_1',
      'refused, GOV_STATE_HISTORY error',
      change(sample, { [sessionPath()]: session(histories.working, { sessionState: undefined }) }),
    ],
    [
      'evidence that is a link',
      '/turn ses_1',
      'changed',
      change(legacySample, { [stallPath()]: '../elsewhere' }),
      { links: [stallPath()] },
    ],
    ['an archived session is no hindrance', spawns, 'changed', inState({ history: [archived('ses_9')] })],
  ])
})
