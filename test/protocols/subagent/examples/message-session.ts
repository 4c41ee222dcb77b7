import type { EdgeCases } from '../../../examples-of.ts'
import { payloads, withMessage, workingSample } from '../../../../src/protocols/subagent/examples.ts'

/** Cases at the edges of the rules of `message-session.ts`, in addition to their examples. */
export const examples: EdgeCases = {
  MESSAGE_TASK_UNKNOWN: {
    bad: {
      'another task than the name of its file has': {
        head: withMessage(workingSample, 'executor.task-3.a1.input', payloads.executorInput('task-8')),
        also: ['MESSAGE_KEY_MISMATCH'],
      },
    },
  },
}
