import type { Proposal } from '../../core/action.ts'
import { msg } from '../../core/message.ts'
import type { Target } from '../../core/target.ts'
import { hour } from '../../core/time.ts'
import { propose } from '../../kit/states.ts'
import { canResumeAtOnce } from './commands/session.ts'
import { agentForm, timeOf } from './schema.ts'
import { isRepeating, isStalled } from './loops/stalls.ts'
import type { GovernanceModel } from './model.ts'
import { agentName } from './scopes/agents.ts'
import { idleSince, type Session } from './sessions/session.ts'
import { idleWindow, machine, type State } from './states.ts'
import { isAnswering, questionOf } from './targets.ts'

/** The agent of a session, if its name is valid. */
function agentOf({ file }: Session): string | undefined {
  const name = agentName(file.text('agent') ?? '')
  return agentForm.test(name) ? name : undefined
}

/** The anchors, where some of them give context or decisions: answers are among them. */
const anchorsIn = ({ state: { anchors }, paths }: GovernanceModel): Pick<Proposal, 'read'> =>
  anchors.some(isAnswering) ? { read: [paths.state] } : {}

/** A session in a loop ends with a question; any other goes on until it is handed back. */
function workingProposal(state: State, session: Session, model: GovernanceModel): Proposal {
  const stall = model.stall(session.id)
  const agent = agentOf(session)
  const loopProposal = (code: string, why: string) => propose(machine, state, 'mend', { agent, code, why })
  if (stall && isStalled(stall)) return loopProposal('GOV_STALL_PLANNER', 'Planner and checker go round in a circle.')
  if (stall && isRepeating(stall))
    return loopProposal('GOV_STALL_VALIDATOR', 'The validator meets the same error repeatedly.')
  return propose(machine, state, 'work', { agent, ...anchorsIn(model) })
}

/**
 * A session that stopped is resumed when it was idle for long enough. Its question is answered first, by an anchor or
 * context.
 */
function interruptedProposal(state: State, session: Session, model: GovernanceModel): Proposal {
  const { file } = session
  if (questionOf(session, model) !== undefined)
    return propose(machine, state, 'answer', {
      why: 'The answer becomes an anchor, a note that all sessions read.',
      ...anchorsIn(model),
    })
  const now = Date.parse(model.context.at)
  const since = idleSince(session) ?? now
  if (idleWindow(now - since) === 'live' && !canResumeAtOnce(model))
    return propose(machine, state, 'wait', {
      why: msg`Any agent can resume it after ${timeOf(since + hour)}: ${`/accept ${session.id}`}`,
    })
  const agent = agentOf(session)
  if (file.text('handback', 'reason') === 'error')
    return propose(machine, state, 'decide', { agent, why: file.text('handback', 'text') })
  return propose(machine, state, 'accept', { agent, ...anchorsIn(model) })
}

/** What the files of a session add to the table of states. */
const proposals: Readonly<Record<State, (state: State, session: Session, model: GovernanceModel) => Proposal>> = {
  beginning: workingProposal,
  between_turn: workingProposal,
  compacted: workingProposal,
  interrupted: interruptedProposal,
}

/**
 * The next action on a session, by its state (docs/governance.md, "States"). Sessions of an older form or of another
 * program have none.
 */
export function next(model: GovernanceModel, { id }: Target): Proposal | undefined {
  const [kind, ...rest] = id.split(':')
  const session = kind === 'session' ? model.session(rest.join(':')) : undefined
  if (!session || session.kind === 'legacy' || session.kind === 'record') return undefined
  const { state } = session
  return state === undefined ? { do: 'mend' } : proposals[state](state, session, model)
}
