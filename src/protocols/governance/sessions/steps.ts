import { timeIn } from '../reading/records.ts'
import { memo } from '../../../core/once.ts'
import { continuedEntries, nothingMendable, type Mendable } from '../reading/inheritance.ts'
import type { GovernanceModel } from '../model.ts'
import { idleSince, type StateRecord, type Session } from './session.ts'
import { edgeOf, type State, idleWindow, type IdleWindow } from '../states.ts'

/** A step between two states that is judged. */
export interface Step {
  readonly from: State
  readonly to: State
  /** When, in milliseconds, where that is known. */
  readonly at: number | undefined
  /** The element of `stateHistory` that it leads to; absent where only `sessionState` shows it. */
  readonly index: number | undefined
  /** For `interrupted → beginning`: how long the session was idle, where that is known. */
  readonly idle: number | undefined
}

/** A session of head with the same in base. */
export interface SessionChange {
  readonly session: Session
  /** Absent where base has no such file. */
  readonly before: Session | undefined
  /** Whether there is a base at all. */
  readonly compared: boolean
  /** What was wrong in the session of base. */
  readonly mendable?: Mendable
}

/** From where a row of moments goes on. */
interface StartPoint {
  readonly state: State | undefined
  /** Since when it is idle, where it is interrupted. */
  readonly idle: number | undefined
}

function* stepsBetween(start: StartPoint, records: readonly StateRecord[]): Iterable<Step> {
  let { state: from, idle } = start
  for (const { index, state: to, at } of records) {
    if (from !== undefined && to !== undefined && from !== to)
      yield { from, to, at, index, idle: at !== undefined && idle !== undefined ? at - idle : undefined }
    if (from !== to) idle = at
    from = to
  }
}

const noStart: StartPoint = { state: undefined, idle: undefined }

const startAt = (baseSession: Session): StartPoint => ({
  state: baseSession.state,
  idle: baseSession.state === 'interrupted' ? idleSince(baseSession) : undefined,
})

/**
 * From where it goes on after what is past: from base's state, unless it is recorded that the session stopped with its
 * last update.
 */
const startAfter = (lastRecord: StateRecord | undefined, baseSession: Session): StartPoint =>
  lastRecord?.state === 'interrupted' && baseSession.state !== 'interrupted'
    ? { state: lastRecord.state, idle: lastRecord.at }
    : startAt(baseSession)

/** What a session without `stateHistory` shows: one step from the state that it had. */
function* singleStep(session: Session, baseSession: Session): Iterable<Step> {
  const { state: to, file } = session
  const { state: from, idle } = startAt(baseSession)
  if (from === undefined || to === undefined || from === to) return
  const resumedAt = timeIn(file, 'resumedAt')
  const isNew = resumedAt !== undefined && resumedAt > (idle ?? -Infinity)
  const at = from === 'interrupted' && to === 'beginning' && isNew ? resumedAt : timeIn(file, 'lastUpdated')
  yield { from, to, at, index: undefined, idle: at !== undefined && idle !== undefined ? at - idle : undefined }
}

/** What a file alone shows of a resumption. */
function* resumptionStep({ file, state }: Session): Iterable<Step> {
  const [resumedAt, idleAt] = [timeIn(file, 'resumedAt'), timeIn(file, 'idleAt')]
  if (state !== 'beginning' || resumedAt === undefined || idleAt === undefined || resumedAt <= idleAt) return
  yield { from: 'interrupted', to: 'beginning', at: resumedAt, index: undefined, idle: resumedAt - idleAt }
}

/** The entries of a list that a session has from base; of a list that does not continue that of base all up to its end. */
export function entriesBefore(
  { session, before, mendable = nothingMendable }: SessionChange,
  key: 'stateHistory' | 'compactionHistory',
): ReadonlyMap<number, 'kept' | 'mended'> {
  const previous = before?.file.list(key) ?? []
  return (
    continuedEntries(previous, session.file.list(key), mendable.list(key)) ??
    new Map(previous.map((_, index) => [index, 'kept']))
  )
}

const isResumption = ({ from, to }: Step) => from === 'interrupted' && to === 'beginning'

/**
 * The steps of a session that base has too: those that the change adds, and those that it mends or makes by mending.
 * The latter go from or to an entry that is mended or inserted; with another `resumedAt` the last resumption does.
 */
function continuedSteps(change: SessionChange, before: Session): readonly Step[] {
  const { session, mendable = nothingMendable } = change
  const { history, file } = session
  const entries = entriesBefore(change, 'stateHistory')
  const end = ([...entries.keys()].at(-1) ?? -1) + 1
  const isMended = (index: number) => index < end && entries.get(index) !== 'kept'
  const isMarkMended =
    file.value('resumedAt') !== before.file.value('resumedAt') &&
    (mendable.isWrong('resumedAt') || mendable.isSurplus('resumedAt'))
  if (!isMarkMended && !history.some((_, index) => isMended(index)))
    return [...stepsBetween(startAt(before), history.slice(end))]
  const steps = [...stepsBetween(noStart, history)]
  const markedStep = isMarkMended ? steps.findLast(isResumption) : undefined
  return steps.filter(
    (step) =>
      step === markedStep ||
      (step.index !== undefined && (step.index >= end || isMended(step.index) || isMended(step.index - 1))),
  )
}

/**
 * The steps of a session that are judged, in order: of a change those that it adds or mends, otherwise all of
 * `stateHistory`.
 */
export const stepsOf = memo((change: SessionChange): readonly Step[] => {
  const { session, before, compared } = change
  const { kind, history, file } = session
  if (kind !== 'current') return []
  if (!compared) return [...(history.length > 0 ? stepsBetween(noStart, history) : resumptionStep(session))]
  const isContinued = before !== undefined && (before.kind === 'current' || before.kind === 'legacy')
  if (!isContinued) return [...stepsBetween(noStart, history)]
  if (!file.has('stateHistory')) return [...singleStep(session, before)]
  if (before.history.length > 0) return continuedSteps(change, before)
  const lastUpdate = timeIn(before.file, 'lastUpdated') ?? -Infinity
  const firstNewIndex = history.findIndex(({ at }) => at !== undefined && at > lastUpdate)
  const end = firstNewIndex === -1 ? history.length : firstNewIndex
  return [
    ...stepsBetween(noStart, history.slice(0, end)),
    ...stepsBetween(startAfter(history[end - 1], before), history.slice(end)),
  ]
})

export type StepFault = 'illegal' | 'early' | 'expired' | 'unmarked'

const faultOfWindow: Readonly<Record<IdleWindow, (isMarked: boolean, isFresh: boolean) => StepFault | undefined>> = {
  live: () => 'early',
  resumes: (isMarked) => (isMarked ? undefined : 'unmarked'),
  expired: (_, isFresh) => (isFresh ? undefined : 'expired'),
}

/** The steps that are not legal, each with what is wrong. */
export function* faultsOf(
  change: SessionChange,
  { configuration }: Pick<GovernanceModel, 'configuration'>,
): Iterable<{ readonly step: Step; readonly fault: StepFault }> {
  const steps = stepsOf(change)
  const lastResumption = steps.findLast(isResumption)
  const resumedAt = timeIn(change.session.file, 'resumedAt')
  for (const step of steps) {
    const edge = edgeOf(step.from, step.to, configuration.allowEdges)
    if (edge === 'no') yield { step, fault: 'illegal' }
    if (edge !== 'window' || step.idle === undefined || step.at === undefined) continue
    const window = idleWindow(step.idle)
    // `resumedAt` belongs to the last resumption: the others show no more than that they came too early.
    if (step !== lastResumption && window !== 'live') continue
    const fault = faultOfWindow[window](resumedAt === step.at, resumedAt === undefined || resumedAt < step.at)
    if (fault) yield { step, fault }
  }
}

/** Whether a change starts a session afresh that was idle too long to be resumed. */
export function isFreshStart(change: SessionChange): boolean {
  const resumedAt = timeIn(change.session.file, 'resumedAt')
  const lastResumption = stepsOf(change).findLast(isResumption)
  if (lastResumption?.idle === undefined || lastResumption.at === undefined) return false
  return idleWindow(lastResumption.idle) === 'expired' && (resumedAt === undefined || resumedAt < lastResumption.at)
}
