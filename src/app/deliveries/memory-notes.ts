import { LRUCache } from 'lru-cache'
import type { Notes } from '../../core/lanes.ts'
import { memoryAllowances } from './memory-allowances.ts'

/**
 * How many of a kind are remembered, those that were used last: frequent notes take no room from those that must stay.
 */
const maxNotes = 100_000

interface Note {
  readonly value: string
  /** Milliseconds since 1970. */
  readonly until: number
}

/** Notes of one process. @param now milliseconds since 1970 */
export function memoryNotes(now: () => number): Notes {
  const kinds = new Map<string, LRUCache<string, Note>>()

  const notesOf = (kind: string): LRUCache<string, Note> => {
    // A bound on the size takes room as notes come, one on their number takes all of it at once.
    const notes = kinds.get(kind) ?? new LRUCache<string, Note>({ maxSize: maxNotes, sizeCalculation: () => 1 })
    kinds.set(kind, notes)
    return notes
  }

  const valueOf = (note: Note | undefined): string | undefined =>
    note !== undefined && note.until > now() ? note.value : undefined

  return {
    put(kind, key, value, seconds) {
      const notes = notesOf(kind)
      const isNew = valueOf(notes.peek(key)) === undefined
      if (seconds > 0) notes.set(key, { value, until: now() + seconds * 1000 })
      else notes.delete(key)
      return Promise.resolve(isNew)
    },
    get: (kind, keys) => Promise.resolve(keys.map((key) => valueOf(notesOf(kind).get(key)))),
    take: memoryAllowances(now),
  }
}
