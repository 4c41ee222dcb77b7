import { QueueUnavailable } from '../../core/lanes.ts'

/** Takes a turn, and gives it back. */
export interface Turns {
  /** Settles when it is one's turn, with what ends that. @throws QueueUnavailable where no more turns are given */
  take(of: string): Promise<() => void>
  /** Gives no more turns. */
  stop(): void
}

interface WaitingTask {
  readonly begin: () => void
  readonly refuse: (reason: Error) => void
}

/**
 * One turn at a time. Those that wait for theirs get it in the order of their arrival, and one of each `of` after the
 * other.
 */
export function turns(): Turns {
  const waiting = new Map<string, WaitingTask[]>()
  const state = { taken: false, stopped: false }

  const pass = () => {
    const [first] = waiting
    if (!first) {
      state.taken = false
      return
    }
    const [of, [next, ...rest]] = first
    waiting.delete(of)
    if (rest.length > 0) waiting.set(of, rest)
    next?.begin()
  }

  return {
    async take(of) {
      if (state.stopped) throw new QueueUnavailable()
      if (state.taken)
        await new Promise<void>((begin, refuse) => {
          waiting.set(of, [...(waiting.get(of) ?? []), { begin, refuse }])
        })
      state.taken = true
      return pass
    },
    stop() {
      state.stopped = true
      for (const { refuse } of [...waiting.values()].flat()) refuse(new QueueUnavailable())
      waiting.clear()
    },
  }
}
