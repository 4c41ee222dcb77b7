import { hour } from '../../core/time.ts'
import { emptySet } from './result.ts'
import type { HeartbeatData, Counts, Memory } from './memory.ts'
import type { TrackingIssue } from './policy.ts'

/** How long a remembered result may be reused, in milliseconds: a little less than a day, so that a daily audit always checks everything. */
export const longestReuse = 23 * hour

/** What the last complete check found. */
export interface LastResult {
  readonly at: string
  readonly counts: Counts
  /** The digest of the text that the dashboard was to have; absent where none was kept. */
  readonly board?: string | undefined
}

/** The state of the tracking issue; `untracked`: none is kept. */
export type Tracking = TrackingIssue | undefined | 'untracked'

const isFresh = (one: { readonly at: string; readonly holds: string }, at: string): boolean => {
  const [then, now, end] = [one.at, at, one.holds].map((time) => Date.parse(time)) as [number, number, number]
  return then <= now && now < end && now - then < longestReuse
}

/** The fingerprints of the findings in the issue; `undefined` where they cannot be read. */
const fingerprintSetOf = (trackingIssue: TrackingIssue | undefined) => (trackingIssue ? trackingIssue.memory?.set : emptySet)

/** The result of an audit of this very commit, if it is still valid; `undefined`: everything has to be checked. */
export function resultByHeartbeat(tracking: Tracking, beat: HeartbeatData, at: string): LastResult | undefined {
  if (!isFresh(beat, at)) return undefined
  return tracking === 'untracked' || fingerprintSetOf(tracking) === beat.set ? beat : undefined
}

/** What the tracking issue remembers, if it is fresh enough to be compared with the files of another commit before these are read. */
export function memoryToCompare(tracking: Tracking, at: string): Memory | undefined {
  const memory = tracking === 'untracked' ? undefined : tracking?.memory
  return memory && memory.files !== '' && isFresh(memory, at) ? memory : undefined
}
