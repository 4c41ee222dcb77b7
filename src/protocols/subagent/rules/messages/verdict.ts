import { msg } from '../../../../core/message.ts'
import { change, inMessage, laterSample, payloads, withMessage, failedSample } from '../../examples.ts'
import { problemRule } from './problems.ts'

const review = 'reviewer.task-1.a1.output'

const reviewed = (payload: object) =>
  withMessage(
    failedSample,
    'reviewer.task-3.a1.output',
    { ...payloads.reviewerOutput, verdict: 'Failed', feedback: 'Keep it.', ...payload },
    payloads.reviewerInput('task-3'),
  )

/** Rules about the verdict of a review, and what it says beside that. */
export const verdictRules = [
  problemRule({
    code: 'MESSAGE_VERDICT_UNFOUNDED',
    strict: 'error',
    soft: 'error',
    summary: 'A review says Qualified with a criterion that is not met, or without any; or it has a verdict beside `status: error`.',
    why: 'A verdict rests on criteria.',
    repair: 'Say Failed, or meet the criteria.',
    hint: msg`Say ${'Failed'}, or look at the criteria again.`,
    examples() {
      return {
        bad: [
          { about: 'not met', head: inMessage(review, ['"met": true', '"met": false']) },
          { about: 'none', head: change(inMessage(review, ['"criteria_results": [', '"criteria_results": [],\n    "others": [']), {}) },
          { about: 'a review that could not be made', head: inMessage(review, ['"status": "completed"', '"status": "error"']) },
          {
            about: 'counts, in 3.x',
            head: withMessage(
              laterSample,
              review,
              { ...payloads.reviewerOutput, criteria_results: { total_criteria: 2, met: 1, not_met: 1 } },
              payloads.reviewerInput('task-1'),
            ),
          },
        ],
        good: [
          { about: 'Failed', head: reviewed({ criteria_results: [] }) },
          {
            about: 'counts, in 3.x',
            head: withMessage(
              laterSample,
              review,
              { ...payloads.reviewerOutput, criteria_results: { total_criteria: 2, met: 2, not_met: 0 } },
              payloads.reviewerInput('task-1'),
            ),
          },
        ],
      }
    },
  }),
  problemRule({
    code: 'MESSAGE_FEEDBACK_MISSING',
    strict: 'error',
    soft: 'warning',
    summary: 'A review says Failed without `feedback`.',
    why: 'The next attempt would make the same mistake again.',
    repair: 'Say what is to be better.',
    hint: 'Say what is to be better.',
    examples() {
      return {
        bad: [{ about: 'none', head: reviewed({ feedback: ' ' }) }],
        good: [{ about: 'a sentence', head: reviewed({}) }],
      }
    },
  }),
]
