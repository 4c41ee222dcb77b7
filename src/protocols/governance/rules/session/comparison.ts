import type { Rule } from '../../../../core/rule.ts'
import { say } from '../../../../core/say.ts'
import { silence } from '../../../../core/silence.ts'
import {
  archived,
  change,
  compactedSample,
  compaction,
  emptySample,
  entry,
  inSession,
  interruptedSample,
  metrics,
  metricsPath,
  sample,
  session,
  sessionPath,
  stall,
  stallPath,
  state,
  statePath,
  time,
  ways,
} from '../../examples.ts'
import { newestOf } from '../../model.ts'
import { beginsWith } from '../../reading/equal.ts'
import type { Session } from '../../reading/session.ts'
import { startsAfresh } from '../../steps.ts'
import { hour } from '../../times.ts'
import { about, type Compared, type SessionSubject } from '../../subjects.ts'

const addedWith = (phase: string) =>
  change(emptySample, { [sessionPath()]: session(ways.beginning, { phase }), [stallPath()]: stall(), [metricsPath]: metrics() })

export const phaseMismatch: Rule<SessionSubject> = {
  code: 'GOV_PHASE_MISMATCH',
  strict: 'warning',
  soft: 'warning',
  summary: 'A session that the change adds has another `phase` than the state file.',
  why: 'A session is started in the phase in which the project is (S1-R03).',
  repair: 'Write the phase of the state file.',
  get examples() {
    return {
      bad: [{ about: 'another phase', base: emptySample, head: addedWith('plan') }],
      good: [
        { about: 'the same', base: emptySample, head: addedWith('build') },
        {
          about: 'it is older',
          base: inSession(ways.working, { phase: 'plan' }),
          head: inSession([...ways.working, ['compacted', '08:30']], { ...compaction(), phase: 'plan' }),
        },
      ],
    }
  },
  *check({ session: { file, target }, before, compared, model }) {
    const [phase, expected] = [file.text('phase'), model.state.phase]
    if (!compared || before || phase === undefined || expected === undefined || phase === expected) return
    yield {
      message: say`Unexpected phase ${phase}, expected ${expected} as the state file says`,
      hint: 'Write the phase of the state file.',
      place: file.place('phase'),
      ...about(target),
    }
  },
}

const without = change(sample, { [sessionPath()]: null, [stallPath()]: null, [metricsPath]: null })
const longAfter = (at: string) =>
  change(without, { [statePath]: state({ history: [entry('task:Begin', '07:40'), entry('task:Later', at)] }) })

/** How long a session may be gone before its file may go too. */
const forgotten = 168 * hour

const lastOf = ({ file }: Session) => file.time('lastUpdated') ?? file.time('updatedAt')

export const sessionDeleted: Rule<Compared> = {
  code: 'GOV_SESSION_DELETED',
  strict: 'error',
  soft: 'error',
  summary: 'The change deletes a session file that is not a week older than the history.',
  why: 'What is known of a session is kept, so that it can be resumed (S4-R03).',
  repair: 'Restore the file.',
  get examples() {
    return {
      bad: [
        { about: 'one that works', base: sample, head: without },
        { about: 'a week exactly', base: sample, head: longAfter('2026-02-11T08:05:00.000Z') },
      ],
      good: [{ about: 'more than a week', base: sample, head: longAfter('2026-02-11T08:05:00.001Z') }],
    }
  },
  *check({ now, before }) {
    for (const session of before?.sessions ?? []) {
      if (now.session(session.id) || newestOf(now.state) - (lastOf(session) ?? Infinity) > forgotten) continue
      yield {
        message: say`Missing ${session.path}, expected it to be kept`,
        hint: 'Restore the file.',
        place: { path: session.path },
        ...about(session.target),
      }
    }
  },
}

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
  get examples() {
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
      yield finding(say`Unexpected ${'createdAt'}, expected ${was.text('createdAt') ?? ''} as before`, 'createdAt')
    for (const key of ['stateHistory', 'compactionHistory'])
      if (!beginsWith(file.list(key), was.list(key)))
        yield finding(say`Unexpected ${key}, expected the entries of before and new ones behind them`, key)
    const mayGo = startsAfresh(subject) ? [] : ['idleAt', 'resumedAt']
    for (const key of ['compactedAt', ...mayGo])
      if (was.has(key) && !file.has(key)) yield finding(say`Missing ${key}, expected it as it was`, key)
  },
}

export const sessionStale: Rule<SessionSubject> = {
  code: 'GOV_SESSION_STALE',
  strict: 'off',
  soft: 'warning',
  summary: 'In an audit: a session that has not stopped was last updated longer than `stale-after` ago.',
  why: 'It most likely stopped, and nobody recorded that.',
  repair: '`/handback ID error` records it.',
  get examples() {
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
    const silent = held ? silence(context, file.time('lastUpdated')) : undefined
    if (!silent) return
    yield {
      message: say`Unexpected silence of ${silent.lasted}, expected an update within ${silent.allowed}`,
      hint: say`The command ${`/handback ${id} error`} records that it stopped.`,
      place: file.place('lastUpdated'),
      ...(target !== undefined && { fix: `/handback ${id} error` }),
      ...about(target),
    }
  },
}
