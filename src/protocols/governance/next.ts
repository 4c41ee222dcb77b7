import type { Proposal } from '../../core/action.ts'
import type { Target } from '../../core/target.ts'
import { hour } from '../../core/time.ts'
import { resumesAtOnce } from './commands/session.ts'
import { agentForm } from './discovery.ts'
import { isRepeating, isStalled } from './loops/stalls.ts'
import type { GovernanceModel } from './model.ts'
import { timeOf } from './schema.ts'
import { agentName } from './scopes/agents.ts'
import { idleSince, type Session } from './sessions/session.ts'
import { idleWindow, type State } from './states.ts'
import { questionOf } from './targets.ts'

/** The agent of a session, if its name is valid. */
function agentOf({ file }: Session): string | undefined {
  const name = agentName(file.text('agent') ?? '')
  return agentForm.test(name) ? name : undefined
}

/** A session in a loop ends with a question; any other goes on until it is handed back. */
function worked(session: Session, { stall: stallOf }: GovernanceModel): Proposal {
  const stall = stallOf(session.id)
  const agent = agentOf(session)
  const asks = { do: 'mend', run: ['handback', 'question "…"'], agent } as const
  if (stall && isStalled(stall)) return { ...asks, code: 'GOV_STALL_PLANNER', why: 'Planner and checker go round in a circle.' }
  if (stall && isRepeating(stall))
    return { ...asks, code: 'GOV_STALL_VALIDATOR', why: 'The validator meets the same error again and again.' }
  return { do: 'work', run: ['handback', 'success|error|question "…"'], agent }
}

/** A session that stopped is resumed when it was idle for long enough. Its question is answered first, by an anchor or context. */
function resumed(session: Session, model: GovernanceModel): Proposal {
  const { file } = session
  if (questionOf(session, model) !== undefined) return { do: 'answer', run: ['anchor', 'context high "…"'] }
  const now = Date.parse(model.context.at)
  const since = idleSince(session) ?? now
  if (idleWindow(now - since) === 'live' && !resumesAtOnce(model))
    return { do: 'wait', why: `It can be resumed after ${timeOf(since + hour)}.` }
  const accept = { run: ['accept'], agent: agentOf(session) } as const
  if (file.text('handback', 'reason') === 'error') return { do: 'decide', ...accept, why: file.text('handback', 'text') }
  return { do: 'accept', ...accept }
}

/** The next action on a session in each state (docs/governance.md, "States"). */
const proposals: Readonly<Record<State, (session: Session, model: GovernanceModel) => Proposal>> = {
  beginning: worked,
  between_turn: worked,
  compacted: worked,
  interrupted: resumed,
}

/** The next action on a session, by its state. Sessions of an older form or of another program have none. */
export function next(model: GovernanceModel, { id }: Target): Proposal | undefined {
  const [kind, ...rest] = id.split(':')
  const session = kind === 'session' ? model.session(rest.join(':')) : undefined
  if (!session || session.kind === 'legacy' || session.kind === 'record') return undefined
  return session.state === undefined ? { do: 'mend' } : proposals[session.state](session, model)
}
