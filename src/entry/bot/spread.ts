import { minute } from '../../core/time.ts'

/**
 * The longest gap between two of a round in milliseconds; it is shorter where they would take more than half of the
 * interval.
 */
const maxGap = minute

/** What is begun for many repositories, one after the other. */
export interface Spread<Item> {
  /**
   * Begins with each item in its turn, the first at once, in place of those that still wait. @param interval
   * milliseconds between rounds
   */
  over(items: readonly Item[], interval: number): void
  /** Begins with no more of them. @returns whether any waited */
  stop(): boolean
}

/** @param failed is called with the reason why one could not be begun */
export function spread<Item>(begin: (item: Item) => Promise<void>, failed: (error: unknown) => void): Spread<Item> {
  const pendingTimers = new Set<NodeJS.Timeout>()
  const stop = () => {
    const anyWaited = pendingTimers.size > 0
    for (const timer of pendingTimers) clearTimeout(timer)
    pendingTimers.clear()
    return anyWaited
  }
  return {
    over(items, interval) {
      stop()
      const gap = Math.min(maxGap, interval / (2 * items.length))
      for (const [index, item] of items.entries()) {
        const timer = setTimeout(() => {
          pendingTimers.delete(timer)
          begin(item).catch(failed)
        }, index * gap)
        pendingTimers.add(timer)
      }
    },
    stop,
  }
}
