/** Those who wait for something to be so, which is looked at again whenever something has happened. */
export class Waiting {
  readonly #looks = new Set<() => void>()

  /** Something has happened. */
  happened(): void {
    for (const look of this.#looks) look()
  }

  /** @throws Error where it is not so in time. */
  async until<Result>(probe: () => Result | undefined | Promise<Result | undefined>, retry: number): Promise<Result> {
    let over = false
    let wake: () => void = () => undefined
    const look = () => wake()
    const timer = setTimeout(() => {
      over = true
      look()
    }, retry)
    this.#looks.add(look)
    try {
      for (;;) {
        // Made before looking, so that nothing that happens meanwhile is missed.
        const next = new Promise<void>((resolve) => (wake = resolve))
        const found = await probe()
        if (found !== undefined) return found
        if (over) throw new Error(`It did not come true within ${retry} ms: ${String(probe)}`)
        await next
      }
    } finally {
      clearTimeout(timer)
      this.#looks.delete(look)
    }
  }
}
