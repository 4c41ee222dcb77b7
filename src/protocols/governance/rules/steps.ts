import { timeIn } from '../reading/records.ts'
import { isInherited, softJudgement } from '../reading/inheritance.ts'
import { mendableIn } from '../reading/mendable.ts'
import { msg } from '../../../core/message.ts'
import { stateContradictions } from '../sessions/session.ts'
import { disorders, isBefore } from '../sessions/times.ts'
import { type SessionSubject, currentSessions, fileBefore, sessions, type GovernanceRules } from './subjects.ts'
import type { Finding } from '../../../core/diagnostic.ts'
import { faultsOf, type Step, type StepFault } from '../sessions/steps.ts'
import { overParts, wholeComparison } from '../../../kit/rules.ts'

interface StepWords {
  readonly message: (step: Step) => string
  readonly hint?: string
  /** The key that is pointed at where it is there; otherwise the step itself is. */
  readonly at?: string
}

export function* faultySteps(
  subject: SessionSubject,
  kind: StepFault,
  { message, hint, at }: StepWords,
): Iterable<Finding> {
  const { file } = subject.session
  for (const { step, fault } of faultsOf(subject, subject.model)) {
    if (fault !== kind) continue
    const path =
      at !== undefined && file.has(at)
        ? [at]
        : step.index === undefined
          ? ['sessionState']
          : ['stateHistory', step.index]
    yield { message: message(step), ...(hint !== undefined && { hint }), place: file.keyPlace(...path) }
  }
}

export const stepRules: GovernanceRules = {
  name: 'steps',
  title: 'The steps between states, and the order of times',
  rules: [
    overParts(currentSessions, [
      {
        code: 'GOV_STATE_HISTORY',
        strict: 'error',
        soft: 'error',
        summary:
          'The last entry of `stateHistory` is not `sessionState`, or the second to last is not `previousState`.',
        why: 'One of the two was edited without the other, and it is unclear which is true.',
        repair: 'Make them agree.',
        *check({ session }) {
          const { file } = session
          const hint = msg`Make ${'sessionState'}, ${'previousState'} and ${'stateHistory'} agree.`
          for (const contradiction of stateContradictions(session))
            yield contradiction.key === 'sessionState'
              ? {
                  message: msg`Unexpected last state ${contradiction.recorded}, expected ${contradiction.written} as ${'sessionState'} says`,
                  hint,
                  place: file.keyPlace('stateHistory', contradiction.index),
                }
              : {
                  message: msg`Unexpected ${'previousState'} ${contradiction.written}, expected ${contradiction.recorded}`,
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
        *check({ session: { id, file, history, state: sessionState, target }, before, compared, model: { metrics } }) {
          if (!compared || before) return
          const [firstRecord] = history
          const firstState = firstRecord ? firstRecord.state : sessionState
          if (firstState === undefined || firstState === 'beginning') return
          const filesToDelete = metrics.text('sessionId') === id ? 'its file and its metrics' : 'its file'
          yield {
            message: msg`Unexpected first state ${firstState}, expected ${'beginning'}`,
            hint:
              target === undefined
                ? msg`Let it begin with ${'beginning'}.`
                : `${msg`Let it begin with ${'beginning'}`}, or delete ${filesToDelete}; then ${msg`${`/accept ${target}`} starts it`}.`,
            place: firstRecord ? file.keyPlace('stateHistory', 0) : file.keyPlace('sessionState'),
          }
        },
      },
      {
        code: 'GOV_TRANSITION_ILLEGAL',
        strict: 'error',
        soft: 'error',
        summary: 'A session went from one state to another by a step that the matrix does not have.',
        why: 'Something happened that was not recorded, or the state was edited by hand (section 6 of the specification).',
        repair: 'Record the steps between, or allow the step in `protocols.governance.allow-edges`.',
        check: (subject) =>
          faultySteps(subject, 'illegal', {
            message: ({ from, to }) => msg`Unexpected step from ${from} to ${to}, expected the steps between`,
            hint: 'Record the steps between.',
          }),
      },
    ]),
    overParts(wholeComparison, [
      {
        code: 'GOV_TIME_ORDER',
        strict: 'error',
        soft: 'error',
        summary:
          'A time of a session comes before its `createdAt`, a history goes back in time, or `lastUpdated` comes before the last state or before `idleAt` of a stopped session; metrics begin before their session.',
        why: 'Idle times and the window of resumption are counted from these times.',
        hint: 'Correct the time that is wrong.',
        *check(comparison) {
          for (const {
            early: { file, path },
            than,
            target,
          } of disorders(comparison.now))
            yield {
              message: `${msg`Unexpected time ${file.text(...path) ?? file.text(...path, 'timestamp') ?? ''}`}, expected one no earlier than ${than}`,
              place: file.keyPlace(...path),
              ...softJudgement(isInherited(file, fileBefore(comparison, file.path), path)),
              target: target ?? comparison.now.brain,
            }
        },
      },
      {
        code: 'GOV_TIME_BACKWARDS',
        strict: 'error',
        soft: 'error',
        summary:
          '`lastUpdated`, `compactedAt`, `idleAt`, `resumedAt` or `lastValidation` is earlier than before the change.',
        why: 'An old file replaced a newer one, or a clock is wrong.',
        hint: 'Write the time at which it happened.',
        *check(comparison) {
          const { now, before } = comparison
          if (!before) return
          const pairs = sessions(comparison)
            .filter(({ session: { kind } }) => kind === 'current')
            .map(({ session: { file, target }, before: was, mendable }) => ({
              file,
              target,
              was: was?.file,
              mendable,
              keys: ['lastUpdated', 'compactedAt', 'idleAt', 'resumedAt'],
            }))
          const { file: was } = before.state
          const comparedFiles = [
            ...pairs,
            {
              file: now.state.file,
              target: now.brain,
              was,
              mendable: mendableIn(before, was, 'state'),
              keys: ['lastValidation'],
            },
          ]
          for (const { file, target, was, mendable, keys } of comparedFiles) {
            for (const key of keys) {
              if (!isBefore(timeIn(file, key), was && timeIn(was, key)) || mendable.isWrong(key)) continue
              yield {
                message: msg`Unexpected ${key} ${file.text(key) ?? ''}, expected one no earlier than ${was?.text(key) ?? ''}`,
                place: file.keyPlace(key),
                target,
              }
            }
          }
        },
      },
    ]),
  ],
}
