import { msg } from '../../../../core/message.ts'
import { inHandback, returned } from '../../examples.ts'
import { problemRule } from '../problems.ts'

export const handbackErrorMissing = problemRule({
  code: 'HANDBACK_ERROR_MISSING',
  strict: 'error',
  soft: 'error',
  summary: 'The reason is `error`, and there is no key `error`.',
  why: 'Without a code and a message nobody can tell what went wrong, or whether trying again helps.',
  repair: 'Write `error` with a code and a message.',
  file: ({ handback }) => handback,
  mend: () => ({ hint: msg`Write ${'error'} with ${'code'} and ${'message'}.` }),
  examples() {
    return {
      bad: [{ about: 'a reason alone', head: inHandback('success', ['"success"', '"error"']) }],
      good: [
        { about: 'an error', head: returned('error') },
        { about: 'a question, which needs none', head: returned('question') },
      ],
    }
  },
})
