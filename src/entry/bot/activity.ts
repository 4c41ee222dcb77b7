import { memoryNotes } from '../../app/deliveries/memory-notes.ts'
import type { Notes } from '../../core/lanes.ts'
import { day, hour } from '../../core/time.ts'
import { repositoryKey, type InstalledRepository } from './jobs.ts'

/** Which repositories are in use: the others are swept less often. */
export interface Activity {
  /** Takes note that something came from a repository. Nothing waits for it. */
  heard(repository: InstalledRepository): void
  /**
   * The repositories that a round is to sweep: all of them each hour, in between those from which something came within
   * a day.
   */
  due(repositories: readonly InstalledRepository[]): Promise<readonly InstalledRepository[]>
}

/** In how many milliseconds a process notes a repository once: most deliveries must cost Redis nothing. */
const noteEvery = hour

/** How long it is known at most since when deliveries are noted, in seconds. */
const rememberedSeconds = (30 * day) / 1000

/**
 * Remembers in notes which repositories sent anything, so that all processes know it.
 *
 * @param every milliseconds between rounds
 * @param now milliseconds since 1970
 */
export function activity(notes: Notes, every: number | undefined, now: () => number): Activity {
  const noted = memoryNotes(now)

  return {
    heard(repository) {
      const key = repositoryKey(repository)
      const keyOfHour = `${key} ${Math.floor(now() / noteEvery)}`
      const note = async () => {
        if (await noted.put('heard', keyOfHour, '', noteEvery / 1000))
          await notes.put('heard', key, '', (day + noteEvery) / 1000)
      }
      note().catch(() => noted.put('heard', keyOfHour, '', 0))
    },
    async due(repositories) {
      const [since, swept] = await notes.get('activity', ['since', 'swept'])
      await notes.put('activity', 'since', since ?? String(now()), rememberedSeconds)
      // Where the notes began anew within a day, a repository without one may be in use.
      const isKnown = since !== undefined && now() - Number(since) >= day
      if (isKnown && swept !== undefined) {
        const heard = await notes.get('heard', repositories.map(repositoryKey))
        return repositories.filter((_, index) => heard[index] !== undefined)
      }
      // It ends between two rounds, so that none is missed by a moment.
      await notes.put('activity', 'swept', '', (hour - (every ?? 0) / 2) / 1000)
      return repositories
    },
  }
}
