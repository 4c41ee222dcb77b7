import type { Comparison } from '../../core/context.ts'
import type { GovernanceModel } from './model.ts'
import type { Session } from './reading/session.ts'
import type { SessionChange } from './steps.ts'
import type { Stall } from './stalls.ts'

export type Compared = Comparison<GovernanceModel>

/** A session file of head, with what stood there before the change. */
export interface SessionSubject extends SessionChange {
  readonly model: GovernanceModel
  readonly modelBefore: GovernanceModel | undefined
}

export function* sessions({ now: model, before: modelBefore }: Compared): Iterable<SessionSubject> {
  for (const session of model.sessions) {
    const before = modelBefore?.session(session.id)
    yield { session, before, compared: modelBefore !== undefined, model, modelBefore }
  }
}

/** Those that say their state. */
export function* current(compared: Compared): Iterable<SessionSubject> {
  for (const subject of sessions(compared)) if (subject.session.kind === 'current') yield subject
}

/** The state file of head and base, where both can be read. */
export interface StateSubject {
  readonly model: GovernanceModel
  readonly modelBefore: GovernanceModel
  readonly now: GovernanceModel['state']
  readonly before: GovernanceModel['state']
}

export function* stateChanges({ now: model, before: modelBefore }: Compared): Iterable<StateSubject> {
  if (model.state.file.data && modelBefore?.state.file.data) yield { model, modelBefore, now: model.state, before: modelBefore.state }
}

/** A stall file, and the session that it belongs to. */
export interface StallSubject {
  readonly stall: Stall
  readonly session: Session | undefined
  readonly target: string | undefined
  readonly before: Stall | undefined
}

export function* stalls({ now: model, before }: Compared): Iterable<StallSubject> {
  for (const stall of model.stalls) {
    const session = model.session(stall.id)
    yield { stall, session, target: session?.target ?? model.brain, before: before?.stall(stall.id) }
  }
}

/** A pair of times of which one must not come after the other. */
export const isBefore = (one: number | undefined, other: number | undefined): boolean =>
  one !== undefined && other !== undefined && one < other

/** The paths of the sessions that a change adds. */
export const addedSessions = ({ now, before }: Compared): readonly string[] =>
  before ? now.sessions.filter(({ id }) => !before.session(id)).map(({ path }) => path) : []

/** A key under which nothing stands where target is absent. */
export const about = (target: string | undefined): { readonly target?: string } => (target === undefined ? {} : { target })
