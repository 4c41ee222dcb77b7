/** Work in steps, between which other work may be done. */
export type Steps<Result> = Generator<undefined, Result>

/** Does all steps at once. */
export function runSteps<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const { done, value } = steps.next()
    if (done === true) return value
  }
}

/** What some steps make, made once. Where two make it side by side, both get what was made first. */
export function onceInSteps<Result>(steps: () => Steps<Result>): () => Steps<Result> {
  let cached: { readonly value: Result } | undefined
  return function* () {
    if (cached) return cached.value
    const value = yield* steps()
    cached ??= { value }
    return cached.value
  }
}

/** What is made of each element of a list, in a step of its own. */
export function* mapInSteps<Element, Result>(
  elements: Iterable<Element>,
  make: (element: Element) => Result,
): Steps<Result[]> {
  const results: Result[] = []
  for (const element of elements) {
    results.push(make(element))
    yield
  }
  return results
}
