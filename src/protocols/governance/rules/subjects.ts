import type { FileRecord } from '../../../kit/record.ts'
import { partsWithTarget, type RuleGroup } from '../../../kit/rules.ts'
import type { ShapeViolation } from '../../../kit/shape.ts'
import { isOfOtherType, missingConfigKeys, violationsIn } from '../reading/records.ts'
import { nothingMendable, type Mendable } from '../reading/inheritance.ts'
import { mendableIn } from '../reading/mendable.ts'
import { judgements, type JudgedCommit } from '../scopes/judgement.ts'
import type { Comparison } from '../../../core/context.ts'
import { filesOf, type GovernanceModel, type JudgedFile } from '../model.ts'
import type { Session } from '../sessions/session.ts'
import { sessionsBefore } from '../sessions/renames.ts'
import type { SessionChange } from '../sessions/steps.ts'
import type { Stall } from '../loops/stalls.ts'

export type GovernanceComparison = Comparison<GovernanceModel>

/** A session file of head, with what was there before the change. */
export interface SessionSubject extends SessionChange {
  readonly model: GovernanceModel
  readonly modelBefore: GovernanceModel | undefined
  /** What was wrong in the session file of base. */
  readonly mendable: Mendable
}

const targetOfSession = ({ session }: SessionSubject) => session.target
const targetOfBrain = ({ model }: StateSubject) => model.brain
const targetOfStall = ({ target }: StallSubject) => target

export const sessions = partsWithTarget(
  targetOfSession,
  function* (comparison: GovernanceComparison): Iterable<SessionSubject> {
    const { now: model, before: modelBefore } = comparison
    for (const session of model.sessions) {
      const before = sessionsBefore(comparison).get(session.id)
      const mendable = modelBefore && before ? mendableIn(modelBefore, before.file, 'session') : nothingMendable
      yield { session, before, compared: modelBefore !== undefined, model, modelBefore, mendable }
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
  /** What was wrong in that of base. */
  readonly mendable: Mendable
}

export const stateChanges = partsWithTarget(
  targetOfBrain,
  function* ({ now: model, before: modelBefore }: GovernanceComparison): Iterable<StateSubject> {
    if (!modelBefore?.state.file.data || !model.state.file.data) return
    const mendable = mendableIn(modelBefore, modelBefore.state.file, 'state')
    yield { model, modelBefore, now: model.state, before: modelBefore.state, mendable }
  },
)

/** A stall file, and the session that it belongs to. */
export interface StallSubject {
  readonly stall: Stall
  readonly session: Session | undefined
  readonly target: string | undefined
  readonly before: Stall | undefined
  /** What was wrong in that of base. */
  readonly mendable: Mendable
}

export const stalls = partsWithTarget(
  targetOfStall,
  function* (comparison: GovernanceComparison): Iterable<StallSubject> {
    const { now: model, before: modelBefore } = comparison
    for (const stall of model.stalls) {
      const session = model.session(stall.id)
      const before = modelBefore?.stall(sessionsBefore(comparison).get(stall.id)?.id ?? stall.id)
      const mendable = modelBefore && before ? mendableIn(modelBefore, before.file, 'stall') : nothingMendable
      yield { stall, session, target: session?.target ?? model.brain, before, mendable }
    }
  },
)

/** What a file of head was in base: that of a session may have had another name. */
export function fileBefore(comparison: GovernanceComparison, path: string): FileRecord | undefined {
  const session = comparison.now.sessionAt(path)
  return session?.path === path ? sessionsBefore(comparison).get(session.id)?.file : comparison.before?.file(path)
}

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
  function* (comparison: GovernanceComparison): Iterable<ShapedSubject> {
    const { now: model } = comparison
    // A rule of its own reports these.
    const missingKeys = new Set<PropertyKey>(missingConfigKeys(model.config))
    const isMissing = ({ path: [key = '', ...innerKeys] }: ShapeViolation) =>
      innerKeys.length === 0 && missingKeys.has(key)
    for (const judgedFile of filesOf(model)) {
      const { file, kind, isOld } = judgedFile
      const violations = violationsIn(file, kind).filter(
        (violation) => !(kind === 'config' && isMissing(violation)) && (!isOld || isOfOtherType(violation)),
      )
      yield { ...judgedFile, before: fileBefore(comparison, file.path), violations }
    }
  },
)

export const addedSessions = (comparison: GovernanceComparison): readonly string[] =>
  comparison.before
    ? comparison.now.sessions.filter(({ id }) => !sessionsBefore(comparison).has(id)).map(({ path }) => path)
    : []

export type GovernanceRules = RuleGroup<GovernanceModel>
