import { timeIn } from '../reading/records.ts'
import {
  type Command,
  type Content,
  type Outcome,
  refused,
  type Refusal,
  type CommandDiagnostic,
  type Request,
  type CommandContext,
} from '../../../core/command.ts'
import { takeOptions } from '../../../kit/options.ts'
import { questionOpen } from '../../../kit/question.ts'
import { msg } from '../../../core/message.ts'
import { suggestion } from '../../../core/suggestion.ts'
import { misused } from '../../../kit/command.ts'
import { hour } from '../../../core/time.ts'
import { agentName, agentOf, agentsOf } from '../scopes/agents.ts'
import { agentForm } from '../discovery.ts'
import { questionOf } from '../targets.ts'
import type { GovernanceModel } from '../model.ts'
import { idleSince } from '../sessions/session.ts'
import { archiveOf } from '../reading/state-file.ts'
import { wayTo, windowOf, type State } from '../states.ts'
import { timeOf } from '../schema.ts'
import { newConfig, newMetrics, newSession, newStall, newState, print } from '../writing/new-files.ts'
import { sessionText, stateText, type Happened } from '../writing/edits.ts'
import { refuse, remark } from './diagnostics.ts'
import { hindered, unfitSession, unfitState, unreadable, unwritable } from './preconditions.ts'
import { prefix, type Resumed } from './reply.ts'
import { answerWith, goesOnAtOnce, idOf, sceneAt, tooLate, unknownSession, violationsOf, type Scene } from './session.ts'

const form = { name: 'accept', usage: 'session:ID [--agent NAME] [--anyway]' } as const

type Changes = Map<string, Content>

/** The agent that is named, and what there is to say of that. */
interface Named {
  readonly agent: string | undefined
  readonly remarks: readonly CommandDiagnostic[]
}

function agentIn({ words }: Request, model: GovernanceModel): Named | Refusal {
  const taken = takeOptions(words, { agent: 'once' })
  if ('fault' in taken) return misused(form, taken.fault)
  const [more] = taken.rest
  if (more !== undefined) return misused(form, msg`Unexpected ${more} behind the command`)
  const written = taken.options.agent
  if (written === undefined) return { agent: undefined, remarks: [] }
  const agent = agentName(written)
  if (!agentForm.test(agent))
    return misused(form, msg`Unexpected agent ${written}, expected a name of small letters, digits, ${'.'}, ${'_'} and ${'-'}`)
  if (agentOf(model.configuration, agent)) return { agent, remarks: [] }
  const meant = suggestion(agent, agentsOf(model.configuration).keys())
  const hint = meant === undefined ? msg`Add it to ${'protocols.governance.agents'}.` : msg`Perhaps ${meant} is meant.`
  return { agent, remarks: [remark('SCOPE_AGENT_UNKNOWN', msg`Unknown agent ${agent}`, { severity: 'warning', hint })] }
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
function start(model: GovernanceModel, id: string, { agent, remarks }: Named, { context }: CommandContext): Outcome {
  const { paths, state, config, sessions } = model
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
  const refusal = hindered(...unreadable(state.file), ...unreadable(config), ...unwritable(model, written))
  if (refusal) return refusal
  const changes: Changes = new Map([
    [path, print(newSession(model, id, at, agent))],
    ...ownFiles(model, id, at),
    ...missingConfig(model, at),
    ...(state.file.there ? [] : [[paths.state, print(newState(at))] as const]),
  ])
  return { outcome: 'changed', changes, remarks, ...prefix(model, { session: undefined, agent, now: Date.parse(at) }) }
}

/** How a session came to begin again: when it stopped, and what the history is to say. */
interface Stopped {
  readonly steps: readonly { readonly state: State; readonly timestamp: string }[]
  readonly happened: readonly Happened[]
  /** When, as it is written and in milliseconds. */
  readonly idleAt: string | undefined
  readonly since: number
}

/** A session that works and was not updated for long: it stopped then, and nobody recorded that. */
function timedOut(scene: Scene): Stopped {
  const { session, model, state } = scene
  const timestamp = session.file.text('lastUpdated') ?? ''
  const steps = wayTo(state, 'interrupted', model.configuration.allowEdges).slice(1)
  return {
    steps: steps.map((each) => ({ state: each, timestamp })),
    happened: [{ action: `${archiveOf(session.id)}violations=${violationsOf(scene)}`, result: 'partial' }],
    idleAt: timestamp,
    since: timeIn(session.file, 'lastUpdated') ?? scene.now,
  }
}

function begin(scene: Scene, { steps, happened, idleAt, since }: Stopped, { agent, remarks }: Named): Outcome {
  const { model, session, at, now } = scene
  const { id, file } = session
  const { metrics, paths } = model
  const resumes = windowOf(now - since) === 'resumes'
  const patch = resumes
    ? { set: { lastUpdated: at, resumedAt: at, ...(steps.length > 0 && { idleAt }) } }
    : { set: { lastUpdated: at }, remove: ['idleAt', 'resumedAt'] }
  const all: readonly Happened[] = resumes ? [...happened, { action: `session_resumed:${id}`, result: 'pass' }] : happened
  const keepsMetrics = resumes && metrics.data !== undefined && metrics.text('sessionId') === id
  const own = ownFiles(model, id, at)
  if (keepsMetrics) own.delete(paths.metrics)
  const refusal = hindered(
    ...(all.length > 0 ? unfitState(model, 'history') : unreadable(model.state.file)),
    ...unreadable(model.config),
    ...unfitSession(session, 'idleAt', 'resumedAt', 'agent'),
    ...unwritable(model, [...own.keys()]),
  )
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
    remarks,
    ...prefix(model, { session: file, agent: agent ?? file.text('agent'), now, resumed }),
  }
}

/** Why a session that stopped no more than an hour ago is not resumed. */
function tooEarly({ session, target, now }: Scene, since: number): CommandDiagnostic {
  const message = msg`Unexpected resumption after ${Math.floor((now - since) / 60_000)} minutes, expected more than an hour`
  return remark('GOV_RESUME_TOO_EARLY', message, { path: session.path, target, hint: msg`It is possible after ${timeOf(since + hour)}.` })
}

/** Why a session is not resumed while its agent waits for an answer. */
function unanswered({ session, model, target }: Scene): readonly CommandDiagnostic[] {
  const text = questionOf(session, model)
  if (text === undefined) return []
  const fix = answerWith(session.id)
  return [questionOpen({ text, called: session.id, target, place: session.file.keyPlace('handback', 'text'), fix })]
}

/** A session that stopped no more than an hour ago is a live one: where the configuration allows it, it goes on. */
function goOn({ session, at }: Scene, { agent, remarks }: Named): Outcome {
  const { id, path, file } = session
  const refusal = hindered(...unfitSession(session, 'idleAt'))
  if (refusal) return refusal
  const set = { lastUpdated: at, ...(agent !== undefined && { agent }) }
  const text = sessionText(session, { steps: [{ state: 'between_turn', timestamp: at }], set })
  return {
    outcome: 'changed',
    changes: new Map([[path, text]]),
    reply: msg`The session ${id} goes on where it stopped.`,
    facts: { agent: agent ?? file.text('agent') },
    remarks,
  }
}

/** Starts a session, or resumes one (governance protocol, "/accept"). */
export const accept: Command<GovernanceModel> = {
  ...form,
  summary:
    'Starts a session, or resumes one that stopped: within 48 hours with what it knew, later afresh. The reply is what the agent is to be told. Where a question is open, only with `--anyway`.',
  examples: ['/accept session:ses_7', '/accept ses_7', '/accept session:ses_8 --agent idumb-project-executor'],

  run(model, request, world): Outcome {
    const id = idOf(request, form)
    if (typeof id !== 'string') return id
    const named = agentIn(request, model)
    if ('outcome' in named) return named
    const session = model.session(id)
    if (!session) return request.target === `session:${id}` ? start(model, id, named, world) : unknownSession(model, id)
    const scene = sceneAt(model, session, world)
    if ('outcome' in scene) return scene
    const unfit = hindered(...unfitSession(session))
    if (unfit) return unfit
    const { now, state } = scene
    const last = timeIn(session.file, 'lastUpdated') ?? now
    if (state !== 'interrupted' && now - last <= hour)
      return { outcome: 'unchanged', reply: msg`The agent holds the session ${id} already.`, remarks: named.remarks }
    const late = tooLate(scene)
    if (late) return late
    if (state !== 'interrupted') return begin(scene, timedOut(scene), named)
    const since = idleSince(session) ?? last
    const isLive = windowOf(now - since) === 'live'
    const hindering = [
      ...(isLive && !goesOnAtOnce(model) ? [tooEarly(scene, since)] : []),
      ...(request.anyway === true ? [] : unanswered(scene)),
    ]
    if (hindering.length > 0) return refused(...hindering)
    if (isLive) return goOn(scene, named)
    return begin(scene, { steps: [], happened: [], idleAt: session.file.text('idleAt') ?? timeOf(since), since }, named)
  },
}
