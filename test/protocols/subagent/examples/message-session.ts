import type { EdgeCases } from '../../../examples-of.ts'
import { executorSaid, unfinished, workingSample } from '../../../../src/protocols/subagent/examples.ts'

/** Cases at the edges of the rules of `message-session.ts`, in addition to their examples. */
export const examples: EdgeCases = {
  MESSAGE_MARKER_MISMATCH: {
    good: {
      'blocked, and in progress': executorSaid(workingSample, unfinished('blocked', 'Which?')),
    },
  },
}
