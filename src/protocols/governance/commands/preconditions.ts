import { msg } from '../../../core/message.ts'
import type { Call, Precondition } from '../../../kit/command.ts'
import type { GovernanceModel } from '../model.ts'
import { timeIn } from '../reading/records.ts'
import { idleSince } from '../sessions/session.ts'
import { questionOf } from '../targets.ts'
import { violation } from './diagnostics.ts'
import { resumptionHint, type ResolvedSession } from './session.ts'

/** What preconditions look at of a command about a session. */
export type SessionCall = Pick<Call<GovernanceModel, ResolvedSession>, 'model' | 'target'>

/** The session was not updated since: a command that comes late must not turn it back. */
export const mustBeUpToDate: Precondition<Pick<SessionCall, 'target'>> = {
  code: 'GOV_TIME_BACKWARDS',
  *violations({ target: { targetSession, target, at, now } }) {
    const { file, path } = targetSession
    const lastUpdate = timeIn(file, 'lastUpdated')
    if (lastUpdate === undefined || now >= lastUpdate) return
    const message = msg`Unexpected time ${at}, expected none before ${file.text('lastUpdated') ?? ''}`
    yield violation({ path, target }, message, { hint: 'The session was updated since: give the command again.' })
  },
}

/** The agent still holds the session. */
export const mustBeHeld: Precondition<SessionCall> = {
  code: 'GOV_NOT_HELD',
  *violations({ model, target: { targetSession, target, state, now } }) {
    if (state !== 'interrupted') return
    const since = idleSince(targetSession) ?? timeIn(targetSession.file, 'lastUpdated') ?? now
    const hint = resumptionHint(model, targetSession.id, {
      since,
      isAsked: questionOf(targetSession, model) !== undefined,
    })
    yield violation(
      { path: targetSession.path, target },
      msg`Unexpected state ${'interrupted'}, expected an active session`,
      { hint },
    )
  },
}
