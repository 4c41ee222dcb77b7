/** Work that waits, by key: what comes for a key while something of it is under way is taken together when that is done. */
export interface Queue<Item> {
  add(key: string, item: Item): void
  /** Takes back what waits and is not begun. */
  drop(key: string, unwanted: (item: Item) => boolean): void
  /** Whether anything of a key waits or is under way. */
  has(key: string): boolean
  /** What waits or is under way. */
  readonly size: number
  /** No more is begun; settles when what is under way has ended. */
  stop(): Promise<void>
  /** Settles when nothing is left. */
  idle(): Promise<void>
}

/**
 * Runs work of one key one after the other, and that of different keys side by side, so many at most.
 *
 * @param run must not reject: whoever adds work has nobody to tell it to
 */
export function queue<Item>(run: (key: string, items: readonly Item[]) => Promise<void>, most: number): Queue<Item> {
  const waiting = new Map<string, Item[]>()
  /** How many items of a key are under way. */
  const running = new Map<string, number>()
  let stopped = false
  const done: (() => void)[] = []

  const settle = () => {
    if (running.size > 0 || (waiting.size > 0 && !stopped)) return
    for (const resolve of done.splice(0)) resolve()
  }

  const begin = () => {
    for (const [key, items] of waiting) {
      if (stopped || running.size >= most) break
      if (running.has(key)) continue
      waiting.delete(key)
      running.set(key, items.length)
      void run(key, items).finally(() => {
        running.delete(key)
        begin()
        settle()
      })
    }
  }

  const ended = () => new Promise<void>((resolve) => void done.push(resolve))

  return {
    add(key, item) {
      if (stopped) return
      const before = waiting.get(key)
      if (before) before.push(item)
      else waiting.set(key, [item])
      // What comes in one breath is taken together.
      queueMicrotask(begin)
    },
    drop(key, unwanted) {
      const left = waiting.get(key)?.filter((item) => !unwanted(item)) ?? []
      if (left.length > 0) waiting.set(key, left)
      else waiting.delete(key)
    },
    has: (key) => waiting.has(key) || running.has(key),
    get size() {
      return [...[...waiting.values()].map(({ length }) => length), ...running.values()].reduce((sum, count) => sum + count, 0)
    },
    stop() {
      stopped = true
      waiting.clear()
      const end = ended()
      settle()
      return end
    },
    idle() {
      const end = ended()
      settle()
      return end
    },
  }
}
