import { msg } from '../../../core/message.ts'
import { sessions, currentSessions, type GovernanceRules } from './subjects.ts'
import { latestHistoryTime } from '../model.ts'
import { grantOf, idleSince, type Session } from '../sessions/session.ts'
import { idleWindow } from '../states.ts'
import { timeIn, violationsIn } from '../reading/records.ts'
import { hour } from '../../../core/time.ts'
import { continuedEntries } from '../reading/inheritance.ts'
import { sameButForCapitals, sessionsBefore } from '../sessions/renames.ts'
import { isFreshStart } from '../sessions/steps.ts'
import { staleFor } from '../../../kit/grant.ts'
import { overParts, wholeComparison } from '../../../kit/rules.ts'

/** The fields that the state of a session requires, and that are missing or wrong. */
const invalidKeys = ({ file }: Session): readonly string[] => [
  ...new Set(
    violationsIn(file, 'session').flatMap(({ kind, path }) =>
      kind === 'unknown' || path[0] === 'sessionState' ? [] : [path.join('.')],
    ),
  ),
]

function repairAdvice(session: Session, now: number): { readonly hint: string; readonly fix?: string } {
  const { id, named, state } = session
  if (!named) return { hint: 'Rename the file first: no command can name it.' }
  const invalidFields = invalidKeys(session)
  const isWorking = state === 'between_turn'
  const isLive = idleWindow(now - (idleSince(session) ?? now)) === 'live'
  const commandEffect = isWorking
    ? msg`${`/turn ${id}`} writes it`
    : msg`${`/accept ${id}`} resumes it, and writes its state` + (isLive ? ', an hour after it stopped' : '')
  if (invalidFields.length > 0)
    return { hint: `${msg`Write these as they are to be: ${invalidFields}`}; then ${commandEffect}.` }
  return { hint: `The command ${commandEffect}.`, ...(isWorking && { fix: `/turn ${id}` }) }
}

/** How long a session may be gone before its file may go too. */
const retentionPeriod = 168 * hour

const lastUpdateOf = ({ file }: Session) => timeIn(file, 'lastUpdated') ?? timeIn(file, 'updatedAt')

const revertHint = 'Revert it; append, never edit.'

export const sessionRules: GovernanceRules = {
  name: 'sessions',
  title: 'Session files',
  rules: [
    overParts(sessions, [
      {
        code: 'GOV_SESSION_NAME',
        strict: 'error',
        soft: 'error',
        summary:
          'The name of a session file is not an id: 3 to 64 letters, digits, `_` and `-`, a letter or digit first.',
        why: 'No command can name it, and names that look alike are taken for one session.',
        hint: 'Rename the file, and its `sessionId`.',
        *check({ session: { id, named, path } }) {
          if (named) return
          yield {
            message: msg`Unexpected name ${id}, expected 3 to 64 letters, digits, ${'_'} and ${'-'}, starting with a letter or digit`,
            place: { path },
          }
        },
      },
      {
        code: 'GOV_SESSION_ID',
        strict: 'error',
        soft: 'error',
        summary: '`sessionId` is not the name of the file.',
        why: 'The file was copied or renamed, and refers to another session.',
        hint: 'Rename the file, or write its name.',
        *check({ session: { id, file } }) {
          const writtenId = file.text('sessionId')
          if (writtenId === undefined || writtenId === id) return
          yield {
            message: msg`Unexpected ${'sessionId'} ${writtenId}, expected the name of the file, ${id}`,
            place: file.keyPlace('sessionId'),
          }
        },
      },
    ]),
    overParts(wholeComparison, [
      {
        code: 'GOV_SESSION_CASE',
        strict: 'error',
        soft: 'error',
        capitals: true,
        summary: 'The ids of two sessions differ only in case.',
        why: 'On some file systems they are one file.',
        repair: 'Rename one of them.',
        *check({ now: { sessions: allSessions } }) {
          for (const [first, ...others] of sameButForCapitals(allSessions).values())
            for (const { id, path, target } of others)
              yield {
                message: msg`Unexpected id ${id}, which differs from another only in case`,
                hint: 'Rename one of the two.',
                place: { path },
                related: [{ path: first?.path ?? '', message: 'the other' }],
                target,
              }
        },
      },
    ]),
    overParts(sessions, [
      {
        code: 'GOV_SESSION_LEGACY',
        strict: 'warning',
        soft: 'warning',
        summary: 'A session file has no state; the state is derived from its times.',
        why: 'Whether it was stopped, compacted or resumed cannot be checked.',
        repair: '`/turn ID` writes the state of an active session.',
        *check({ session, model }) {
          const { kind, state, file } = session
          if (kind !== 'legacy') return
          yield {
            message: msg`Missing ${'sessionState'}: the state is derived, ${state ?? ''}`,
            ...repairAdvice(session, Date.parse(model.context.at)),
            place: file.keyPlace('sessionState'),
          }
        },
      },
      {
        code: 'GOV_SESSION_RECORD',
        strict: 'warning',
        soft: 'warning',
        summary:
          "A session file is another program's: it has `updatedAt` and a `status`, and none of the keys of a session.",
        why: 'Two programs write to one path, and each overwrites what the other has written.',
        repair: 'Use other ids for one of the two.',
        *check({ session: { kind, file, path } }) {
          if (kind !== 'record') return
          yield {
            message: msg`Unexpected record of another program, expected a session in ${path}`,
            hint: 'Use other ids for one of the two programs.',
            place: file.keyPlace('updatedAt'),
          }
        },
      },
    ]),
    overParts(currentSessions, [
      {
        code: 'GOV_PHASE_MISMATCH',
        strict: 'warning',
        soft: 'warning',
        summary: 'A session that the change adds has another `phase` than the state file.',
        why: 'A session is started in the phase in which the project is (S1-R03).',
        hint: 'Write the phase of the state file.',
        *check({ session: { file }, before, compared, model }) {
          const [phase, expected] = [file.text('phase'), model.state.phase]
          if (!compared || before || phase === undefined || expected === undefined || phase === expected) return
          yield {
            message: msg`Unexpected phase ${phase}, expected ${expected} as the state file says`,
            place: file.keyPlace('phase'),
          }
        },
      },
    ]),
    overParts(wholeComparison, [
      {
        code: 'GOV_SESSION_DELETED',
        strict: 'error',
        soft: 'error',
        summary: 'The change deletes a session file that is less than a week older than the history.',
        why: 'The records of a session are kept, so that it can be resumed (S4-R03).',
        hint: 'Restore the file.',
        *check(comparison) {
          const { now, before } = comparison
          const keptSessions = new Set(sessionsBefore(comparison).values())
          for (const session of before?.sessions ?? []) {
            if (
              keptSessions.has(session) ||
              latestHistoryTime(now.state) - (lastUpdateOf(session) ?? Infinity) > retentionPeriod
            )
              continue
            yield {
              message: msg`Missing ${session.path}, expected it to be kept`,
              place: { path: session.path },
              target: session.target,
            }
          }
        },
      },
    ]),
    overParts(sessions, [
      {
        code: 'GOV_SESSION_REWRITTEN',
        strict: 'error',
        soft: 'error',
        summary:
          'The change gives a session another `createdAt`, edits what its histories say, or removes `compactedAt`, or, without a fresh start, `idleAt` or `resumedAt`.',
        why: 'The history of a session is append-only.',
        repair: 'Revert it; append, never edit.',
        *check(subject) {
          const {
            session: { file, kind },
            before,
            mendable,
          } = subject
          if (before?.kind !== 'current' || kind === 'record' || kind === 'unreadable') return
          const previousFile = before.file
          const finding = (message: string, key: string) => ({ message, hint: revertHint, place: file.keyPlace(key) })
          if (
            file.has('createdAt') &&
            previousFile.has('createdAt') &&
            file.value('createdAt') !== previousFile.value('createdAt') &&
            !mendable.isWrong('createdAt')
          )
            yield finding(
              msg`Unexpected ${'createdAt'}, expected ${previousFile.text('createdAt') ?? ''} as before`,
              'createdAt',
            )
          for (const key of ['stateHistory', 'compactionHistory'])
            if (!continuedEntries(previousFile.list(key), file.list(key), mendable.list(key)))
              yield finding(msg`Unexpected ${key}, expected the previous entries, with new ones only after them`, key)
          const keptKeys = isFreshStart(subject) ? [] : ['idleAt', 'resumedAt']
          for (const key of ['compactedAt', ...keptKeys])
            if (previousFile.has(key) && !file.has(key) && !mendable.isSurplus(key))
              yield finding(msg`Missing ${key}, expected it unchanged`, key)
        },
      },
    ]),
    overParts(currentSessions, [
      {
        code: 'GOV_SESSION_STALE',
        strict: 'off',
        soft: 'warning',
        summary: 'In an audit: a session that has not stopped was last updated longer than `stale-after` ago.',
        why: 'It probably stopped, which was not recorded.',
        repair: '`/handback ID error` records it.',
        *check({ session, model: { context } }) {
          const { id, isHeld, file, target } = session
          const fix = `/handback ${id} error`
          const staleness = isHeld ? staleFor(context, timeIn(file, 'lastUpdated'), grantOf(session).grant) : undefined
          if (!staleness) return
          yield {
            message: msg`Unexpected inactivity since ${staleness.since}, expected an update within ${staleness.allowed}`,
            ...(target === undefined
              ? { hint: 'Rename the file first: no command can name it.' }
              : { hint: msg`The command ${fix} records that it stopped.`, fix }),
            place: file.keyPlace('lastUpdated'),
          }
        },
      },
    ]),
  ],
}
