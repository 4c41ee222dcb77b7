import { hour } from '../../core/time.ts'
import { emptySet } from './result.ts'
import type { HeartbeatData, Counts, Memory } from './memory.ts'
import type { TrackingIssue } from './policy.ts'

/**
 * How long a remembered result may be reused, in milliseconds: a little less than a day, so that a daily audit always
 * checks everything.
 */
export const maxReuse = 23 * hour

/** What the last complete check found. */
export interface LastResult {
  /** The commit that was audited; absent where only its heartbeat remembers it. */
  readonly commit?: string | undefined
  readonly at: string
  readonly counts: Counts
  /** The digest of the text that the dashboard was to have; absent where none was kept. */
  readonly board?: string | undefined
}

/** The state of the tracking issue; `untracked`: none is kept. */
export type Tracking = TrackingIssue | undefined | 'untracked'

const isFresh = (result: { readonly at: string; readonly holds: string }, at: string): boolean => {
  const [madeAt, now, end] = [result.at, at, result.holds].map((time) => Date.parse(time)) as [number, number, number]
  return madeAt <= now && now < end && now - madeAt < maxReuse
}

/** The fingerprints of the findings in the issue; `undefined` where they cannot be read. */
const fingerprintSetOf = (trackingIssue: TrackingIssue | undefined) =>
  trackingIssue ? trackingIssue.memory?.set : emptySet

/** The result of an audit of this very commit, if it is still valid; `undefined`: everything has to be checked. */
export function resultByHeartbeat(tracking: Tracking, heartbeat: HeartbeatData, at: string): LastResult | undefined {
  if (!isFresh(heartbeat, at)) return undefined
  if (tracking === 'untracked') return heartbeat
  if (fingerprintSetOf(tracking) !== heartbeat.set) return undefined
  // Where the files are those of a commit that was audited before, the heartbeat has the time of that audit.
  const { memory } = tracking ?? {}
  return { ...heartbeat, ...(memory?.at === heartbeat.at && { commit: memory.commit }) }
}

/**
 * What the tracking issue remembers, if it is fresh enough to be compared with the files of another commit before these
 * are read.
 */
export function memoryToCompare(tracking: Tracking, at: string): Memory | undefined {
  const memory = tracking === 'untracked' ? undefined : tracking?.memory
  return memory && memory.files !== '' && isFresh(memory, at) ? memory : undefined
}
