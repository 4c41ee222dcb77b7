import { LRUCache } from 'lru-cache'
import { allowanceParts, type Notes } from '../../core/lanes.ts'

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
  /** How much was taken, by the time from which it counts no more. */
  const takenAmounts = new LRUCache<string, Map<number, number>>({ maxSize: maxNotes, sizeCalculation: () => 1 })

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
    take(kind, key, wanted, allowances, least = 0) {
      const time = now()
      const shares = allowances.map(({ most, within }) => {
        const name = JSON.stringify([kind, key, within])
        const amounts = takenAmounts.get(name) ?? new Map<number, number>()
        takenAmounts.set(name, amounts)
        const part = within / allowanceParts
        const end = (Math.floor(time / part) + allowanceParts + 1) * part
        // What ends later than what is taken now was taken before the clock was set back.
        for (const until of amounts.keys()) if (until <= time || until > end) amounts.delete(until)
        const used = [...amounts.values()].reduce((sum, amount) => sum + amount, 0)
        return { amounts, end, left: Math.max(0, most - used) }
      })
      const available = Math.min(wanted, ...shares.map(({ left }) => left))
      const count = available < least ? 0 : available
      if (count > 0) for (const { amounts, end } of shares) amounts.set(end, (amounts.get(end) ?? 0) + count)
      const waits = shares
        .filter(({ left }) => available < Math.max(1, wanted) && left === available)
        .map(({ amounts, end }) => Math.min(end, ...amounts.keys()) - time)
      return Promise.resolve({ count, wait: Math.max(0, ...waits) })
    },
  }
}
