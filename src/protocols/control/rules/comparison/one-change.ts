import { msg } from '../../../../core/message.ts'
import { acceptPath, change, grantedSample, handbackPath, handbacks, later, returned, returnedSample, sample } from '../../examples.ts'
import { changeRule } from './change-rule.ts'
import { isWhole } from './moves.ts'

export const controlOneChange = changeRule({
  code: 'CONTROL_ONE_CHANGE',
  strict: 'notice',
  soft: 'notice',
  summary: 'One change both grants control and returns it.',
  why: 'It is only said: the repository does not show that the grant came first.',
  repair: 'Nothing has to be done.',
  examples() {
    return {
      bad: [
        { about: 'a whole cycle', base: sample, head: returnedSample },
        {
          about: 'a whole next cycle',
          base: returned('error'),
          head: change(returned('error'), { [acceptPath]: later, [handbackPath]: handbacks.success }),
        },
      ],
      good: [
        { about: 'the grant', base: sample, head: grantedSample },
        { about: 'the return', base: grantedSample, head: returnedSample },
      ],
    }
  },
  found: isWhole,
  message: () => msg`Unexpected grant and return in one change, expected one after the other`,
  mend: () => ({ hint: 'This is only said; nothing has to be done.' }),
  place: ({ stage }) => ({ path: stage.handback.path, line: 1 }),
})
