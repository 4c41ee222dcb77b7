import type { EdgeCases } from '../../../examples-of.ts'
import {
  change,
  compactedSample,
  compaction,
  entry,
  histories,
  inMetrics,
  inSession,
  inState,
  interruptedSample,
  sample,
  session,
  sessionPath,
  stopped,
  time,
} from '../../../../src/protocols/governance/examples.ts'

/** Cases at the edges of the rules of `steps.ts`, in addition to their examples. */
export const examples: EdgeCases = {
  GOV_STATE_HISTORY: {
    bad: {
      'a state before the first': inSession(histories.beginning, { previousState: 'between_turn' }),
      'none before the second': inSession(histories.working, { previousState: null }),
    },
  },
  GOV_TRANSITION_ILLEGAL: {
    bad: {
      'it begins again': inSession([...histories.working, ['beginning', '08:30']]),
      'compacted while it was stopped': {
        base: interruptedSample,
        head: change(interruptedSample, {
          [sessionPath()]: session([...histories.interrupted, ['compacted', '09:30']], {
            ...stopped(),
            ...compaction('09:30'),
          }),
        }),
      },
    },
    good: { 'twice the same': inSession([...histories.working, ['between_turn', '08:10']]) },
  },
  GOV_TIME_ORDER: {
    bad: {
      'resumed before it was created': inSession(histories.working, { resumedAt: time('07:00') }),
      'a state before the one before': inSession(
        [
          ['beginning', '08:00'],
          ['between_turn', '08:10'],
          ['compacted', '08:05'],
          ['between_turn', '08:20'],
        ],
        compaction('08:05'),
      ),
      'compactions the wrong way round': change(compactedSample, {
        [sessionPath()]: session(histories.compacted, {
          compactedAt: time('08:30'),
          compactionHistory: [
            { timestamp: time('08:40'), anchorsSurvived: [] },
            { timestamp: time('08:30'), anchorsSurvived: [] },
          ],
        }),
      }),
      'a state after the last update': inSession(histories.working, { lastUpdated: time('08:04') }),
      'stopped after the last update': inSession(histories.interrupted, { ...stopped('09:01') }),
      'a history that goes back': inState({ history: [entry('task:A', '08:10'), entry('task:B', '08:09')] }),
      'metrics before their session': inMetrics({ startedAt: time('07:59') }),
    },
    good: {
      'compacted after the last update, as the framework does': inSession(histories.working, {
        compactedAt: time('09:00'),
      }),
      nothing: sample,
    },
  },
  GOV_TIME_BACKWARDS: {
    bad: { 'validated earlier': { base: sample, head: inState({ lastValidation: time('07:20') }) } },
  },
}
