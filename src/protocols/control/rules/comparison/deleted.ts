import { msg } from '../../../../core/message.ts'
import { acceptPath, change, handbackPath, handbacks, inHandback, later, returned, returnedSample } from '../../examples.ts'
import { changeRule } from './change-rule.ts'
import { undone } from './mends.ts'
import { isDeleted } from './moves.ts'

const without = change(returnedSample, { [handbackPath]: null })

export const handbackDeleted = changeRule({
  code: 'HANDBACK_DELETED',
  strict: 'error',
  soft: 'warning',
  summary: 'The change deletes a valid `handback.json` without a new grant.',
  why: 'The answer of the agent is gone, and the stage looks as if it still worked.',
  repair: 'Bring it back. `/accept STAGE` or `/answer STAGE TEXT` begins the next cycle.',
  examples() {
    return {
      bad: [
        { about: 'the old grant stays', base: returnedSample, head: without },
        { about: 'a question that nobody answered', base: returned('question'), head: without },
        { about: 'the grant goes too', base: returnedSample, head: change(without, { [acceptPath]: null }) },
      ],
      good: [
        { about: 'a new grant', base: returnedSample, head: change(without, { [acceptPath]: later }) },
        { about: 'an invalid one', base: inHandback('success', ['"success"', '"done"']), head: without },
        { about: 'the answer stays', base: returnedSample, head: change(without, { [handbackPath]: handbacks.success }) },
      ],
    }
  },
  found: isDeleted,
  message: ({ before }) => msg`Missing ${before.handback.path}, expected it until control is granted anew`,
  mend: (change) => undone('Bring it back', change),
  place: ({ before }) => ({ path: before.handback.path }),
})
