import { RetryLater, type Notes } from '../../core/lanes.ts'
import { hour } from '../../core/time.ts'

/**
 * What all processes know of the limits of each installation: where the host says that one has to wait, none of them
 * begins anything.
 */
export interface SharedLimits {
  /** @throws RetryLater while an installation has to wait */
  pass(installation: number): Promise<void>
  /** Takes note that an installation has to wait, until a time in milliseconds since 1970. */
  wait(installation: number, until: number): Promise<void>
}

/**
 * Where the clock of another process says that the time is over already, it is looked again after so many milliseconds.
 */
const minWait = 2000

/** @param now milliseconds since 1970 */
export const sharedLimits = (notes: Notes, now: () => number): SharedLimits => ({
  async pass(installation) {
    const [until] = await notes.get('hold', [String(installation)])
    if (until !== undefined) throw new RetryLater(Math.max(Number(until), now() + minWait))
  },
  async wait(installation, until) {
    const remaining = Math.min(hour, until - now())
    if (remaining > 0) await notes.put('hold', String(installation), String(until), remaining / 1000)
  },
})
