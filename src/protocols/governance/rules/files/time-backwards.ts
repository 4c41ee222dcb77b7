import type { Rule } from '../../../../core/rule.ts'
import { msg } from '../../../../core/message.ts'
import { change, inSession, inState, interruptedSample, sample, session, sessionPath, stopped, time, ways } from '../../examples.ts'
import { about, type Compared, isBefore } from '../../subjects.ts'

export const timeBackwards: Rule<Compared> = {
  code: 'GOV_TIME_BACKWARDS',
  strict: 'error',
  soft: 'error',
  summary: '`lastUpdated`, `compactedAt`, `idleAt`, `resumedAt` or `lastValidation` is earlier than before the change.',
  why: 'An old file was put back over a newer one, or a clock is wrong.',
  repair: 'Write the moment at which it happened.',
  examples() {
    return {
      bad: [
        {
          about: 'updated earlier',
          base: inSession(ways.working, { lastUpdated: time('08:30') }),
          head: inSession(ways.working, { lastUpdated: time('08:20') }),
        },
        {
          about: 'stopped earlier',
          base: interruptedSample,
          head: change(interruptedSample, { [sessionPath()]: session(ways.interrupted, stopped('08:50')) }),
        },
        { about: 'validated earlier', base: sample, head: inState({ lastValidation: time('07:20') }) },
      ],
      good: [
        { about: 'later', base: sample, head: inState({ lastValidation: time('07:40') }) },
        { about: 'the same in another zone', base: sample, head: inState({ lastValidation: '2026-02-04T08:30:00.000+01:00' }) },
      ],
    }
  },
  *check({ now, before }) {
    if (!before) return
    const pairs = now.sessions
      .filter(({ kind }) => kind === 'current')
      .map(({ id, file, target }) => ({
        file,
        target,
        was: before.session(id)?.file,
        keys: ['lastUpdated', 'compactedAt', 'idleAt', 'resumedAt'],
      }))
    const all = [...pairs, { file: now.state.file, target: now.brain, was: before.state.file, keys: ['lastValidation'] }]
    for (const { file, target, was, keys } of all) {
      for (const key of keys) {
        if (!isBefore(file.time(key), was?.time(key))) continue
        yield {
          message: msg`Unexpected ${key} ${file.text(key) ?? ''}, expected none before ${was?.text(key) ?? ''}`,
          hint: 'Write the moment at which it happened.',
          place: file.place(key),
          ...about(target),
        }
      }
    }
  },
}
