import { describe } from 'vitest'
import {
  anchor,
  archived,
  change,
  compactedSample,
  compaction,
  entry,
  inMetrics,
  inSession,
  inState,
  interruptedSample,
  metricsPath,
  print,
  sample,
  session,
  sessionPath,
  stallPath,
  state,
  statePath,
  stopped,
  time,
  histories,
} from '../../../../src/protocols/governance/examples.ts'
import { rows } from './table.ts'

const usage = 'refused, COMMAND_USAGE error'
const late = { at: '2026-02-04T09:30:00Z' }
const stop = (handback: unknown) =>
  change(interruptedSample, { [sessionPath()]: session(histories.interrupted, { ...stopped(), handback }) })
const asked = stop({ reason: 'question', timestamp: time('09:00'), text: 'Which database?' })
const noState = change(sample, { [statePath]: null })
const old = { sessionState: undefined, previousState: undefined, stateHistory: undefined }
const legacy = change(sample, { [sessionPath()]: session(histories.working, old) })
const actions = (...names: readonly string[]) => names.map((name, index) => entry(name, `08:0${index}`))

describe('/handback', () => {
  rows([
    ['no name', '/handback', usage],
    ['a question without a text', '/handback ses_1 question', usage],
    ['a question of blanks', '/handback ses_1 question " "', usage],
    ['a number that is none', '/handback ses_1 --violations two', usage],
    ['a number below 0', '/handback ses_1 --violations=-1', usage],
    ['half a number', '/handback ses_1 --violations 1.5', usage],
    ['a number of 16 digits', `/handback ses_1 --violations ${'1'.repeat(16)}`, usage],
    ['no number', '/handback ses_1 --violations', usage],
    ['two numbers', '/handback ses_1 --violations 1 --violations 2', usage],
    ['a number of 15 digits', `/handback ses_1 --violations ${'1'.repeat(15)}`, 'changed'],
    ['none, in capitals', '/handback ses_1 --VIOLATIONS=0', 'changed'],
    ['success', '/handback ses_1 Success', 'changed'],
    ['success in words', '/handback ses_1 the question is open', 'changed'],
    ['an error', '/handback ses_1 error No `tests`, @octocat', 'changed'],
    ['a question', '/handback ses_1 question Which one? --other --violations 3 Or both?', 'changed'],
    ['a text of 1,000', `/handback ses_1 error ${'x'.repeat(1000)}`, 'changed'],
    ['a text of 1,001', `/handback ses_1 error ${'x'.repeat(1001)}`, 'changed'],
    ['a session that just began', '/handback ses_1', 'changed', inSession(histories.beginning)],
    [
      'it may stop at once',
      '/handback ses_1',
      'changed',
      inSession(histories.beginning),
      { configuration: { 'allow-edges': ['beginning->interrupted'] } },
    ],
    [
      'compacted, it may stop at once',
      '/handback ses_1',
      'changed',
      compactedSample,
      { configuration: { 'allow-edges': ['compacted->interrupted'] } },
    ],
    ['the state is missing', '/handback ses_1', 'changed', noState],
    ['a state without a history', '/handback ses_1', 'changed', inState({ history: undefined })],
    ['it did not say its state', '/handback ses_1', 'changed', legacy],
    [
      'no beginning: violations since it was created',
      '/handback ses_1',
      'changed',
      change(legacy, {
        [statePath]: state({
          history: actions('warn:before', 'warn:then').map((each, index) => ({
            ...each,
            timestamp: time(['07:59', '08:00'][index] ?? ''),
          })),
        }),
      }),
    ],
    [
      'what else a session that says its state must have',
      '/handback ses_1',
      'refused, GOV_FIELD_MISSING error, GOV_FIELD_MISSING error, GOV_FIELD_MISSING error, GOV_FIELD_MISSING error',
      change(sample, {
        [sessionPath()]: { lastUpdated: time('08:00') },
        [statePath]: state({ history: actions('denied:a', 'a:denied:') }),
      }),
    ],
    ['the same for a second time', '/handback ses_1 question Which database?', 'unchanged', asked, late],
    ['the same reason with another text', '/handback ses_1 question Which table?', 'refused, GOV_NOT_HELD error', asked, late],
    ['the same text for another reason', '/handback ses_1 error Which database?', 'refused, GOV_NOT_HELD error', asked, late],
    ['the same without a text', '/handback ses_1', 'unchanged', stop({ reason: 'success', timestamp: time('09:00') }), late],
    [
      'the same after its last update is told at any time',
      '/handback ses_1',
      'unchanged',
      stop({ reason: 'success', timestamp: time('09:00') }),
      { at: '2026-02-04T08:59:00Z' },
    ],
    ['it was updated since', '/handback ses_1', 'refused, GOV_TIME_BACKWARDS error', sample, { at: '2026-02-04T08:04:59.999Z' }],
    ['in the moment of its update', '/handback ses_1', 'changed', sample, { at: '2026-02-04T08:05:00Z' }],
    ['violations in words', '/handback ses_1', 'refused, GOV_FIELD_TYPE error', inSession(histories.working, { violationCount: 'two' })],
    ['a creation at no time', '/handback ses_1', 'refused, GOV_FIELD_VALUE error', inSession(histories.working, { createdAt: 'once' })],
    ['no update', '/handback ses_1', 'refused, GOV_FIELD_MISSING error', inSession(histories.working, { lastUpdated: undefined })],
    ['a stop at no time', '/handback ses_1', 'refused, GOV_FIELD_VALUE error', inSession(histories.working, { idleAt: 'soon' })],
    [
      'a handback that is a text',
      '/handback ses_1',
      'refused, GOV_FIELD_TYPE error',
      inSession(histories.working, { handback: 'success' }),
    ],
    ['a phase that it does not look at', '/handback ses_1', 'changed', inSession(histories.working, { phase: '' })],
    ['a history that is none', '/handback ses_1', 'refused, GOV_FIELD_TYPE error', inState({ history: {} })],
    ['anchors that it does not look at', '/handback ses_1', 'changed', inState({ anchors: {} })],
    [
      'an anchor with a key twice',
      '/handback ses_1',
      'refused, GOV_DUPLICATE_KEY error',
      change(sample, { [statePath]: print(state()).replace('"priority"', '"priority": "low",\n      "priority"') }),
    ],
    [
      'two faults',
      '/handback ses_1',
      'refused, GOV_FIELD_TYPE error, GOV_FIELD_TYPE error',
      change(inState({ history: {} }), { [sessionPath()]: session(histories.working, { idleAt: 5 }) }),
    ],
  ])
})

describe('/compact', () => {
  const tracked = (history: readonly unknown[]) => change(compactedSample, { [statePath]: state({ history }) })
  rows([
    ['no name', '/compact', usage],
    ['a word too many', '/compact ses_1 now', usage],
    ['an unknown option', '/compact ses_1 --size 5', usage],
    ['a size before in words', '/compact ses_1 --size-before many', usage],
    ['a size after below 0', '/compact ses_1 --size-after=-5', usage],
    ['a size twice', '/compact ses_1 --size-after 5 --size-after 6', usage],
    ['no sizes', '/compact ses_1', 'changed'],
    ['a size before', '/compact ses_1 --size-before 0', 'changed'],
    ['a size after', '/compact ses_1 --size-after 0', 'changed'],
    [
      'for a second time in its life',
      '/compact ses_1 --size-after 7',
      'changed',
      inSession([...histories.compacted, ['between_turn', '08:30']], { ...compaction(), contextSize: 9 }),
    ],
    ['nothing is there to remember', '/compact ses_1', 'changed', inState({ anchors: [], history: [] })],
    [
      'critical, high and other anchors',
      '/compact ses_1',
      'changed',
      inState({ anchors: [anchor(4, 'low'), anchor(3, 'high'), anchor(2, 'normal'), anchor(1, 'critical')] }),
    ],
    ['the state is missing', '/compact ses_1', 'changed', noState],
    ['a session that just began', '/compact ses_1', 'changed', inSession(histories.beginning)],
    [
      'it may be compacted at once',
      '/compact ses_1',
      'changed',
      inSession(histories.beginning),
      { configuration: { 'allow-edges': ['beginning->compacted'] } },
    ],
    [
      'it did not say its state, and nothing else is there',
      '/compact ses_1',
      'changed',
      change(legacy, { [metricsPath]: null, [stallPath()]: null }),
    ],
    [
      'compacted already',
      '/compact ses_1',
      'unchanged',
      tracked(actions('task:a', 'task:b', 'task:c', 'task:d', 'session_compacted:ses_1', 'task:e')),
    ],
    ['compacted already, as the first thing of all', '/compact ses_1', 'unchanged', tracked(actions('session_compacted:ses_1', 'task:a'))],
    ['compacted already, which nobody recorded', '/compact ses_1', 'unchanged', tracked(actions('task:a', 'session_compacted:ses_2'))],
    ['compacted by somebody later', '/compact ses_1', 'unchanged', compactedSample, { at: '2026-02-04T08:00:00Z' }],
    ['it was updated since', '/compact ses_1', 'refused, GOV_TIME_BACKWARDS error', sample, { at: '2026-02-04T08:00:00Z' }],
    ['a size that is none', '/compact ses_1', 'refused, GOV_FIELD_VALUE error', inSession(histories.working, { contextSize: -1 })],
    ['a compaction at no time', '/compact ses_1', 'refused, GOV_FIELD_VALUE error', inSession(histories.working, { compactedAt: 'soon' })],
    [
      'compactions that are none',
      '/compact ses_1',
      'refused, GOV_FIELD_TYPE error',
      inSession(histories.working, { compactionHistory: {} }),
    ],
    [
      'an earlier compaction that somebody wrote badly',
      '/compact ses_1',
      'changed',
      inSession(histories.working, { compactionHistory: [{ timestamp: time('08:01') }] }),
    ],
    ['anchors that are none', '/compact ses_1', 'refused, GOV_FIELD_TYPE error', inState({ anchors: {} })],
    ['an anchor that somebody wrote badly', '/compact ses_1', 'changed', inState({ anchors: ['text', anchor(1, 'critical')] })],
    ['a history that is none', '/compact ses_1', 'refused, GOV_FIELD_TYPE error', inState({ history: {} })],
    ['a state that cannot be read', '/compact ses_1', 'refused, GOV_FILE_UNREADABLE error', change(sample, { [statePath]: '{' })],
  ])
})

describe('/turn', () => {
  const spawns = '/turn ses_1 --spawn general'
  const foreign = 'refused, GOV_METRICS_SESSION error'
  rows([
    ['no name', '/turn', usage],
    ['a word too many', '/turn ses_1 over', usage],
    ['an unknown option', '/turn ses_1 --spwan general', usage],
    ['an agent of two words', '/turn ses_1 --spawn general --spawn "the builder"', usage],
    ['between turns already', '/turn ses_1', 'unchanged'],
    ['between turns already, whatever the time', '/turn ses_1', 'unchanged', sample, { at: '2026-02-04T08:00:00Z' }],
    ['an agent', '/turn ses_1 --spawn=@General', 'changed'],
    ['three agents, two of them one', `${spawns} --spawn planner --spawn general`, 'changed'],
    ['over', '/turn ses_1', 'changed', inSession(histories.beginning)],
    ['over, with an agent', spawns, 'changed', compactedSample],
    ['it did not say its state', '/turn ses_1', 'changed', legacy],
    ['it did not say its state, with an agent', spawns, 'changed', legacy],
    [
      'it did not say its state, and nothing else is there',
      '/turn ses_1',
      'changed',
      change(legacy, { [metricsPath]: null, [stallPath()]: null }),
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
    ['metrics of nobody', spawns, foreign, inMetrics({ sessionId: 5 })],
    ['metrics that cannot be read', spawns, 'refused, GOV_FILE_UNREADABLE error', change(sample, { [metricsPath]: '[]' })],
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
    ['a state before that is none', spawns, 'refused, GOV_STATE_UNKNOWN error', inSession(histories.working, { previousState: 'idle' })],
    [
      'a legacy session of the wrong type',
      '/turn ses_1',
      'refused, GOV_FIELD_TYPE error',
      change(sample, { [sessionPath()]: session(histories.working, { ...old, lastUpdated: 5 }) }),
    ],
    [
      'a legacy session updated at no time',
      '/turn ses_1',
      'refused, GOV_FIELD_VALUE error',
      change(sample, { [sessionPath()]: session(histories.working, { ...old, lastUpdated: 'once' }) }),
    ],
    [
      'a legacy session with a history of its own',
      '/turn ses_1',
      'refused, GOV_STATE_HISTORY error',
      change(sample, { [sessionPath()]: session(histories.working, { sessionState: undefined }) }),
    ],
    ['evidence that is a link', '/turn ses_1', 'changed', change(legacy, { [stallPath()]: '../elsewhere' }), { links: [stallPath()] }],
    ['an archived session is no hindrance', spawns, 'changed', inState({ history: [archived('ses_9')] })],
  ])
})
