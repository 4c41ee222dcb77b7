import { msg } from '../../../../core/message.ts'
import { inHandback, returned } from '../../examples.ts'
import { textRule } from './texts.ts'

export const handbackBlank = textRule({
  code: 'HANDBACK_BLANK',
  strict: 'warning',
  soft: 'notice',
  summary: '`description` or `error.message` in `handback.json` is white space only.',
  why: 'It is the only place that tells people what happened.',
  repair: 'Write what happened.',
  isWrong: (text) => text.trim() === '',
  message: (key) => msg`Unexpected blank ${key}, expected what happened`,
  hint: 'Write what happened.',
  examples() {
    return {
      bad: [
        { about: 'a blank description', head: inHandback('success', ['Stage completed successfully.', '  ']) },
        { about: 'a blank message', head: inHandback('error', ['There is no brief', ' ']) },
      ],
      good: [{ about: 'a text', head: returned('error') }],
    }
  },
})
