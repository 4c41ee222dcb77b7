import type { FileRecord } from '../../../kit/record.ts'
import { partsWithTarget, type RuleGroup } from '../../../kit/rules.ts'
import type { ShapeViolation } from '../../../kit/shape.ts'
import { isOfOtherType, missingConfigKeys, violationsIn } from '../reading/records.ts'
import { judgements, type JudgedCommit } from '../scopes/judgement.ts'
import type { Comparison } from '../../../core/context.ts'
import { filesOf, type GovernanceModel, type JudgedFile } from '../model.ts'
import type { Session } from '../sessions/session.ts'
import type { SessionChange } from '../sessions/steps.ts'
import type { Stall } from '../loops/stalls.ts'

export type GovernanceComparison = Comparison<GovernanceModel>

/** A session file of head, with what was there before the change. */
export interface SessionSubject extends SessionChange {
  readonly model: GovernanceModel
  readonly modelBefore: GovernanceModel | undefined
}

const targetOfSession = ({ session }: SessionSubject) => session.target
const targetOfBrain = ({ model }: StateSubject) => model.brain
const targetOfStall = ({ target }: StallSubject) => target

export const sessions = partsWithTarget(
  targetOfSession,
  function* ({ now: model, before: modelBefore }: GovernanceComparison): Iterable<SessionSubject> {
    for (const session of model.sessions) {
      const before = modelBefore?.session(session.id)
      yield { session, before, compared: modelBefore !== undefined, model, modelBefore }
    }
  },
)

/** The sessions whose files have a state. */
export const currentSessions = partsWithTarget(
  targetOfSession,
  function* (comparison: GovernanceComparison): Iterable<SessionSubject> {
    for (const subject of sessions(comparison)) if (subject.session.kind === 'current') yield subject
  },
)

/** The state file of head and base, where both can be read. */
export interface StateSubject {
  readonly model: GovernanceModel
  readonly modelBefore: GovernanceModel
  readonly now: GovernanceModel['state']
  readonly before: GovernanceModel['state']
}

export const stateChanges = partsWithTarget(
  targetOfBrain,
  function* ({ now: model, before: modelBefore }: GovernanceComparison): Iterable<StateSubject> {
    if (model.state.file.data && modelBefore?.state.file.data)
      yield { model, modelBefore, now: model.state, before: modelBefore.state }
  },
)

/** A stall file, and the session that it belongs to. */
export interface StallSubject {
  readonly stall: Stall
  readonly session: Session | undefined
  readonly target: string | undefined
  readonly before: Stall | undefined
}

export const stalls = partsWithTarget(
  targetOfStall,
  function* ({ now: model, before }: GovernanceComparison): Iterable<StallSubject> {
    for (const stall of model.stalls) {
      const session = model.session(stall.id)
      yield { stall, session, target: session?.target ?? model.brain, before: before?.stall(stall.id) }
    }
  },
)

/** A pair of times of which one must not come after the other. */
export const isBefore = (left: number | undefined, right: number | undefined): boolean =>
  left !== undefined && right !== undefined && left < right

/** A commit of the change, judged. */
export interface CommitSubject {
  readonly judged: JudgedCommit
  readonly configuration: GovernanceModel['configuration']
}

export function* commitsOfChange({ now }: GovernanceComparison): Iterable<CommitSubject> {
  for (const judged of judgements(now)) yield { judged, configuration: now.configuration }
}

/** A file that has a shape, with its violations. */
export interface ShapedSubject extends JudgedFile {
  readonly before: FileRecord | undefined
  readonly violations: readonly ShapeViolation[]
}

/** Every file that has a shape. Of sessions that do not write their state only wrong types count. */
export const shapedFiles = partsWithTarget(
  ({ target }: ShapedSubject) => target,
  function* ({ now: model, before }: GovernanceComparison): Iterable<ShapedSubject> {
    // A rule of its own reports these.
    const missingKeys = new Set<PropertyKey>(missingConfigKeys(model.config))
    const isMissing = ({ path: [key = '', ...innerKeys] }: ShapeViolation) =>
      innerKeys.length === 0 && missingKeys.has(key)
    for (const judgedFile of filesOf(model)) {
      const { file, kind, isOld } = judgedFile
      const violations = violationsIn(file, kind).filter(
        (violation) => !(kind === 'config' && isMissing(violation)) && (!isOld || isOfOtherType(violation)),
      )
      yield { ...judgedFile, before: before?.file(file.path), violations }
    }
  },
)

export const addedSessions = ({ now, before }: GovernanceComparison): readonly string[] =>
  before ? now.sessions.filter(({ id }) => !before.session(id)).map(({ path }) => path) : []

export type GovernanceRules = RuleGroup<GovernanceModel>
