import type { FileRecord } from '../../../kit/record.ts'
import { timeIn } from '../reading/records.ts'
import type { GovernanceModel } from '../model.ts'
import type { Session } from '../sessions/session.ts'
import { isInherited, softJudgement } from '../reading/inheritance.ts'
import { msg } from '../../../core/message.ts'
import { isState } from '../states.ts'
import { type SessionSubject, currentSessions, type GovernanceRules, isBefore } from './subjects.ts'
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

type Path = readonly PropertyKey[]

/** A time that comes too early, or the other one too late: where it is, and in words what it should not come before. */
interface Disorder {
  readonly file: FileRecord
  readonly path: Path
  readonly than: string
}

/** Entries that are older than the one before. */
function* entriesOutOfOrder(file: FileRecord, ...list: Path): Iterable<Disorder> {
  const times = file.list(...list).map((_, index) => timeIn(file, ...list, index, 'timestamp'))
  for (const [index, at] of times.entries())
    if (isBefore(at, times[index - 1])) yield { file, path: [...list, index], than: 'that of the entry above it' }
}

const pathsAfterCreation: readonly Path[] = [
  ['lastUpdated'],
  ['compactedAt'],
  ['idleAt'],
  ['resumedAt'],
  ['stateHistory', 0, 'timestamp'],
  ['compactionHistory', 0, 'timestamp'],
]

function* sessionFileDisorders({ file, state }: Session): Iterable<Disorder> {
  for (const path of pathsAfterCreation)
    if (isBefore(timeIn(file, ...path), timeIn(file, 'createdAt')))
      yield { file, path: path.slice(0, 2), than: msg`${'createdAt'}` }
  yield* entriesOutOfOrder(file, 'stateHistory')
  yield* entriesOutOfOrder(file, 'compactionHistory')
  const lastIndex = file.list('stateHistory').length - 1
  const lastUpdate = timeIn(file, 'lastUpdated')
  if (isBefore(lastUpdate, timeIn(file, 'stateHistory', lastIndex, 'timestamp')))
    yield { file, path: ['lastUpdated'], than: 'that of the last state' }
  else if (state === 'interrupted' && isBefore(lastUpdate, timeIn(file, 'idleAt')))
    yield { file, path: ['lastUpdated'], than: msg`${'idleAt'}` }
}

function* disorders({
  state,
  metrics,
  sessions,
  session,
}: GovernanceModel): Iterable<readonly [Disorder, target: string | undefined]> {
  for (const disorder of entriesOutOfOrder(state.file, 'history')) yield [disorder, undefined]
  for (const sessionFile of sessions) {
    if (sessionFile.kind !== 'current') continue
    for (const disorder of sessionFileDisorders(sessionFile)) yield [disorder, sessionFile.target]
  }
  const owner = session(metrics.text('sessionId') ?? '')
  if (owner?.kind === 'current' && isBefore(timeIn(metrics, 'startedAt'), timeIn(owner.file, 'createdAt')))
    yield [{ file: metrics, path: ['startedAt'], than: msg`${'createdAt'} of its session` }, owner.target]
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
        *check({ session: { file, history, state } }) {
          const [lastRecord, previousRecord] = [history.at(-1), history.at(-2)]
          const hint = msg`Make ${'sessionState'}, ${'previousState'} and ${'stateHistory'} agree.`
          if (lastRecord?.state && state && lastRecord.state !== state)
            yield {
              message: msg`Unexpected last state ${lastRecord.state}, expected ${state} as ${'sessionState'} says`,
              hint,
              place: file.keyPlace('stateHistory', lastRecord.index),
            }
          const previous = file.value('previousState')
          if (!lastRecord || (previous !== null && !isState(previous)) || (previousRecord && !previousRecord.state))
            return
          const expected = previousRecord?.state ?? null
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
        *check({ now, before }) {
          for (const [{ file, path, than }, target] of disorders(now)) {
            const finding: Finding = {
              message: `${msg`Unexpected time ${file.text(...path) ?? file.text(...path, 'timestamp') ?? ''}`}, expected none before ${than}`,
              place: file.keyPlace(...path),
              ...softJudgement(isInherited(file, before?.file(file.path), path)),
              target: target ?? now.brain,
            }
            yield finding
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
          const comparedFiles = [
            ...pairs,
            { file: now.state.file, target: now.brain, was: before.state.file, keys: ['lastValidation'] },
          ]
          for (const { file, target, was, keys } of comparedFiles) {
            for (const key of keys) {
              if (!isBefore(timeIn(file, key), was && timeIn(was, key))) continue
              yield {
                message: msg`Unexpected ${key} ${file.text(key) ?? ''}, expected none before ${was?.text(key) ?? ''}`,
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
