import type { Rule } from '../../../../core/rule.ts'
import { msg } from '../../../../core/message.ts'
import { grantedSample } from '../../examples.ts'
import type { StageSubject } from '../../subjects.ts'
import { instantOf } from '../../timestamps.ts'
import { momentAnew } from './mends.ts'

const minute = 60 * 1000
const tolerated = 5 * minute

export const acceptFuture: Rule<StageSubject> = {
  code: 'ACCEPT_FUTURE',
  strict: 'off',
  soft: 'warning',
  summary: 'In an audit: the timestamp of `accept.json` is more than five minutes after the moment of the audit.',
  why: 'A moment that is still to come hides for how long the agent has had control.',
  repair: '`/accept STAGE --refresh` writes the present moment.',
  examples() {
    return {
      bad: [{ about: 'six minutes', head: grantedSample, at: '2026-01-20T09:56:00Z', staleAfter: minute }],
      good: [
        { about: 'five minutes, as clocks differ', head: grantedSample, at: '2026-01-20T09:57:00Z', staleAfter: minute },
        { about: 'no audit', head: grantedSample, at: '2026-01-01T00:00:00Z' },
      ],
    }
  },
  *check({ stage, model: { context } }) {
    const timestamp = stage.accept.text('timestamp') ?? ''
    const granted = context.staleness && instantOf(timestamp)
    if (granted === undefined || granted - Date.parse(context.at) <= tolerated) return
    yield {
      message: msg`Unexpected timestamp ${timestamp} in the future, expected ${context.at} at the latest`,
      ...momentAnew(stage),
      place: stage.accept.place('timestamp'),
      target: stage.target,
    }
  },
}
