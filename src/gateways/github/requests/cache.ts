/** A part of a cache for values of one kind. It may forget any of them at any time. */
export interface Shelf<Value> {
  get(key: string): Value | undefined
  set(key: string, value: Value): void
}

/** What is kept between requests, over many repositories: as much as there is room for, the last used. */
export interface Cache {
  /** `size` in bytes, roughly. */
  shelf<Value>(name: string, size: (value: Value) => number): Shelf<Value>
}

/** What a key and its place cost besides. */
const overhead = 200

export function cache(bytes: number): Cache {
  // A Map holds its keys in the order in which they were set: the longest unused is the first.
  const entries = new Map<string, { readonly value: unknown; readonly size: number }>()
  let full = 0

  const drop = (key: string) => {
    full -= entries.get(key)?.size ?? 0
    entries.delete(key)
  }

  return {
    shelf: <Value>(name: string, size: (value: Value) => number): Shelf<Value> => ({
      get(key) {
        const whole = `${name} ${key}`
        const entry = entries.get(whole)
        if (!entry) return undefined
        entries.delete(whole)
        entries.set(whole, entry)
        return entry.value as Value
      },
      set(key, value) {
        const whole = `${name} ${key}`
        drop(whole)
        const entry = { value, size: overhead + 2 * whole.length + size(value) }
        if (entry.size > bytes) return
        entries.set(whole, entry)
        full += entry.size
        for (const oldest of entries.keys()) {
          if (full <= bytes) return
          drop(oldest)
        }
      },
    }),
  }
}

/** The part of a cache that belongs to a repository: what may be seen in one is none of another's business. */
export const within = (cache: Cache, repository: string): Cache => ({ shelf: (name, size) => cache.shelf(`${repository} ${name}`, size) })
