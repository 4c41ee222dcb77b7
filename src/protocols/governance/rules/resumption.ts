import { pluralize } from '../../../core/diagnostic.ts'
import { msg } from '../../../core/message.ts'
import { currentSessions, type GovernanceRules } from './subjects.ts'
import { stepsOf } from '../sessions/steps.ts'
import { hour, minute } from '../../../core/time.ts'
import { archiveOf } from '../reading/state-file.ts'
import { limits } from '../schema.ts'
import { faultySteps } from './steps.ts'
import { overParts } from '../../../kit/rules.ts'

export const resumptionRules: GovernanceRules = {
  name: 'resumption',
  title: 'Stopping and resuming a session',
  rules: [
    overParts(currentSessions, [
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
            message: ({ idle = 0 }) =>
              `Unexpected resumption after ${pluralize(Math.floor(idle / minute), 'minute')}, expected more than an hour`,
            hint: 'Wait until more than an hour has passed.',
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
            message: ({ idle = 0 }) =>
              `Unexpected resumption after ${pluralize(Math.floor(idle / hour), 'hour')}, expected less than 48`,
          }),
      },
      {
        code: 'GOV_RESUME_UNMARKED',
        strict: 'error',
        soft: 'warning',
        summary:
          'A session begins again within the window of resumption, and `resumedAt` is not the time of that step.',
        why: 'A resumption looks like a fresh start, and the agent does not get its context back (S5).',
        hint: 'Write `resumedAt`.',
        check: (subject) =>
          faultySteps(subject, 'unmarked', {
            at: 'sessionState',
            message: ({ idle = 0 }) =>
              `${msg`Missing ${'resumedAt'}`} of a resumption after ${pluralize(Math.floor(idle / hour), 'hour')}, expected the time of the step`,
          }),
      },
      {
        code: 'GOV_IDLE_MISSING',
        strict: 'error',
        soft: 'warning',
        summary: 'A stopped session has no `idleAt`.',
        why: 'Whether it may be resumed is counted from then (S4-R02).',
        repair: 'Write when it stopped.',
        *check({ session: { state: sessionState, file, history } }) {
          if (sessionState !== 'interrupted' || file.has('idleAt')) return
          const lastRecord = history.at(-1)
          const since =
            lastRecord?.state === 'interrupted' ? file.text('stateHistory', lastRecord.index, 'timestamp') : undefined
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
        *check(subject) {
          const {
            session: { id, file },
            model: { state: brain },
            compared,
          } = subject
          if (!compared || !brain.file.data || brain.file.list('history').length === limits.history) return
          for (const { to, at } of stepsOf(subject)) {
            if (to !== 'interrupted' || at === undefined) continue
            if (brain.history.some((entry) => entry.action.startsWith(archiveOf(id)) && entry.at >= at)) continue
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
