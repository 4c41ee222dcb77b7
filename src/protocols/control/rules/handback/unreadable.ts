import { change, handbackPath, handbacks, workedSample } from '../../examples.ts'
import { problemRule } from '../problems.ts'
import { handbackAnew } from './mends.ts'

const written = (text: string) => change(workedSample, { [handbackPath]: text })

export const handbackUnreadable = problemRule({
  code: 'HANDBACK_UNREADABLE',
  strict: 'error',
  soft: 'error',
  summary:
    '`handback.json` is not JSON: not UTF-8, a byte-order mark, empty, comments, trailing commas, `NaN`, too large, too deep, or a folder of this name.',
  why: 'The agent meant to return control, and nobody can tell why: whoever guesses may begin while it still works.',
  repair: 'Mend the file, or write it anew with `/handback STAGE REASON`.',
  file: ({ handback }) => handback,
  mend: handbackAnew,
  examples() {
    return {
      bad: [
        { about: 'a text', head: written('All done.\n') },
        { about: 'nothing', head: written('') },
        { about: 'a quote that is not closed', head: written('{ "reason": "success, "description": "Done" }\n') },
        { about: 'a line break in a text', head: written('{ "reason": "success", "description": "Done\nand dusted" }\n') },
        { about: 'too large', head: written(`${handbacks.success}${' '.repeat(3000)}`), limit: 2000 },
        { about: 'a folder', head: change(workedSample, { [`${handbackPath}/note.txt`]: 'done\n' }) },
      ],
      good: [{ about: 'Windows line endings', head: written(handbacks.success.replaceAll('\n', '\r\n')) }],
    }
  },
})
