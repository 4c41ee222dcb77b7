import { createHash } from 'node:crypto'
import type { Notes } from '../../core/lanes.ts'
import { day } from '../../core/time.ts'
import { repositoryKey, type InstalledRepository } from './jobs.ts'

/** Items that sweeps find in repositories and act on, each once for as long as it stays the same. */
export interface FreshItems<Item> {
  /** The items that the last sweep of this repository did not find. */
  fresh(repository: InstalledRepository, items: readonly Item[]): Promise<readonly Item[]>
  /** Forgets the items of a repository, so that the next sweep tries them again. */
  forget(repository: InstalledRepository): Promise<void>
}

/** How long it is remembered where nothing is swept, in seconds. */
const rememberedSeconds = (3 * day) / 1000

const shortHash = (key: string) => createHash('sha256').update(key).digest('base64url').slice(0, 16)

/**
 * Remembers in notes the items found last in each repository, so that all processes know them.
 *
 * @param kind tells these items from others
 * @param keyOf changes where an item has to be tried again
 */
export function freshItems<Item>(notes: Notes, kind: string, keyOf: (item: Item) => string): FreshItems<Item> {
  return {
    async fresh(repository, items) {
      const place = repositoryKey(repository)
      const [previousNote = ''] = await notes.get(kind, [place])
      const knownKeys = new Set(previousNote.split(' '))
      const keyedItems = items.map((item) => ({ item, key: shortHash(keyOf(item)) }))
      if (previousNote !== '' || keyedItems.length > 0)
        await notes.put(kind, place, keyedItems.map(({ key }) => key).join(' '), rememberedSeconds)
      return keyedItems.flatMap(({ item, key }) => (knownKeys.has(key) ? [] : [item]))
    },
    async forget(repository) {
      await notes.put(kind, repositoryKey(repository), '', 0)
    },
  }
}
