import type { EdgeCases } from '../../../examples-of.ts'
import {
  archived,
  change,
  entry,
  histories,
  inSession,
  state,
  statePath,
  stopped,
  time,
} from '../../../../src/protocols/governance/examples.ts'

const working = inSession(histories.working)
const stop = (history: readonly unknown[]) =>
  change(inSession(histories.interrupted, stopped()), {
    [statePath]: state({ history: [entry('task:Begin', '07:40'), ...history] }),
  })

/** Cases at the edges of the rules of `resumption.ts`, in addition to their examples. */
export const examples: EdgeCases = {
  GOV_RESUME_TOO_EARLY: {
    bad: {
      'the times alone': inSession(histories.beginning, {
        stateHistory: undefined,
        lastUpdated: time('09:30'),
        idleAt: time('09:00'),
        resumedAt: time('09:30'),
      }),
    },
  },
  GOV_SESSION_UNARCHIVED: { bad: { 'an older entry': { base: working, head: stop([archived('ses_1', '08:30')]) } } },
}
