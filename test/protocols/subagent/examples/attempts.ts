import type { EdgeCases } from '../../../examples-of.ts'
import {
  executorSaid,
  failedSample,
  marked,
  payloads,
  reportPath,
  reportText,
  reviewText,
  unfinished,
  withMessage,
  workingSample,
} from '../../../../src/protocols/subagent/examples.ts'

const failed = (attempt: number) => ({
  [reportPath('task-3', attempt)]: reportText('task-3', attempt) + reviewText('Failed'),
})

/** Cases at the edges of the rules of `attempts.ts`, in addition to their examples. */
export const examples: EdgeCases = {
  SUBAGENT_REPORT_MISSING: {
    bad: {
      'an executor that failed': executorSaid(workingSample, unfinished('failed')),
      'an executor that completed': {
        head: executorSaid(workingSample),
        also: ['MESSAGE_MARKER_MISMATCH'],
      },
      'a reviewer that is to look at it': withMessage(
        workingSample,
        'reviewer.task-3.a1.input',
        payloads.reviewerInput('task-3'),
      ),
      'the report that failed once more': {
        base: marked(failedSample, 'task-3', ' ', '/'),
        head: marked(failedSample, 'task-3', ' ', 'P'),
      },
    },
  },
  SUBAGENT_ATTEMPT_LIMIT: {
    bad: {
      'a second, where one is the limit': {
        head: { ...failedSample, ...failed(2) },
        configuration: { limits: { attempts: 1 } },
      },
    },
  },
}
