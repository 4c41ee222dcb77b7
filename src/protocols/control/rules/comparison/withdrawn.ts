import { msg } from '../../../../core/message.ts'
import { acceptPath, change, grantedSample, sample } from '../../examples.ts'
import { isNamed, nameIn } from '../../repair.ts'
import { changeRule } from './change-rule.ts'
import { isWithdrawn } from './moves.ts'

export const acceptWithdrawn = changeRule({
  code: 'ACCEPT_WITHDRAWN',
  strict: 'warning',
  soft: 'notice',
  summary: 'The change deletes a valid `accept.json`, and the stage is still there.',
  why: 'The agent may still work, and nothing shows any more that it may.',
  repair: 'Bring it back. `/handback STAGE error CANCELLED TEXT` ends the work so that it can be seen.',
  examples() {
    return {
      bad: [{ about: 'while the agent works', base: grantedSample, head: sample }],
      good: [
        { about: 'the agent still has it', base: grantedSample, head: grantedSample },
        { about: 'an invalid grant', base: change(grantedSample, { [acceptPath]: '{}\n' }), head: sample },
      ],
    }
  },
  found: isWithdrawn,
  message: ({ before }) => msg`Missing ${before.accept.path}, expected it as long as its stage is there`,
  mend({ stage }) {
    if (stage.handback.there || !isNamed(stage)) return { hint: 'Bring it back.' }
    const grant = `/accept ${nameIn(stage)}`
    const end = `/handback ${nameIn(stage)} error CANCELLED "…"`
    return { hint: msg`Bring it back, or grant control anew by ${grant}. Where the work is to end, then ${end}.` }
  },
  place: ({ before }) => ({ path: before.accept.path }),
})
