const pause = () => new Promise<void>((resolve) => void setImmediate(resolve))

/** Does work in steps, and lets other work be done in between: one repository must not keep all others waiting. */
export async function unhurried<Made>(steps: Generator<undefined, Made>): Promise<Made> {
  for (;;) {
    const { done, value } = steps.next()
    if (done === true) return value
    await pause()
  }
}
