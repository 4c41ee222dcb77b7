import { Queue } from 'bullmq'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { setTimeout as pause } from 'node:timers/promises'
import type { Lanes } from '../../../src/core/lanes.ts'
import { connectRedis, type RedisConnection } from '../../../src/gateways/redis/connection.ts'
import { redisLanes } from '../../../src/gateways/redis/lanes.ts'
import { redisNotes } from '../../../src/gateways/redis/notes.ts'
import { waitLimit } from '../../hang.ts'
import { lanesKeepTheirPromises, notesKeepTheirPromises } from '../../app/deliveries/lanes-contract.ts'
import { isWithoutRedis, sharedRedis, type RedisServer } from './server.ts'

/** BullMQ's scores of what is put off are milliseconds times this, so that there is room for an order. */
const perMillisecond = 0x1000

describe.skipIf(isWithoutRedis)('with Redis', () => {
  let server: Pick<RedisServer, 'url' | 'close'>
  let connection: RedisConnection
  const made: Lanes<string>[] = []
  const failures: unknown[] = []
  let count = 0
  /** How many milliseconds have passed besides those that have. */
  let passed = 0
  const now = () => Date.now() + passed

  beforeAll(async () => {
    server = await sharedRedis()
    connection = await connectRedis(server.url, Math.floor(Math.random() * 2 ** 40))
  })
  afterEach(async () => {
    // What a test leaves under way would keep its lanes from stopping.
    for (const lanes of made.splice(0)) void lanes.stop()
    const keys = await connection.commands.keys(`${connection.prefix.replace('{', '\\{')}:note:*`)
    if (keys.length > 0) await connection.commands.del(...keys)
  })
  afterAll(async () => {
    connection.close()
    await server.close()
  })

  /** Notes end earlier. */
  const age = async (milliseconds: number) => {
    const { commands, prefix } = connection
    for (const key of await commands.keys(`${prefix.replace('{', '\\{')}:note:*`)) {
      const remainingTime = (await commands.pttl(key)) - milliseconds
      const fields = (await commands.type(key)) === 'hash' ? Object.entries(await commands.hgetall(key)) : []
      // What was taken lies under the time from which it does not count any more; what is wanted, before such a time.
      const earlier = fields.flatMap(([field, value]) => {
        const [want, till] = value.split(' ')
        return till === undefined
          ? [Number(field) - milliseconds, value]
          : [field, `${want} ${Number(till) - milliseconds}`]
      })
      if (fields.length > 0) {
        await commands.hdel(key, ...fields.map(([field]) => field))
        await commands.hset(key, ...earlier)
      }
      if (remainingTime > 0) await commands.pexpire(key, remainingTime)
      else await commands.del(key)
    }
  }

  /** Time passes for what lies in Redis: what was put off comes earlier, and notes end earlier. */
  const pass = async (milliseconds: number) => {
    const { commands, prefix } = connection
    const tokens = new Queue(`q${count}`, { connection: commands, prefix })
    // A lane that has just been put off may be about to be written down as that.
    for (let look = 0; look < 50 && (await tokens.getDelayedCount()) === 0; look++) await pause(10)
    passed += milliseconds
    const delayed = tokens.toKey('delayed')
    for (const job of await tokens.getDelayed()) {
      const at = Number(await commands.zincrby(delayed, -milliseconds * perMillisecond, job.id ?? '')) / perMillisecond
      if (at <= Date.now()) await job.promote()
    }
    await age(milliseconds)
  }

  lanesKeepTheirPromises('of several processes', {
    make(run, places) {
      count += 1
      const parse = (value: unknown) => (typeof value === 'string' ? value : undefined)
      const failed = (error: unknown) => void failures.push(error)
      const lanes = redisLanes<string>(connection, run, {
        queue: `q${count}`,
        places,
        now,
        parse,
        setAside: () => undefined,
        failed,
      })
      made.push(lanes)
      return lanes
    },
    soon: (holds) => vi.waitFor(holds, { timeout: waitLimit, interval: 5 }),
    pass,
    now,
  })
  notesKeepTheirPromises('of several processes', { make: () => redisNotes(connection), pass: age })
  it('report no error of their own', () => {
    expect(failures).toEqual([])
  })
})
