import { day, hour } from '../../core/time.ts'
import { emptySet } from './result.ts'
import type { Memory } from './memory.ts'

/** The tracking issue as it is, with what it remembers; `undefined` where another account may have written that. */
export interface TrackingIssue {
  readonly open: boolean
  readonly memory: Memory | undefined
}

/** The present findings. */
export interface AuditFindings {
  /** ISO 8601. */
  readonly at: string
  readonly set: string
  readonly fingerprints: readonly string[]
  /** Whether everything could be checked: otherwise a missing finding is not a fixed one. */
  readonly whole: boolean
}

/**
 * What is done with the tracking issue. `note`: its text is rewritten, the issue stays open or closed. `hold`: it would be closed, and is
 * left open for now, which its text says. `settle`: a person has closed it, and what they closed it for is fixed.
 */
export type Action = 'nothing' | 'open' | 'note' | 'close' | 'reopen' | 'hold' | 'settle'

/** Back-off: a text is not rewritten sooner than that. That may be often, since it notifies no one. */
const betweenTexts = hour

/** Back-off: closing and re-opening notify people. Up to this many per month have no delay; then each waits twice as long as the one before. */
const freeTurns = 3
const month = 30 * day
const longestWait = 7 * day

const millisecondsBetween = (from: string, to: string) => Date.parse(to) - Date.parse(from)

/** Whether less than `time` has passed. A recorded time later than now was written by a wrong clock: nothing waits for it. */
export const isWithin = (since: string, at: string, time: number) => {
  const passed = millisecondsBetween(since, at)
  return passed >= 0 && passed < time
}

/** The turns of the last month. */
export const recentTurns = (turns: readonly string[], at: string): readonly string[] => turns.filter((turn) => isWithin(turn, at, month))

/** Whether the issue may be closed or re-opened by now. */
function mayTurn({ turns }: Memory, at: string): boolean {
  const recent = recentTurns(turns, at)
  const last = recent.at(-1)
  if (last === undefined || recent.length < freeTurns) return true
  return millisecondsBetween(last, at) >= Math.min(day * 2 ** (recent.length - freeTurns), longestWait)
}

const mayWrite = (memory: Memory, at: string) => !isWithin(memory.at, at, betweenTexts)

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
const unknown = { set: '', ended: 'no', turns: [], fingerprints: [], at: '1970-01-01T00:00:00Z' } as const

/** The step for an open issue. */
function whileOpen(memory: Memory | typeof unknown, found: AuditFindings, turn: boolean, write: boolean): Action {
  const isSame = memory.set === found.set
  if (found.set !== emptySet) return isSame || !write ? 'nothing' : 'note'
  // A person has opened it again: it stays open until there is news.
  if (memory.ended === 'ours') return 'nothing'
  if (turn) return 'close'
  return memory.ended === 'held' || !write ? 'nothing' : 'hold'
}

/** The step for an issue that a person has closed: it stays closed for the findings of that time, and for any part of them. */
function byHand(memory: Memory | typeof unknown, found: AuditFindings, turn: boolean, write: boolean): Action {
  if (memory.set === found.set) return 'nothing'
  if (found.set === emptySet) return write ? 'settle' : 'nothing'
  const known = new Set(memory.fingerprints)
  const isNew = found.fingerprints.some((each) => !known.has(each))
  if (isNew) return turn ? 'reopen' : 'nothing'
  return write ? 'note' : 'nothing'
}

/**
 * Decides what an audit does about the tracking issue, from its present state and the findings alone: at most one step, and nothing
 * at all where the same is found as before.
 */
export function nextAction(trackingIssue: TrackingIssue | undefined, found: AuditFindings): Action {
  const memory = trackingIssue?.memory ?? unknown
  const turn = trackingIssue?.memory ? mayTurn(trackingIssue.memory, found.at) : true
  const write = trackingIssue?.memory ? mayWrite(trackingIssue.memory, found.at) : true
  const isSomething = found.set !== emptySet
  const known = new Set<string>(memory.fingerprints)
  if (!found.whole && found.fingerprints.every((each) => known.has(each))) return 'nothing'
  switch (situationOf(trackingIssue, found.at)) {
    case 'none':
      return isSomething ? 'open' : 'nothing'
    case 'open':
      return whileOpen(memory, found, turn, write)
    case 'closed by us':
      return isSomething && turn ? 'reopen' : 'nothing'
    case 'closed by hand':
      return byHand(memory, found, turn, write)
  }
}

/** The state of the issue afterwards, and whether it was closed or opened. */
export const effects = {
  open: { open: true, ended: 'no', turn: false },
  note: { open: undefined, ended: 'no', turn: false },
  close: { open: false, ended: 'ours', turn: true },
  reopen: { open: true, ended: 'no', turn: true },
  hold: { open: true, ended: 'held', turn: false },
  settle: { open: false, ended: 'ours', turn: false },
} as const satisfies Readonly<
  Record<Exclude<Action, 'nothing'>, { readonly open: boolean | undefined; readonly ended: Memory['ended']; readonly turn: boolean }>
>
