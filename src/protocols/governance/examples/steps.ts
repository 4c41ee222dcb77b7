import type { RuleExamples } from '../../../core/rule.ts'
import {
  archived,
  change,
  compaction,
  emptySample,
  entry,
  histories,
  inSession,
  inState,
  interruptedSample,
  metrics,
  metricsPath,
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
} from '../examples.ts'

const added = (row: Row, more: Readonly<Record<string, unknown>> = {}) =>
  change(emptySample, {
    [sessionPath()]: session(row, more),
    [stallPath()]: stall(),
    [metricsPath]: metrics(),
    [statePath]: state({ history: [entry('task:Begin', '07:40'), archived()] }),
  })
const direct = [
  ['beginning', '08:00'],
  ['interrupted', '08:05'],
] as const

export const examples: RuleExamples = {
  GOV_STATE_HISTORY: {
    bad: {
      'another state': inSession(histories.working, { sessionState: 'beginning' }),
      'another state before': inSession(histories.working, { previousState: 'compacted' }),
    },
    good: {
      'they agree': sample,
      'without the one before': inSession(histories.working, { previousState: undefined }),
    },
  },
  GOV_STATE_NOT_BEGINNING: {
    bad: {
      'it works already': { base: emptySample, head: added([['between_turn', '08:00']]) },
      'it says only that': {
        base: emptySample,
        head: added([['between_turn', '08:00']], { stateHistory: undefined, previousState: undefined }),
      },
    },
    good: {
      'it began': { base: emptySample, head: added(histories.working) },
      'it was there': { base: sample, head: sample },
    },
  },
  GOV_TRANSITION_ILLEGAL: {
    bad: {
      'compacted at once': inSession(
        [
          ['beginning', '08:00'],
          ['compacted', '08:30'],
        ],
        compaction(),
      ),
      'stopped at once': inSession(direct, stopped('08:05')),
    },
    good: {
      'a step that is allowed': {
        head: inSession(direct, stopped('08:05')),
        configuration: { 'allow-edges': ['beginning->interrupted'] },
      },
      'compacted and back': inSession([...histories.compacted, ['between_turn', '08:40']], compaction()),
    },
  },
  GOV_TIME_ORDER: {
    bad: {
      'updated before it was created': inSession(histories.beginning, {
        createdAt: time('08:01'),
        stateHistory: undefined,
      }),
      'a state before it was created': inSession(histories.working, { createdAt: time('08:01') }),
    },
    good: {
      'equal times': inSession([
        ['beginning', '08:00'],
        ['between_turn', '08:00'],
      ]),
      'another zone': inSession([
        ['beginning', '08:00'],
        ['between_turn', '2026-02-04T05:05:00-03:00'],
      ]),
    },
  },
  GOV_TIME_BACKWARDS: {
    bad: {
      'updated earlier': {
        base: inSession(histories.working, { lastUpdated: time('08:30') }),
        head: inSession(histories.working, { lastUpdated: time('08:20') }),
      },
      'stopped earlier': {
        base: interruptedSample,
        head: change(interruptedSample, { [sessionPath()]: session(histories.interrupted, stopped('08:50')) }),
      },
    },
    good: {
      later: { base: sample, head: inState({ lastValidation: time('07:40') }) },
      'the same in another zone': { base: sample, head: inState({ lastValidation: '2026-02-04T08:30:00.000+01:00' }) },
    },
  },
}
