import { randomBytes } from 'node:crypto'
import { hostname } from 'node:os'
import { memoryLanes, type Places } from '../../app/deliveries/memory-lanes.ts'
import { memoryNotes } from '../../app/deliveries/memory-notes.ts'
import type { Replica } from '../../app/deliveries/checking.ts'
import type { Lanes, Notes, Run } from '../../core/lanes.ts'
import type { Job } from './jobs.ts'
import { startRounds } from './rounds.ts'

/** Where the bot's work waits, and what its processes share. */
export interface JobQueue {
  readonly notes: Notes
  readonly replica: Replica
  /**
   * @param name tells the lanes of commands from those of rounds
   * @param givenUp is called with a job that no process came to an end with
   */
  lanes(name: 'lanes' | 'rounds', run: Run<Job>, places: Places<Job>, givenUp: (job: Job) => Promise<void>): Lanes<Job>
  /** Begins the rounds at their times. @returns what ends that */
  rounds: typeof startRounds
  /** Why nothing can be taken now; none: it can. */
  unready(): readonly string[]
  close(): void
}

/** A name for this start of the process. */
export const newBoot = (): string => randomBytes(4).toString('hex')

/** This start of the process, and where it runs, for the log. */
export const replicaName = (boot: string): string => `${hostname()}/${boot}`

/** A queue in this process: what waits is lost with it, and the sweep finds it. */
export const memoryQueue = (now: () => number, boot = newBoot()): JobQueue => ({
  notes: memoryNotes(now),
  replica: { boot },
  lanes: (_, run, places) => memoryLanes(run, places),
  rounds: startRounds,
  unready: () => [],
  close: () => undefined,
})
