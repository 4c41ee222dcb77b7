/** Computes something when it is first needed, and keeps it. */
export function once<Result>(make: () => Result): () => Result {
  let cached: { readonly value: Result } | undefined
  return () => (cached ??= { value: make() }).value
}

/** Computes something about an object once, and keeps it for as long as the object lives. */
export function memo<Subject extends object, Result>(make: (subject: Subject) => Result): (subject: Subject) => Result {
  const cache = new WeakMap<Subject, { readonly value: Result }>()
  return (subject) => {
    const cached = cache.get(subject)
    if (cached) return cached.value
    const value = make(subject)
    cache.set(subject, { value })
    return value
  }
}

/**
 * Computes something for a key once, and keeps it for as long as the function lives; for no more keys than `maxKeys`,
 * the first ones.
 */
export function memoBy<Key, Result>(make: (key: Key) => Result, maxKeys = Infinity): (key: Key) => Result {
  const cache = new Map<Key, { readonly value: Result }>()
  return (key) => {
    const cached = cache.get(key)
    if (cached) return cached.value
    const value = make(key)
    if (cache.size < maxKeys) cache.set(key, { value })
    return value
  }
}
