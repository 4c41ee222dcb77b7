import { msg } from '../../../core/message.ts'
import { isState } from '../states.ts'
import { type SessionSubject, current, type GovernanceRules } from './subjects.ts'
import type { Row } from '../examples.ts'
import type { Finding } from '../../../core/diagnostic.ts'
import { faultsOf, type Step, type StepFault, stepsOf } from '../sessions/steps.ts'
import { hour, minute } from '../../../core/time.ts'
import { archiveOf } from '../reading/state-file.ts'
import { limits } from '../schema.ts'
import { over } from '../../../kit/rules.ts'

interface StepWords {
  readonly message: (step: Step) => string
  readonly hint?: string
  /** The key that is pointed at where it is there; else the step itself is. */
  readonly at?: string
}

/** The steps with one kind of fault. */
function* faultySteps(subject: SessionSubject, kind: StepFault, { message, hint, at }: StepWords): Iterable<Finding> {
  const { file } = subject.session
  for (const { step, fault } of faultsOf(subject, subject.model)) {
    if (fault !== kind) continue
    const path = at !== undefined && file.has(at) ? [at] : step.index === undefined ? ['sessionState'] : ['stateHistory', step.index]
    yield { message: message(step), ...(hint !== undefined && { hint }), place: file.keyPlace(...path) }
  }
}

/** States and the steps between them */
export const stepRules: GovernanceRules = {
  name: 'steps',
  title: 'States and the steps between them',
  rules: [
    over(current, [
      {
        code: 'GOV_STATE_HISTORY',
        strict: 'error',
        soft: 'error',
        summary: 'The last entry of `stateHistory` is not `sessionState`, or the last but one is not `previousState`.',
        why: 'One of the two was edited without the other, and it is unclear which is true.',
        repair: 'Make them agree.',
        examples: ({ histories, sample, inSession }) => ({
          bad: [
            { about: 'another state', head: inSession(histories.working, { sessionState: 'beginning' }) },
            { about: 'another state before', head: inSession(histories.working, { previousState: 'compacted' }) },
            { about: 'a state before the first', head: inSession(histories.beginning, { previousState: 'between_turn' }) },
            { about: 'none before the second', head: inSession(histories.working, { previousState: null }) },
          ],
          good: [
            { about: 'they agree', head: sample },
            { about: 'without the one before', head: inSession(histories.working, { previousState: undefined }) },
          ],
        }),
        *check({ session: { file, history, state } }) {
          const [last, before] = [history.at(-1), history.at(-2)]
          const hint = msg`Make ${'sessionState'}, ${'previousState'} and ${'stateHistory'} agree.`
          if (last?.state && state && last.state !== state)
            yield {
              message: msg`Unexpected last state ${last.state}, expected ${state} as ${'sessionState'} says`,
              hint,
              place: file.keyPlace('stateHistory', last.index),
            }
          const previous = file.value('previousState')
          if (!last || (previous !== null && !isState(previous)) || (before && !before.state)) return
          const expected = before?.state ?? null
          if (previous !== expected)
            yield {
              message: msg`Unexpected ${'previousState'} ${previous}, expected ${expected}`,
              hint,
              place: file.keyPlace('previousState'),
            }
        },
      },
      {
        code: 'GOV_STATE_NOT_BEGINNING',
        strict: 'error',
        soft: 'error',
        summary: 'A session that the change adds does not begin with `beginning`.',
        why: 'Every session is started, and gets the rules then (S1-R07).',
        repair: 'Let it begin with `beginning`, or delete it: `/accept session:ID` starts it then.',
        examples: ({
          archived,
          change,
          emptySample,
          entry,
          metrics,
          metricsPath,
          sample,
          session,
          sessionPath,
          stall,
          stallPath,
          state,
          statePath,
          histories,
        }) => {
          const added = (row: Row, more: Readonly<Record<string, unknown>> = {}) =>
            change(emptySample, {
              [sessionPath()]: session(row, more),
              [stallPath()]: stall(),
              [metricsPath]: metrics(),
              [statePath]: state({ history: [entry('task:Begin', '07:40'), archived()] }),
            })
          return {
            bad: [
              { about: 'it works already', base: emptySample, head: added([['between_turn', '08:00']]) },
              {
                about: 'it says only that',
                base: emptySample,
                head: added([['between_turn', '08:00']], { stateHistory: undefined, previousState: undefined }),
              },
            ],
            good: [
              { about: 'it began', base: emptySample, head: added(histories.working) },
              { about: 'it was there', base: sample, head: sample },
            ],
          }
        },
        *check({ session: { id, file, history, state: is, target }, before, compared, model: { metrics } }) {
          if (!compared || before) return
          const [first] = history
          const begun = first ? first.state : is
          if (begun === undefined || begun === 'beginning') return
          const whole = metrics.text('sessionId') === id ? 'its file and its metrics' : 'its file'
          yield {
            message: msg`Unexpected first state ${begun}, expected ${'beginning'}`,
            hint:
              target === undefined
                ? msg`Let it begin with ${'beginning'}.`
                : `${msg`Let it begin with ${'beginning'}`}, or delete ${whole}; then ${msg`${`/accept ${target}`} starts it`}.`,
            place: first ? file.keyPlace('stateHistory', 0) : file.keyPlace('sessionState'),
          }
        },
      },
      {
        code: 'GOV_TRANSITION_ILLEGAL',
        strict: 'error',
        soft: 'error',
        summary: 'A step between two states that the matrix does not have.',
        why: 'Something happened that was not recorded, or the state was edited by hand (section 6 of the specification).',
        repair: 'Record the steps between, or allow the step in `protocols.governance.allow-edges`.',
        check: (subject) =>
          faultySteps(subject, 'illegal', {
            message: ({ from, to }) => msg`Unexpected step from ${from} to ${to}, expected the steps between`,
            hint: 'Record the steps between.',
          }),
        examples: ({ sessionPath, session, histories, compaction, stopped, change, inSession, interruptedSample }) => {
          const direct = [
            ['beginning', '08:00'],
            ['interrupted', '08:05'],
          ] as const
          return {
            bad: [
              {
                about: 'compacted at once',
                head: inSession(
                  [
                    ['beginning', '08:00'],
                    ['compacted', '08:30'],
                  ],
                  compaction(),
                ),
              },
              { about: 'stopped at once', head: inSession(direct, stopped('08:05')) },
              { about: 'it begins again', head: inSession([...histories.working, ['beginning', '08:30']]) },
              {
                about: 'compacted while it was stopped',
                base: interruptedSample,
                head: change(interruptedSample, {
                  [sessionPath()]: session([...histories.interrupted, ['compacted', '09:30']], { ...stopped(), ...compaction('09:30') }),
                }),
              },
            ],
            good: [
              {
                about: 'a step that is allowed',
                head: inSession(direct, stopped('08:05')),
                configuration: { 'allow-edges': ['beginning->interrupted'] },
              },
              { about: 'compacted and back', head: inSession([...histories.compacted, ['between_turn', '08:40']], compaction()) },
              { about: 'twice the same', head: inSession([...histories.working, ['between_turn', '08:10']]) },
            ],
          }
        },
      },
      {
        code: 'GOV_RESUME_TOO_EARLY',
        strict: 'error',
        soft: 'error',
        summary: 'A session begins again an hour or less after it stopped.',
        why: 'It is still a live one, and needs no resumption (S5).',
        repair: 'Wait, or go on without a resumption.',
        check: (subject) =>
          faultySteps(subject, 'early', {
            at: 'resumedAt',
            message: ({ idle = 0 }) => msg`Unexpected resumption after ${Math.floor(idle / minute)} minutes, expected more than an hour`,
            hint: 'Wait until more than an hour has gone.',
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
        why: 'What it knew is too old; it is to begin afresh (S5).',
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
        why: 'A resumption looks like a fresh start, and the agent does not get back what it knew (S5).',
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
