/** Computes something when it is first needed, and keeps it. */
export function once<Made>(make: () => Made): () => Made {
  let made: { readonly value: Made } | undefined
  return () => (made ??= { value: make() }).value
}

/** Computes something about an object once, and keeps it for as long as the object lives. */
export function memo<Subject extends object, Made>(make: (subject: Subject) => Made): (subject: Subject) => Made {
  const known = new WeakMap<Subject, { readonly value: Made }>()
  return (subject) => {
    const before = known.get(subject)
    if (before) return before.value
    const value = make(subject)
    known.set(subject, { value })
    return value
  }
}

/** Computes something for a key once, and keeps it for as long as the function lives; for no more keys than `maxKeys`, the first ones. */
export function memoBy<Key, Made>(make: (key: Key) => Made, maxKeys = Infinity): (key: Key) => Made {
  const known = new Map<Key, { readonly value: Made }>()
  return (key) => {
    const before = known.get(key)
    if (before) return before.value
    const value = make(key)
    if (known.size < maxKeys) known.set(key, { value })
    return value
  }
}
