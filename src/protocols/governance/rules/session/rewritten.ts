import type { Rule } from '../../../../core/rule.ts'
import { msg } from '../../../../core/message.ts'
import {
  change,
  compactedSample,
  compaction,
  inSession,
  interruptedSample,
  sample,
  session,
  sessionPath,
  time,
  ways,
} from '../../examples.ts'
import { beginsWith } from '../../reading/equal.ts'
import { startsAfresh } from '../../steps.ts'
import { about, type SessionSubject } from '../../subjects.ts'

const hint = 'Take it back; append, never edit.'

const afresh = change(interruptedSample, {
  [sessionPath()]: session([...ways.interrupted, ['beginning', '2026-02-06T09:00:00.000Z']], { violationCount: 0 }),
})

export const sessionRewritten: Rule<SessionSubject> = {
  code: 'GOV_SESSION_REWRITTEN',
  strict: 'error',
  soft: 'error',
  summary:
    'The change gives a session another `createdAt`, edits what its histories say, or removes `compactedAt`, or without a fresh start `idleAt` or `resumedAt`.',
  why: 'What a session went through is only added to.',
  repair: 'Take it back; append, never edit.',
  examples() {
    return {
      bad: [
        { about: 'another beginning', base: sample, head: inSession(ways.working, { createdAt: time('07:59') }) },
        {
          about: 'a state of before',
          base: sample,
          head: inSession([
            ['beginning', '08:00'],
            ['between_turn', '08:06'],
          ]),
        },
        {
          about: 'no compaction any more',
          base: compactedSample,
          head: inSession([...ways.compacted, ['between_turn', '08:40']], { ...compaction(), compactedAt: undefined }),
        },
        {
          about: 'it never stopped',
          base: interruptedSample,
          head: change(interruptedSample, {
            [sessionPath()]: session([...ways.interrupted, ['beginning', '11:00']], { violationCount: 0, resumedAt: time('11:00') }),
          }),
        },
      ],
      good: [
        { about: 'appended', base: sample, head: compactedSample },
        { about: 'a fresh start', base: interruptedSample, head: afresh },
      ],
    }
  },
  *check(subject) {
    const {
      session: { file, kind, target },
      before,
    } = subject
    if (before?.kind !== 'current' || kind === 'record' || kind === 'unreadable') return
    const was = before.file
    const finding = (message: string, key: string) => ({ message, hint, place: file.place(key), ...about(target) })
    if (file.has('createdAt') && was.has('createdAt') && file.value('createdAt') !== was.value('createdAt'))
      yield finding(msg`Unexpected ${'createdAt'}, expected ${was.text('createdAt') ?? ''} as before`, 'createdAt')
    for (const key of ['stateHistory', 'compactionHistory'])
      if (!beginsWith(file.list(key), was.list(key)))
        yield finding(msg`Unexpected ${key}, expected the entries of before and new ones behind them`, key)
    const mayGo = startsAfresh(subject) ? [] : ['idleAt', 'resumedAt']
    for (const key of ['compactedAt', ...mayGo])
      if (was.has(key) && !file.has(key)) yield finding(msg`Missing ${key}, expected it as it was`, key)
  },
}
