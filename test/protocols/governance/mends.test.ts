import { describe, expect, it } from 'vitest'
import type { Files } from '../../../src/core/rule.ts'
import {
  anchor,
  archived,
  change,
  compaction,
  cycles,
  entry,
  histories,
  inMetrics,
  inSession,
  inStall,
  inState,
  interruptedSample,
  print,
  resumedSample,
  sample,
  session,
  sessionPath,
  stall,
  stallPath,
  state,
  statePath,
  stopped,
  time,
  type Row,
} from '../../../src/protocols/governance/examples.ts'
import { diagnose } from './scene.ts'

const errorsIn = async (head: Files, base?: Files) =>
  (await diagnose(head, base && { base })).flatMap(({ code, severity }) => (severity === 'error' ? [code] : []))
const findingsIn = async (head: Files) => (await diagnose(head)).map(({ code }) => code)

/** A file that a rule finds wrong in base, the same as the hint of the rule asks for, and a neighbour of that change. */
interface Mend {
  /** The code that base has. */
  readonly code: string
  readonly about: string
  readonly base: Files
  readonly head: Files
  /** What is not wrong in base, and changed in the same way: the base, by default that of the mend, and what is found. */
  readonly neighbour: { readonly base?: Files; readonly head: Files; readonly found: string }
}

const row = (...[first, ...others]: readonly (readonly [string, string])[]): Row => [first ?? ['', ''], ...others]
const inHistory = (...history: readonly object[]) => inState({ history })
const inAnchor = (fields: object, ...others: readonly object[]) =>
  inState({ anchors: [anchor(1, 'critical', { ...fields }), ...others] })
const compactedWith = (fields: object, row: Row = histories.compacted) => inSession(row, { ...compaction(), ...fields })
const compactions = (...times: readonly string[]) => ({
  compactedAt: time(times.at(-1) ?? ''),
  compactionHistory: times.map((at) => ({ timestamp: time(at), anchorsSurvived: ['anchor-1'] })),
})
const twice: Row = [...histories.compacted, ['between_turn', '08:40'], ['compacted', '08:50']]

/** The resumed session under a name of its own; without its stall file, since no session has one. */
const named = (id: string, written = id, fields: object = {}) =>
  change(sample, {
    [sessionPath()]: null,
    [sessionPath(id)]: session(histories.working, { sessionId: written, ...fields }),
    [stallPath()]: null,
    [stallPath(id)]: stall(),
    '.idumb/brain/execution-metrics.json': inMetrics({ sessionId: id })['.idumb/brain/execution-metrics.json'] ?? '',
  })

const expired = resumedSample('2026-02-08T09:00:00.000Z', '2026-02-08T09:00:00.000Z')
const begunAfresh = change(resumedSample('2026-02-08T09:00:00.000Z'), {
  [sessionPath()]: session([...histories.interrupted, ['beginning', '2026-02-08T09:00:00.000Z']], {
    violationCount: 0,
  }),
})

const mends: readonly Mend[] = [
  {
    code: 'GOV_SESSION_NAME',
    about: 'the file is renamed',
    base: named('ses 1'),
    head: named('ses_1'),
    neighbour: { base: named('ses_2'), head: named('ses_1'), found: 'GOV_SESSION_DELETED' },
  },
  {
    code: 'GOV_SESSION_NAME',
    about: 'and nothing else',
    base: named('ses 1'),
    head: named('ses_1'),
    neighbour: { head: named('ses_1', 'ses_1', { createdAt: time('07:59') }), found: 'GOV_SESSION_DELETED' },
  },
  {
    code: 'GOV_SESSION_ID',
    about: 'the file is renamed',
    base: named('ses_2', 'ses_1'),
    head: named('ses_1'),
    neighbour: {
      head: change(named('ses_1'), {
        [sessionPath('ses_1')]: session(row(['beginning', '08:00'], ['between_turn', '08:04'])),
      }),
      found: 'GOV_SESSION_REWRITTEN',
    },
  },
  {
    code: 'GOV_SESSION_CASE',
    about: 'one of the two is renamed',
    base: change(named('ses_1'), {
      [sessionPath('SES_1')]: session(histories.working, { sessionId: 'SES_1', createdAt: time('07:58') }),
      [stallPath('SES_1')]: stall(),
    }),
    head: change(named('ses_1'), {
      [sessionPath('ses_2')]: session(histories.working, { sessionId: 'ses_2', createdAt: time('07:58') }),
      [stallPath('ses_2')]: stall(),
    }),
    neighbour: { head: named('ses_1'), found: 'GOV_SESSION_DELETED' },
  },
  {
    code: 'GOV_TRANSITION_ILLEGAL',
    about: 'the step between is recorded',
    base: inSession(row(['beginning', '08:00'], ['compacted', '08:30']), compaction()),
    head: inSession(histories.compacted, compaction()),
    neighbour: {
      base: inSession(histories.compacted, compaction()),
      head: inSession(
        row(['beginning', '08:00'], ['between_turn', '08:05'], ['beginning', '08:10'], ['compacted', '08:30']),
        compaction(),
      ),
      found: 'GOV_SESSION_REWRITTEN',
    },
  },
  {
    code: 'GOV_TRANSITION_ILLEGAL',
    about: 'and it is legal',
    base: inSession(row(['beginning', '08:00'], ['compacted', '08:30']), compaction()),
    head: inSession(histories.compacted, compaction()),
    neighbour: {
      head: inSession(row(['beginning', '08:00'], ['interrupted', '08:10'], ['compacted', '08:30']), compaction()),
      found: 'GOV_TRANSITION_ILLEGAL',
    },
  },
  {
    code: 'GOV_TIME_ORDER',
    about: 'an entry of stateHistory gets its time',
    base: compactedWith({}, row(['beginning', '08:00'], ['between_turn', '08:40'], ['compacted', '08:30'])),
    head: compactedWith({}),
    neighbour: {
      base: compactedWith({}, row(['beginning', '08:00'], ['between_turn', '08:10'], ['compacted', '08:30'])),
      head: compactedWith({}),
      found: 'GOV_SESSION_REWRITTEN',
    },
  },
  {
    code: 'GOV_TIME_ORDER',
    about: 'entries of the history change places',
    base: inHistory(entry('a', '08:20'), entry('b', '08:10'), entry('c', '08:30')),
    head: inHistory(entry('b', '08:10'), entry('a', '08:20'), entry('c', '08:30')),
    neighbour: {
      head: inHistory(entry('b', '08:10'), entry('a', '08:20'), entry('d', '08:30')),
      found: 'GOV_HISTORY_REWRITTEN',
    },
  },
  {
    code: 'GOV_TIME_ORDER',
    about: 'createdAt gets its time',
    base: inSession(histories.working, { createdAt: time('08:03') }),
    head: inSession(histories.working),
    neighbour: {
      base: inSession(histories.working, { createdAt: time('07:59') }),
      head: sample,
      found: 'GOV_SESSION_REWRITTEN',
    },
  },
  {
    code: 'GOV_TIME_ORDER',
    about: 'idleAt gets its time',
    base: change(interruptedSample, { [sessionPath()]: session(histories.interrupted, stopped('09:30')) }),
    head: interruptedSample,
    neighbour: {
      base: change(interruptedSample, {
        [sessionPath()]: session(histories.interrupted, { ...stopped('09:30'), lastUpdated: time('09:30') }),
      }),
      head: interruptedSample,
      found: 'GOV_TIME_BACKWARDS',
    },
  },
  {
    code: 'GOV_STATE_UNKNOWN',
    about: 'the word is one of the four',
    base: change(resumedSample('11:00'), {
      [sessionPath()]: session([...histories.interrupted, ['resumed', '11:00']], stopped()),
    }),
    head: resumedSample('11:00', '11:00'),
    neighbour: {
      head: change(resumedSample('11:00'), {
        [sessionPath()]: session([...histories.interrupted, ['compacted', '11:00']], {
          ...stopped(),
          ...compaction('11:00'),
        }),
      }),
      found: 'GOV_TRANSITION_ILLEGAL',
    },
  },
  {
    code: 'GOV_STATE_HISTORY',
    about: 'the last entry agrees with sessionState',
    base: inSession(row(['beginning', '08:00'], ['interrupted', '08:05']), { sessionState: 'between_turn' }),
    head: sample,
    neighbour: {
      base: interruptedSample,
      head: change(interruptedSample, {
        [sessionPath()]: session(row(['beginning', '08:00'], ['between_turn', '08:05'], ['compacted', '09:00']), {
          ...stopped(),
          ...compaction('09:00'),
        }),
      }),
      found: 'GOV_SESSION_REWRITTEN',
    },
  },
  {
    code: 'GOV_RESUME_EXPIRED',
    about: 'the session begins afresh',
    base: expired,
    head: begunAfresh,
    neighbour: {
      base: resumedSample('11:00', '11:00'),
      head: change(resumedSample('11:00'), {
        [sessionPath()]: session([...histories.interrupted, ['beginning', '11:00']], { violationCount: 0 }),
      }),
      found: 'GOV_SESSION_REWRITTEN',
    },
  },
  {
    code: 'GOV_RESUME_EXPIRED',
    about: 'and is not resumed at another time',
    base: expired,
    head: begunAfresh,
    neighbour: {
      head: resumedSample('2026-02-08T09:00:00.000Z', '2026-02-08T09:01:00.000Z'),
      found: 'GOV_RESUME_EXPIRED',
    },
  },
  {
    code: 'GOV_RESUME_UNMARKED',
    about: 'resumedAt is the time of the step',
    base: resumedSample('11:00', '11:30'),
    head: resumedSample('11:00', '11:00'),
    neighbour: { head: resumedSample('11:00', '10:30'), found: 'GOV_RESUME_UNMARKED' },
  },
  {
    code: 'GOV_ANCHOR_DUPLICATE',
    about: 'one of them gets another id',
    base: inAnchor({}, anchor(1, 'critical', { content: 'Another' })),
    head: inAnchor({}, anchor(2, 'critical', { content: 'Another' })),
    neighbour: { head: inAnchor({}), found: 'GOV_ANCHOR_LOST' },
  },
  {
    code: 'GOV_ANCHOR_DUPLICATE',
    about: 'and the same content',
    base: inAnchor({}, anchor(1, 'critical', { content: 'Another' })),
    head: inAnchor({ content: 'Another' }, anchor(2, 'critical', { content: 'Decision 1' })),
    neighbour: {
      head: inAnchor({ content: 'A third' }, anchor(2, 'critical', { content: 'Another' })),
      found: 'GOV_ANCHOR_ALTERED',
    },
  },
  {
    code: 'GOV_FIELD_VALUE',
    about: 'an anchor gets an id',
    base: inAnchor({ id: 'first' }),
    head: inAnchor({}),
    neighbour: { base: inAnchor({}), head: inAnchor({ id: 'anchor-7' }), found: 'GOV_ANCHOR_LOST' },
  },
  {
    code: 'GOV_FIELD_VALUE',
    about: 'an anchor gets a type',
    base: inAnchor({ type: 'note' }),
    head: inAnchor({ type: 'context' }),
    neighbour: { head: inAnchor({ type: 'context', content: 'Another' }), found: 'GOV_ANCHOR_ALTERED' },
  },
  {
    code: 'GOV_TEXT_LIMIT',
    about: 'the content of an anchor is shortened',
    base: inAnchor({ content: 'x'.repeat(1001) }),
    head: inAnchor({ content: 'x'.repeat(1000) }),
    neighbour: {
      base: inAnchor({ content: 'x'.repeat(1000) }),
      head: inAnchor({ content: 'x' }),
      found: 'GOV_ANCHOR_ALTERED',
    },
  },
  {
    code: 'GOV_FIELD_VALUE',
    about: 'an entry of the history gets a result',
    base: inHistory(entry('a', '08:10', 'ok')),
    head: inHistory(entry('a', '08:10')),
    neighbour: { head: inHistory(entry('b', '08:10')), found: 'GOV_HISTORY_REWRITTEN' },
  },
  {
    code: 'GOV_FIELD_MISSING',
    about: 'a misspelt key of an entry is corrected',
    base: inHistory({ ...entry('a', '08:10'), result: undefined, reslut: 'pass' }),
    head: inHistory(entry('a', '08:10')),
    neighbour: {
      base: inHistory({ ...entry('a', '08:10'), note: 'b' }),
      head: inHistory(entry('a', '08:10')),
      found: 'GOV_HISTORY_REWRITTEN',
    },
  },
  {
    code: 'GOV_FIELD_VALUE',
    about: 'createdAt becomes a time',
    base: inSession(histories.working, { createdAt: 'today' }),
    head: sample,
    neighbour: {
      head: inSession(row(['beginning', '08:01'], ['between_turn', '08:05']), { createdAt: time('08:00') }),
      found: 'GOV_SESSION_REWRITTEN',
    },
  },
  {
    code: 'GOV_FIELD_VALUE',
    about: 'initialized becomes a time',
    base: inState({ initialized: 'today' }),
    head: sample,
    neighbour: { base: inState({ initialized: time('06:00') }), head: sample, found: 'GOV_STATE_REWRITTEN' },
  },
  {
    code: 'GOV_FIELD_TYPE',
    about: 'validationCount becomes an integer',
    base: inState({ validationCount: 3.5 }),
    head: sample,
    neighbour: { base: inState({ validationCount: 4 }), head: sample, found: 'GOV_STATE_REWRITTEN' },
  },
  {
    code: 'GOV_DUPLICATE_KEY',
    about: 'one of the two is removed',
    base: change(sample, {
      [sessionPath()]: print(session(histories.working)).replace(
        '"phase"',
        `"createdAt": "${time('07:30')}",\n  "phase"`,
      ),
    }),
    head: sample,
    neighbour: {
      base: inSession(histories.working, { createdAt: time('07:30') }),
      head: sample,
      found: 'GOV_SESSION_REWRITTEN',
    },
  },
  {
    code: 'GOV_ARCHIVE_ENTRY',
    about: 'it gets its number',
    base: inHistory(archived('ses_9', '08:10'), entry('session_idle:ses_8:violations=undefined', '08:20')),
    head: inHistory(archived('ses_9', '08:10'), entry('session_idle:ses_8:violations=0', '08:20')),
    neighbour: {
      head: inHistory(archived('ses_7', '08:10'), entry('session_idle:ses_8:violations=0', '08:20')),
      found: 'GOV_HISTORY_REWRITTEN',
    },
  },
  {
    code: 'GOV_COMPACTION_UNTRACKED',
    about: 'both have the same time',
    base: compactedWith({ compactedAt: time('08:40') }),
    head: compactedWith({}),
    neighbour: { base: compactedWith(compaction('08:40')), head: compactedWith({}), found: 'GOV_TIME_BACKWARDS' },
  },
  {
    code: 'GOV_COMPACTION_UNTRACKED',
    about: 'the missing one is recorded',
    base: inSession(twice, compactions('08:50')),
    head: inSession(twice, compactions('08:30', '08:50')),
    neighbour: {
      base: inSession(twice, compactions('08:31', '08:50')),
      head: inSession(twice, compactions('08:30', '08:50')),
      found: 'GOV_SESSION_REWRITTEN',
    },
  },
  {
    code: 'GOV_COMPACTION_SIZE',
    about: 'the sizes are corrected',
    base: compactedWith({
      compactionHistory: [
        { timestamp: time('08:30'), contextSizeBefore: 1, contextSizeAfter: 9, anchorsSurvived: ['anchor-1'] },
      ],
    }),
    head: compactedWith({}),
    neighbour: {
      base: compactedWith({}),
      head: compactedWith({
        compactionHistory: [
          { timestamp: time('08:30'), contextSizeBefore: 9, contextSizeAfter: 1, anchorsSurvived: ['anchor-1'] },
        ],
      }),
      found: 'GOV_SESSION_REWRITTEN',
    },
  },
  {
    code: 'GOV_METRICS_SUM',
    about: 'the total is counted again',
    base: inMetrics({ iterationCounts: { plannerChecker: 2, validatorFix: 1, total: 5 } }),
    head: sample,
    neighbour: {
      base: inMetrics({ iterationCounts: { plannerChecker: 3, validatorFix: 1, total: 3 } }),
      head: sample,
      found: 'GOV_METRICS_REWRITTEN',
    },
  },
  {
    code: 'GOV_FIELD_VALUE',
    about: 'cycles get as many scores as hashes',
    base: change(sample, {
      [stallPath()]: print(stall(cycles(50, 60))).replace('"scoreHistory": [\n      50,', '"scoreHistory": ['),
    }),
    head: inStall(cycles(50, 60)),
    neighbour: {
      head: inStall([
        ['sha256:b', '50'],
        ['sha256:a', '60'],
      ]),
      found: 'GOV_STALL_REWRITTEN',
    },
  },
  {
    code: 'GOV_FIELD_TYPE',
    about: 'the hash of an error becomes a text',
    base: change(sample, { [stallPath()]: print(stall([], ['a', 'b'])).replace('"a"', '1') }),
    head: inStall([], ['1', 'b']),
    neighbour: { head: inStall([], ['1', 'c']), found: 'GOV_STALL_REWRITTEN' },
  },
]

describe('what was wrong in base', () => {
  it.each(mends)('$code may be mended: $about', async ({ code, base, head, neighbour }) => {
    expect(await findingsIn(base)).toContain(code)
    expect([await errorsIn(head), await errorsIn(head, base)]).toEqual([[], []])
    expect(await errorsIn(neighbour.head, neighbour.base ?? base)).toContain(neighbour.found)
  })
})

it('is no reason to remove the state', async () => {
  const base = inState({ anchors: [anchor(1, 'critical', { type: 'note' })] })
  expect(await errorsIn(change(base, { [statePath]: state({ anchors: [] }) }), base)).toContain('GOV_ANCHOR_LOST')
})
