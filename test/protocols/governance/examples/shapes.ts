import type { EdgeCases } from '../../../examples-of.ts'
import {
  anchor,
  change,
  compaction,
  entry,
  histories,
  inCheckpoint,
  inConfig,
  inMetrics,
  inPlanner,
  inSession,
  inStall,
  inState,
  interruptedSample,
  metrics,
  metricsPath,
  sample,
  session,
  sessionPath,
  stall,
  stallPath,
  stopped,
  time,
} from '../../../../src/protocols/governance/examples.ts'

const without = (key: string) => ({ [key]: undefined })
const long = (length: number) => '\u{1f3b9}'.repeat(length)

/** Cases at the edges of the rules of `shapes.ts`, in addition to their examples. */
export const examples: EdgeCases = {
  GOV_FIELD_MISSING: {
    bad: {
      'an entry without an agent': inState({ history: [{ ...entry('task:Begin'), agent: undefined }] }),
      'a session without a language': inSession(histories.working, without('language')),
      'a session without documents': inSession(histories.working, { language: { communication: 'english' } }),
      'a compaction without anchors': inSession(histories.compacted, {
        ...compaction(),
        compactionHistory: [{ timestamp: time('08:30') }],
      }),
      'metrics without limits': inMetrics(without('limits')),
      'a stall file without errors': change(sample, { [stallPath()]: { ...stall(), validatorFix: undefined } }),
      'a checkpoint without a status': inCheckpoint(without('status')),
    },
  },
  GOV_FIELD_TYPE: {
    bad: {
      'anchors by name': inState({ anchors: {} }),
      'an anchor that is a text': inState({ anchors: ['Only UTC'] }),
      'a time that is a number': inState({ lastValidation: 1770192000000 }),
      'a staleness in words': inConfig({ staleness: { warningHours: 'two days' } }),
      'a session with a list as language': inSession(histories.working, { language: ['english'] }),
      'a context size that is true': inSession(histories.working, { contextSize: true }),
      'errors that are a list': inMetrics({ errors: [] }),
      'a score that is a text': inPlanner({ lastScore: '50' }),
    },
    good: { 'more in the configuration': inConfig({ automation: { mode: 3 }, timestamp: 5 }) },
  },
  GOV_FIELD_VALUE: {
    bad: {
      'a day that does not exist': inState({ initialized: '2026-02-30T07:00:00.000Z', lastValidation: null }),
      'a time without a zone': inState({ lastValidation: '2026-02-04T07:30:00' }),
      'a count below 0': inState({ validationCount: -1 }),
      'another priority': inState({ anchors: [anchor(2, 'urgent')] }),
      'another id': inState({ anchors: [anchor(2, 'normal', { id: 'note-2' })] }),
      'another result': inState({ history: [entry('task:Begin', '08:00', 'ok')] }),
      'an empty action': inState({ history: [entry('')] }),
      'an empty phase': inSession(histories.working, { phase: '' }),
      'an agent with a blank': inSession(histories.working, { agent: 'the builder' }),
      'a negative context size': inSession(histories.working, { contextSize: -1 }),
      'another reason': change(interruptedSample, {
        [sessionPath()]: session(histories.interrupted, {
          ...stopped(),
          handback: { reason: 'done', timestamp: time('09:00') },
        }),
      }),
      'no staleness at all': inConfig({ staleness: { warningHours: 0 } }),
      'no error allowed': inMetrics({ limits: { maxErrors: 0 }, errors: { total: 0, byType: {}, recent: [] } }),
      'more scores than hashes': inPlanner({ issuesHashHistory: ['a'], scoreHistory: [1, 2], lastScore: 2 }),
      'six hashes': inStall([], ['a', 'b', 'c', 'd', 'e', 'f']),
      'another status of a checkpoint': inCheckpoint({ status: 'broken' }),
      'no states': change(sample, { [sessionPath()]: session(histories.working, { stateHistory: [] }) }),
    },
    good: { 'a leap day': inState({ initialized: '2024-02-29T07:00:00Z' }) },
  },
  GOV_TEXT_LIMIT: {
    bad: {
      'notes of 1,001': inCheckpoint({ context: { anchors: [], notes: long(1001) } }),
      'a question of 1,001': change(interruptedSample, {
        [sessionPath()]: session(histories.interrupted, {
          ...stopped(),
          handback: { reason: 'question', timestamp: time('09:00'), text: long(1001) },
        }),
      }),
    },
  },
  GOV_UNKNOWN_KEY: {
    bad: { metrics: change(sample, { [metricsPath]: { ...metrics(), more: 1 } }) },
    good: { 'anchors of a checkpoint': inCheckpoint({ context: { anchors: [{ anything: 1 }], notes: '' } }) },
  },
  GOV_STATE_UNKNOWN: {
    bad: {
      before: inSession([
        ['beginning', '08:00'],
        ['executing', '08:01'],
        ['between_turn', '08:05'],
      ]),
    },
  },
}
