import type { EdgeCases } from '../../../examples-of.ts'
import { payloads, withMessage, workingSample } from '../../../../src/protocols/subagent/examples.ts'

const blocked = {
  ...payloads.executorOutput('task-3'),
  status: 'blocked',
  success_criteria_met: false,
  blockers: ['Which?'],
}

/** Cases at the edges of the rules of `message-session.ts`, in addition to their examples. */
export const examples: EdgeCases = {
  MESSAGE_MARKER_MISMATCH: {
    good: {
      'blocked, and in progress': withMessage(
        workingSample,
        'executor.task-3.a1.output',
        blocked,
        payloads.executorInput('task-3'),
      ),
    },
  },
}
