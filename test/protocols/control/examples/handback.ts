import type { EdgeCases } from '../../../examples-of.ts'
import {
  change,
  handbackPath,
  handbacks,
  inHandback,
  returned,
  workedSample,
} from '../../../../src/protocols/control/examples.ts'

const written = (text: string) => change(workedSample, { [handbackPath]: text })
const described = (text: string) => inHandback('success', ['Stage completed', text])

/** Cases at the edges of the rules of `handback.ts`, in addition to their examples. */
export const examples: EdgeCases = {
  HANDBACK_UNREADABLE: {
    bad: {
      'a quote that is not closed': written('{ "reason": "success, "description": "Done" }\n'),
      'a line break in a text': written('{ "reason": "success", "description": "Done\nand dusted" }\n'),
      'too large': { head: written(`${handbacks.success}${' '.repeat(3000)}`), limit: 2000 },
      'a folder': change(workedSample, { [`${handbackPath}/note.txt`]: 'done\n' }),
    },
  },
  HANDBACK_SCHEMA: {
    bad: {
      'no reason': inHandback('success', ['  "reason": "success",\n', '']),
      'an empty description': inHandback('success', ['Stage completed successfully.', '']),
      'an unknown key': inHandback('success', ['"reason"', '"at": "2026-01-20",\n  "reason"']),
      'an error that is a text': change(workedSample, {
        [handbackPath]: '{ "reason": "error", "description": "No", "error": "No" }\n',
      }),
      'an error without a message': inHandback('error', [',\n    "message": "There is no brief"', '']),
      'an unknown key in the error': inHandback('error', ['"code"', '"retry": true,\n    "code"']),
      'a context that is a text': inHandback('error', ['"code"', '"context": "none",\n    "code"']),
      'a malformed error together with success': inHandback('success', [
        '"description"',
        '"error": {},\n  "description"',
      ]),
    },
  },
  HANDBACK_REASON: {
    bad: {
      'a word for an error': inHandback('error', ['"reason": "error"', '"reason": "failed"']),
      nothing: inHandback('success', ['"success"', '""']),
    },
    good: { 'a question': returned('question') },
  },
  HANDBACK_CODE: { bad: { 'a code of their own': inHandback('error', ['INPUT_MISSING', 'E404']) } },
  HANDBACK_CONTROL_CHARS: {
    bad: {
      'a line separator': described('One\\u2028Two'),
      'a change of direction': described('\u202eeno'),
      'half a pair': described('\\ud83d'),
      'a line break in the message': inHandback('error', ['There is', 'There\\nis']),
    },
  },
}
