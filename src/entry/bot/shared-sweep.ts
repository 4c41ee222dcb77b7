import type { Notes } from '../../core/lanes.ts'
import { sweptNote } from './rounds.ts'

const [kind, doneKey] = sweptNote
const begunKey = 'begun'

interface SharedSweepOptions {
  readonly notes: Notes
  /** For how many seconds a sweep of everything is enough for all processes. */
  readonly enough: number
  /** For how many milliseconds a sweep is left to the process that began it, unless that says again that it goes on. */
  readonly claim: number
  sweepAll(): Promise<void>
  failed(error: unknown): void
}

/** A sweep of everything that one of several processes makes. */
export interface SharedSweep {
  /** Begins it, unless that is done. Where the process that has begun it ends before it is done, another one begins. */
  begin(): Promise<void>
  /** Whether one of the processes makes it now. */
  isUnderWay(): Promise<boolean>
  /** The next call of `begin`, in any process, finds that nothing is done. */
  forget(): Promise<void>
  stop(): void
}

export function sharedSweep({ notes, enough, claim, sweepAll, failed }: SharedSweepOptions): SharedSweep {
  let next: NodeJS.Timeout | undefined
  const isNoted = async (key: string) => (await notes.get(kind, [key]))[0] !== undefined
  const noteBegun = (milliseconds: number) => notes.put(kind, begunKey, '', milliseconds / 1000)

  const sweep = async () => {
    const renewal = setInterval(() => void noteBegun(claim).catch(() => false), claim / 3).unref()
    try {
      await sweepAll()
      await notes.put(kind, doneKey, '', enough)
    } finally {
      clearInterval(renewal)
      await noteBegun(0)
    }
  }

  const begin = async (): Promise<void> => {
    if (await isNoted(doneKey)) return
    if (!(await isNoted(begunKey)) && (await noteBegun(claim))) sweep().catch(failed)
    else next = setTimeout(() => void begin().catch(failed), claim).unref()
  }

  return {
    begin,
    isUnderWay: () => isNoted(begunKey),
    forget: async () => void (await notes.put(kind, doneKey, '', 0)),
    stop: () => clearTimeout(next),
  }
}
