import { timeIn } from '../reading/records.ts'
import { msg } from '../../../core/message.ts'
import type { FileRecord } from '../../../kit/record.ts'
import type { GovernanceModel } from '../model.ts'
import type { StateFile } from '../reading/state-file.ts'
import type { Session } from './session.ts'

type Path = readonly PropertyKey[]

interface TimePlace {
  readonly file: FileRecord
  readonly path: Path
}

/** Two times in the wrong order: one comes too early, or the other too late. */
export interface Disorder {
  readonly early: TimePlace
  readonly late: TimePlace
  /** The late one in words. */
  readonly than: string
  readonly target: string | undefined
}

/** A pair of times of which one must not come after the other. */
export const isBefore = (left: number | undefined, right: number | undefined): boolean =>
  left !== undefined && right !== undefined && left < right

/** Entries that are older than the one before. */
function* entriesOutOfOrder(file: FileRecord, target: string | undefined, list: string): Iterable<Disorder> {
  const times = file.list(list).map((_, index) => timeIn(file, list, index, 'timestamp'))
  for (const [index, at] of times.entries())
    if (isBefore(at, times[index - 1]))
      yield {
        early: { file, path: [list, index] },
        late: { file, path: [list, index - 1] },
        than: 'that of the entry above it',
        target,
      }
}

const pathsAfterCreation: readonly Path[] = [
  ['lastUpdated'],
  ['compactedAt'],
  ['idleAt'],
  ['resumedAt'],
  ['stateHistory', 0, 'timestamp'],
  ['compactionHistory', 0, 'timestamp'],
]

function* disordersOfSession({ file, state, target }: Session): Iterable<Disorder> {
  const place = (...path: Path): TimePlace => ({ file, path })
  for (const path of pathsAfterCreation)
    if (isBefore(timeIn(file, ...path), timeIn(file, 'createdAt')))
      yield { early: place(...path.slice(0, 2)), late: place('createdAt'), than: msg`${'createdAt'}`, target }
  yield* entriesOutOfOrder(file, target, 'stateHistory')
  yield* entriesOutOfOrder(file, target, 'compactionHistory')
  const lastIndex = file.list('stateHistory').length - 1
  const lastUpdate = timeIn(file, 'lastUpdated')
  const early = place('lastUpdated')
  if (isBefore(lastUpdate, timeIn(file, 'stateHistory', lastIndex, 'timestamp')))
    yield { early, late: place('stateHistory', lastIndex), than: 'that of the last state', target }
  else if (state === 'interrupted' && isBefore(lastUpdate, timeIn(file, 'idleAt')))
    yield { early, late: place('idleAt'), than: msg`${'idleAt'}`, target }
}

/** The history of the state file goes back in time. */
export const disordersOfHistory = ({ file }: StateFile): Iterable<Disorder> =>
  entriesOutOfOrder(file, undefined, 'history')

/** The metrics begin before their session. */
export function* disordersOfMetrics({ metrics, session }: GovernanceModel): Iterable<Disorder> {
  const owner = session(metrics.text('sessionId') ?? '')
  if (owner?.kind === 'current' && isBefore(timeIn(metrics, 'startedAt'), timeIn(owner.file, 'createdAt')))
    yield {
      early: { file: metrics, path: ['startedAt'] },
      late: { file: owner.file, path: ['createdAt'] },
      than: msg`${'createdAt'} of its session`,
      target: owner.target,
    }
}

export const disordersIn = (session: Session): Iterable<Disorder> =>
  session.kind === 'current' ? disordersOfSession(session) : []

/** Every pair of times in the wrong order. */
export function* disorders(model: GovernanceModel): Iterable<Disorder> {
  yield* disordersOfHistory(model.state)
  for (const session of model.sessions) yield* disordersIn(session)
  yield* disordersOfMetrics(model)
}
