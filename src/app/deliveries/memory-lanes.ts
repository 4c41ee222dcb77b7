import { RetryLater, maxWait, maxBatch, QueueUnavailable, type Lanes, type Run } from '../../core/lanes.ts'

/** How many batches one process does side by side. */
export interface Places<Item> {
  readonly places: number
  /** Work of one kind, of one installation say, that must leave places to others. Absent: all share all places. */
  readonly share?: { readonly of: (item: Item) => string; readonly maxPlaces: number }
  /** Milliseconds since 1970. */
  readonly now: () => number
}

interface Entry<Item> {
  readonly item: Item
  readonly came: number
}

/** A lane of which something waits or is under way. */
interface Lane<Item> {
  readonly key: string
  readonly sharer: string
  waiting: Entry<Item>[]
  underWay: readonly Entry<Item>[]
  /** Wakes it where it was put off. */
  timer: NodeJS.Timeout | undefined
}

/**
 * Lanes of one process: waiting items are lost with it. Sharers of the places take turns, and so do the lanes of each
 * sharer.
 */
export function memoryLanes<Item>(run: Run<Item>, { places, share, now }: Places<Item>): Lanes<Item> {
  const lanes = new Map<string, Lane<Item>>()
  /** Lanes that may begin, by sharer, in the order of their turns. */
  const ready = new Map<string, Set<Lane<Item>>>()
  /** How many places each sharer holds. */
  const placesHeld = new Map<string, number>()
  const state = { free: places, stopped: false }
  let idleListeners: (() => void)[] = []

  const settle = () => {
    if (lanes.size > 0) return
    for (const resolve of idleListeners) resolve()
    idleListeners = []
  }
  const whenIdle = () =>
    new Promise<void>((resolve) => {
      idleListeners.push(resolve)
      settle()
    })

  const lineUp = (lane: Lane<Item>) => {
    const readyLanes = ready.get(lane.sharer) ?? new Set()
    ready.set(lane.sharer, readyLanes.add(lane))
  }

  /** The lane whose turn it is; its sharer's next one comes after those of the others. */
  const next = (): Lane<Item> | undefined => {
    for (const [sharer, readyLanes] of ready) {
      const [lane] = readyLanes
      if (!lane || (share && (placesHeld.get(sharer) ?? 0) >= share.maxPlaces)) continue
      readyLanes.delete(lane)
      ready.delete(sharer)
      if (readyLanes.size > 0) ready.set(sharer, readyLanes)
      return lane
    }
    return undefined
  }

  const begin = () => {
    while (state.free > 0 && !state.stopped) {
      const lane = next()
      if (!lane) return
      void work(lane)
    }
  }

  const take = (lane: Lane<Item>, count: 1 | -1) => {
    state.free -= count
    const heldPlaces = (placesHeld.get(lane.sharer) ?? 0) + count
    if (heldPlaces > 0) placesHeld.set(lane.sharer, heldPlaces)
    else placesHeld.delete(lane.sharer)
  }

  const sleep = (lane: Lane<Item>, until: number) => {
    const wake = () => {
      lane.timer = undefined
      lineUp(lane)
      begin()
    }
    lane.timer = setTimeout(wake, Math.min(maxWait, Math.max(0, until - now())))
  }

  /** The rest of a batch comes before items that arrived meanwhile. */
  const finishBatch = (lane: Lane<Item>, later: RetryLater | undefined) => {
    const leftItems = new Set(later?.remaining ?? [])
    const remaining = later
      ? lane.underWay.filter(({ item }) => later.remaining === undefined || leftItems.has(item))
      : []
    lane.waiting = state.stopped ? [] : [...remaining, ...lane.waiting]
    lane.underWay = []
    if (lane.waiting.length === 0) lanes.delete(lane.key)
    else if (later && remaining.length > 0) sleep(lane, later.until)
    else lineUp(lane)
  }

  /** A lane that goes on takes its place again, even if there is none: it must not wait a second time. */
  const stepAside = async <Result>(lane: Lane<Item>, waiting: Promise<Result>): Promise<Result> => {
    take(lane, -1)
    begin()
    try {
      return await waiting
    } finally {
      take(lane, 1)
    }
  }

  /** Why a batch has to be continued later; `undefined` where it is done. */
  const runOne = async (lane: Lane<Item>): Promise<RetryLater | undefined> => {
    const { key, underWay } = lane
    const items = underWay.map(({ item }) => item)
    try {
      await run(
        key,
        items,
        () => Promise.resolve(),
        (waiting) => stepAside(lane, waiting),
      )
      return undefined
    } catch (error) {
      return error instanceof RetryLater ? error : undefined
    }
  }

  const work = async (lane: Lane<Item>): Promise<void> => {
    lane.underWay = lane.waiting.splice(0, maxBatch)
    take(lane, 1)
    const later = await runOne(lane)
    take(lane, -1)
    finishBatch(lane, later)
    begin()
    settle()
  }

  return {
    add(key, items) {
      if (state.stopped) return Promise.reject(new QueueUnavailable())
      const [first] = items
      if (first === undefined) return Promise.resolve()
      const lane = lanes.get(key) ?? {
        key,
        sharer: share?.of(first) ?? '',
        waiting: [],
        underWay: [],
        timer: undefined,
      }
      lanes.set(key, lane)
      for (const item of items) lane.waiting.push({ item, came: now() })
      if (lane.underWay.length === 0 && lane.timer === undefined) lineUp(lane)
      // Items that arrive in the same turn of the event loop are taken together.
      queueMicrotask(begin)
      return Promise.resolve()
    },
    has: (key) => Promise.resolve(lanes.has(key)),
    depth() {
      const entries = [...lanes.values()].flatMap(({ waiting, underWay }) => [...underWay, ...waiting])
      const oldest = entries.reduce<number | undefined>(
        (oldestSoFar, { came }) => Math.min(oldestSoFar ?? came, came),
        undefined,
      )
      return Promise.resolve({ lanes: lanes.size, items: entries.length, oldest })
    },
    stop() {
      state.stopped = true
      for (const lane of lanes.values()) {
        clearTimeout(lane.timer)
        lane.waiting = []
        if (lane.underWay.length === 0) lanes.delete(lane.key)
      }
      return whenIdle()
    },
    idle: whenIdle,
  }
}
