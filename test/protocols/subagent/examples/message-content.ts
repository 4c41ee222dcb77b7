import type { EdgeCases } from '../../../examples-of.ts'
import { inMessage, laterSample, payloads, withMessage } from '../../../../src/protocols/subagent/examples.ts'

const review = 'reviewer.task-1.a1.output'

/** Cases at the edges of the rules of `message-content.ts`, in addition to their examples. */
export const examples: EdgeCases = {
  MESSAGE_VERDICT_UNFOUNDED: {
    bad: {
      'a review that could not be made': inMessage(review, ['"status": "completed"', '"status": "error"']),
      'counts, in 3.x': withMessage(
        laterSample,
        review,
        { ...payloads.reviewerOutput, criteria_results: { total_criteria: 2, met: 1, not_met: 1 } },
        payloads.reviewerInput('task-1'),
      ),
    },
  },
}
