import { randomBytes } from 'node:crypto'
import type { Redis } from 'ioredis'
import * as z from 'zod'
import { maxBatch, type QueueDepth } from '../../core/lanes.ts'
import { day } from '../../core/time.ts'
import type { RedisConnection } from './connection.ts'

/**
 * The forms of items that are read. The last is written: the one before it must still be read, since it may wait when a
 * process is upgraded. A process that meets another form leaves it to processes that know it.
 */
const versions = [1]

/**
 * How often an item is taken together with others, and how often at all: one that ends its process must not end all of
 * them for ever.
 */
const maxTries = { together: 2, most: 5 }

/** How many items that were put aside are kept, and for how many seconds. */
const asideLimits = { items: 1000, seconds: (7 * day) / 1000 }

/** An item as it lies in its list. `v` and `at` come first, so that a script can read them. */
const writtenForm = z.object({ v: z.literal(versions), at: z.number(), id: z.string(), item: z.unknown() })

/** An item that was taken, with what lies in the list for it. */
export interface Entry<Item> {
  readonly raw: string
  readonly id: string
  readonly item: Item
}

/** Why an item was put aside: it does not have the form of one, or no process came to an end with it. */
export type AsideReason = 'form' | 'tries'

export type TakenItems<Item> =
  | { readonly kind: 'none' }
  /** The first item is of another version. */
  | { readonly kind: 'other-version' }
  | {
      readonly kind: 'aside'
      readonly raw: string
      readonly id: string
      readonly item: Item | undefined
      readonly why: AsideReason
    }
  | { readonly kind: 'batch'; readonly entries: readonly Entry<Item>[] }

// Keys: the list of the lane, the set of the lanes that have items, and how often each item was tried.
const scripts = {
  push: `redis.call('RPUSH', KEYS[1], unpack(ARGV, 3)) redis.call('ZADD', KEYS[2], 'NX', ARGV[2], ARGV[1])`,
  done: `for i = 3, #ARGV, 2 do redis.call('LREM', KEYS[1], 1, ARGV[i]) redis.call('HDEL', KEYS[3], ARGV[i + 1]) end
    local head = redis.call('LINDEX', KEYS[1], 0)
    if not head then redis.call('ZREM', KEYS[2], ARGV[1]) return 0 end
    redis.call('ZADD', KEYS[2], string.match(head, '^{"v":%d+,"at":(%d+)') or ARGV[2], ARGV[1])
    return redis.call('LLEN', KEYS[1])`,
  // What is too large is cut, so that it has no form any more, where it lies.
  take: `local found, size = {}, 0
    for i = 0, ARGV[1] - 1 do
      local raw = redis.call('LINDEX', KEYS[1], i)
      if not raw then break end
      if #raw > tonumber(ARGV[2]) then
        raw = string.sub(raw, 1, 1000)
        redis.call('LSET', KEYS[1], i, raw)
      end
      size = size + #raw
      if i > 0 and size > tonumber(ARGV[3]) then break end
      found[i + 1] = raw
    end
    return found`,
  aside: `redis.call('LPUSH', KEYS[1], ARGV[1]) redis.call('LTRIM', KEYS[1], 0, ARGV[2] - 1) redis.call('EXPIRE', KEYS[1], ARGV[3])`,
  count: `for i = 2, #ARGV do redis.call('HINCRBY', KEYS[1], ARGV[i], 1) end redis.call('EXPIRE', KEYS[1], ARGV[1])`,
} as const

const asideKey = (prefix: string) => `${prefix}:aside`

/** How many items of an App were put aside in the last days. */
export const countAside = ({ commands, prefix }: Pick<RedisConnection, 'commands' | 'prefix'>): Promise<number> =>
  commands.llen(asideKey(prefix))

export const encodeKeyPart = (name: string): string => encodeURIComponent(name)

/**
 * How large an item is at most, and how much is taken together. The longest comment, edited, has less than a third of
 * it.
 */
const maxBytes = { item: 4 << 20, batch: 16 << 20 }

/** How many items one call writes: a script takes no more than some thousand arguments. */
const maxWritten = 1000

interface ItemsOptions<Item> {
  readonly prefix: string
  readonly queue: string
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** What was written, where it has the form of an item. */
  readonly parse: (value: unknown) => Item | undefined
}

export function laneItems<Item>({ prefix, queue, now, parse }: ItemsOptions<Item>) {
  const openKey = `${prefix}:open:${queue}`
  const triesKey = `${prefix}:tries:${queue}`
  const listOf = (lane: string) => `${prefix}:in:${queue}:${encodeKeyPart(lane)}`
  const ownId = randomBytes(6).toString('base64url')
  let count = 0

  const write = (item: Item) => JSON.stringify({ v: versions.at(-1), at: now(), id: `${ownId}/${(count += 1)}`, item })

  /** What lies in a list, as far as it can be read. */
  const read = (raw: string): { readonly id: string; readonly item: Item | undefined; readonly isOther: boolean } => {
    let value: unknown
    try {
      value = JSON.parse(raw)
    } catch {
      return { id: '', item: undefined, isOther: false }
    }
    const { data: versioned } = z.object({ v: z.int().positive() }).safeParse(value)
    const { data } = writtenForm.safeParse(value)
    return {
      id: data?.id ?? '',
      item: data && parse(data.item),
      isOther: versioned !== undefined && !versions.includes(versioned.v),
    }
  }

  const removeItems = async (
    redis: Redis,
    lane: string,
    entries: readonly Pick<Entry<Item>, 'raw' | 'id'>[],
  ): Promise<number> =>
    (await redis.eval(
      scripts.done,
      3,
      listOf(lane),
      openKey,
      triesKey,
      lane,
      now(),
      ...entries.flatMap(({ raw, id }) => [raw, id]),
    )) as number

  return {
    async push(redis: Redis, lane: string, items: readonly Item[]): Promise<void> {
      const writtenItems = items.map(write)
      for (let from = 0; from < writtenItems.length; from += maxWritten)
        await redis.eval(
          scripts.push,
          2,
          listOf(lane),
          openKey,
          lane,
          now(),
          ...writtenItems.slice(from, from + maxWritten),
        )
    },

    /** What is next in a lane. A batch ends before an item that is to be taken alone, or that cannot be taken. */
    async take(redis: Redis, lane: string): Promise<TakenItems<Item>> {
      const rawItems = (await redis.eval(
        scripts.take,
        1,
        listOf(lane),
        maxBatch,
        maxBytes.item,
        maxBytes.batch,
      )) as readonly string[]
      const [first] = rawItems
      if (first === undefined) return { kind: 'none' }
      const readItems = rawItems.map((raw) => ({ raw, ...read(raw) }))
      const counts = await redis.hmget(triesKey, ...readItems.map(({ id }) => id))
      const entries: Entry<Item>[] = []
      for (const [index, { raw, id, item, isOther }] of readItems.entries()) {
        const previousTries = Number(counts[index] ?? 0)
        const isFirst = entries.length === 0
        if (isOther || item === undefined || previousTries >= maxTries.most) {
          if (!isFirst) break
          if (isOther) return { kind: 'other-version' }
          return { kind: 'aside', raw, id, item, why: item === undefined ? 'form' : 'tries' }
        }
        if (previousTries >= maxTries.together && !isFirst) break
        entries.push({ raw, id, item })
        if (previousTries >= maxTries.together) break
      }
      return { kind: 'batch', entries }
    },

    begin: (redis: Redis, entries: readonly Entry<Item>[]): Promise<unknown> =>
      redis.eval(scripts.count, 1, triesKey, asideLimits.seconds, ...entries.map(({ id }) => id)),

    /** Forgets that items were tried: they were put off. */
    putOff: async (redis: Redis, entries: readonly Entry<Item>[]): Promise<unknown> =>
      entries.length > 0 ? redis.hdel(triesKey, ...entries.map(({ id }) => id)) : undefined,

    /** Takes items out of their lane. @returns how many are left in it */
    done: removeItems,

    /** Puts an item aside, where an operator can look at it. @returns how many are left in the lane */
    async setAside(redis: Redis, lane: string, entry: Pick<Entry<Item>, 'raw' | 'id'>): Promise<number> {
      await redis.eval(scripts.aside, 1, asideKey(prefix), entry.raw, asideLimits.items, asideLimits.seconds)
      return removeItems(redis, lane, [entry])
    },

    has: async (redis: Redis, lane: string): Promise<boolean> => (await redis.exists(listOf(lane))) > 0,

    /** Lanes whose oldest item came before a time. */
    older: (redis: Redis, time: number): Promise<readonly string[]> =>
      redis.zrangebyscore(openKey, '-inf', String(time)),

    async depth(redis: Redis): Promise<QueueDepth> {
      const scores = await redis.zrangebyscore(openKey, '-inf', '+inf', 'WITHSCORES')
      const lanes = scores.filter((_, index) => index % 2 === 0)
      const pipeline = redis.pipeline()
      for (const lane of lanes) pipeline.llen(listOf(lane))
      const lengths = (await pipeline.exec()) ?? []
      const error = lengths.find(([error]) => error !== null)?.[0]
      // Half of it would look like all.
      if (error) throw error
      const items = lengths.reduce((sum, [, length]) => sum + Number(length), 0)
      return { lanes: lanes.length, items, oldest: scores[1] === undefined ? undefined : Number(scores[1]) }
    },
  }
}
