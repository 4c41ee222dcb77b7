import { violationsIn, type ShapedKind } from './records.ts'
import { once } from '../../../core/once.ts'
import type { FileRecord } from '../../../kit/record.ts'
import type { ShapeViolation } from '../../../kit/shape.ts'
import { sumPairs } from '../compared.ts'
import type { DataNode } from '../../../documents/data.ts'
import { miscountedArchives, type GovernanceModel } from '../model.ts'
import { compactionFault, grownCompactions } from '../sessions/compaction.ts'
import { stateContradictions, type Session } from '../sessions/session.ts'
import { faultsOf, type StepFault } from '../sessions/steps.ts'
import { disordersIn, disordersOfHistory, disordersOfMetrics, type Disorder } from '../sessions/times.ts'
import { malformedArchives, secondAnchors } from './state-file.ts'
import { Mendable, type MendablePlace } from './inheritance.ts'

const wrong = (...path: MendablePlace['path']): MendablePlace => ({ path, is: 'wrong' })
const surplus = (...path: MendablePlace['path']): MendablePlace => ({ path, is: 'surplus' })

/** What is not of the shape of a file. What an element of a list lacks may stand in it under another name. */
const placesOfShape = (file: FileRecord, kind: ShapedKind) =>
  violationsIn(file, kind).flatMap(({ kind: violation, path, bound, isTooLarge }: ShapeViolation) => {
    // A list that is too long loses entries at its beginning, which no comparison minds.
    if (violation === 'unknown' || (bound === 'array' && isTooLarge === true)) return []
    const index = path.findIndex((step) => typeof step === 'number')
    return [violation === 'missing' && index !== -1 ? wrong(...path.slice(0, index + 1)) : wrong(...path)]
  })

const placesOfStep: Readonly<Record<StepFault, (index: number | undefined) => readonly MendablePlace[]>> = {
  illegal: (index) => (index === undefined ? [] : [{ path: ['stateHistory', index], is: 'gap' }]),
  early: (index) => [wrong('resumedAt'), ...(index === undefined ? [] : [wrong('stateHistory', index, 'timestamp')])],
  expired: () => [surplus('resumedAt'), surplus('idleAt')],
  unmarked: () => [wrong('resumedAt')],
}

function* placesOfSession(session: Session, model: GovernanceModel): Iterable<MendablePlace> {
  const { file } = session
  for (const { step, fault } of faultsOf({ session, before: undefined, compared: false }, model))
    yield* placesOfStep[fault](step.index)
  for (const { index } of stateContradictions(session))
    if (index !== undefined) yield wrong('stateHistory', index, 'state')
  const entries = file.list('compactionHistory')
  const fault = compactionFault(session)
  if (fault === 'disagreeing')
    yield* [wrong('compactedAt'), wrong('compactionHistory', entries.length - 1, 'timestamp')]
  if (fault === 'incomplete')
    for (const index of entries.keys()) yield { path: ['compactionHistory', index], is: 'gap' }
  for (const { index } of grownCompactions(file))
    yield* ['contextSizeBefore', 'contextSizeAfter'].map((key) => wrong('compactionHistory', index, key))
}

function* placesOfState(model: GovernanceModel): Iterable<MendablePlace> {
  const { state } = model
  const doubleIds = new Set(Array.from(secondAnchors(state), ({ id }) => id))
  for (const { id, index } of state.anchors) if (doubleIds.has(id)) yield wrong('anchors', index, 'id')
  for (const { index } of malformedArchives(state)) yield wrong('history', index, 'action')
  for (const { entry } of miscountedArchives(model)) yield wrong('history', entry.index, 'action')
}

/** Times in the wrong order: either may be wrong. Entries of the history of the state file may change places too. */
function* placesOfTimes(disorders: Iterable<Disorder>, file: FileRecord, kind: ShapedKind): Iterable<MendablePlace> {
  for (const { early, late } of disorders)
    for (const place of [early, late]) {
      const isEntry = place.path.length > 1
      if (place.file === file)
        yield kind === 'session' && isEntry ? wrong(...place.path, 'timestamp') : wrong(...place.path)
    }
}

/** Keys that an object has twice. */
function* repeatedKeys(node: DataNode, path: readonly PropertyKey[] = []): Iterable<MendablePlace> {
  if (node.kind === 'sequence')
    for (const [index, item] of node.items.entries()) yield* repeatedKeys(item, [...path, index])
  if (node.kind !== 'mapping') return
  const keys = new Set<string>()
  for (const { key, value } of node.entries) {
    if (keys.has(key.source)) yield wrong(...path, key.source)
    keys.add(key.source)
    yield* repeatedKeys(value, [...path, key.source])
  }
}

function* placesIn(model: GovernanceModel, file: FileRecord, kind: ShapedKind): Iterable<MendablePlace> {
  const { state, metrics } = model
  yield* placesOfShape(file, kind)
  if (file.data && file.repeatedKeys().length > 0) yield* repeatedKeys(file.data.root)
  yield* placesOfTimes(disordersOfMetrics(model), file, kind)
  const session = kind === 'session' ? model.sessionAt(file.path) : undefined
  if (session?.kind === 'current') {
    yield* placesOfTimes(disordersIn(session), file, kind)
    yield* placesOfSession(session, model)
  }
  if (kind === 'state') {
    yield* placesOfTimes(disordersOfHistory(state), file, kind)
    yield* placesOfState(model)
  }
  if (file === metrics) for (const { subject, agrees } of sumPairs(model)) if (!agrees) yield wrong(subject, 'total')
}

/**
 * What is wrong in a file of the base by the rules about it alone: what they ask for is no change of what was valid. It
 * is looked for when a comparison first needs it.
 */
export const mendableIn = (model: GovernanceModel, file: FileRecord, kind: ShapedKind): Mendable =>
  new Mendable(once(() => (file.data ? [...placesIn(model, file, kind)] : [])))
