/** Remembers what a function made of an object. */
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
