import { Later, type Notes } from '../../core/lanes.ts'
import { hour } from '../../core/time.ts'

/** What all processes know of the limits of each installation: where the host says that one has to wait, none of them begins anything. */
export interface SharedLimits {
  /** @throws Later while an installation has to wait */
  pass(installation: number): Promise<void>
  /** Takes note that an installation has to wait, until a time in milliseconds since 1970. */
  wait(installation: number, until: number): Promise<void>
}

/** Where the clock of another process says that the time is over already, it is looked again after so many milliseconds. */
const leastWait = 2000

/** @param now milliseconds since 1970 */
export const sharedLimits = (notes: Notes, now: () => number): SharedLimits => ({
  async pass(installation) {
    const [until] = await notes.get('hold', [String(installation)])
    if (until !== undefined) throw new Later(Math.max(Number(until), now() + leastWait))
  },
  async wait(installation, until) {
    const left = Math.min(hour, until - now())
    if (left > 0) await notes.put('hold', String(installation), String(until), left / 1000)
  },
})
