import type { Notes } from '../../core/lanes.ts'
import type { Activity } from './activity.ts'
import type { InstalledRepository } from './jobs.ts'
import { sweptNote } from './rounds.ts'
import { spread } from './spread.ts'

/** What the bot lends the rounds of its sweeps. */
interface SweepRoundsOptions {
  /** Milliseconds between rounds; absent: there are none. */
  readonly every: number | undefined
  readonly notes: Notes
  readonly activity: Pick<Activity, 'due'>
  installations(): AsyncIterable<InstalledRepository>
  /** Has GitHub send failed deliveries again. */
  askAgain(): Promise<void>
  /** Has a sweep of one repository wait its turn. */
  ask(repository: InstalledRepository): Promise<void>
  /** Called with the reason why one could not be requested. */
  failed(error: unknown): void
  /** Called where a round has nothing to ask for. */
  succeeded(round: 'sweep'): Promise<void>
}

export interface SweepRounds {
  /** Asks for every repository's at once: at a start, or where deliveries may have been lost. */
  all(): Promise<void>
  /** Asks for those that are due one after the other, over half of the interval at most. */
  round(): Promise<void>
  /** Stops the round. Where some repositories were not swept yet, the next process that starts sweeps at once. */
  stop(): Promise<void>
}

export function makeSweepRounds({
  every,
  notes,
  activity,
  installations,
  askAgain,
  ask,
  failed,
  succeeded,
}: SweepRoundsOptions): SweepRounds {
  const sweeps = spread(ask, (error) => {
    // The queue takes nothing: the others would fail as well, and the next round finds what they would have.
    sweeps.stop()
    failed(error)
  })

  /** Counts what makes a round that is still being prepared needless. */
  let superseded = 0

  return {
    async all() {
      superseded += 1
      sweeps.stop()
      await askAgain()
      for await (const repository of installations()) await ask(repository)
    },
    async round() {
      if (every === undefined) return
      const before = superseded
      await askAgain()
      const repositories: InstalledRepository[] = []
      for await (const repository of installations()) repositories.push(repository)
      const due = await activity.due(repositories)
      if (repositories.length > 0 && due.length === 0) await succeeded('sweep')
      if (superseded === before) sweeps.over(due, every)
    },
    async stop() {
      superseded += 1
      if (sweeps.stop()) await notes.put(...sweptNote, '', 0).catch(() => false)
    },
  }
}
