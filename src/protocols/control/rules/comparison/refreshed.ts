import { msg } from '../../../../core/message.ts'
import { acceptPath, change, grantedSample, later, returnedSample, handbackPath } from '../../examples.ts'
import { changeRule } from './change-rule.ts'

export const acceptRefreshed = changeRule({
  code: 'ACCEPT_REFRESHED',
  strict: 'notice',
  soft: 'notice',
  summary: 'Control was granted again while the agent had it.',
  why: 'It is only said: the moment at which the work began is overwritten.',
  repair: 'Nothing has to be done.',
  examples() {
    return {
      bad: [{ about: 'a later time', base: grantedSample, head: change(grantedSample, { [acceptPath]: later }) }],
      good: [
        {
          about: 'the same in another form',
          base: grantedSample,
          head: change(grantedSample, { [acceptPath]: [['\n  "state"', ' "state"']] }),
        },
        { about: 'a new cycle', base: returnedSample, head: change(returnedSample, { [handbackPath]: null, [acceptPath]: later }) },
      ],
    }
  },
  found: ({ before, stage, acceptChanged }) => before.holder === 'agent' && stage.state === 'granted' && acceptChanged,
  message: () => msg`Unexpected second grant, expected ${'accept.json'} as it was while the agent has control`,
  mend: () => ({ hint: 'This is only said; nothing has to be done.' }),
  place: ({ stage }) => stage.accept.place('timestamp'),
})
