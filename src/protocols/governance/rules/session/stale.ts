import type { Rule } from '../../../../core/rule.ts'
import { msg } from '../../../../core/message.ts'
import { staleFor } from '../../../../kit/stale.ts'
import { hour } from '../../../../core/time.ts'
import { archived, change, interruptedSample, sample, state, statePath } from '../../examples.ts'
import { about, type SessionSubject } from '../../subjects.ts'

export const sessionStale: Rule<SessionSubject> = {
  code: 'GOV_SESSION_STALE',
  strict: 'off',
  soft: 'warning',
  summary: 'In an audit: a session that has not stopped was last updated longer than `stale-after` ago.',
  why: 'It most likely stopped, and nobody recorded that.',
  repair: '`/handback ID error` records it.',
  examples() {
    return {
      bad: [{ about: 'two days and a minute', head: sample, at: '2026-02-06T08:06:00Z', staleAfter: 48 * hour }],
      good: [
        { about: 'two days', head: sample, at: '2026-02-06T08:05:00Z', staleAfter: 48 * hour },
        { about: 'no audit', head: sample, at: '2026-12-24T00:00:00Z' },
        {
          about: 'it stopped',
          head: change(interruptedSample, { [statePath]: state({ history: [archived()] }) }),
          at: '2026-12-24T00:00:00Z',
          staleAfter: hour,
        },
      ],
    }
  },
  *check({ session: { id, held, file, target }, model: { context } }) {
    const fix = `/handback ${id} error`
    const silent = held ? staleFor(context, file.time('lastUpdated')) : undefined
    if (!silent) return
    yield {
      message: msg`Unexpected silence of ${silent.lasted}, expected an update within ${silent.allowed}`,
      ...(target === undefined
        ? { hint: 'Rename the file first: no command can name it.' }
        : { hint: msg`The command ${fix} records that it stopped.`, fix }),
      place: file.place('lastUpdated'),
      ...about(target),
    }
  },
}
