import { repositoryKey, type InstalledRepository } from './jobs.ts'

/** Items that a sweep finds in repositories and acts on, each once for as long as it stays the same. */
export interface FreshItems<Item> {
  /** The items that the last sweep of this repository did not find. */
  fresh(at: InstalledRepository, found: readonly Item[]): readonly Item[]
  /** Forgets the items of a repository, so that the next sweep tries them again. */
  forget(at: InstalledRepository): void
}

/**
 * Remembers in this process the items found last in each repository.
 *
 * @param keyOf changes where an item has to be tried again
 */
export function freshItems<Item>(keyOf: (item: Item) => string): FreshItems<Item> {
  const previous = new Map<string, ReadonlySet<string>>()
  return {
    fresh(at, found) {
      const place = repositoryKey(at)
      const before = previous.get(place)
      previous.set(place, new Set(found.map(keyOf)))
      return found.filter((each) => !before?.has(keyOf(each)))
    },
    forget: (at) => void previous.delete(repositoryKey(at)),
  }
}
