import { describe, expect, it } from 'vitest'
import {
  change,
  compactedSample,
  entry,
  inSession,
  inState,
  interruptedSample,
  print,
  sample,
  session,
  sessionPath,
  state,
  statePath,
  stopped,
  time,
  histories,
} from '../../../../src/protocols/governance/examples.ts'
import { cases, fileIn, give, legacySample, sessionIn } from '../scene.ts'

const usage = 'refused, COMMAND_USAGE error'
const late = { at: '2026-02-04T09:30:00Z' }
const stop = (handback: unknown) =>
  change(interruptedSample, { [sessionPath()]: session(histories.interrupted, { ...stopped(), handback }) })
const withQuestion = stop({ reason: 'question', timestamp: time('09:00'), text: 'Which database?' })
const noState = change(sample, { [statePath]: null })
const actions = (...names: readonly string[]) => names.map((name, index) => entry(name, `08:0${index}`))

describe('/handback', () => {
  cases('handback', [
    ['no name', '/handback', usage],
    ['a question without a text', '/handback ses_1 question', usage],
    ['a question of blanks', '/handback ses_1 question " "', usage],
    ['a number that is none', '/handback ses_1 --violations two', usage],
    ['a number below 0', '/handback ses_1 --violations=-1', usage],
    ['half a number', '/handback ses_1 --violations 1.5', usage],
    ['a number of 16 digits', `/handback ses_1 --violations ${'1'.repeat(16)}`, usage],
    ['no number', '/handback ses_1 --violations', usage],
    ['two numbers', '/handback ses_1 --violations 1 --violations 2', usage],
    [
      'a number of 15 digits',
      `/handback ses_1 --violations ${'1'.repeat(15)}`,
      'changed',
      sample,
      {},
      { [sessionPath()]: { handback: { reason: 'success' }, violationCount: 111111111111111 } },
    ],
    [
      'none, in capitals',
      '/handback ses_1 --VIOLATIONS=0',
      'changed',
      sample,
      {},
      { [sessionPath()]: { handback: { reason: 'success' }, violationCount: 0 } },
    ],
    [
      'success',
      '/handback ses_1 Success',
      'changed',
      sample,
      {},
      {
        reply:
          'The session `ses_1` is interrupted: `success`.\nViolations: `0`. `/accept ses_1` resumes it after `2026-02-04T09:30:00.000Z`.',
        facts: { spec: 'S4' },
        [statePath]: { history: [{}, { action: 'session_idle:ses_1:violations=0', result: 'pass' }] },
      },
    ],
    [
      'success in words',
      '/handback ses_1 the question is open',
      'changed',
      sample,
      {},
      { [sessionPath()]: { handback: { reason: 'success', text: 'the question is open' }, violationCount: 0 } },
    ],
    [
      'an error',
      '/handback ses_1 error No `tests`, @octocat',
      'changed',
      sample,
      {},
      {
        reply: "Error: `No 'tests', @octocat`",
        [sessionPath()]: { handback: { reason: 'error', text: 'No `tests`, @octocat', timestamp: time('08:30') } },
        [statePath]: { history: [{}, { result: 'fail' }] },
      },
    ],
    [
      'a question',
      '/handback ses_1 question Which one? --other --violations 3 Or both?',
      'changed',
      sample,
      {},
      {
        reply:
          'Question: `Which one? --other Or both?`\nViolations: `3`. The orchestrator answers it: `/anchor ses_1 context high "…"`',
        [sessionPath()]: { handback: { reason: 'question', text: 'Which one? --other Or both?' }, violationCount: 3 },
        [statePath]: { history: [{}, { result: 'partial' }] },
      },
    ],
    [
      'a text of 1,000',
      `/handback ses_1 error ${'x'.repeat(1000)}`,
      'changed',
      sample,
      {},
      { [sessionPath()]: { handback: { reason: 'error', text: 'x'.repeat(1000) }, violationCount: 0 } },
    ],
    [
      'a text of 1,001',
      `/handback ses_1 error ${'\u{1f3b9}'.repeat(1001)}`,
      'changed, TEXT_CUT notice',
      sample,
      {},
      { [sessionPath()]: { handback: { reason: 'error', text: `${'\u{1f3b9}'.repeat(999)}…` }, violationCount: 0 } },
    ],
    [
      'a session that just began',
      '/handback ses_1',
      'changed',
      inSession(histories.beginning),
      {},
      {
        [sessionPath()]: {
          previousState: 'between_turn',
          stateHistory: [{}, { state: 'between_turn', timestamp: time('08:30') }, { state: 'interrupted' }],
        },
      },
    ],
    [
      'it may stop at once',
      '/handback ses_1',
      'changed',
      inSession(histories.beginning),
      { configuration: { 'allow-edges': ['beginning->interrupted'] } },
      { [sessionPath()]: { previousState: 'beginning', stateHistory: [{}, { state: 'interrupted' }] } },
    ],
    [
      'compacted, it may stop at once',
      '/handback ses_1',
      'changed',
      compactedSample,
      { configuration: { 'allow-edges': ['compacted->interrupted'] } },
      { [sessionPath()]: { previousState: 'compacted' } },
    ],
    [
      'the state is missing',
      '/handback ses_1',
      'changed',
      noState,
      {},
      {
        [statePath]: {
          phase: 'init',
          history: [{ action: 'session_idle:ses_1:violations=0', agent: 'baton', result: 'pass' }],
        },
      },
    ],
    [
      'a state without a history',
      '/handback ses_1',
      'changed',
      inState({ history: undefined }),
      {},
      { [statePath]: { history: [{ action: 'session_idle:ses_1:violations=0' }] } },
    ],
    [
      'it did not say its state',
      '/handback ses_1',
      'changed',
      legacySample,
      {},
      {
        [sessionPath()]: {
          sessionState: 'interrupted',
          stateHistory: [{ state: 'between_turn', timestamp: time('08:05') }, { state: 'interrupted' }],
        },
      },
    ],
    [
      'no beginning: violations since it was created',
      '/handback ses_1',
      'changed',
      change(legacySample, {
        [statePath]: state({
          history: actions('warn:before', 'warn:then').map((historyEntry, index) => ({
            ...historyEntry,
            timestamp: time(['07:59', '08:00'][index] ?? ''),
          })),
        }),
      }),
      {},
      { [sessionPath()]: { violationCount: 1 } },
    ],
    [
      'what else a session that records its state must have',
      '/handback ses_1',
      'refused, GOV_FIELD_MISSING error, GOV_FIELD_MISSING error, GOV_FIELD_MISSING error, GOV_FIELD_MISSING error',
      change(sample, {
        [sessionPath()]: { lastUpdated: time('08:00') },
        [statePath]: state({ history: actions('denied:a', 'a:denied:') }),
      }),
    ],
    ['the same for a second time', '/handback ses_1 question Which database?', 'unchanged', withQuestion, late],
    [
      'the same reason with another text',
      '/handback ses_1 question Which table?',
      'refused, GOV_NOT_HELD error',
      withQuestion,
      late,
    ],
    [
      'the same text for another reason',
      '/handback ses_1 error Which database?',
      'refused, GOV_NOT_HELD error',
      withQuestion,
      late,
    ],
    [
      'the same without a text',
      '/handback ses_1',
      'unchanged',
      stop({ reason: 'success', timestamp: time('09:00') }),
      late,
    ],
    [
      'the same after its last update is reported at any time',
      '/handback ses_1',
      'unchanged',
      stop({ reason: 'success', timestamp: time('09:00') }),
      { at: '2026-02-04T08:59:00Z' },
    ],
    [
      'it was updated since',
      '/handback ses_1',
      'refused, GOV_TIME_BACKWARDS error',
      sample,
      { at: '2026-02-04T08:04:59.999Z' },
    ],
    [
      'in the moment of its update',
      '/handback ses_1',
      'changed',
      sample,
      { at: '2026-02-04T08:05:00Z' },
      { [sessionPath()]: { idleAt: time('08:05') } },
    ],
    [
      'violations in words',
      '/handback ses_1',
      'refused, GOV_FIELD_TYPE error',
      inSession(histories.working, { violationCount: 'two' }),
    ],
    [
      'a creation at no time',
      '/handback ses_1',
      'refused, GOV_FIELD_VALUE error',
      inSession(histories.working, { createdAt: 'once' }),
    ],
    [
      'no update',
      '/handback ses_1',
      'refused, GOV_FIELD_MISSING error',
      inSession(histories.working, { lastUpdated: undefined }),
    ],
    [
      'a stop at no time',
      '/handback ses_1',
      'refused, GOV_FIELD_VALUE error',
      inSession(histories.working, { idleAt: 'soon' }),
    ],
    [
      'a handback that is a text',
      '/handback ses_1',
      'refused, GOV_FIELD_TYPE error',
      inSession(histories.working, { handback: 'success' }),
    ],
    ['a phase that it does not look at', '/handback ses_1', 'changed', inSession(histories.working, { phase: '' })],
    ['a history that is none', '/handback ses_1', 'refused, GOV_FIELD_TYPE error', inState({ history: {} })],
    ['a state that is a link', '/handback ses_1', 'refused, GOV_FILE_LINK error', sample, { links: [statePath] }],
    [
      'entries that the framework wrote badly',
      '/handback ses_1',
      'changed',
      inState({ history: [entry('session_idle:ses_9:violations=undefined')] }),
    ],
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

  it('writes as the neighbours are, and nothing else', async () => {
    const text = print(session(histories.working)).replace(
      /\{\n\s+"state": ("\w+"),\n\s+"timestamp": ("[^"]+")\n\s+\}/g,
      '{ "state": $1, "timestamp": $2 }',
    )
    const result = await give(
      { ...sample, [sessionPath()]: text.trimEnd() },
      '/handback ses_1 question Which database?',
      {
        at: '2026-02-04T12:30:00Z',
      },
    )
    expect(result.tree[sessionPath()]).toBe(
      text
        .trimEnd()
        .replace('"lastUpdated": "2026-02-04T08:05', '"lastUpdated": "2026-02-04T12:30')
        .replace('"sessionState": "between_turn"', '"sessionState": "interrupted"')
        .replace('"previousState": "beginning"', '"previousState": "between_turn"')
        .replace(
          /"2026-02-04T08:05:00.000Z" \}\n {2}\]\n\}/,
          '"2026-02-04T08:05:00.000Z" },\n    { "state": "interrupted", "timestamp": "2026-02-04T12:30:00.000Z" }\n  ],\n  "idleAt": "2026-02-04T12:30:00.000Z",\n  "violationCount": 0,\n  "handback": {\n    "reason": "question",\n    "timestamp": "2026-02-04T12:30:00.000Z",\n    "text": "Which database?"\n  }\n}',
        ),
    )
  })

  it('counts the violations since the session began, or takes the given count', async () => {
    const history = [
      entry('warn:first_tool:x', '07:59'),
      entry('warn:general:x', '08:00'),
      entry('violation:x', '08:01'),
      entry('denied:x', '08:02'),
      entry('permission_denied:x', '08:03'),
      entry('warning:x', '08:04'),
    ]
    const counted = await give(inState({ history }), '/handback ses_1')
    expect(sessionIn(counted.tree)['violationCount']).toBe(4)
    expect(
      sessionIn((await give(inState({ history }), '/handback ses_1 error Oops --violations 7')).tree),
    ).toMatchObject({
      violationCount: 7,
      handback: { text: 'Oops' },
    })
  })

  it('keeps no more than 50 entries, none earlier than the one before', async () => {
    const full = inState({
      history: Array.from({ length: 50 }, (_, index) => entry(`task:${index}`, '2026-02-05T00:00:00.000Z')),
    })
    const history = fileIn((await give(full, '/handback ses_1')).tree, statePath)['history'] as readonly {
      action: string
      timestamp: string
    }[]
    expect([history.length, history[0]?.action, history.at(-1)?.timestamp]).toEqual([
      50,
      'task:1',
      '2026-02-05T00:00:00.000Z',
    ])
  })

  it('comes after an entry whose time is finer than milliseconds', async () => {
    const fine = inState({ history: [entry('task:Later', '2026-02-04T10:00:00.000900Z')] })
    const result = await give(fine, '/handback ses_1', { at: '2026-02-04T10:00:00Z' })
    expect([result.outcome, result.codes]).toEqual(['changed', []])
    const history = fileIn(result.tree, statePath)['history'] as readonly { timestamp: string }[]
    expect(history.at(-1)?.timestamp).toBe('2026-02-04T10:00:00.001Z')
  })
})
