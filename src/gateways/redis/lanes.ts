import { setTimeout as pause } from 'node:timers/promises'
import { DelayedError, WaitingError, Worker, type Job } from 'bullmq'
import {
  LaneTaken,
  RetryLater,
  maxWait,
  QueueUnavailable,
  type Lanes,
  type Run,
  type WaitAside,
} from '../../core/lanes.ts'
import { answerTimeout, type RedisConnection } from './connection.ts'
import { encodeKeyPart, laneItems, type AsideReason, type Entry } from './items.ts'
import { openQueue } from './queue.ts'

/** How long things take, in milliseconds. */
export interface LaneTimes {
  /** How long a lane stays a process's from which nothing is heard. */
  readonly lock: number
  /** How often lanes of such processes are looked for. */
  readonly stalled: number
  /** How often lanes without a token are looked for; younger ones may just be getting theirs. */
  readonly mending: number
}

const defaultTimes: LaneTimes = { lock: 20_000, stalled: 10_000, mending: 30_000 }

/** How long a lane waits for a process that knows the version of its next item, in milliseconds. */
const otherVersionWait = 30_000

/** Lanes above the share of their sharer come back one after the other, this many milliseconds apart. */
const shareGap = 50

/** How long a process whose clock is ahead keeps a lane that is put off, in milliseconds. */
const minPause = 2000

/** How much clocks may differ without that. */
const clockTolerance = 1000

/** How often it is looked whether anything is left, in milliseconds. */
const idleGap = 20

export interface RedisLanesOptions<Item> {
  /** The name of the lanes of all processes that share them. */
  readonly queue: string
  /** How many batches this process does side by side. */
  readonly places: number
  /** Work of one kind that must leave places of this process to others. Absent: all share all places. */
  readonly share?: { readonly of: (item: Item) => string; readonly maxPlaces: number }
  readonly times?: LaneTimes
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** What was written, where it has the form of an item. Not only Baton may have written it. */
  readonly parse: (value: unknown) => Item | undefined
  /** Called before something is put aside, which is not done any more. */
  readonly setAside: (item: Item | undefined, why: AsideReason) => void | Promise<void>
  /** Called with a lane whose next item is of another version, each time that it is looked at. */
  readonly otherVersion?: (lane: string) => void
  /** Called where items could not be taken. */
  readonly refused?: () => void
  /** Called with errors that are not that Redis is away. */
  readonly failed: (error: unknown) => void
  /** Called with what happened to a lane, and with its name where that is known. */
  readonly noted?: (event: LaneEvent, lane?: string) => void
}

/**
 * What may happen to a lane: this process has taken it over from a process that ended or was frozen, this process lost it in that
 * way, or it had waited without a token.
 */
export type LaneEvent = 'taken-over' | 'lost' | 'mended'

interface Token {
  readonly lane: string
}

/**
 * What BullMQ answers where a lane was lost, which a run notices itself, and what every command answers while Redis is
 * away or takes nothing, which the heartbeat notices.
 */
const expectedErrors =
  /could not renew lock|Lock mismatch|Missing (?:lock|key) for job|not in the active state|Connection is closed|ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|Stream isn't writeable|max retries per request|Command timed out|\b(?:OOM|LOADING|READONLY|MISCONF|NOREPLICAS|CLUSTERDOWN|MASTERDOWN) /

/** What BullMQ answers where a batch ends whose lane is another process's by now. */
const lostLaneErrors = /Lock mismatch|Missing (?:lock|key) for job|not in the active state/

const withTimeout = async <Result>(milliseconds: number, waiting: Promise<Result>): Promise<Result> => {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new QueueUnavailable()), milliseconds)
  })
  try {
    return await Promise.race([waiting, timeout])
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Lanes that several processes share: waiting items are as durable as Redis. An item that was taken and not done is
 * taken by another process once the lock on its lane has run out, so that it may be done twice: what it does must be
 * safe to be done again.
 */
export function redisLanes<Item>(
  connection: RedisConnection,
  run: Run<Item>,
  options: RedisLanesOptions<Item>,
): Lanes<Item> {
  const {
    queue: name,
    places,
    share,
    now,
    parse,
    setAside,
    otherVersion = () => undefined,
    refused = () => undefined,
    failed,
    noted = () => undefined,
    times = defaultTimes,
  } = options
  const { prefix, commands, work } = connection
  const items = laneItems({ prefix, queue: name, now, parse })
  /** How many places each sharer holds, and when its next lane above its share may come back. */
  const placesHeld = new Map<string, number>()
  const returnTimes = new Map<string, number>()
  const state = { stopped: false, aside: 0, lost: '' }
  const report = (error: unknown) => {
    if (!expectedErrors.test(error instanceof Error ? error.message : '')) failed(error)
  }

  const tokens = openQueue<Token>(connection, name, report)

  const tokenOf = (lane: string) => `lane-${encodeKeyPart(lane)}`

  /** Gives a lane a token where it has none, or one for later where it is being worked on. */
  const wake = (lane: string): Promise<unknown> =>
    tokens().add(
      'lane',
      { lane },
      { deduplication: { id: tokenOf(lane), keepLastIfActive: true }, removeOnComplete: true, removeOnFail: true },
    )

  const take = (sharer: string, count: 1 | -1) => {
    const heldPlaces = (placesHeld.get(sharer) ?? 0) + count
    if (heldPlaces > 0) placesHeld.set(sharer, heldPlaces)
    else placesHeld.delete(sharer)
  }

  /** Puts a token off. It throws what tells BullMQ so. */
  const delay = async (job: Job<Token>, token: string, milliseconds: number): Promise<never> => {
    // Each process looks by its own clock whether it is time: what one that is ahead puts off must not wait for its
    // time here.
    const [seconds = 0] = await work.time()
    const ahead = Math.max(0, Date.now() - seconds * 1000 - clockTolerance)
    // It would take the lane again at once.
    if (ahead > 0) await pause(Math.min(milliseconds, minPause))
    await job.moveToDelayed(Date.now() - ahead + milliseconds, token)
    throw new DelayedError()
  }

  /** When a lane above the share of its sharer comes back. */
  const turnOf = (sharer: string): number => {
    const time = Math.max(Date.now(), returnTimes.get(sharer) ?? 0) + shareGap
    returnTimes.set(sharer, time)
    return time - Date.now()
  }

  const waitAside =
    (sharer: string): WaitAside =>
    async (waiting) => {
      const movePlace = (count: 1 | -1) => {
        state.aside += count
        worker.concurrency = places + state.aside
        take(sharer, count === 1 ? -1 : 1)
      }
      movePlace(1)
      // A worker with all places taken looks for more only when one ends, or when it is resumed.
      await worker.pause(true)
      await worker.resume()
      try {
        return await waiting
      } finally {
        movePlace(-1)
      }
    }

  /** Rejects where the lane is another process's by now, and where Redis does not say that it is not. */
  const holdFor = (job: Job<Token>, token: string) => async () => {
    if (connection.awaySince() !== undefined) throw new LaneTaken()
    const answer = await withTimeout(answerTimeout, job.extendLock(token, times.lock)).catch(() => 0)
    if (answer !== 1) throw new LaneTaken()
  }

  /** Does a batch. @returns why it goes on later, with the items that are not done */
  const runOne = async (lane: string, entries: readonly Entry<Item>[], hold: () => Promise<void>, aside: WaitAside) => {
    try {
      await run(
        lane,
        entries.map(({ item }) => item),
        hold,
        aside,
      )
    } catch (error) {
      if (error instanceof LaneTaken) throw error
      if (error instanceof RetryLater) return error
    }
    return undefined
  }

  /** Tells of a lane whose process ended or was frozen, once each time. */
  const noteTakeover = ({ id = '', data, stalledCounter }: Job<Token>) => {
    if (stalledCounter === 0) return
    noted('taken-over', data.lane)
    // BullMQ counts for as long as there is the token, which may be put off.
    work.hset(tokens().toKey(id), 'stc', 0).catch(report)
  }

  const workOn = async (job: Job<Token>, token: string): Promise<void> => {
    const { lane } = job.data
    noteTakeover(job)
    const takenItems = await items.take(work, lane)
    if (takenItems.kind === 'none') return
    if (takenItems.kind === 'other-version') {
      otherVersion(lane)
      return delay(job, token, otherVersionWait)
    }
    if (takenItems.kind === 'aside') {
      await setAside(takenItems.item, takenItems.why)
      if ((await items.setAside(work, lane, takenItems)) > 0) await wake(lane)
      return
    }
    const { entries } = takenItems
    const [first] = entries
    const sharer = first && share ? share.of(first.item) : ''
    if (share && (placesHeld.get(sharer) ?? 0) >= share.maxPlaces) return delay(job, token, turnOf(sharer))

    take(sharer, 1)
    try {
      await items.begin(work, entries)
      const later = await runOne(lane, entries, holdFor(job, token), waitAside(sharer))
      const leftEntries = later
        ? entries.filter(({ item }) => later.remaining === undefined || later.remaining.includes(item))
        : []
      const leftSet = new Set(leftEntries)
      const remaining = await items.done(
        work,
        lane,
        entries.filter((entry) => !leftSet.has(entry)),
      )
      if (later && leftEntries.length > 0) {
        await items.putOff(work, leftEntries)
        await delay(job, token, Math.min(maxWait, Math.max(0, later.until - now())))
      } else if (remaining > 0) await wake(lane)
    } finally {
      take(sharer, -1)
    }
  }

  const worker = new Worker<Token>(
    name,
    async (job, token = '') => {
      if (state.stopped) {
        await job.moveToWait(token)
        throw new WaitingError()
      }
      try {
        await workOn(job, token)
      } catch (error) {
        // The token ends with this: while it is still ours, another one is made for what is left.
        if (!(error instanceof DelayedError)) await wake(job.data.lane).catch(() => undefined)
        throw error
      }
    },
    {
      connection: work,
      prefix,
      concurrency: places,
      lockDuration: times.lock,
      stalledInterval: times.stalled,
      maxStalledCount: 1_000_000,
      runRetryDelay: 1000,
    },
  )
  worker.on('error', (error) => {
    // A batch that ends well is reported twice: that it cannot be completed, and that it cannot fail.
    if (lostLaneErrors.test(error.message) && error.message !== state.lost) noted('lost')
    state.lost = lostLaneErrors.test(error.message) ? error.message : ''
    report(error)
  })

  const mend = async () => {
    for (const lane of await items.older(commands, now() - times.mending)) {
      const isMissing = (await tokens().getDeduplicationJobId(tokenOf(lane))) === null
      await wake(lane)
      if (isMissing) noted('mended', lane)
    }
  }
  const tryToMend = () => void mend().catch(report)
  const timer = setInterval(tryToMend, times.mending).unref()
  const forget = connection.onBack(tryToMend)

  return {
    async add(lane, newItems) {
      if (state.stopped) throw new QueueUnavailable()
      if (newItems.length === 0) return
      // What was written when it is refused is found by the mending, and done.
      const write = async () => {
        await items.push(commands, lane, newItems)
        await wake(lane)
      }
      await withTimeout(answerTimeout, write()).catch((error: unknown) => {
        report(error)
        refused()
        throw new QueueUnavailable()
      })
    },
    has: (lane) => items.has(commands, lane),
    depth: () => items.depth(commands),
    async stop() {
      state.stopped = true
      clearInterval(timer)
      forget()
      await worker.close()
      await tokens().close()
    },
    async idle() {
      while ((await items.depth(commands)).lanes > 0) await new Promise((resolve) => setTimeout(resolve, idleGap))
    },
  }
}
