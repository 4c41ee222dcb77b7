import { day, hour } from '../../core/time.ts'
import { emptySet } from './result.ts'
import type { Memory } from './memory.ts'

/** The tracking issue as it is, with what it remembers; `undefined` where another account may have written that. */
export interface TrackingIssue {
  readonly open: boolean
  readonly memory: Memory | undefined
}

export interface AuditFindings {
  /** ISO 8601. */
  readonly at: string
  readonly set: string
  readonly fingerprints: readonly string[]
  /** Whether everything could be checked: otherwise a missing finding is not a fixed one. */
  readonly whole: boolean
}

/**
 * What is done with the tracking issue. `note`: its text is rewritten, the issue stays open or closed. `hold`: it would
 * be closed, and is left open for now, which its text says. `settle`: a person has closed it, and what they closed it
 * for is fixed.
 */
export type TrackingAction = 'nothing' | 'open' | 'note' | 'close' | 'reopen' | 'hold' | 'settle'

/** Back-off: a text is not rewritten sooner than that. That may be often, since it notifies no one. */
const minTextInterval = hour

/**
 * Back-off: closing and re-opening notify people. Up to this many per month have no delay; then each waits twice as
 * long as the one before.
 */
const maxFreeTurns = 3
const month = 30 * day
const maxWait = 7 * day

const millisecondsBetween = (from: string, to: string) => Date.parse(to) - Date.parse(from)

/**
 * Whether less than `period` has passed. A recorded time later than now was written by a wrong clock: nothing waits for
 * it.
 */
export const isWithin = (since: string, at: string, period: number) => {
  const elapsed = millisecondsBetween(since, at)
  return elapsed >= 0 && elapsed < period
}

/** The turns of the last month. */
export const recentTurns = (turns: readonly string[], at: string): readonly string[] =>
  turns.filter((turn) => isWithin(turn, at, month))

/** Whether the issue may be closed or re-opened by now. */
function canTurn({ turns }: Memory, at: string): boolean {
  const recentTimes = recentTurns(turns, at)
  const lastTurn = recentTimes.at(-1)
  if (lastTurn === undefined || recentTimes.length < maxFreeTurns) return true
  return millisecondsBetween(lastTurn, at) >= Math.min(day * 2 ** (recentTimes.length - maxFreeTurns), maxWait)
}

const canWrite = (memory: Memory, at: string) => !isWithin(memory.at, at, minTextInterval)

type Situation = 'none' | 'open' | 'closed by us' | 'closed by hand'

function situationOf(trackingIssue: TrackingIssue | undefined, at: string): Situation {
  if (!trackingIssue) return 'none'
  if (trackingIssue.open) return 'open'
  const { memory } = trackingIssue
  if (memory?.ended === 'no') return 'closed by hand'
  // A finding that comes back after more than a month counts as new.
  return memory && millisecondsBetween(memory.at, at) < month ? 'closed by us' : 'none'
}

/** A text that another account has written is ignored: every finding counts as new. */
const unknownMemory = { set: '', ended: 'no', turns: [], fingerprints: [], at: '1970-01-01T00:00:00Z' } as const

/** The step for an open issue. */
function actionWhileOpen(
  memory: Memory | typeof unknownMemory,
  findings: AuditFindings,
  isTurnDue: boolean,
  isWriteDue: boolean,
): TrackingAction {
  const isSame = memory.set === findings.set
  if (findings.set !== emptySet) return isSame || !isWriteDue ? 'nothing' : 'note'
  // A person has opened it again: it stays open until there is news.
  if (memory.ended === 'ours') return 'nothing'
  if (isTurnDue) return 'close'
  return memory.ended === 'held' || !isWriteDue ? 'nothing' : 'hold'
}

/**
 * The step for an issue that a person has closed: it stays closed for the findings of that time, and for any part of
 * them.
 */
function actionAfterManualClose(
  memory: Memory | typeof unknownMemory,
  findings: AuditFindings,
  isTurnDue: boolean,
  isWriteDue: boolean,
): TrackingAction {
  if (memory.set === findings.set) return 'nothing'
  if (findings.set === emptySet) return isWriteDue ? 'settle' : 'nothing'
  const knownFingerprints = new Set(memory.fingerprints)
  const isNew = findings.fingerprints.some((fingerprint) => !knownFingerprints.has(fingerprint))
  if (isNew) return isTurnDue ? 'reopen' : 'nothing'
  return isWriteDue ? 'note' : 'nothing'
}

/**
 * Decides what an audit does about the tracking issue, from its present state and the findings alone: at most one step,
 * and nothing at all where the same is found as before.
 */
export function nextAction(trackingIssue: TrackingIssue | undefined, findings: AuditFindings): TrackingAction {
  const memory = trackingIssue?.memory ?? unknownMemory
  const isTurnDue = trackingIssue?.memory ? canTurn(trackingIssue.memory, findings.at) : true
  const isWriteDue = trackingIssue?.memory ? canWrite(trackingIssue.memory, findings.at) : true
  const hasFindings = findings.set !== emptySet
  const knownFingerprints = new Set<string>(memory.fingerprints)
  if (!findings.whole && findings.fingerprints.every((fingerprint) => knownFingerprints.has(fingerprint)))
    return 'nothing'
  switch (situationOf(trackingIssue, findings.at)) {
    case 'none':
      return hasFindings ? 'open' : 'nothing'
    case 'open':
      return actionWhileOpen(memory, findings, isTurnDue, isWriteDue)
    case 'closed by us':
      return hasFindings && isTurnDue ? 'reopen' : 'nothing'
    case 'closed by hand':
      return actionAfterManualClose(memory, findings, isTurnDue, isWriteDue)
  }
}

/** The state of the issue afterwards, and whether it was closed or opened. */
export const actionEffects = {
  open: { open: true, ended: 'no', turn: false },
  note: { open: undefined, ended: 'no', turn: false },
  close: { open: false, ended: 'ours', turn: true },
  reopen: { open: true, ended: 'no', turn: true },
  hold: { open: true, ended: 'held', turn: false },
  settle: { open: false, ended: 'ours', turn: false },
} as const satisfies Readonly<
  Record<
    Exclude<TrackingAction, 'nothing'>,
    { readonly open: boolean | undefined; readonly ended: Memory['ended']; readonly turn: boolean }
  >
>
