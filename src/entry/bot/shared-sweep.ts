import type { Notes } from '../../core/lanes.ts'
import { sweptNote } from './rounds.ts'

const [kind, doneKey] = sweptNote
const begunKey = 'begun'
const wantedKey = 'wanted'

/** For how many seconds a sweep is wanted: longer than the one takes that it waits for. */
const wantedSeconds = 86_400

/** How often one that waits looks whether it may begin, within the time of a claim. */
const looks = 6

interface SharedSweepOptions {
  readonly notes: Notes
  /** For how many seconds a sweep of everything is enough for all processes. */
  readonly enough: number
  /**
   * For how many milliseconds a sweep is left to the process that began it, unless that says again that it goes on, and
   * how long after its end the next one may begin.
   */
  readonly claim: number
  sweepAll(): Promise<void>
  failed(error: unknown): void
}

/** A sweep of everything that one of several processes makes. */
export interface SharedSweep {
  /** Begins it, unless that is done. Where the process that has begun it ends before it is done, another one begins. */
  begin(): Promise<void>
  /** Whether one is wanted, else whether one was begun a short time ago. */
  state(): Promise<'wanted' | 'begun' | 'none'>
  /** A sweep that is done or under way is not enough: one that begins later is needed, in whichever process. */
  want(): Promise<void>
  stop(): void
}

export function sharedSweep({ notes, enough, claim, sweepAll, failed }: SharedSweepOptions): SharedSweep {
  let next: NodeJS.Timeout | undefined
  const noteBegun = (milliseconds: number) => notes.put(kind, begunKey, '', milliseconds / 1000)

  const sweep = async () => {
    const renewal = setInterval(() => void noteBegun(claim).catch(() => false), claim / 3).unref()
    try {
      // A request during this sweep is for the next one.
      await notes.put(kind, wantedKey, '', 0)
      await sweepAll()
      await notes.put(kind, doneKey, '', enough)
    } catch (error) {
      await noteBegun(0)
      throw error
    } finally {
      clearInterval(renewal)
    }
  }

  const begin = async (): Promise<void> => {
    const [done, wanted, begun] = await notes.get(kind, [doneKey, wantedKey, begunKey])
    if (done !== undefined && wanted === undefined) return
    if (begun === undefined && (await noteBegun(claim))) sweep().catch(failed)
    else next = setTimeout(() => void begin().catch(failed), claim / looks).unref()
  }

  return {
    begin,
    state: async () => {
      const [wanted, begun] = await notes.get(kind, [wantedKey, begunKey])
      if (wanted !== undefined) return 'wanted'
      return begun === undefined ? 'none' : 'begun'
    },
    want: async () => {
      await notes.put(kind, wantedKey, '', wantedSeconds)
      await notes.put(kind, doneKey, '', 0)
    },
    stop: () => clearTimeout(next),
  }
}
