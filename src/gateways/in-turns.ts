import type { Steps } from '../core/steps.ts'

const pause = () => new Promise<void>((resolve) => void setImmediate(resolve))

/**
 * For how long at most, in milliseconds, steps are done before other work gets its turn; a single step may take longer.
 */
const batchSize = 10

/** Does work in steps, and lets other work be done in between: one repository must not keep all others waiting. */
export async function runInTurns<Result>(steps: Steps<Result>): Promise<Result> {
  let since = performance.now()
  for (;;) {
    const { done, value } = steps.next()
    if (done === true) return value
    if (performance.now() - since < batchSize) continue
    await pause()
    since = performance.now()
  }
}
