import { LRUCache } from 'lru-cache'

/** A part of a cache for values of one kind. It may forget any of them at any time. */
export interface CacheShelf<Value> {
  get(key: string): Value | undefined
  set(key: string, value: Value): void
}

/** What is kept between requests, over many repositories: as much as there is room for, the last used. */
export interface Cache {
  /** `size` in bytes, roughly. */
  shelf<Value extends string | object>(name: string, size: (value: Value) => number): CacheShelf<Value>
}

/** What a key and its place cost besides. */
const overhead = 200

export function cache(bytes: number): Cache {
  const entries = new LRUCache<string, string | object>({ maxSize: bytes })
  return {
    shelf: <Value extends string | object>(name: string, size: (value: Value) => number): CacheShelf<Value> => ({
      get: (key) => entries.get(`${name} ${key}`) as Value | undefined,
      set(key, value) {
        const whole = `${name} ${key}`
        entries.set(whole, value, { size: overhead + 2 * whole.length + size(value) })
      },
    }),
  }
}

/** The part of a cache that belongs to a repository: what may be seen in one is none of another's business. */
export const within = (cache: Cache, repository: string): Cache => ({ shelf: (name, size) => cache.shelf(`${repository} ${name}`, size) })
