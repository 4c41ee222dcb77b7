import { msg } from '../../../../core/message.ts'
import { inHandback, returned } from '../../examples.ts'
import { problemRule } from '../problems.ts'

export const handbackReason = problemRule({
  code: 'HANDBACK_REASON',
  strict: 'error',
  soft: 'error',
  summary: '`reason` in `handback.json` is another word than `success`, `error` or `question`.',
  why: 'The orchestrator goes on, repairs or answers by this word alone.',
  repair: 'Write one of the three words.',
  file: ({ handback }) => handback,
  mend: () => ({ hint: msg`Write ${'success'}, ${'error'} or ${'question'}.` }),
  examples() {
    return {
      bad: [
        { about: 'a word for success', head: inHandback('success', ['"success"', '"done"']) },
        { about: 'capitals', head: inHandback('question', ['"question"', '"Question"']) },
        { about: 'a word for an error', head: inHandback('error', ['"reason": "error"', '"reason": "failed"']) },
        { about: 'nothing', head: inHandback('success', ['"success"', '""']) },
      ],
      good: [
        { about: 'success', head: returned('success') },
        { about: 'an error', head: returned('error') },
        { about: 'a question', head: returned('question') },
      ],
    }
  },
})
