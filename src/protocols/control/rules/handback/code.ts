import { msg } from '../../../../core/message.ts'
import { inHandback, returned } from '../../examples.ts'
import { problemRule } from '../problems.ts'

export const handbackCode = problemRule({
  code: 'HANDBACK_CODE',
  strict: 'error',
  soft: 'error',
  summary: '`error.code` in `handback.json` is none of the ten codes.',
  why: 'Programs decide by the code what to do about the error.',
  repair: 'Write one of the ten codes, in capitals; `UNKNOWN` where none fits.',
  file: ({ handback }) => handback,
  mend: () => ({ hint: msg`Write one of them, in capitals; ${'UNKNOWN'} where none fits.` }),
  examples() {
    return {
      bad: [
        { about: 'small letters', head: inHandback('error', ['INPUT_MISSING', 'input_missing']) },
        { about: 'a slip of the pen', head: inHandback('error', ['INPUT_MISSING', 'INPUT_MISING']) },
        { about: 'a code of their own', head: inHandback('error', ['INPUT_MISSING', 'E404']) },
      ],
      good: [
        { about: 'a code', head: returned('error') },
        { about: 'another code', head: inHandback('error', ['INPUT_MISSING', 'RESOURCE_EXHAUSTED']) },
      ],
    }
  },
})
