import { acceptPath, change, grantedSample, sample } from '../../examples.ts'
import { problemRule } from '../problems.ts'
import { acceptAnew } from './mends.ts'

const granted = grantedSample[acceptPath] ?? ''
const written = (text: string) => change(sample, { [acceptPath]: text })

export const acceptUnreadable = problemRule({
  code: 'ACCEPT_UNREADABLE',
  strict: 'error',
  soft: 'error',
  summary:
    '`accept.json` is not JSON: not UTF-8, a byte-order mark, empty, comments, trailing commas, `NaN`, too large, too deep, or a folder of this name.',
  why: 'Some readers take such a file for a grant and others do not, so that two may work at once, or nobody.',
  repair: '`/accept STAGE` writes the file anew.',
  file: ({ accept }) => accept,
  mend: acceptAnew,
  examples() {
    return {
      bad: [
        { about: 'no end', head: written('{ "state": "agent"') },
        { about: 'nothing', head: written('') },
        { about: 'a comment', head: written(`// granted\n${granted}`) },
        { about: 'a comma too many', head: written(granted.replace('"\n}', '",\n}')) },
        { about: 'no number', head: written('{ "state": NaN }') },
        { about: 'a byte-order mark', head: written(`\ufeff${granted}`) },
        { about: 'bytes that are no text', head: written('\0') },
        { about: 'too large', head: written(`${granted}${' '.repeat(3000)}`), limit: 2000 },
        { about: 'too deep', head: written(`${'['.repeat(65)}${']'.repeat(65)}`) },
        { about: 'a folder', head: change(sample, { [`${acceptPath}/note.txt`]: 'granted\n' }) },
      ],
      good: [
        { about: 'Windows line endings', head: written(granted.replaceAll('\n', '\r\n')) },
        { about: 'one line without an end', head: written('{"timestamp":"2026-01-20T10:02:00Z","state":"agent"}') },
      ],
    }
  },
})
