import type { Notes } from './lanes.ts'

/** How many are remembered: those that were used last. */
const most = 100_000

interface Note {
  readonly value: string
  /** Milliseconds since 1970. */
  readonly until: number
}

/** Notes of one process. @param now milliseconds since 1970 */
export function memoryNotes(now: () => number): Notes {
  /** In the order in which they were used. */
  const notes = new Map<string, Note>()
  const nameOf = (kind: string, key: string) => JSON.stringify([kind, key])

  const take = (name: string): Note | undefined => {
    const note = notes.get(name)
    notes.delete(name)
    return note !== undefined && note.until > now() ? note : undefined
  }

  const use = (name: string): string | undefined => {
    const note = take(name)
    if (note) notes.set(name, note)
    return note?.value
  }

  return {
    put(kind, key, value, seconds) {
      const name = nameOf(kind, key)
      const before = take(name)
      if (seconds > 0) notes.set(name, { value, until: now() + seconds * 1000 })
      const [oldest] = notes.keys()
      if (notes.size > most && oldest !== undefined) notes.delete(oldest)
      return Promise.resolve(before === undefined)
    },
    get: (kind, keys) => Promise.resolve(keys.map((key) => use(nameOf(kind, key)))),
  }
}
