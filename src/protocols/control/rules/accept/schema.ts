import { msg } from '../../../../core/message.ts'
import { acceptPath, change, inAccept, sample } from '../../examples.ts'
import { problemRule } from '../problems.ts'
import { acceptAnew } from './mends.ts'

const written = (text: string) => change(sample, { [acceptPath]: text })

const form = msg`Expected ${'state'} and ${'timestamp'}, and no other key.`

export const acceptSchema = problemRule({
  code: 'ACCEPT_SCHEMA',
  strict: 'error',
  soft: 'warning',
  summary: '`accept.json` is no object, or a key is missing, of the wrong type or unknown.',
  why: 'The file is closed, so that everybody who reads it reads the same grant. An invalid one grants nothing.',
  repair: '`/accept STAGE` writes the file anew.',
  file: ({ accept }) => accept,
  mend(stage) {
    const { hint, ...fix } = acceptAnew(stage)
    return { hint: `${form} ${hint}`, ...fix }
  },
  examples() {
    return {
      bad: [
        { about: 'a list', head: written('[]\n') },
        { about: 'null', head: written('null\n') },
        { about: 'no time', head: inAccept([',\n  "timestamp": "2026-01-20T10:02:00+00:00"', '']) },
        { about: 'a number as a time', head: inAccept(['"2026-01-20T10:02:00+00:00"', '1768903320']) },
        { about: 'a key that nobody knows', head: inAccept(['"state"', '"by": "octocat",\n  "state"']) },
        { about: 'a key that is more than a key elsewhere', head: inAccept(['"state"', '"__proto__": { "state": "agent" },\n  "state"']) },
      ],
      good: [{ about: 'its two keys in any order', head: written('{ "timestamp": "2026-01-20T10:02:00Z", "state": "agent" }\n') }],
    }
  },
})
