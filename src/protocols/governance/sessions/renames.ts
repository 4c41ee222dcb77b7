import type { Comparison } from '../../../core/context.ts'
import { groupBy } from '../../../core/grouped.ts'
import { isMapping } from '../../../documents/data.ts'
import { memo } from '../../../core/once.ts'
import type { GovernanceModel } from '../model.ts'
import { canonicalText } from '../reading/inheritance.ts'
import type { Session } from './session.ts'

/** Sessions by their ids without capitals: several where file systems may take them for one. */
export const sameButForCapitals = (sessions: readonly Session[]): ReadonlyMap<string, readonly Session[]> =>
  groupBy(sessions, ({ id }) => id.toLowerCase())

/** The sessions whose file has a name that a rule finds wrong: it is to be renamed. */
function misnamedSessions({ sessions }: GovernanceModel): ReadonlySet<Session> {
  const bySmallId = sameButForCapitals(sessions)
  return new Set(
    sessions.filter(({ id, named, file }) => {
      const isAmbiguous = (bySmallId.get(id.toLowerCase()) ?? []).length > 1
      return !named || isAmbiguous || (file.text('sessionId') ?? id) !== id
    }),
  )
}

/** What shows under another name that a session is the same: when it was created, otherwise all that it says. */
function identityOf({ file }: Session): string {
  const value = file.data?.value
  const { sessionId: _, ...rest } = isMapping(value) ? value : {}
  return file.text('createdAt') ?? canonicalText(rest)
}

/**
 * What the sessions of head were in base, by their ids in head. A session whose name was wrong in base, and a record of
 * another program, may have got another one.
 */
export const sessionsBefore = memo(({ now, before }: Comparison<GovernanceModel>): ReadonlyMap<string, Session> => {
  const previousSessions = new Map<string, Session>()
  if (!before) return previousSessions
  for (const { id } of now.sessions) {
    const previousSession = before.session(id)
    if (previousSession) previousSessions.set(id, previousSession)
  }
  const goneSessions = before.sessions.filter(({ id }) => !now.session(id))
  if (goneSessions.length === 0) return previousSessions
  const [misnamedBefore, misnamed] = [misnamedSessions(before), misnamedSessions(now)]
  const newSessions = groupBy(
    now.sessions.filter((session) => !previousSessions.has(session.id) && !misnamed.has(session)),
    identityOf,
  )
  const candidates = new Map(Array.from(newSessions, ([identity, group]) => [identity, group.values()]))
  for (const goneSession of goneSessions) {
    if (!misnamedBefore.has(goneSession) && goneSession.kind !== 'record') continue
    const renamedSession = candidates.get(identityOf(goneSession))?.next().value
    if (renamedSession) previousSessions.set(renamedSession.id, goneSession)
  }
  return previousSessions
})
