import { repositoryKey, type Installed } from './jobs.ts'

/** What a sweep sees in repositories and then tries something with: what stays as it is is not tried again. */
export interface Untried<Item> {
  /** Those that it had not seen the last time. */
  fresh(at: Installed, found: readonly Item[]): readonly Item[]
  /** What went wrong is to be tried again. */
  forget(at: Installed): void
}

/** Remembers in this process what was seen last in each repository. @param keyOf what is another where it is to be tried again */
export function untried<Item>(keyOf: (item: Item) => string): Untried<Item> {
  const seen = new Map<string, ReadonlySet<string>>()
  return {
    fresh(at, found) {
      const place = repositoryKey(at)
      const before = seen.get(place)
      seen.set(place, new Set(found.map(keyOf)))
      return found.filter((each) => !before?.has(keyOf(each)))
    },
    forget: (at) => void seen.delete(repositoryKey(at)),
  }
}
