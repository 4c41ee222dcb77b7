import { timeIn } from '../reading/records.ts'
import { type Refusal, refused, type Request, type CommandContext } from '../../../core/command.ts'
import { msg } from '../../../core/message.ts'
import { suggestion } from '../../../core/suggestion.ts'
import { misused, type CommandForm } from '../../../kit/command.ts'
import { hour } from '../../../core/time.ts'
import { questionOf } from '../targets.ts'
import { sessionId } from '../files.ts'
import type { GovernanceModel } from '../model.ts'
import { idleSince, type Session } from '../sessions/session.ts'
import { isViolation } from '../reading/state-file.ts'
import { edgeOf, type State } from '../states.ts'
import { timeOf } from '../schema.ts'
import { refuse } from './diagnostics.ts'
import { hindered, unfitSession, unreadable, unwritable } from './preconditions.ts'

/** What a command about a session begins with. */
export interface Scene {
  readonly model: GovernanceModel
  readonly session: Session
  readonly target: string
  readonly state: State
  /** The moment of the request, as it is written, and in milliseconds. */
  readonly at: string
  readonly now: number
}

/** The id that a request names, or why it is none. */
export function idOf({ name }: Request, form: CommandForm): string | Refusal {
  if (name === undefined) return misused(form, msg`Missing name, expected that of a session`)
  if (sessionId.test(name)) return name
  return refuse(
    'GOV_SESSION_NAME',
    msg`Unexpected name ${name}, expected 3 to 64 letters, digits, ${'_'} and ${'-'} behind a letter or digit`,
  )
}

export function unknownSession(model: GovernanceModel, id: string): Refusal {
  const { sessions, paths } = model
  const meant = suggestion(
    id,
    sessions.map((session) => session.id),
  )
  const isHindered = unwritable(model, [paths.session(id), paths.metrics, paths.stall(id)]).length > 0
  const start = isHindered ? {} : { hint: msg`The command ${`/accept session:${id}`} starts one.` }
  return refuse('GOV_SESSION_UNKNOWN', msg`Unknown session ${id}`, meant === undefined ? start : { hint: msg`Perhaps ${meant} is meant.` })
}

/**
 * The scene of a session that is there, or why no command takes it: its file cannot be read, is another program's, or says none of the
 * four states.
 */
export function sceneAt(model: GovernanceModel, session: Session, { context }: CommandContext): Scene | Refusal {
  const { id, path, kind, file, state } = session
  const target = `session:${id}`
  const unread = hindered(...unreadable(file, target))
  if (unread) return unread
  if (kind === 'record') {
    return refuse('GOV_SESSION_RECORD', msg`Unexpected record of another program, expected a session in ${path}`, {
      path,
      target,
      hint: 'Use other ids for one of the two programs.',
    })
  }
  if (state === undefined) return refused(...unfitSession(session))
  return { model, session, target, state, at: timeOf(context.at), now: Date.parse(context.at) }
}

/** The same by the name in a request. */
export function sceneOf(model: GovernanceModel, request: Request, world: CommandContext, form: CommandForm): Scene | Refusal {
  const id = idOf(request, form)
  if (typeof id !== 'string') return id
  const session = model.session(id)
  return session ? sceneAt(model, session, world) : unknownSession(model, id)
}

/** Why a command comes too late to be true: the session was updated since. */
export function tooLate({ session: { file, path }, target, at, now }: Scene): Refusal | undefined {
  const last = timeIn(file, 'lastUpdated')
  if (last === undefined || now >= last) return undefined
  return refuse('GOV_TIME_BACKWARDS', msg`Unexpected time ${at}, expected none before ${file.text('lastUpdated') ?? ''}`, {
    path,
    target,
    hint: 'The session was updated since: ask again.',
  })
}

/** The command that answers the question of a session. */
export const answerWith = (id: string): string => `/anchor ${id} context high "…"`

/** Whether a session that stopped a moment ago may go on. */
export const goesOnAtOnce = ({ configuration }: GovernanceModel): boolean =>
  edgeOf('interrupted', 'between_turn', configuration.allowEdges) === 'legal'

/** How a session that stopped goes on, from when, and behind what. */
export function resumption(
  model: GovernanceModel,
  id: string,
  { since, isAsked }: { readonly since: number; readonly isAsked: boolean },
): string {
  const when = goesOnAtOnce(model) ? '' : msg` after ${timeOf(since + hour)}`
  const resumed = `${msg`${`/accept ${id}`} resumes it`}${when}.`
  return isAsked ? `${msg`${answerWith(id)} answers it`}; ${resumed}` : resumed
}

export function notHeld({ model, session, target, now }: Scene): Refusal {
  const { id, path } = session
  const since = idleSince(session) ?? timeIn(session.file, 'lastUpdated') ?? now
  return refuse('GOV_NOT_HELD', msg`Unexpected state ${'interrupted'}, expected a session that works`, {
    path,
    target,
    hint: resumption(model, id, { since, isAsked: questionOf(session, model) !== undefined }),
  })
}

/** How many violations the history has since the session last began. */
export function violationsOf({ model, session: { history, file } }: Scene): number {
  const since = history.findLast(({ state }) => state === 'beginning')?.at ?? timeIn(file, 'createdAt') ?? -Infinity
  return model.state.history.filter((entry) => entry.at >= since && isViolation(entry)).length
}
