import { targeted, type Problem, type RuleGroup } from '../../../kit/rules.ts'
import type * as examples from '../examples.ts'
import { isInherited, softly, wasNoShorter } from '../reading/inheritance.ts'
import { shaped } from '../reading/shapes.ts'
import { judgements, type Judged } from '../scopes/judgement.ts'
import type { Comparison } from '../../../core/context.ts'
import { about, type GovernanceModel } from '../model.ts'
import type { Session } from '../sessions/session.ts'
import type { SessionChange } from '../sessions/steps.ts'
import type { Stall } from '../loops/stalls.ts'

export type Compared = Comparison<GovernanceModel>

/** A session file of head, with what stood there before the change. */
export interface SessionSubject extends SessionChange {
  readonly model: GovernanceModel
  readonly modelBefore: GovernanceModel | undefined
}

const ofSession = ({ session }: SessionSubject) => session.target
const ofBrain = ({ model }: StateSubject) => model.brain
const ofStall = ({ target }: StallSubject) => target

export const sessions = targeted(ofSession, function* ({ now: model, before: modelBefore }: Compared): Iterable<SessionSubject> {
  for (const session of model.sessions) {
    const before = modelBefore?.session(session.id)
    yield { session, before, compared: modelBefore !== undefined, model, modelBefore }
  }
})

/** Those that say their state. */
export const current = targeted(ofSession, function* (compared: Compared): Iterable<SessionSubject> {
  for (const subject of sessions(compared)) if (subject.session.kind === 'current') yield subject
})

/** The state file of head and base, where both can be read. */
export interface StateSubject {
  readonly model: GovernanceModel
  readonly modelBefore: GovernanceModel
  readonly now: GovernanceModel['state']
  readonly before: GovernanceModel['state']
}

export const stateChanges = targeted(ofBrain, function* ({ now: model, before: modelBefore }: Compared): Iterable<StateSubject> {
  if (model.state.file.data && modelBefore?.state.file.data) yield { model, modelBefore, now: model.state, before: modelBefore.state }
})

/** A stall file, and the session that it belongs to. */
export interface StallSubject {
  readonly stall: Stall
  readonly session: Session | undefined
  readonly target: string | undefined
  readonly before: Stall | undefined
}

export const stalls = targeted(ofStall, function* ({ now: model, before }: Compared): Iterable<StallSubject> {
  for (const stall of model.stalls) {
    const session = model.session(stall.id)
    yield { stall, session, target: session?.target ?? model.brain, before: before?.stall(stall.id) }
  }
})

/** A pair of times of which one must not come after the other. */
export const isBefore = (one: number | undefined, other: number | undefined): boolean =>
  one !== undefined && other !== undefined && one < other

/** A commit of the change, judged. */
export interface CommitSubject {
  readonly judged: Judged
  readonly configuration: GovernanceModel['configuration']
}

export function* commitsOfChange({ now }: Compared): Iterable<CommitSubject> {
  for (const judged of judgements(now)) yield { judged, configuration: now.configuration }
}

/** What is wrong with the shape of a file. Of unknown keys the first is enough. */
export function* shapeProblems({ now, before }: Compared): Iterable<Problem> {
  for (const { file, target, violations } of shaped(now)) {
    const was = before?.file(file.path)
    const [unknown] = violations
      .filter(({ code }) => code === 'GOV_UNKNOWN_KEY')
      .toSorted((a, b) => (a.place.line ?? 0) - (b.place.line ?? 0))
    for (const violation of violations) {
      const { code, message, hint, place, path, isLimit } = violation
      if (code === 'GOV_UNKNOWN_KEY' && violation !== unknown) continue
      const inherited = softly(isInherited(file, was, path) || (isLimit && wasNoShorter(file, was, path)))
      yield { code, message, ...(hint !== undefined && { hint }), place, ...inherited, ...about(target) }
    }
  }
}

/** The paths of the sessions that a change adds. */
export const addedSessions = ({ now, before }: Compared): readonly string[] =>
  before ? now.sessions.filter(({ id }) => !before.session(id)).map(({ path }) => path) : []

/** A file of rules of this protocol. */
export type GovernanceRules = RuleGroup<GovernanceModel, typeof examples>
