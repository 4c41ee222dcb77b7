import { type CommandDiagnostic, type Refusal, refuse } from '../../../core/command.ts'
import { msg } from '../../../core/message.ts'
import { isAgentName } from '../../../core/grant.ts'
import { hour } from '../../../core/time.ts'
import type { Mention, TargetResolution } from '../../../core/target.ts'
import { type Call, checkPreconditions, type Precondition } from '../../../kit/command.ts'
import type { Problem } from '../../../kit/rules.ts'
import { namedTargets } from '../../../kit/target.ts'
import { sessionId } from '../files.ts'
import type { GovernanceModel } from '../model.ts'
import { timeIn } from '../reading/records.ts'
import { isViolation } from '../reading/state-file.ts'
import { agentForm, timeOf } from '../schema.ts'
import { agentName, roleOf } from '../scopes/agents.ts'
import { idleSince, type Session } from '../sessions/session.ts'
import { edgeOf, type State } from '../states.ts'
import { diagnostic, violation } from './diagnostics.ts'
import { sessionFileProblems, readProblems, startProblems } from './file-problems.ts'
import { questionOf } from '../targets.ts'

/** A session that a command can change: its file is readable, is a session's, and has one of the four states. */
export interface ResolvedSession {
  readonly targetSession: Session
  readonly target: string
  readonly state: State
  /** The time of the request, as it is written, and in milliseconds. */
  readonly at: string
  readonly now: number
}

export function unknownSession(model: GovernanceModel, id: string): CommandDiagnostic {
  const startHint =
    startProblems(model, id).length > 0 ? {} : { hint: msg`The command ${`/accept session:${id}`} starts one.` }
  return { ...diagnostic({}, 'GOV_SESSION_UNKNOWN', msg`Unknown session ${id}`, startHint), unknown: id }
}

/** Why no command changes a session: its file is unreadable, is another program's, or has none of the four states. */
export function sessionProblems(session: Session): readonly Problem[] {
  const { id, path, kind, file, state } = session
  const target = `session:${id}`
  const problems = readProblems(file, target)
  if (problems.length > 0) return problems
  if (kind === 'record') {
    const message = msg`Unexpected record of another program, expected a session in ${path}`
    return [
      diagnostic({ path, target }, 'GOV_SESSION_RECORD', message, {
        hint: msg`Use other ids for one of the two programs: ${'/accept session:ID'} starts a session.`,
      }),
    ]
  }
  return state === undefined ? sessionFileProblems(session) : []
}

/** A session as commands change it, if any may. */
export function resolveSession({ context: { at } }: GovernanceModel, session: Session): ResolvedSession | undefined {
  const { id, state } = session
  return state && { targetSession: session, target: `session:${id}`, state, at: timeOf(at), now: Date.parse(at) }
}

/** Sessions by their ids, those that are not there yet, too. */
const sessionTargets = namedTargets<GovernanceModel, string>({
  usage: 'ID',
  called: 'a session',
  id: (id) => `session:${id}`,
  find(_, { name, words }) {
    if (sessionId.test(name)) return { target: name, words }
    const message = msg`Unexpected name ${name}, expected 3 to 64 letters, digits, ${'_'} and ${'-'}, starting with a letter or digit`
    return { unknown: [{ ...diagnostic({}, 'GOV_SESSION_NAME', message), unknown: name }] }
  },
})

/** Which target a command means. With the prefix a session may be meant that is not there yet: `/accept` starts it. */
export function resolveTarget(model: GovernanceModel, mention: Mention): TargetResolution {
  const { kind, name, words } = mention
  const isSession = kind === 'session' || (kind !== 'brain' && model.session(name)?.target !== undefined)
  const resolution = sessionTargets.resolve(model, mention)
  if (isSession && 'ids' in resolution && resolution.ids.length > 0) return resolution
  return { ids: model.brain === `brain:${name}` ? [model.brain] : [], words }
}

export const session = sessionTargets.kind((id, model): { readonly target: ResolvedSession } | Refusal => {
  const foundSession = model.session(id)
  if (!foundSession) return refuse(unknownSession(model, id))
  const target = resolveSession(model, foundSession)
  const refusal = checkPreconditions([{ violations: sessionProblems }], foundSession)
  return refusal ?? (target ? { target } : refuse())
})

/** A session that is there or may be started. */
export interface NamedSession {
  readonly id: string
  readonly session: Session | undefined
  /** With the prefix `session:` a new one may be meant; without it a typo would start one. */
  readonly isPrefixed: boolean
}

export const namedSession = sessionTargets.kind(
  (id, model, { target }): { readonly target: NamedSession } => ({
    target: { id, session: model.session(id), isPrefixed: target === `session:${id}` },
  }),
  'session:ID',
)

/** Why the value of an option is not an agent's name. */
export function agentFault(value: string): string | undefined {
  const name = agentName(value)
  if (agentForm.test(roleOf(value)) && name !== 'null' && (!name.includes('/') || isAgentName(name))) return undefined
  return msg`Unexpected agent ${value}, expected at most 64 lower-case letters, digits, ${'.'}, ${'_'} and ${'-'}, beginning with a letter or digit`
}

/** An option with an integer that is not below 0. */
export const countOption = (name: string, does: string) =>
  ({
    kind: 'once',
    value: 'N',
    does,
    fault: (value: string) =>
      /^\d{1,15}$/.test(value)
        ? undefined
        : msg`Unexpected ${`--${name}`} ${value}, expected an integer, 0 or more, of at most 15 digits`,
  }) as const

export const countOf = (value: string | undefined): number | undefined =>
  value === undefined ? undefined : Number(value)

export const answerCommand = (id: string): string => `/anchor ${id} context high "…"`

/** Whether a session that stopped a moment ago may go on. */
export const canResumeAtOnce = ({ configuration }: GovernanceModel): boolean =>
  edgeOf('interrupted', 'between_turn', configuration.allowEdges) === 'legal'

/** How a session that stopped goes on, from when, and after what. */
export function resumptionHint(
  model: GovernanceModel,
  id: string,
  { since, isAsked }: { readonly since: number; readonly isAsked: boolean },
): string {
  const delay = canResumeAtOnce(model) ? '' : msg` after ${timeOf(since + hour)}`
  const resumeHint = `${msg`${`/accept ${id}`} resumes it`}${delay}.`
  return isAsked ? `${msg`The orchestrator answers it: ${answerCommand(id)}`}; ${resumeHint}` : resumeHint
}

/** How many violations the history has since the session last began. */
export function violationCountOf({ state }: GovernanceModel, { history, file }: Session): number {
  const since = history.findLast((record) => record.state === 'beginning')?.at ?? timeIn(file, 'createdAt') ?? -Infinity
  return state.history.filter((entry) => entry.at >= since && isViolation(entry)).length
}

/** What preconditions look at of a command about a session. */
type SessionCall = Pick<Call<GovernanceModel, ResolvedSession>, 'model' | 'target'>

/** The session was not updated since: a command that comes late must not turn it back. */
export const mustBeUpToDate: Precondition<Pick<SessionCall, 'target'>> = {
  code: 'GOV_TIME_BACKWARDS',
  *violations({ target: { targetSession, target, at, now } }) {
    const { file, path } = targetSession
    const lastUpdate = timeIn(file, 'lastUpdated')
    if (lastUpdate === undefined || now >= lastUpdate) return
    const message = msg`Unexpected time ${at}, expected one no earlier than ${file.text('lastUpdated') ?? ''}`
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
