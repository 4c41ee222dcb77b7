import type { EdgeCases } from '../../../examples-of.ts'
import {
  change,
  configPath,
  emptySample,
  entry,
  histories,
  inConfig,
  inState,
  interruptedSample,
  lacking,
  sample,
  session,
  sessionPath,
  state,
  statePath,
  stopped,
} from '../../../../src/protocols/governance/examples.ts'

const entries = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => entry(`task:${from + index}`, '08:00'))
const inHistory = (from: number, to: number) => change(sample, { [statePath]: state({ history: entries(from, to) }) })

/** Cases at the edges of the rules of `state.ts`, in addition to their examples. */
export const examples: EdgeCases = {
  GOV_CONFIG_MISSING: { bad: { 'it was deleted': { base: sample, head: lacking(configPath) } } },
  GOV_CONFIG_INCOMPLETE: {
    bad: { 'no hierarchy in it': inConfig({ hierarchy: null }), 'a user that is off': inConfig({ user: false }) },
  },
  GOV_STATE_REWRITTEN: {
    bad: { 'it was deleted': { base: emptySample, head: change(emptySample, { [statePath]: null }) } },
  },
  GOV_HISTORY_REWRITTEN: {
    bad: {
      'an entry says something else': {
        base: inHistory(1, 2),
        head: inState({ history: [entry('task:1', '08:00'), entry('task:3', '08:00')] }),
      },
    },
    good: { 'it is full of new entries': { base: inHistory(1, 5), head: inHistory(6, 55) } },
  },
  GOV_ARCHIVE_ENTRY: {
    bad: {
      'another number': change(interruptedSample, {
        [sessionPath()]: session(histories.interrupted, { ...stopped(), violationCount: 3 }),
      }),
    },
  },
}
