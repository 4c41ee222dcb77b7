import { grantedSample, inAccept } from '../../examples.ts'
import { problemRule } from '../problems.ts'
import { acceptAnew } from './mends.ts'

export const acceptState = problemRule({
  code: 'ACCEPT_STATE',
  strict: 'error',
  soft: 'error',
  summary: '`state` in `accept.json` is another word than `agent`.',
  why: 'The file exists to say that the agent has control. One that says something else contradicts itself.',
  repair: '`/accept STAGE` writes the file anew. If control was not granted, delete it.',
  file: ({ accept }) => accept,
  mend(stage) {
    const { hint, ...fix } = acceptAnew(stage)
    return { hint: `${hint} Without a grant there is no such file.`, ...fix }
  },
  examples() {
    return {
      bad: [
        { about: 'the other holder', head: inAccept(['"agent"', '"orchestrator"']) },
        { about: 'capitals', head: inAccept(['"agent"', '"Agent"']) },
        { about: 'nothing', head: inAccept(['"agent"', '""']) },
      ],
      good: [{ about: 'the agent', head: grantedSample }],
    }
  },
})
