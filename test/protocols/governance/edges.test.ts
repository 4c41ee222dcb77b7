import { describe, expect, it } from 'vitest'
import {
  anchor,
  archived,
  change,
  checkpoint,
  checkpointPath,
  compactedSample,
  compaction,
  config,
  configPath,
  emptySample,
  entry,
  inMetrics,
  inSession,
  inStall,
  inState,
  interruptedSample,
  metrics,
  metricsPath,
  print,
  sample,
  session,
  sessionPath,
  stall,
  stallPath,
  state,
  statePath,
  stopped,
  time,
  histories,
} from '../../../src/protocols/governance/examples.ts'
import { codes, type SceneSetting, type Tree } from '../scene.ts'
import { diagnose, legacySample, withoutStates } from './scene.ts'

type Row = readonly [about: string, head: Tree, found: readonly string[], setting?: SceneSetting]

/** What is found of each. */
function rows(table: readonly Row[]): void {
  for (const [about, head, found, setting] of table) {
    it(about, async () => {
      expect(codes(await diagnose(head, setting))).toEqual(found)
    })
  }
}

const compactions = (...entries: readonly object[]) => ({ compactedAt: time('08:30'), compactionHistory: entries })
const sized = (extraFields: object) =>
  inSession(
    histories.compacted,
    compactions({ timestamp: time('08:30'), anchorsSurvived: ['anchor-1'], ...extraFields }),
  )

describe('a compaction', () => {
  const [first, second] = ['08:30', '08:50'].map((at) => ({ timestamp: time(at), anchorsSurvived: ['anchor-1'] }))
  const twice = [...histories.compacted, ['between_turn', '08:40'], ['compacted', '08:50']] as const
  const withSurvivors = (anchors: readonly object[], survived: readonly unknown[]) =>
    change(inState({ anchors }), {
      [sessionPath()]: session(
        histories.compacted,
        compactions({ timestamp: time('08:30'), anchorsSurvived: survived }),
      ),
    })
  rows([
    ['says one size', sized({ contextSizeAfter: 5 }), []],
    ['says the other size', sized({ contextSizeBefore: 5 }), []],
    ['makes nothing smaller', sized({ contextSizeBefore: 5, contextSizeAfter: 5 }), []],
    ['makes it larger by one', sized({ contextSizeBefore: 5, contextSizeAfter: 6 }), ['GOV_COMPACTION_SIZE warning']],
    ['is one for each', inSession(twice, { compactedAt: time('08:50'), compactionHistory: [first, second] }), []],
    [
      'may be recorded where the states are not',
      inSession(histories.compacted, { compactedAt: time('08:50'), compactionHistory: [first, second] }),
      [],
    ],
    [
      'is missing among two',
      inSession(twice, { compactedAt: time('08:50'), compactionHistory: [second] }),
      ['GOV_COMPACTION_UNTRACKED error'],
    ],
    [
      'has an empty list',
      inSession(histories.compacted, { compactedAt: time('08:30'), compactionHistory: [] }),
      ['GOV_COMPACTION_UNTRACKED error'],
    ],
    [
      'has no time, and the session works',
      inSession([...histories.compacted, ['between_turn', '08:40']], { compactionHistory: [first] }),
      [],
    ],
    [
      'has no list, and the session works',
      inSession([...histories.compacted, ['between_turn', '08:40']], { compactedAt: time('08:30') }),
      ['GOV_COMPACTION_UNTRACKED error'],
    ],
    [
      'may name an anchor that went since',
      change(inState({ anchors: [anchor(1, 'critical')] }), {
        [sessionPath()]: session(histories.compacted, compaction('08:30', ['anchor-1', 'anchor-2'])),
      }),
      ['GOV_ANCHOR_DROPPED warning'],
      { base: sample },
    ],
    [
      'must name a critical anchor of that very moment',
      withSurvivors(
        [anchor(1, 'critical'), anchor(2, 'normal'), anchor(3, 'critical', { created: time('08:30') })],
        ['anchor-1'],
      ),
      ['GOV_COMPACTION_ANCHORS error'],
      { base: sample },
    ],
    [
      'need not name a high one',
      withSurvivors([anchor(1, 'critical'), anchor(2, 'high')], ['anchor-1']),
      [],
      { base: sample },
    ],
    [
      'names what is no id',
      withSurvivors([anchor(1, 'critical'), anchor(2, 'normal')], ['anchor-1', 3]),
      ['GOV_FIELD_TYPE error'],
      { base: sample },
    ],
    [
      'at no time names all',
      inSession(histories.compacted, compactions({ timestamp: 'once', anchorsSurvived: [] })),
      ['GOV_COMPACTION_UNTRACKED error', 'GOV_COMPACTION_ANCHORS error', 'GOV_FIELD_VALUE error'],
      { base: sample },
    ],
    [
      'names an anchor of unknown age',
      withSurvivors(
        [anchor(1, 'critical'), anchor(2, 'normal'), anchor(3, 'critical', { created: 'once' })],
        ['anchor-1'],
      ),
      ['GOV_FIELD_VALUE error', 'GOV_COMPACTION_ANCHORS error'],
      { base: sample },
    ],
    [
      'is judged only where it is new',
      inSession([...twice], {
        compactedAt: time('08:50'),
        compactionHistory: [{ ...first, anchorsSurvived: [] }, second],
      }),
      [],
      { base: inSession(histories.compacted, compactions({ ...first, anchorsSurvived: [] })) },
    ],
    [
      'is judged by what a state file that is not there has: nothing',
      change(compactedSample, { [statePath]: null }),
      ['GOV_STATE_MISSING error', 'GOV_COMPACTION_ANCHORS error'],
      { base: change(emptySample, { [statePath]: null }) },
    ],
  ])
})

describe('a language', () => {
  const language = { communication: 'french', documents: 'english' }
  rows([
    [
      'may be new',
      inSession(histories.compacted, compaction()),
      [],
      { base: inSession(histories.working, { language: undefined }) },
    ],
    [
      'may go, which its absence records',
      inSession(histories.compacted, { ...compaction(), language: undefined }),
      ['GOV_FIELD_MISSING error'],
      { base: sample },
    ],
    [
      'may have its keys in another order',
      inSession(histories.compacted, { ...compaction(), language: { documents: 'english', communication: 'english' } }),
      [],
      { base: sample },
    ],
    [
      'may not change over a compaction that is over',
      inSession([...histories.compacted, ['between_turn', '08:40']], { ...compaction(), language }),
      ['GOV_LANGUAGE_LOST error'],
      { base: sample },
    ],
  ])
})

describe('a session', () => {
  const withoutSession = (at: string, extraFiles: object = {}) =>
    change(emptySample, {
      [statePath]: state({ history: [entry('task:Begin', '07:40'), entry('b', at)] }),
      ...extraFiles,
    })
  rows([
    [
      'is deleted, with an unknown time of its update',
      emptySample,
      ['GOV_SESSION_DELETED error'],
      { base: change(emptySample, { [sessionPath()]: '{' }) },
    ],
    [
      'of another program is deleted',
      withoutSession('2026-02-11T08:00:00.000Z'),
      ['GOV_SESSION_DELETED error'],
      { base: change(emptySample, { [sessionPath()]: { updatedAt: time('08:00') } }) },
    ],
    [
      'of another program is deleted after a week',
      withoutSession('2026-02-11T08:00:00.001Z'),
      [],
      { base: change(emptySample, { [sessionPath()]: { updatedAt: time('08:00') } }) },
    ],
    [
      'is deleted beside an empty history',
      change(emptySample, { [statePath]: state({ history: [] }) }),
      ['GOV_SESSION_DELETED error'],
      { base: change(inState({ history: [] }), { [metricsPath]: null, [stallPath()]: null }) },
    ],
    [
      'is replaced by a record',
      change(sample, { [sessionPath()]: { updatedAt: time('08:10') } }),
      ['GOV_SESSION_RECORD warning'],
      { base: sample },
    ],
    [
      'loses what it says of its state',
      change(sample, { [sessionPath()]: session(histories.working, { ...withoutStates, createdAt: time('07:59') }) }),
      ['GOV_SESSION_LEGACY warning', 'GOV_SESSION_REWRITTEN error', 'GOV_SESSION_REWRITTEN error'],
      { base: sample },
    ],
    [
      'in an old format may begin otherwise',
      inSession(histories.working, { createdAt: time('07:59') }),
      [],
      { base: legacySample },
    ],
    [
      'need not say what it did not',
      inSession(histories.working),
      [],
      { base: inSession(histories.working, { createdAt: undefined }) },
    ],
    [
      'loses its creation',
      inSession(histories.working, { createdAt: undefined }),
      ['GOV_FIELD_MISSING error'],
      { base: sample },
    ],
    [
      'loses its resumption',
      inSession(histories.working, { lastUpdated: time('08:06') }),
      ['GOV_SESSION_REWRITTEN error'],
      { base: inSession(histories.working, { resumedAt: time('08:01') }) },
    ],
    [
      'has another phase than a state that says none',
      change(inSession(histories.working, { phase: 'x' }), { [statePath]: state({ phase: '' }) }),
      ['GOV_FIELD_VALUE error'],
      { base: change(emptySample, { [statePath]: state({ phase: 'build' }) }) },
    ],
    [
      'begins with a word that is none',
      change(sample, {
        [sessionPath()]: session([
          ['idle', '08:00'],
          ['between_turn', '08:05'],
        ]),
      }),
      ['GOV_STATE_UNKNOWN error', 'GOV_STATE_UNKNOWN error'],
      { base: emptySample },
    ],
    [
      'has a last state that is none',
      inSession(histories.working, {
        stateHistory: [
          { state: 'beginning', timestamp: time('08:00') },
          { state: 'idle', timestamp: time('08:05') },
        ],
      }),
      ['GOV_STATE_UNKNOWN error'],
    ],
    [
      'has a state before it that is none',
      inSession(histories.working, { previousState: 'idle' }),
      ['GOV_STATE_UNKNOWN error'],
    ],
    [
      'has a last but one that is none',
      inSession(histories.working, {
        stateHistory: [
          { state: 'idle', timestamp: time('08:00') },
          { state: 'between_turn', timestamp: time('08:05') },
        ],
      }),
      ['GOV_STATE_UNKNOWN error'],
    ],
    ['has no history, but a state before', inSession(histories.working, { stateHistory: undefined }), []],
    [
      'has an id of 64',
      change(emptySample, {
        [sessionPath('s'.repeat(64))]: session(histories.interrupted, { sessionId: 's'.repeat(64), ...stopped() }),
      }),
      [],
    ],
    [
      'has an id of 65',
      change(emptySample, {
        [sessionPath('s'.repeat(65))]: session(histories.interrupted, { sessionId: 's'.repeat(65), ...stopped() }),
      }),
      ['GOV_SESSION_NAME error'],
    ],
    [
      'has an id that begins with a line',
      change(emptySample, { [sessionPath('_ab')]: session(histories.interrupted, { sessionId: '_ab', ...stopped() }) }),
      ['GOV_SESSION_NAME error'],
    ],
    [
      'of old form has a name that no command can give',
      change(emptySample, { [sessionPath('s s')]: { lastUpdated: time('08:00') } }),
      ['GOV_SESSION_NAME error', 'GOV_SESSION_LEGACY warning'],
    ],
    [
      'is marked',
      change(sample, { [sessionPath()]: `\ufeff${print(session(histories.working))}` }),
      ['GOV_BOM warning'],
    ],
    [
      'of old form is marked',
      change(sample, { [sessionPath()]: `\ufeff${print(session(histories.working, withoutStates))}` }),
      ['GOV_SESSION_LEGACY warning'],
    ],
    ['that cannot be read is marked', change(sample, { [sessionPath()]: '\ufeff{' }), ['GOV_FILE_UNREADABLE error']],
  ])
})

describe('a stop', () => {
  const stop = (history: readonly unknown[], at = '09:00') =>
    change(inSession(histories.interrupted, stopped(at)), {
      [statePath]: state({ history: [entry('task:Begin', '07:40'), ...history] }),
    })
  rows([
    [
      'is archived a minute too early',
      stop([archived('ses_1', '08:59')]),
      ['GOV_SESSION_UNARCHIVED error'],
      { base: sample },
    ],
    [
      'is archived beside 49 others',
      change(stop([]), {
        [statePath]: state({
          history: [entry('task:Begin', '07:40'), ...Array.from({ length: 48 }, () => entry('x', '07:40'))],
        }),
      }),
      ['GOV_SESSION_UNARCHIVED error'],
      { base: sample },
    ],
    [
      'is archived beside 51 others',
      change(stop([]), {
        [statePath]: state({
          history: [entry('task:Begin', '07:40'), ...Array.from({ length: 50 }, () => entry('x', '07:40'))],
        }),
      }),
      ['GOV_HISTORY_LIMIT error', 'GOV_SESSION_UNARCHIVED error'],
      { base: sample },
    ],
    [
      'need not be archived where there is no state',
      change(stop([]), { [statePath]: null }),
      ['GOV_STATE_MISSING error', 'GOV_STATE_REWRITTEN error'],
      { base: sample },
    ],
    [
      'has as many violations as the newest entry says',
      change(stop([entry('session_idle:ses_1:violations=7', '08:50'), archived()]), {}),
      [],
    ],
    [
      'has none to compare',
      change(interruptedSample, {
        [sessionPath()]: session(histories.interrupted, { ...stopped(), violationCount: undefined }),
      }),
      [],
    ],
    [
      'is over',
      change(inSession(histories.working, { violationCount: 3 }), {
        [statePath]: state({ history: [archived('ses_1', '08:01')] }),
      }),
      [],
    ],
    [
      'has an entry of another form after it',
      stop([archived(), entry('session_idle:ses_1:violations=x', '09:01')]),
      ['GOV_ARCHIVE_ENTRY warning'],
    ],
    [
      'has an entry with more after the number',
      stop([archived(), entry('session_idle:ses_1:violations=0:x', '09:01')]),
      ['GOV_ARCHIVE_ENTRY warning'],
    ],
    [
      'has an entry with two ids',
      stop([archived(), entry('session_idle:a:b:violations=0', '09:01')]),
      ['GOV_ARCHIVE_ENTRY warning'],
    ],
    ['has an entry that only looks like it', stop([archived(), entry('x session_idle:a', '09:01')]), []],
    [
      'has an entry of an id that it begins',
      change(stop([archived()]), {
        [sessionPath('ses_11')]: session(histories.interrupted, {
          ...stopped(),
          sessionId: 'ses_11',
          violationCount: 4,
        }),
      }),
      [],
    ],
  ])
})

describe('times', () => {
  const later = (keys: object) =>
    inSession(histories.interrupted, { ...stopped(), ...compaction('08:30'), resumedAt: time('08:20'), ...keys })
  const backwards = (key: string, at: string): Row => [
    `${key} goes back`,
    change(later({ [key]: time(at) }), { [statePath]: state({ history: [entry('task:Begin', '07:40'), archived()] }) }),
    expect.arrayContaining(['GOV_TIME_BACKWARDS error']),
    { base: change(later({}), { [statePath]: state({ history: [entry('task:Begin', '07:40'), archived()] }) }) },
  ]
  rows([
    backwards('idleAt', '08:59'),
    backwards('resumedAt', '08:19'),
    backwards('compactedAt', '08:29'),
    [
      'of creation are no earlier than anything',
      inSession(histories.interrupted, {
        ...stopped('07:58'),
        createdAt: time('07:59'),
        compactedAt: time('07:58'),
        lastUpdated: time('09:00'),
      }),
      ['GOV_TIME_ORDER error', 'GOV_TIME_ORDER error'],
    ],
    [
      'of the first compaction',
      inSession(histories.compacted, { ...compaction('07:59'), compactedAt: time('07:59') }),
      ['GOV_TIME_ORDER error', 'GOV_TIME_ORDER error'],
    ],
    ['of an update and a stop are one', inSession(histories.interrupted, stopped('09:00')), []],
    ['of a stop matter while it is stopped', inSession(histories.working, { idleAt: time('09:30') }), []],
    [
      'of metrics in an old format',
      change(inMetrics({ startedAt: time('07:00') }), { [sessionPath()]: session(histories.working, withoutStates) }),
      ['GOV_SESSION_LEGACY warning'],
    ],
    [
      'in an old format are not looked at',
      change(sample, { [sessionPath()]: session(histories.working, { ...withoutStates, createdAt: time('09:00') }) }),
      ['GOV_SESSION_LEGACY warning'],
    ],
    [
      'of a history that base has too',
      inState({ phase: 'plan', history: [entry('a', '08:10'), entry('b', '08:09')] }),
      ['GOV_TIME_ORDER error'],
      { base: inState({ history: [entry('a', '08:10'), entry('b', '08:09')] }) },
    ],
  ])
})

describe('metrics and evidence', () => {
  const loop = (overrides: object) =>
    inMetrics({ errors: { total: 21, byType: { validator_fix: 21 }, recent: [] }, ...overrides })
  const withCounts = (counts: object) => inMetrics(counts as Readonly<Record<string, unknown>>)
  const planner = (overrides: object) =>
    change(sample, {
      [stallPath()]: {
        ...stall(),
        plannerChecker: {
          ...Object(
            stall([
              ['a', '5'],
              ['b', '6'],
            ])['plannerChecker'],
          ),
          ...overrides,
        },
      },
    })
  rows([
    ['are of no session', inMetrics({ sessionId: 3 }), ['GOV_FIELD_TYPE error']],
    ['have a sum of nothing', withCounts({ agentSpawns: { total: 0, byAgent: {} } }), []],
    [
      'have a sum of what is none',
      withCounts({ agentSpawns: { total: 5, byAgent: { a: 'x' } } }),
      ['GOV_FIELD_TYPE error'],
    ],
    ['have a sum of no keys', withCounts({ agentSpawns: { total: 5, byAgent: null } }), ['GOV_FIELD_TYPE error']],
    ['have half a sum', withCounts({ iterationCounts: { plannerChecker: 2, total: 9 } }), ['GOV_FIELD_MISSING error']],
    ['have no total', withCounts({ errors: { byType: { a: 1 }, recent: [] } }), ['GOV_FIELD_MISSING error']],
    ['have no limit', loop({ limits: {} }), ['GOV_FIELD_MISSING error']],
    ['have too many errors of a session that is gone', loop({ sessionId: 'ses_9' }), ['GOV_METRICS_SESSION warning']],
    [
      'count fewer of one agent',
      withCounts({ agentSpawns: { total: 1, byAgent: { other: 1 } } }),
      ['GOV_METRICS_REWRITTEN error'],
      { base: sample },
    ],
    [
      'count fewer of each',
      withCounts({
        iterationCounts: { plannerChecker: 1, validatorFix: 0, total: 1 },
        agentSpawns: { total: 0, byAgent: {} },
      }),
      Array.from({ length: 5 }, () => 'GOV_METRICS_REWRITTEN error'),
      { base: sample },
    ],
    [
      'have no limit any more',
      withCounts({ limits: undefined }),
      ['GOV_FIELD_MISSING error', 'GOV_METRICS_REWRITTEN error'],
      { base: sample },
    ],
    ['have a limit at last', sample, [], { base: inMetrics({ limits: undefined }) }],
    [
      'are of another session now',
      change(sample, {
        [metricsPath]: metrics({ sessionId: 'ses_2', errors: { total: 0, byType: {}, recent: [] } }),
        [sessionPath('ses_2')]: session(histories.beginning, { sessionId: 'ses_2' }),
        [stallPath('ses_2')]: stall(),
      }),
      [],
      { base: sample },
    ],
    [
      'cannot be read any more',
      change(sample, { [metricsPath]: '{' }),
      ['GOV_FILE_UNREADABLE error'],
      { base: sample },
    ],
    [
      'are missing beside a new session',
      change(sample, { [metricsPath]: null }),
      ['GOV_METRICS_MISSING error'],
      { base: emptySample },
    ],
    [
      'are missing beside an old one',
      change(sample, { [metricsPath]: null }),
      ['GOV_METRICS_MISSING warning'],
      { base: change(sample, { [metricsPath]: null }) },
    ],
    [
      'are of an old session, beside a new one that stopped',
      change(sample, {
        [statePath]: state({ history: [entry('task:Begin', '07:40'), archived('ses_2')] }),
        [sessionPath('ses_2')]: session(histories.interrupted, { ...stopped(), sessionId: 'ses_2' }),
      }),
      [],
      { base: sample },
    ],
    [
      'are of no session, beside a new session',
      inMetrics({ sessionId: undefined }),
      ['GOV_FIELD_MISSING error', 'GOV_METRICS_MISSING error'],
      { base: emptySample },
    ],
    [
      'are of a session that was not started last',
      change(interruptedSample, {
        [sessionPath('ses_2')]: session(histories.beginning, { sessionId: 'ses_2' }),
        [stallPath('ses_2')]: stall(),
      }),
      [],
    ],
    ['say no last score', planner({ lastScore: null }), []],
    ['say the last but one', planner({ lastScore: 5 }), ['GOV_STALL_COUNT error']],
    ['say no count', planner({ stallCount: undefined }), ['GOV_FIELD_MISSING error']],
    [
      'say a loop of planner and checker',
      inStall(
        Array.from({ length: 4 }, () => ['a', '5'] as const),
        [],
        [2, 0],
      ),
      ['GOV_STALL_PLANNER error'],
    ],
    [
      'say just no loop',
      inStall(
        Array.from({ length: 3 }, () => ['a', '5'] as const),
        [],
        [1, 0],
      ),
      [],
    ],
    [
      'say more than they show, where they are full',
      inStall(
        Array.from({ length: 5 }, () => ['a', '5'] as const),
        ['e', 'e', 'e', 'e', 'e'],
        [9, 9],
      ),
      ['GOV_STALL_PLANNER error', 'GOV_STALL_VALIDATOR error'],
    ],
    [
      'say less than they show, where they are full',
      inStall(
        Array.from({ length: 5 }, () => ['a', '5'] as const),
        [],
        [2, 0],
      ),
      ['GOV_STALL_COUNT error', 'GOV_STALL_PLANNER error'],
    ],
    [
      'of a stopped session say a loop',
      change(interruptedSample, { [stallPath()]: stall([], ['e', 'e', 'e'], [0, 1]) }),
      [],
    ],
    [
      'of no session say a loop',
      change(sample, { [stallPath('ses_9')]: stall([], ['e', 'e', 'e'], [0, 1]) }),
      ['GOV_STALL_ORPHAN notice'],
    ],
    ['of no session that is named', change(sample, { [stallPath('s 9')]: stall() }), ['GOV_STALL_ORPHAN notice']],
    [
      'have one changed where they are not full',
      inStall([], ['b', 'c', 'd', 'f']),
      ['GOV_STALL_REWRITTEN error'],
      { base: inStall([], ['a', 'b', 'c', 'd']) },
    ],
    [
      'have an id and a phase of another',
      change(sample, { [checkpointPath]: checkpoint({ id: 'cp-2', phase: 'plan' }) }),
      ['GOV_CHECKPOINT_ID error', 'GOV_CHECKPOINT_ID error'],
    ],
    ['have an id that is none', change(sample, { [checkpointPath]: checkpoint({ id: 3 }) }), ['GOV_FIELD_TYPE error']],
  ])
})

describe('the state and the configuration', () => {
  const four = [anchor(1, 'critical'), anchor(2, 'normal')]
  const style = (id: number, content: string) =>
    anchor(id, 'high', { id: `style-${id}`, type: 'output_style', content })
  const many = (count: number, first = 1) => Array.from({ length: count }, (_, index) => anchor(first + index, 'high'))
  const styled = (before: string, now: string): readonly [Tree, Tree] => [
    inState({ anchors: [style(1, before)] }),
    inState({ anchors: [style(2, now)] }),
  ]
  const lost = (
    [base, head]: readonly [Tree, Tree],
    found: readonly string[] = ['GOV_ANCHOR_LOST error'],
  ): readonly [Tree, readonly string[], SceneSetting] => [head, found, { base }]
  rows([
    ['lose one of 20', ...lost([inState({ anchors: many(20) }), inState({ anchors: many(19) })])],
    [
      'lose one of another priority',
      ...lost([inState({ anchors: [...four, anchor(3, 'urgent')] }), inState({ anchors: four })], []),
    ],
    ['have a new style of the same agent', ...lost(styled('{"agent": "a", "x": 1}', '{"agent": "a"}'), [])],
    ['have a style of no agent', ...lost(styled('{"x": 1}', '{"x": 1}'))],
    ['have a style that is not JSON', ...lost(styled('{', '{'))],
    ['have a style that is a list', ...lost(styled('["agent"]', '["agent"]'))],
    [
      'have a decision that names the agent',
      ...lost([
        inState({ anchors: [style(1, '{"agent": "a"}')] }),
        inState({ anchors: [anchor(2, 'high', { content: '{"agent": "a"}' })] }),
      ]),
    ],
    [
      'have an anchor of another time',
      inState({ anchors: [anchor(1, 'critical', { created: time('07:01') }), anchor(2, 'normal')] }),
      ['GOV_ANCHOR_ALTERED error'],
      { base: sample },
    ],
    [
      'have an anchor that base had twice too',
      inState({ phase: 'plan', anchors: [anchor(1, 'high'), anchor(1, 'high')] }),
      ['GOV_ANCHOR_DUPLICATE error'],
      { base: inState({ anchors: [anchor(1, 'high'), anchor(1, 'high')] }) },
    ],
    [
      'have three of one id',
      inState({ anchors: [anchor(1, 'high'), anchor(1, 'high'), anchor(1, 'low')] }),
      ['GOV_ANCHOR_DUPLICATE error', 'GOV_ANCHOR_DUPLICATE error'],
    ],
    [
      'have no validations any more',
      inState({ validationCount: undefined }),
      ['GOV_STATE_REWRITTEN error'],
      { base: sample },
    ],
    ['have no beginning any more', inState({ initialized: undefined }), ['GOV_FIELD_MISSING error'], { base: sample }],
    ['have a beginning at last', sample, [], { base: inState({ initialized: undefined }) }],
    [
      'have more anchors than before, too many',
      inState({ anchors: many(22) }),
      ['GOV_ANCHORS_LIMIT error'],
      { base: inState({ anchors: many(21) }) },
    ],
    [
      'have fewer anchors than before, too many',
      inState({ anchors: many(22) }),
      ['GOV_ANCHORS_LIMIT warning'],
      { base: inState({ anchors: many(22) }), mode: 'auto' },
    ],
    ['have no user', change(sample, { [configPath]: config({ user: 0 }) }), ['GOV_CONFIG_INCOMPLETE error']],
    ['have a user that is a text', change(sample, { [configPath]: config({ user: 'x' }) }), ['GOV_FIELD_TYPE error']],
    ['have a user without a language', change(sample, { [configPath]: config({ user: {} }) }), []],
    [
      'have an empty language',
      change(sample, { [configPath]: config({ user: { language: { communication: '' } } }) }),
      ['GOV_FIELD_VALUE error'],
    ],
    [
      'have nothing',
      change(sample, { [configPath]: '{}' }),
      ['GOV_CONFIG_INCOMPLETE error', 'GOV_CONFIG_INCOMPLETE error', 'GOV_CONFIG_INCOMPLETE error'],
    ],
    ['cannot be read', change(sample, { [configPath]: '[' }), ['GOV_FILE_UNREADABLE error']],
    [
      'have keys twice',
      change(sample, { [configPath]: '{"version": "1", "version": "2", "user": {"a": 1, "a": 2}, "hierarchy": {}}' }),
      ['GOV_DUPLICATE_KEY error', 'GOV_DUPLICATE_KEY error'],
    ],
    ['are a link', sample, ['GOV_FILE_LINK error'], { links: [configPath] }],
    [
      'cannot be read, whatever a session says of its anchors',
      change(compactedSample, { [statePath]: '{' }),
      ['GOV_FILE_UNREADABLE error'],
      { base: change(emptySample, { [statePath]: null }) },
    ],
  ])
})
