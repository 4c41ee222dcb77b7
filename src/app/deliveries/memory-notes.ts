import type { Notes } from './lanes.ts'

/** How many of a kind are remembered, those that were used last: what comes often takes no room from what must not be forgotten. */
const most = 100_000

interface Note {
  readonly value: string
  /** Milliseconds since 1970. */
  readonly until: number
}

/** Notes of one process. @param now milliseconds since 1970 */
export function memoryNotes(now: () => number): Notes {
  /** By kind and key, each kind in the order in which they were used. */
  const kinds = new Map<string, Map<string, Note>>()

  const take = (notes: Map<string, Note>, key: string): Note | undefined => {
    const note = notes.get(key)
    notes.delete(key)
    return note !== undefined && note.until > now() ? note : undefined
  }

  const use = (notes: Map<string, Note>, key: string): string | undefined => {
    const note = take(notes, key)
    if (note) notes.set(key, note)
    return note?.value
  }

  return {
    put(kind, key, value, seconds) {
      const notes = kinds.get(kind) ?? new Map<string, Note>()
      kinds.set(kind, notes)
      const before = take(notes, key)
      if (seconds > 0) notes.set(key, { value, until: now() + seconds * 1000 })
      const [oldest] = notes.keys()
      if (notes.size > most && oldest !== undefined) notes.delete(oldest)
      return Promise.resolve(before === undefined)
    },
    get(kind, keys) {
      const notes = kinds.get(kind)
      return Promise.resolve(keys.map((key) => notes && use(notes, key)))
    },
  }
}
