import { minute } from './time.ts'

/**
 * Work that waits, by lane: the items of a lane are done in the order of their arrival, one batch at a time; lanes go
 * on side by side. How durable waiting items are depends on the implementation; each one passes the same contract test.
 */
export interface Lanes<Item> {
  /**
   * Settles when the items are as durable as they get. @throws QueueUnavailable where they cannot be taken: then none
   * of them is.
   */
  add(lane: string, items: readonly Item[]): Promise<void>
  /** Whether anything of a lane waits or is under way. */
  has(lane: string): Promise<boolean>
  depth(): Promise<QueueDepth>
  /** Begins no more batches; settles when those under way have ended. */
  stop(): Promise<void>
  /** Settles when nothing waits and nothing is under way. */
  idle(): Promise<void>
}

/** How much waits or is under way. */
export interface QueueDepth {
  readonly lanes: number
  readonly items: number
  /** When the oldest of the items arrived, in milliseconds since 1970; absent: there is none. */
  readonly oldest: number | undefined
}

/**
 * Does one batch of a lane, {@link maxBatch} items at most. It reports failures of single items itself, and rejects
 * with {@link RetryLater} or {@link LaneTaken} alone; anything else ends the batch as if it were done.
 *
 * @param hold is called before everything that changes the host. It rejects with {@link LaneTaken} where the lane is
 * another process's by now
 * @param aside waits for something that other lanes need not wait for: they have the place of this one until then
 */
export type Run<Item> = (
  lane: string,
  items: readonly Item[],
  hold: () => Promise<void>,
  aside: WaitAside,
) => Promise<void>

export type WaitAside = <Result>(waiting: Promise<Result>) => Promise<Result>

/** How many items are done together at most. */
export const maxBatch = 100

/**
 * A run that throws this is started again at that time, with the items that are left; other lanes have its place until
 * then.
 */
export class RetryLater extends Error {
  override readonly name = 'RetryLater'
  /** Milliseconds since 1970. */
  readonly until: number
  /** The items that are not done; absent: the whole batch. */
  readonly remaining: readonly unknown[] | undefined

  constructor(until: number, remaining?: readonly unknown[]) {
    super('This lane goes on later.')
    this.until = until
    this.remaining = remaining
  }
}

/**
 * A lane waits this long at most before it is started again, in milliseconds: whatever a clock says, nothing is put off
 * for ever.
 */
export const maxWait = minute

/** The lane is another process's by now: nothing more of the batch may be done here. */
export class LaneTaken extends Error {
  override readonly name = 'LaneTaken'

  constructor() {
    super('This lane is being worked on elsewhere.')
  }
}

/** Nothing can be taken now: the sender has to send it again. */
export class QueueUnavailable extends Error {
  override readonly name = 'QueueUnavailable'

  constructor() {
    super('Nothing can be taken now.')
  }
}

/** Finds which of these starts of processes are still running, where processes know that of each other. */
export type FindLiveBoots = (boots: readonly string[]) => Promise<ReadonlySet<string>>

/** How much may be taken in any span of time. */
export interface Allowance {
  readonly most: number
  /** The length of the span, in milliseconds. */
  readonly within: number
}

export interface Taken {
  readonly count: number
  /** In how many milliseconds there is more, if that is less than what is wanted; otherwise zero. */
  readonly wait: number
}

/**
 * What was taken is counted by parts of an allowance's time, this many: each counts until the whole time has passed
 * since its end.
 */
export const allowanceParts = 6

/** Who takes of an allowance. */
export interface Waiter {
  readonly name: string
  /** Since when they wait, in milliseconds since 1970: who came first gets first what there is. */
  readonly since: number
}

export interface TakeOptions {
  /** The least that is of use: less is not taken. */
  readonly least?: number
  /** Absent: the amount is taken without regard to the line of waiters. */
  readonly waiter?: Waiter
}

/**
 * What is kept for waiters who got less than they want, from all that came later: until so long after the time that
 * they were told to wait, in milliseconds.
 */
export const waiterPatience = minute

/** How long it takes until one looks again where there is enough but for those who came before, in milliseconds. */
export const lineWait = 10_000

/** Values that all who share the memory keep for a time, and that may be lost at any time. */
export interface Notes {
  /**
   * Keeps a value for this many seconds, in place of the one before; zero: forgets it.
   *
   * @returns whether there was none before
   */
  put(kind: string, key: string, value: string, seconds: number): Promise<boolean>
  /** The values of some keys, in their order. */
  get(kind: string, keys: readonly string[]): Promise<readonly (string | undefined)[]>
  /**
   * Takes as much of what is wanted as all allowances, and the waiters who came before, leave. Where nothing is wanted,
   * it says whether anything is left. All who share the memory have the same clock for this.
   */
  take(
    kind: string,
    key: string,
    wanted: number,
    allowances: readonly Allowance[],
    options?: TakeOptions,
  ): Promise<Taken>
}
