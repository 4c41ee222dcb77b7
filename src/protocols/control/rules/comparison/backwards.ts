import type { Files } from '../../../../core/rule.ts'
import { msg } from '../../../../core/message.ts'
import { acceptPath, change, later, returnedSample, handbackPath } from '../../examples.ts'
import { instantOf } from '../../timestamps.ts'
import { changeRule } from './change-rule.ts'

const again = (base: Files, from: string, to: string) => change(base, { [handbackPath]: null, [acceptPath]: [[from, to]] })

export const acceptBackwards = changeRule({
  code: 'ACCEPT_BACKWARDS',
  strict: 'warning',
  soft: 'notice',
  summary: 'A new grant is older than the one before it, as moments and not as texts.',
  why: 'A clock is wrong, or an old file was put back over a newer one.',
  repair: 'Grant control again, or write the moment at which it was granted.',
  examples() {
    return {
      bad: [
        { about: 'an earlier hour', base: returnedSample, head: again(returnedSample, '10:02:00', '09:00:00') },
        { about: 'a later hour further east', base: returnedSample, head: again(returnedSample, '10:02:00+00:00', '12:00:00+05:00') },
      ],
      good: [
        { about: 'a later hour', base: returnedSample, head: change(returnedSample, { [handbackPath]: null, [acceptPath]: later }) },
        { about: 'an earlier hour further west', base: returnedSample, head: again(returnedSample, '10:02:00+00:00', '09:00:00-05:00') },
      ],
    }
  },
  found({ before, stage }) {
    const [was, is] = [before, stage].map(({ accept }) => (accept.value ? instantOf(accept.value.timestamp) : undefined))
    return was !== undefined && is !== undefined && is < was
  },
  message: ({ before, stage }) =>
    msg`Unexpected timestamp ${stage.accept.text('timestamp') ?? ''}, expected one after ${before.accept.text('timestamp') ?? ''}`,
  mend: () => ({ hint: 'Write the moment at which control was granted.' }),
  place: ({ stage }) => stage.accept.place('timestamp'),
})
