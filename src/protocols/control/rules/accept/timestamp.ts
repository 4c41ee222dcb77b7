import type { Rule } from '../../../../core/rule.ts'
import { msg } from '../../../../core/message.ts'
import { inAccept } from '../../examples.ts'
import type { StageSubject } from '../../subjects.ts'
import { instantOf } from '../../timestamps.ts'
import { momentAnew } from './mends.ts'

const timed = (text: string) => inAccept(['2026-01-20T10:02:00+00:00', text])

export const acceptTimestamp: Rule<StageSubject> = {
  code: 'ACCEPT_TIMESTAMP',
  strict: 'warning',
  soft: 'notice',
  summary: '`timestamp` in `accept.json` is no RFC 3339 date and time of a day that exists. The grant stays valid.',
  why: 'Nobody can tell for how long the agent has had control.',
  repair: '`/accept STAGE --refresh` writes the present moment.',
  examples() {
    return {
      bad: [
        { about: 'a word', head: timed('yesterday') },
        { about: 'no zone', head: timed('2026-01-20T10:02:00') },
        { about: 'no seconds', head: timed('2026-01-20T10:02Z') },
        { about: 'a day that does not exist', head: timed('2026-02-30T10:02:00Z') },
        { about: 'an hour that does not exist', head: timed('2026-01-20T24:02:00Z') },
      ],
      good: [
        { about: 'the letter', head: timed('2026-01-20T10:02:00Z') },
        { about: 'microseconds', head: timed('2026-01-20T10:02:00.423374+00:00') },
        { about: 'another offset', head: timed('2026-01-20T10:02:00-05:30') },
      ],
    }
  },
  *check({ stage }) {
    const timestamp = stage.accept.text('timestamp')
    if (timestamp === undefined || instantOf(timestamp) !== undefined) return
    yield {
      message: msg`Unexpected timestamp ${timestamp}, expected one such as ${'2026-01-20T10:02:00+00:00'}`,
      ...momentAnew(stage),
      place: stage.accept.place('timestamp'),
      target: stage.target,
    }
  },
}
