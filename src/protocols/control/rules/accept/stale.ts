import type { Rule } from '../../../../core/rule.ts'
import { hour } from '../../../../core/time.ts'
import { msg } from '../../../../core/message.ts'
import { staleFor } from '../../../../kit/stale.ts'
import { grantedSample, inAccept, returnedSample } from '../../examples.ts'
import { isNamed, nameIn } from '../../repair.ts'
import type { StageSubject } from '../../subjects.ts'
import { instantOf } from '../../timestamps.ts'

export const staleAccept: Rule<StageSubject> = {
  code: 'CONTROL_STALE_ACCEPT',
  strict: 'off',
  soft: 'warning',
  summary: 'In an audit: control was granted longer than `stale-after` ago and has not been returned.',
  why: 'The agent has most likely stopped without handing back, and nobody else may go on meanwhile.',
  repair: 'Ask the agent. `/handback STAGE error TIMEOUT TEXT` if it is gone, `/accept STAGE --refresh` if it still works.',
  examples() {
    return {
      bad: [{ about: 'two days and a minute', head: grantedSample, at: '2026-01-22T10:03:00Z', staleAfter: 48 * hour }],
      good: [
        { about: 'two days', head: grantedSample, at: '2026-01-22T10:02:00Z', staleAfter: 48 * hour },
        { about: 'no audit', head: grantedSample, at: '2026-12-24T00:00:00Z' },
        { about: 'control that was returned', head: returnedSample, staleAfter: hour },
        {
          about: 'two days by another clock',
          head: inAccept(['10:02:00+00:00', '05:02:00-05:00']),
          at: '2026-01-22T10:02:00Z',
          staleAfter: 48 * hour,
        },
      ],
    }
  },
  *check({ stage, model: { context } }) {
    const silent = stage.state === 'granted' ? staleFor(context, instantOf(stage.accept.text('timestamp') ?? '')) : undefined
    if (!silent) return
    const name = nameIn(stage)
    yield {
      message: msg`Unexpected silence of ${silent.lasted} since control was granted, expected a handback within ${silent.allowed}`,
      hint: isNamed(stage)
        ? msg`Ask the agent: ${`/handback ${name} error TIMEOUT "…"`} ends the work if it is gone, ${`/accept ${name} --refresh`} writes the present moment if it still works.`
        : 'Ask the agent.',
      place: stage.accept.place('timestamp'),
      target: stage.target,
    }
  },
}
