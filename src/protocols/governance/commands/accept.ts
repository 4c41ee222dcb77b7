import { type CommandDiagnostic, type Content, type Outcome, refused } from '../../../core/command.ts'
import { msg } from '../../../core/message.ts'
import { suggestion } from '../../../core/suggestion.ts'
import { hour, minute } from '../../../core/time.ts'
import { command, unmet } from '../../../kit/command.ts'
import { questionOpen } from '../../../kit/question.ts'
import type { GovernanceModel } from '../model.ts'
import { timeIn } from '../reading/records.ts'
import { archiveOf } from '../reading/state-file.ts'
import { timeOf } from '../schema.ts'
import { roleOf, agentOf, agentsOf } from '../scopes/agents.ts'
import { idleSince } from '../sessions/session.ts'
import { pathBetween, idleWindow, type State } from '../states.ts'
import { questionOf } from '../targets.ts'
import { sessionText, stateText, type HistoryEvent } from '../writing/edits.ts'
import { newConfig, newMetrics, newSession, newStall, newState, print } from '../writing/new-files.ts'
import { diagnostic, refuse } from './diagnostics.ts'
import { refusalFor, unfitSession, unfitState, unreadable, unwritable } from './file-problems.ts'
import { upToDate } from './preconditions.ts'
import { briefing, type Resumed } from './reply.ts'
import {
  agentFault,
  answerWith,
  resumesAtOnce,
  namedSession,
  resolveSession,
  unknownSession,
  violationCountOf,
  type ResolvedSession,
} from './session.ts'

type Changes = Map<string, Content>

/** The agent that is named, and a warning if the table does not have it. */
interface NamedAgent {
  readonly agent: string | undefined
  readonly diagnostics: readonly CommandDiagnostic[]
}

function namedAgent({ configuration }: GovernanceModel, written: string | undefined): NamedAgent {
  const agent = written === undefined ? undefined : roleOf(written)
  if (agent === undefined || agentOf(configuration, agent)) return { agent, diagnostics: [] }
  const meant = suggestion(agent, agentsOf(configuration).keys())
  const hint = meant === undefined ? msg`Add it to ${'protocols.governance.agents'}.` : msg`Perhaps ${meant} is meant.`
  return { agent, diagnostics: [diagnostic('SCOPE_AGENT_UNKNOWN', msg`Unknown agent ${agent}`, { severity: 'warning', hint })] }
}

/** The files that a session that begins has of its own. */
const ownFiles = ({ paths }: GovernanceModel, id: string, at: string): Changes =>
  new Map([
    [paths.metrics, print(newMetrics(id, at))],
    [paths.stall(id), print(newStall())],
  ])

const missingConfig = (model: GovernanceModel, at: string): Changes =>
  new Map(model.config.there ? [] : [[model.paths.config, print(newConfig(model, at))]])

/** Starts a session that there is not. */
function start(model: GovernanceModel, id: string, { agent, diagnostics }: NamedAgent): Outcome {
  const { paths, state, config, sessions, context } = model
  const { at } = context
  const twin = sessions.find((each) => each.id.toLowerCase() === id.toLowerCase())
  if (twin) {
    return refuse('GOV_SESSION_CASE', msg`Unexpected id ${id}, which differs from ${twin.id} only in capitals`, {
      path: twin.path,
      target: twin.target,
    })
  }
  const path = paths.session(id)
  const written = [path, paths.metrics, paths.stall(id)]
  const refusal = refusalFor([...unreadable(state.file), ...unreadable(config), ...unwritable(model, written)])
  if (refusal) return refusal
  const changes: Changes = new Map([
    [path, print(newSession(model, id, at, agent))],
    ...ownFiles(model, id, at),
    ...missingConfig(model, at),
    ...(state.file.there ? [] : [[paths.state, print(newState(at))] as const]),
  ])
  return { outcome: 'changed', changes, diagnostics, ...briefing(model, { session: undefined, agent, now: Date.parse(at) }) }
}

/** How a session begins again: when it stopped, and the text for the history. */
interface Stopped {
  readonly steps: readonly { readonly state: State; readonly timestamp: string }[]
  readonly happened: readonly HistoryEvent[]
  /** When, as it is written and in milliseconds. */
  readonly idleAt: string | undefined
  readonly since: number
}

/** A session that works and was not updated for long: it stopped then, which was not recorded. */
function timedOut(model: GovernanceModel, { session, state, now }: ResolvedSession): Stopped {
  const timestamp = session.file.text('lastUpdated') ?? ''
  const steps = pathBetween(state, 'interrupted', model.configuration.allowEdges).slice(1)
  return {
    steps: steps.map((each) => ({ state: each, timestamp })),
    happened: [{ action: `${archiveOf(session.id)}violations=${violationCountOf(model, session)}`, result: 'partial' }],
    idleAt: timestamp,
    since: timeIn(session.file, 'lastUpdated') ?? now,
  }
}

function begin(
  model: GovernanceModel,
  { session, at, now }: ResolvedSession,
  { steps, happened, idleAt, since }: Stopped,
  { agent, diagnostics }: NamedAgent,
): Outcome {
  const { id, file } = session
  const { metrics, paths } = model
  const resumes = idleWindow(now - since) === 'resumes'
  const patch = resumes
    ? { set: { lastUpdated: at, resumedAt: at, ...(steps.length > 0 && { idleAt }) } }
    : { set: { lastUpdated: at }, remove: ['idleAt', 'resumedAt'] }
  const all: readonly HistoryEvent[] = resumes ? [...happened, { action: `session_resumed:${id}`, result: 'pass' }] : happened
  const keepsMetrics = resumes && metrics.data !== undefined && metrics.text('sessionId') === id
  const own = ownFiles(model, id, at)
  if (keepsMetrics) own.delete(paths.metrics)
  const refusal = refusalFor([
    ...(all.length > 0 ? unfitState(model, 'history') : unreadable(model.state.file)),
    ...unreadable(model.config),
    ...unfitSession(session, 'idleAt', 'resumedAt', 'agent'),
    ...unwritable(model, [...own.keys()]),
  ])
  if (refusal) return refusal
  const text = sessionText(session, {
    ...patch,
    set: { ...patch.set, ...(agent !== undefined && { agent }) },
    steps: [...steps, { state: 'beginning', timestamp: at }],
  })
  const changes: Changes = new Map([[session.path, text], ...own, ...missingConfig(model, at)])
  if (all.length > 0) changes.set(paths.state, stateText(model, at, { happened: all }))
  const resumed: Resumed | undefined = resumes ? { idle: now - since, createdAt: file.text('createdAt'), idleAt } : undefined
  return {
    outcome: 'changed',
    changes,
    diagnostics,
    ...briefing(model, { session: file, agent: agent ?? file.text('agent'), now, resumed }),
  }
}

/** Why a session that stopped no more than an hour ago is not resumed. */
function tooEarly({ session, target, now }: ResolvedSession, since: number): CommandDiagnostic {
  const message = msg`Unexpected resumption after ${Math.floor((now - since) / minute)} minutes, expected more than an hour`
  return diagnostic('GOV_RESUME_TOO_EARLY', message, {
    path: session.path,
    target,
    hint: msg`It is possible after ${timeOf(since + hour)}.`,
  })
}

/** Why a session is not resumed while its agent waits for an answer. */
function unanswered(model: GovernanceModel, { session, target }: ResolvedSession): readonly CommandDiagnostic[] {
  const text = questionOf(session, model)
  if (text === undefined) return []
  const fix = answerWith(session.id)
  return [questionOpen({ text, called: session.id, target, place: session.file.keyPlace('handback', 'text'), fix })]
}

/** A session that stopped no more than an hour ago is a live one: where the configuration allows it, it goes on. */
function goOn({ session, at }: ResolvedSession, { agent, diagnostics }: NamedAgent): Outcome {
  const { id, path, file } = session
  const refusal = refusalFor(unfitSession(session, 'idleAt'))
  if (refusal) return refusal
  const set = { lastUpdated: at, ...(agent !== undefined && { agent }) }
  const text = sessionText(session, { steps: [{ state: 'between_turn', timestamp: at }], set })
  return {
    outcome: 'changed',
    changes: new Map([[path, text]]),
    reply: msg`The session ${id} goes on where it stopped.`,
    facts: { agent: agent ?? file.text('agent') },
    diagnostics,
  }
}

/** A session that is there is resumed, or goes on. */
function resume(model: GovernanceModel, resolved: ResolvedSession, named: NamedAgent, isAnyway: boolean): Outcome {
  const { session, now, state } = resolved
  const unfit = refusalFor(unfitSession(session))
  if (unfit) return unfit
  const last = timeIn(session.file, 'lastUpdated') ?? now
  if (state !== 'interrupted' && now - last <= hour)
    return { outcome: 'unchanged', reply: msg`The agent holds the session ${session.id} already.`, diagnostics: named.diagnostics }
  const late = unmet([upToDate], { target: resolved })
  if (late) return late
  if (state !== 'interrupted') return begin(model, resolved, timedOut(model, resolved), named)
  const since = idleSince(session) ?? last
  const isLive = idleWindow(now - since) === 'live'
  const reasons = [
    ...(isLive && !resumesAtOnce(model) ? [tooEarly(resolved, since)] : []),
    ...(isAnyway ? [] : unanswered(model, resolved)),
  ]
  if (reasons.length > 0) return refused(...reasons)
  if (isLive) return goOn(resolved, named)
  return begin(model, resolved, { steps: [], happened: [], idleAt: session.file.text('idleAt') ?? timeOf(since), since }, named)
}

/** Starts a session, or resumes one (docs/governance.md, "Commands"). */
export const accept = command({
  name: 'accept',
  summary:
    'Starts a session, or resumes one that stopped: within 48 hours with what it knew, later afresh. The reply is the briefing of the agent. Where a question is open, only with `--anyway`.',
  examples: ['/accept session:ses_7', '/accept ses_7', '/accept session:ses_8 --agent idumb-project-executor'],
  target: namedSession,
  options: { agent: { kind: 'once', value: 'NAME', fault: agentFault }, anyway: { kind: 'flag' } },

  run({ model, target: { id, session, isPrefixed }, options }) {
    const named = namedAgent(model, options.agent)
    if (!session) return isPrefixed ? start(model, id, named) : unknownSession(model, id)
    const resolved = resolveSession(model, session)
    return 'outcome' in resolved ? resolved : resume(model, resolved, named, options.anyway === true)
  },
})
