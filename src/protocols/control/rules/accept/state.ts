import { say } from '../../../../core/say.ts'
import { grantedSample, inAccept } from '../../examples.ts'
import { nameIn } from '../../repair.ts'
import { problemRule } from '../problems.ts'

export const acceptState = problemRule({
  code: 'ACCEPT_STATE',
  strict: 'error',
  soft: 'error',
  summary: '`state` in `accept.json` is another word than `agent`.',
  why: 'The file exists to say that the agent has control. One that says something else contradicts itself.',
  repair: '`/accept STAGE` writes the file anew. If control was not granted, delete it.',
  file: ({ accept }) => accept,
  hint: (stage) => say`${`/accept ${nameIn(stage)}`} writes it anew; without a grant there is no such file.`,
  command: '/accept STAGE',
  get examples() {
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
