import type { Rule } from '../../../../core/rule.ts'
import { msg } from '../../../../core/message.ts'
import { inHandback, returned } from '../../examples.ts'
import type { StageSubject } from '../../subjects.ts'

export const handbackErrorUnexpected: Rule<StageSubject> = {
  code: 'HANDBACK_ERROR_UNEXPECTED',
  strict: 'warning',
  soft: 'notice',
  summary: 'There is a well-formed `error`, and the reason is `success` or `question`.',
  why: 'A success with an error leaves open which of the two is meant.',
  repair: 'Leave `error` out, or write the reason `error`.',
  examples() {
    return {
      bad: [
        { about: 'a success with an error', head: inHandback('error', ['"reason": "error"', '"reason": "success"']) },
        { about: 'a question with an error', head: inHandback('error', ['"reason": "error"', '"reason": "question"']) },
      ],
      good: [{ about: 'an error with an error', head: returned('error') }],
    }
  },
  *check({ stage: { handback, target } }) {
    if (!handback.value?.error || handback.value.reason === 'error') return
    yield {
      message: msg`Unexpected key ${'error'} beside the reason ${handback.value.reason}`,
      hint: msg`Leave it out, or write the reason ${'error'}.`,
      place: handback.keyPlace('error'),
      target,
    }
  },
}
