import { msg } from '../../../../core/message.ts'
import { hasControls } from '../../cleaning.ts'
import { inHandback } from '../../examples.ts'
import { textRule } from './texts.ts'

const described = (text: string) => inHandback('success', ['Stage completed', text])

export const handbackControlChars = textRule({
  code: 'HANDBACK_CONTROL_CHARS',
  strict: 'warning',
  soft: 'notice',
  summary:
    '`description` or `error.message` in `handback.json` holds a control character (a line break too), a line separator, a bidirectional control or half a surrogate pair.',
  why: 'Where it is printed it can forge lines, move the cursor or turn the direction of what follows.',
  repair: 'Write one line of plain text.',
  isWrong: hasControls,
  message: (key) => msg`Unexpected control character in ${key}, expected one line of plain text`,
  hint: 'Write one line of plain text: it can forge lines in a terminal.',
  examples() {
    return {
      bad: [
        { about: 'a line break', head: described('One\\nTwo') },
        { about: 'an escape sequence', head: described('\\u001b[2J') },
        { about: 'a line separator', head: described('One\\u2028Two') },
        { about: 'a change of direction', head: described('\u202eeno') },
        { about: 'half a pair', head: described('\\ud83d') },
        { about: 'a line break in the message', head: inHandback('error', ['There is', 'There\\nis']) },
      ],
      good: [{ about: 'other letters, quotes and arrows', head: described('“é” → 💡') }],
    }
  },
})
