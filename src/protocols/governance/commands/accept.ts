import { pluralize } from '../../../core/diagnostic.ts'
import type { CommandDiagnostic, Content, Outcome } from '../../../core/command.ts'
import { msg } from '../../../core/message.ts'
import { hour, minute } from '../../../core/time.ts'
import { type Call, command, preconditionsOfPart } from '../../../kit/command.ts'
import type { Problem } from '../../../kit/rules.ts'
import { openQuestionDiagnostic } from '../../../kit/question.ts'
import type { GovernanceModel } from '../model.ts'
import { timeIn } from '../reading/records.ts'
import { archiveOf } from '../reading/state-file.ts'
import { timeOf } from '../schema.ts'
import { agentOf, roleOf, unknownAgentHint } from '../scopes/agents.ts'
import { idleSince } from '../sessions/session.ts'
import { pathBetween, idleWindow, type State } from '../states.ts'
import { questionOf } from '../targets.ts'
import { sessionText, stateText, type HistoryEvent } from '../writing/edits.ts'
import { newConfig, newMetrics, newSession, newStall, newState, print } from '../writing/new-files.ts'
import { diagnostic, violation } from './diagnostics.ts'
import { startProblems, sessionFileProblems, stateFileProblems, readProblems, writeProblems } from './file-problems.ts'
import { briefing, type Resumption } from './reply.ts'
import {
  mustBeUpToDate,
  agentFault,
  answerCommand,
  canResumeAtOnce,
  namedSession,
  resolveSession,
  sessionProblems,
  unknownSession,
  violationCountOf,
  type NamedSession,
  type ResolvedSession,
} from './session.ts'

type Changes = Map<string, Content>

/** The agent that is named, and a warning if the table does not have it. */
interface NamedAgent {
  readonly agent: string | undefined
  readonly diagnostics: readonly CommandDiagnostic[]
}

function namedAgent({ configuration }: GovernanceModel, writtenName: string | undefined): NamedAgent {
  const agent = writtenName === undefined ? undefined : roleOf(writtenName)
  if (agent === undefined || agentOf(configuration, agent)) return { agent, diagnostics: [] }
  const hint = unknownAgentHint(configuration, agent)
  return {
    agent,
    diagnostics: [diagnostic({}, 'SCOPE_AGENT_UNKNOWN', msg`Unknown agent ${agent}`, { severity: 'warning', hint })],
  }
}

/** The files that a session that begins has of its own. */
const ownFiles = ({ paths, metrics, stall }: GovernanceModel, id: string, at: string): Changes =>
  new Map([
    [paths.metrics, print(newMetrics(id, at), metrics)],
    [paths.stall(id), print(newStall(), stall(id)?.file)],
  ])

/** The files of a new session that exist already, and are replaced. */
const replacedPaths = ({ metrics, stall }: GovernanceModel, id: string): readonly string[] =>
  [metrics, stall(id)?.file].flatMap((file) => (file?.exists ? [file.path] : []))

const missingConfig = (model: GovernanceModel, at: string): Changes =>
  new Map(model.config.exists ? [] : [[model.paths.config, print(newConfig(model, at))]])

/** How a session begins again: when it stopped, and the text for the history. */
interface SessionStop {
  readonly steps: readonly { readonly state: State; readonly timestamp: string }[]
  readonly happened: readonly HistoryEvent[]
  /** When, as it is written and in milliseconds. */
  readonly idleAt: string | undefined
  readonly since: number
}

/** A session that is granted, as it stands. */
type GrantCase =
  /** There is none: it is started. */
  | { readonly kind: 'start' }
  /** Its agent works on it. */
  | { readonly kind: 'held'; readonly of: ResolvedSession }
  /** It stopped no more than an hour ago and is a live one: where the configuration allows it, it goes on. */
  | { readonly kind: 'go on'; readonly of: ResolvedSession; readonly since: number }
  | { readonly kind: 'begin'; readonly of: ResolvedSession; readonly stopped: SessionStop }

const options = {
  agent: { kind: 'once', value: 'NAME', does: 'the agent that goes on with the session', fault: agentFault },
  anyway: { kind: 'flag' },
} as const

type AcceptCall = Call<GovernanceModel, NamedSession, typeof options, undefined, GrantCase>

/** A session that works and was not updated for long: it stopped then, which was not recorded. */
function timeoutOf(model: GovernanceModel, { targetSession, state, now }: ResolvedSession): SessionStop {
  const timestamp = targetSession.file.text('lastUpdated') ?? ''
  const steps = pathBetween(state, 'interrupted', model.configuration.allowEdges).slice(1)
  return {
    steps: steps.map((step) => ({ state: step, timestamp })),
    happened: [
      {
        action: `${archiveOf(targetSession.id)}violations=${violationCountOf(model, targetSession)}`,
        result: 'partial',
      },
    ],
    idleAt: timestamp,
    since: timeIn(targetSession.file, 'lastUpdated') ?? now,
  }
}

function grantCaseOf({ model, target: { session } }: Pick<AcceptCall, 'model' | 'target'>): GrantCase {
  const resolvedSession = session && resolveSession(model, session)
  if (!resolvedSession) return { kind: 'start' }
  const { file } = resolvedSession.targetSession
  const lastUpdate = timeIn(file, 'lastUpdated') ?? resolvedSession.now
  if (resolvedSession.state !== 'interrupted') {
    if (resolvedSession.now - lastUpdate <= hour) return { kind: 'held', of: resolvedSession }
    return { kind: 'begin', of: resolvedSession, stopped: timeoutOf(model, resolvedSession) }
  }
  const since = idleSince(resolvedSession.targetSession) ?? lastUpdate
  if (idleWindow(resolvedSession.now - since) === 'live') return { kind: 'go on', of: resolvedSession, since }
  return {
    kind: 'begin',
    of: resolvedSession,
    stopped: { steps: [], happened: [], idleAt: file.text('idleAt') ?? timeOf(since), since },
  }
}

/** What of a session that begins again is kept, and what its history gets. */
function planBeginning(
  model: GovernanceModel,
  { targetSession: { id }, at, now }: ResolvedSession,
  { happened, since }: SessionStop,
) {
  const { metrics, paths } = model
  const resumes = idleWindow(now - since) === 'resumes'
  const events: readonly HistoryEvent[] = resumes
    ? [...happened, { action: `session_resumed:${id}`, result: 'pass' }]
    : happened
  const newFiles = ownFiles(model, id, at)
  if (resumes && metrics.data !== undefined && metrics.text('sessionId') === id) newFiles.delete(paths.metrics)
  return { resumes, happened: events, own: newFiles }
}

/** The session from which an id differs only in capitals. */
const twinOf = ({ sessions }: GovernanceModel, id: string) =>
  sessions.find((session) => session.id.toLowerCase() === id.toLowerCase())

/** Why a session that stopped no more than an hour ago is not resumed. */
function tooEarlyDiagnostic({ targetSession, target, now }: ResolvedSession, since: number): CommandDiagnostic {
  const message = `Unexpected resumption after ${pluralize(Math.floor((now - since) / minute), 'minute')}, expected more than an hour`
  return diagnostic({ path: targetSession.path, target }, 'GOV_RESUME_TOO_EARLY', message, {
    hint: msg`Any agent can resume it after ${timeOf(since + hour)}, with ${`/accept ${targetSession.id}`}.`,
  })
}

/** Why a session is not resumed while its agent waits for an answer. */
function unansweredQuestionDiagnostics(
  model: GovernanceModel,
  { targetSession, target }: ResolvedSession,
): readonly CommandDiagnostic[] {
  const text = questionOf(targetSession, model)
  if (text === undefined) return []
  const fix = answerCommand(targetSession.id)
  return [
    openQuestionDiagnostic({
      text,
      called: targetSession.id,
      target,
      place: targetSession.file.keyPlace('handback', 'text'),
      fix,
    }),
  ]
}

/** Why the files of a grant cannot be read or written. */
function fileProblems({ model, target: { id }, prepared: grant }: AcceptCall): readonly Problem[] {
  const { state, config } = model
  if (grant.kind === 'held') return []
  if (grant.kind === 'go on') return sessionFileProblems(grant.of.targetSession, 'idleAt')
  if (grant.kind === 'start') return startProblems(model, id)
  const { happened, own } = planBeginning(model, grant.of, grant.stopped)
  return [
    ...(happened.length > 0 ? stateFileProblems(model, 'history') : readProblems(state.file)),
    ...readProblems(config),
    ...sessionFileProblems(grant.of.targetSession, 'idleAt', 'resumedAt', 'agent'),
    ...writeProblems(model, [...own.keys()]),
  ]
}

function startSession(model: GovernanceModel, id: string, { agent, diagnostics }: NamedAgent): Outcome {
  const { paths, state, context } = model
  const { at } = context
  const changes: Changes = new Map([
    [paths.session(id), print(newSession(model, id, at, agent))],
    ...ownFiles(model, id, at),
    ...missingConfig(model, at),
    ...(state.file.exists ? [] : [[paths.state, print(newState(at))] as const]),
  ])
  return {
    outcome: 'changed',
    changes,
    discards: replacedPaths(model, id),
    diagnostics,
    ...briefing(model, { session: undefined, agent, now: Date.parse(at) }),
  }
}

function continueSession({ targetSession, at }: ResolvedSession, { agent, diagnostics }: NamedAgent): Outcome {
  const { id, path, file } = targetSession
  const set = { lastUpdated: at, ...(agent !== undefined && { agent }) }
  const text = sessionText(targetSession, { steps: [{ state: 'between_turn', timestamp: at }], set })
  return {
    outcome: 'changed',
    changes: new Map([[path, text]]),
    reply: msg`The session ${id} continues where it stopped.`,
    facts: { agent: agent ?? file.text('agent') },
    diagnostics,
  }
}

function restartSession(
  model: GovernanceModel,
  resolvedSession: ResolvedSession,
  stop: SessionStop,
  { agent, diagnostics }: NamedAgent,
): Outcome {
  const { targetSession, at, now } = resolvedSession
  const { file } = targetSession
  const { steps, idleAt, since } = stop
  const { resumes, happened, own } = planBeginning(model, resolvedSession, stop)
  const patch = resumes
    ? { set: { lastUpdated: at, resumedAt: at, ...(steps.length > 0 && { idleAt }) } }
    : { set: { lastUpdated: at }, remove: ['idleAt', 'resumedAt'] }
  const text = sessionText(targetSession, {
    ...patch,
    set: { ...patch.set, ...(agent !== undefined && { agent }) },
    steps: [...steps, { state: 'beginning', timestamp: at }],
  })
  const changes: Changes = new Map([[targetSession.path, text], ...own, ...missingConfig(model, at)])
  if (happened.length > 0) changes.set(model.paths.state, stateText(model, at, { happened }))
  const resumed: Resumption | undefined = resumes
    ? { idle: now - since, createdAt: file.text('createdAt'), idleAt }
    : undefined
  return {
    outcome: 'changed',
    changes,
    discards: replacedPaths(model, targetSession.id).filter((path) => own.has(path)),
    diagnostics,
    ...briefing(model, { session: file, agent: agent ?? file.text('agent'), now, resumed }),
  }
}

/** Starts a session, or resumes one (docs/governance.md, "Commands"). */
export const accept = command({
  name: 'accept',
  summary:
    'Starts a session, or resumes one that stopped: within 48 hours with what it knew, later afresh. The reply is the briefing of the agent. Where a question is open, only with `--anyway`.',
  examples: ['/accept session:ses_7', '/accept ses_7', '/accept session:ses_8 --agent idumb-project-executor'],
  target: namedSession,
  options,
  prepare: grantCaseOf,
  preconditions: [
    {
      code: 'GOV_SESSION_UNKNOWN',
      *violations({ model, target: { id, session, isPrefixed } }) {
        if (!session && !isPrefixed) yield unknownSession(model, id)
      },
    },
    {
      code: 'GOV_SESSION_CASE',
      *violations({ model, target: { id, session } }) {
        const twin = session ? undefined : twinOf(model, id)
        if (!twin) return
        yield violation(twin, msg`Unexpected id ${id}, which differs from ${twin.id} only in case`, {
          hint: msg`${`/accept ${twin.id}`} goes on with that session; choose another id for a new one.`,
        })
      },
    },
    { violations: ({ target: { session } }) => (session ? sessionProblems(session) : []) },
    { violations: ({ target: { session } }) => (session ? sessionFileProblems(session) : []) },
    // A session that its agent holds stays as it is, whatever the time.
    ...preconditionsOfPart([mustBeUpToDate], ({ prepared: grant }: AcceptCall) =>
      'of' in grant && grant.kind !== 'held' ? { target: grant.of } : undefined,
    ),
    {
      violations: ({ model, prepared: grant, options: { anyway } }) => [
        ...(grant.kind === 'go on' && !canResumeAtOnce(model) ? [tooEarlyDiagnostic(grant.of, grant.since)] : []),
        ...('of' in grant && anyway !== true ? unansweredQuestionDiagnostics(model, grant.of) : []),
      ],
    },
    { violations: fileProblems },
  ],

  run({ model, target: { id }, prepared: grant, options: { agent } }) {
    const chosenAgent = namedAgent(model, agent)
    if (grant.kind === 'start') return startSession(model, id, chosenAgent)
    if (grant.kind === 'go on') return continueSession(grant.of, chosenAgent)
    if (grant.kind === 'begin') return restartSession(model, grant.of, grant.stopped, chosenAgent)
    return {
      outcome: 'unchanged',
      reply: msg`The agent holds the session ${id} already.`,
      diagnostics: chosenAgent.diagnostics,
    }
  },
})
