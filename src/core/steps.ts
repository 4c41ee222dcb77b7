/** Work in steps, between which other work may be done. */
export type Steps<Made> = Generator<undefined, Made>

/** Does all steps at once. */
export function runSteps<Made>(steps: Steps<Made>): Made {
  for (;;) {
    const { done, value } = steps.next()
    if (done === true) return value
  }
}

/** What some steps make, made once. Where two make it side by side, both get what was made first. */
export function onceInSteps<Made>(steps: () => Steps<Made>): () => Steps<Made> {
  let made: { readonly value: Made } | undefined
  return function* () {
    if (made) return made.value
    const value = yield* steps()
    made ??= { value }
    return made.value
  }
}

/** What is made of each element of a list, in a step of its own. */
export function* mapInSteps<Element, Made>(all: Iterable<Element>, make: (element: Element) => Made): Steps<Made[]> {
  const made: Made[] = []
  for (const each of all) {
    made.push(make(each))
    yield
  }
  return made
}
