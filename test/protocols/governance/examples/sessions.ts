import type { EdgeCases } from '../../../examples-of.ts'
import { hour } from '../../../../src/core/time.ts'
import {
  archived,
  change,
  compactedSample,
  compaction,
  histories,
  inSession,
  interruptedSample,
  namedSession,
  session,
  sessionPath,
  state,
  statePath,
  time,
} from '../../../../src/protocols/governance/examples.ts'

/** Cases at the edges of the rules of `sessions.ts`, in addition to their examples. */
export const examples: EdgeCases = {
  GOV_SESSION_NAME: { bad: { 'too short': namedSession('s2') } },
  GOV_SESSION_REWRITTEN: {
    bad: {
      'no compaction any more': {
        base: compactedSample,
        head: inSession([...histories.compacted, ['between_turn', '08:40']], {
          ...compaction(),
          compactedAt: undefined,
        }),
      },
      'it never stopped': {
        base: interruptedSample,
        head: change(interruptedSample, {
          [sessionPath()]: session([...histories.interrupted, ['beginning', '11:00']], {
            violationCount: 0,
            resumedAt: time('11:00'),
          }),
        }),
      },
    },
  },
  GOV_SESSION_STALE: {
    good: {
      'it stopped': {
        head: change(interruptedSample, { [statePath]: state({ history: [archived()] }) }),
        at: '2026-12-24T00:00:00Z',
        staleAfter: hour,
      },
    },
  },
}
