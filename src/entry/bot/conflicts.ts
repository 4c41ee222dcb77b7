import type { Conflicting } from '../../core/host/conversation.ts'
import { nameOf, type Installed } from './jobs.ts'

/** Which conflicts of pull requests the sweep has seen. */
export interface Conflicts {
  /** The numbers of those that it had not seen the last time: as long as neither side moves, what was left to people stays so. */
  fresh(at: Installed, found: readonly Conflicting[]): readonly number[]
  /** What went wrong is to be tried again. */
  forget(at: Installed): void
}

/** Remembers in this process what the sweep saw last in each repository. */
export function makeConflicts(): Conflicts {
  const seen = new Map<string, ReadonlySet<string>>()
  const keyOf = ({ number, head, base }: Conflicting) => `${number} ${head} ${base}`

  return {
    fresh(at, found) {
      const place = nameOf(at)
      const before = seen.get(place)
      seen.set(place, new Set(found.map(keyOf)))
      return found.filter((each) => !before?.has(keyOf(each))).map(({ number }) => number)
    },
    forget: (at) => void seen.delete(nameOf(at)),
  }
}
