import { msg } from '../../../core/message.ts'
import { current, type GovernanceRules } from './subjects.ts'
import { stepsOf } from '../sessions/steps.ts'
import { hour, minute } from '../../../core/time.ts'
import { archiveOf } from '../reading/state-file.ts'
import { limits } from '../schema.ts'
import { faultySteps } from './steps.ts'
import { over } from '../../../kit/rules.ts'

/** Stopping and resuming a session */
export const resumptionRules: GovernanceRules = {
  name: 'resumption',
  title: 'Stopping and resuming a session',
  rules: [
    over(current, [
      {
        code: 'GOV_RESUME_TOO_EARLY',
        strict: 'error',
        soft: 'error',
        summary: 'A session begins again an hour or less after it stopped.',
        why: 'The session is still live, and needs no resumption (S5).',
        repair:
          'Resume it later than an hour after `idleAt`, with `/accept ID`, as any agent. Where sessions may go on at once, `protocols.governance.allow-edges` has `interrupted->between_turn`.',
        check: (subject) =>
          faultySteps(subject, 'early', {
            at: 'resumedAt',
            message: ({ idle = 0 }) => msg`Unexpected resumption after ${Math.floor(idle / minute)} minutes, expected more than an hour`,
            hint: 'Wait until more than an hour has passed.',
          }),
        examples: ({ time, histories, inSession, interruptedSample, resumedSample }) => ({
          bad: [
            {
              about: 'an hour exactly',
              base: interruptedSample,
              head: resumedSample('2026-02-04T10:00:00.000Z', '2026-02-04T10:00:00.000Z'),
            },
            { about: 'a fresh start at once', base: interruptedSample, head: resumedSample('09:10') },
            {
              about: 'the times alone',
              head: inSession(histories.beginning, {
                stateHistory: undefined,
                lastUpdated: time('09:30'),
                idleAt: time('09:00'),
                resumedAt: time('09:30'),
              }),
            },
          ],
          good: [
            {
              about: 'a millisecond more',
              base: interruptedSample,
              head: resumedSample('2026-02-04T10:00:00.001Z', '2026-02-04T10:00:00.001Z'),
            },
          ],
        }),
      },
      {
        code: 'GOV_RESUME_EXPIRED',
        strict: 'error',
        soft: 'error',
        summary: 'A session is resumed 48 hours or more after it stopped.',
        why: 'Its context is too old; it has to begin afresh (S5).',
        hint: 'Leave out `resumedAt`: the session begins afresh.',
        check: (subject) =>
          faultySteps(subject, 'expired', {
            at: 'resumedAt',
            message: ({ idle = 0 }) => msg`Unexpected resumption after ${Math.floor(idle / hour)} hours, expected less than 48`,
          }),
        examples: ({ interruptedSample, resumedSample }) => ({
          bad: [
            {
              about: '48 hours exactly',
              base: interruptedSample,
              head: resumedSample('2026-02-06T09:00:00.000Z', '2026-02-06T09:00:00.000Z'),
            },
          ],
          good: [
            {
              about: 'a millisecond less',
              base: interruptedSample,
              head: resumedSample('2026-02-06T08:59:59.999Z', '2026-02-06T08:59:59.999Z'),
            },
            { about: 'a fresh start', base: interruptedSample, head: resumedSample('2026-02-06T09:00:00.000Z') },
          ],
        }),
      },
      {
        code: 'GOV_RESUME_UNMARKED',
        strict: 'error',
        soft: 'warning',
        summary: 'A session begins again within the window of resumption, and `resumedAt` is not the time of that step.',
        why: 'A resumption looks like a fresh start, and the agent does not get its context back (S5).',
        hint: 'Write `resumedAt`.',
        check: (subject) =>
          faultySteps(subject, 'unmarked', {
            at: 'sessionState',
            message: ({ idle = 0 }) =>
              msg`Missing ${'resumedAt'} of a resumption after ${Math.floor(idle / hour)} hours, expected the time of the step`,
          }),
        examples: ({ interruptedSample, resumedSample }) => ({
          bad: [
            { about: 'no time', base: interruptedSample, head: resumedSample('11:00') },
            { about: 'another time', base: interruptedSample, head: resumedSample('11:00', '10:30') },
          ],
          good: [{ about: 'the time', base: interruptedSample, head: resumedSample('11:00', '11:00') }],
        }),
      },
      {
        code: 'GOV_IDLE_MISSING',
        strict: 'error',
        soft: 'warning',
        summary: 'A stopped session has no `idleAt`.',
        why: 'Whether it may be resumed is counted from then (S4-R02).',
        repair: 'Write when it stopped.',
        examples: ({ sessionPath, session, histories, change, sample, interruptedSample }) => ({
          bad: [
            {
              about: 'no time',
              head: change(interruptedSample, { [sessionPath()]: session(histories.interrupted, { violationCount: 0 }) }),
            },
          ],
          good: [
            { about: 'a time', head: interruptedSample },
            { about: 'it works', head: sample },
          ],
        }),
        *check({ session: { state: is, file, history } }) {
          if (is !== 'interrupted' || file.has('idleAt')) return
          const last = history.at(-1)
          const since = last?.state === 'interrupted' ? file.text('stateHistory', last.index, 'timestamp') : undefined
          yield {
            message: msg`Missing ${'idleAt'} of a stopped session`,
            hint: since === undefined ? 'Write when it stopped.' : msg`Write when it stopped: ${since}.`,
            place: file.keyPlace('idleAt'),
          }
        },
      },
      {
        code: 'GOV_SESSION_UNARCHIVED',
        strict: 'error',
        soft: 'error',
        summary: 'The change stops a session, and the history has no entry `session_idle:ID:` since then.',
        why: 'The history must record what the session did (S4-R01).',
        repair: 'Append the entry.',
        examples: ({ statePath, sessionPath, session, histories, entry, stopped, archived, state, change, inSession }) => {
          const working = inSession(histories.working)
          const stop = (history: readonly unknown[]) =>
            change(inSession(histories.interrupted, stopped()), {
              [statePath]: state({ history: [entry('task:Begin', '07:40'), ...history] }),
            })
          const full = {
            ...working,
            ...change({}, { [statePath]: state({ history: Array.from({ length: 50 }, () => entry('warn:general', '07:40')) }) }),
          }
          return {
            bad: [
              { about: 'no entry', base: working, head: stop([]) },
              { about: 'the entry of another session', base: working, head: stop([archived('ses_2')]) },
              { about: 'an older entry', base: working, head: stop([archived('ses_1', '08:30')]) },
            ],
            good: [
              { about: 'an entry', base: working, head: stop([archived()]) },
              {
                about: 'a full history',
                base: full,
                head: { ...full, ...change({}, { [sessionPath()]: session(histories.interrupted, stopped()) }) },
              },
            ],
          }
        },
        *check(subject) {
          const {
            session: { id, file },
            model: { state: brain },
            compared,
          } = subject
          if (!compared || !brain.file.data || brain.file.list('history').length === limits.history) return
          for (const { to, at } of stepsOf(subject)) {
            if (to !== 'interrupted' || at === undefined) continue
            if (brain.history.some((each) => each.action.startsWith(archiveOf(id)) && each.at >= at)) continue
            yield {
              message: msg`Missing entry ${`${archiveOf(id)}…`} in the history, expected one since the session stopped`,
              hint: msg`Append an entry with the action ${`${archiveOf(id)}violations=${file.number('violationCount') ?? 0}`}.`,
              place: file.keyPlace('sessionState'),
              concerns: [brain.file.path],
            }
            return
          }
        },
      },
    ]),
  ],
}
