import { msg } from '../../../../core/message.ts'
import { acceptPath, change, handbackPath, later, returned, returnedSample } from '../../examples.ts'
import { isNamed, nameIn } from '../../repair.ts'
import { changeRule } from './change-rule.ts'
import { isStale } from './moves.ts'

export const handbackStale = changeRule({
  code: 'HANDBACK_STALE',
  strict: 'error',
  soft: 'warning',
  summary: 'Control was granted anew, and the answer of the cycle before still stands there.',
  why: 'The old answer is read as the new one, before the agent has begun.',
  repair: '`/accept STAGE` grants control and takes the old answer away.',
  examples() {
    return {
      bad: [
        { about: 'an old success', base: returnedSample, head: change(returnedSample, { [acceptPath]: later }) },
        { about: 'an old question', base: returned('question'), head: change(returned('question'), { [acceptPath]: later }) },
      ],
      good: [
        { about: 'the old answer gone', base: returnedSample, head: change(returnedSample, { [acceptPath]: later, [handbackPath]: null }) },
      ],
    }
  },
  found: isStale,
  message: () => msg`Unexpected ${'handback.json'} of the cycle before, expected none beside a new grant`,
  mend({ stage }) {
    const fix = `/accept ${nameIn(stage)}`
    return isNamed(stage) ? { hint: msg`${fix} grants control and takes it away.`, fix } : { hint: 'Delete it.' }
  },
  place: ({ stage }) => ({ path: stage.handback.path, line: 1 }),
})
