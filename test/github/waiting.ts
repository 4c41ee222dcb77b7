/** Callers that wait for a condition, which is checked again after every event. */
export class ConditionQueue {
  readonly #checks = new Set<() => void>()

  /** Checks the conditions again. */
  happened(): void {
    for (const check of this.#checks) check()
  }

  /** @throws Error where the condition does not hold in time. */
  async until<Result>(probe: () => Result | undefined | Promise<Result | undefined>, retry: number): Promise<Result> {
    let isOver = false
    let wake: () => void = () => undefined
    const check = () => wake()
    const timer = setTimeout(() => {
      isOver = true
      check()
    }, retry)
    this.#checks.add(check)
    try {
      for (;;) {
        // Made before the probe, so that an event during it is not missed.
        const next = new Promise<void>((resolve) => (wake = resolve))
        const found = await probe()
        if (found !== undefined) return found
        if (isOver) throw new Error(`It did not come true within ${retry} ms: ${String(probe)}`)
        await next
      }
    } finally {
      clearTimeout(timer)
      this.#checks.delete(check)
    }
  }
}
