import { LRUCache } from 'lru-cache'

/** A part of a cache for values of one kind. It may forget any of them at any time. */
export interface CacheShelf<Value> {
  get(key: string): Value | undefined
  set(key: string, value: Value): void
}

/** Answers that are kept between requests, of many repositories: the most recently used, up to a size. */
export interface Cache {
  /** `size` in bytes, roughly. */
  shelf<Value extends string | object>(name: string, size: (value: Value) => number): CacheShelf<Value>
}

/** The size of a key and its entry, in addition to the value. */
const overhead = 200

export function cache(bytes: number): Cache {
  const entries = new LRUCache<string, string | object>({ maxSize: bytes })
  return {
    shelf: <Value extends string | object>(name: string, size: (value: Value) => number): CacheShelf<Value> => ({
      get: (key) => entries.get(`${name} ${key}`) as Value | undefined,
      set(key, value) {
        const fullKey = `${name} ${key}`
        entries.set(fullKey, value, { size: overhead + 2 * fullKey.length + size(value) })
      },
    }),
  }
}

/** The part of a cache that belongs to a repository: what may be read in one must not be visible in another. */
export const cacheFor = (cache: Cache, repository: string): Cache => ({
  shelf: (name, size) => cache.shelf(`${repository} ${name}`, size),
})
