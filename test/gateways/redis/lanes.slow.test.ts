import { Job, Queue } from 'bullmq'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { setTimeout as pause } from 'node:timers/promises'
import { LaneTaken, RetryLater, QueueUnavailable, type Run } from '../../../src/core/lanes.ts'
import { connectRedis, type RedisConnection } from '../../../src/gateways/redis/connection.ts'
import { redisLanes, type RedisLanesOptions } from '../../../src/gateways/redis/lanes.ts'
import { redisNotes } from '../../../src/gateways/redis/notes.ts'
import { waitLimit } from '../../hang.ts'
import { redisProxy } from './proxy.ts'
import { isWithoutServer, startRedis, type RedisServer } from './server.ts'

const eventually = (holds: () => unknown) => vi.waitFor(holds, { timeout: waitLimit, interval: 10 })

const times = { lock: 400, stalled: 200, mending: 150 }

describe.skipIf(isWithoutServer)('lanes in Redis', () => {
  let server: RedisServer
  const connections: RedisConnection[] = []
  const ends: (() => unknown)[] = []
  let app = 0

  /** A process's connections; those of one test share their keys. */
  const connected = async () => {
    const connection = await connectRedis(server.url, app)
    connections.push(connection)
    return connection
  }

  /** Lanes of one process, which write down what they begin. */
  const process = async (
    work: Run<string> = () => Promise.resolve(),
    extraOptions: Partial<RedisLanesOptions<string>> = {},
    opened?: RedisConnection,
  ) => {
    const connection = opened ?? (await connected())
    const begun: string[] = []
    const aside: unknown[] = []
    const noted: string[] = []
    const run: Run<string> = (lane, items, hold, away) => {
      begun.push(`${lane}: ${items.join(' ')}`)
      return work(lane, items, hold, away)
    }
    const lanes = redisLanes(connection, run, {
      queue: 'lanes',
      places: 4,
      times,
      now: Date.now,
      parse: (value) => (typeof value === 'string' ? value : undefined),
      setAside: (item, why) => void aside.push([item, why]),
      failed: (error) => aside.push(error),
      noted: (event, lane = '') => noted.push(`${event} ${lane}`.trim()),
      ...extraOptions,
    })
    ends.push(() => void lanes.stop())
    return { connection, lanes, begun, aside, noted }
  }
  const list = (lane: string) => `{baton:${app}}:in:lanes:${encodeURIComponent(lane)}`
  const never = () => new Promise<void>(() => undefined)

  beforeAll(async () => {
    server = await startRedis()
  })
  beforeEach(() => {
    app += 1
  })
  afterEach(async () => {
    for (const end of ends.splice(0)) end()
    // A lane that is stopped may still say so.
    await pause(20)
    for (const connection of connections.splice(0)) connection.close()
  })
  afterAll(() => server.close())

  it('are done by any process, and no lane by two', async () => {
    const running = new Set<string>()
    const doneItems: string[] = []
    const work: Run<string> = async (lane, items) => {
      expect(running.has(lane)).toBe(false)
      running.add(lane)
      await pause(2)
      running.delete(lane)
      doneItems.push(...items.map((item) => `${lane} ${item}`))
    }
    const all = [await process(work), await process(work), await process(work)]
    const expected: string[] = []
    for (let item = 0; item < 300; item++) {
      const lane = `r${item % 20}`
      expected.push(`${lane} ${item}`)
      await all[item % 3]?.lanes.add(lane, [String(item)])
    }
    await all[0]?.lanes.idle()
    expect(doneItems.toSorted()).toEqual(expected.toSorted())
    for (let lane = 0; lane < 20; lane++) {
      const ofLane = (item: string) => item.startsWith(`r${lane} `)
      expect(doneItems.filter(ofLane)).toEqual(expected.filter(ofLane))
    }
    expect(all.filter(({ begun }) => begun.length > 0).length).toBe(3)
  })

  it('are of one App: another one on the same server sees nothing of them', async () => {
    const firstProcess = await process(never)
    await firstProcess.lanes.add('one', ['a'])
    app += 1
    const secondProcess = await process()
    expect(await secondProcess.lanes.depth()).toMatchObject({ items: 0 })
    expect(await secondProcess.lanes.has('one')).toBe(false)
    expect(secondProcess.begun).toEqual([])
  })

  it('lose nothing with their tokens', async () => {
    const first = await process(never, { places: 1 })
    await first.lanes.add('busy', ['x'])
    await eventually(() => expect(first.begun).toEqual(['busy: x']))
    await first.lanes.add('one', ['a'])
    const tokens = new Queue('lanes', { connection: first.connection.commands, prefix: first.connection.prefix })
    await tokens.drain(true)
    expect(await tokens.getWaitingCount()).toBe(0)
    const second = await process()
    await eventually(() => expect(second.begun).toEqual(['one: a']))
    expect([...first.noted, ...second.noted]).toContain('mended one')
  })

  it('begin anew where all of Redis is lost in the midst of work, which then changes nothing more', async () => {
    const holdErrors: unknown[] = []
    let go = () => {}
    const gate = new Promise<void>((resolve) => (go = resolve))
    const { connection, lanes, begun } = await process(async (_, items, hold) => {
      if (!items.includes('a')) return
      await gate
      await hold().catch((error: unknown) => holdErrors.push(error))
      throw new LaneTaken()
    })
    await lanes.add('one', ['a'])
    await eventually(() => expect(begun).toEqual(['one: a']))
    await connection.commands.flushall()
    go()
    await eventually(() => expect(holdErrors).toEqual([expect.any(LaneTaken)]))
    await lanes.add('one', ['b'])
    await lanes.idle()
    expect(begun).toEqual(['one: a', 'one: b'])
  })

  it('are taken over from a process that is frozen, which may change nothing when it wakes up', async () => {
    let wake = () => {}
    const gate = new Promise<void>((resolve) => (wake = resolve))
    const holdErrors: unknown[] = []
    const frozen = await process(
      async (_lane, _items, hold) => {
        await gate
        await hold().catch((error: unknown) => holdErrors.push(error))
        throw new LaneTaken()
      },
      { places: 1 },
    )
    await frozen.lanes.add('one', ['a', 'b'])
    await eventually(() => expect(frozen.begun).toEqual(['one: a b']))
    const tokens = new Queue('lanes', { connection: frozen.connection.commands, prefix: frozen.connection.prefix })
    const [job] = await tokens.getActive()
    await frozen.connection.commands.del(`${tokens.toKey(job?.id ?? '')}:lock`)
    const secondProcess = await process()
    await eventually(() => expect(secondProcess.begun).toEqual(['one: a b']))
    wake()
    await eventually(() => expect(holdErrors).toEqual([expect.any(LaneTaken)]))
    await secondProcess.lanes.idle()
    expect(secondProcess.begun).toEqual(['one: a b'])
    await eventually(() => expect(frozen.noted.filter((event) => event === 'lost')).toEqual(['lost']))
    // The one that goes on with it says so, once.
    expect([...frozen.noted, ...secondProcess.noted].filter((event) => event.startsWith('taken'))).toEqual([
      'taken-over one',
    ])
    expect(secondProcess.noted).toContain('taken-over one')
    expect(secondProcess.noted).not.toContain('lost')
  })

  it('that are put off after they were taken over are not taken over again', async () => {
    const frozen = await process(never, { places: 1 })
    await frozen.lanes.add('one', ['a'])
    await eventually(() => expect(frozen.begun).toEqual(['one: a']))
    frozen.connection.close()
    const second = await process((_, items) =>
      second.begun.length < 4 ? Promise.reject(new RetryLater(Date.now() + 20, items)) : Promise.resolve(),
    )
    await second.lanes.idle()
    expect(second.begun.length).toBe(4)
    expect(second.noted.filter((event) => event.startsWith('taken'))).toEqual(['taken-over one'])
  })

  it('keep what a process has not done, and what it has not begun', async () => {
    const first = await process(never, { places: 1 })
    await first.lanes.add('one', ['a'])
    await eventually(() => expect(first.begun).toEqual(['one: a']))
    await first.lanes.add('one', ['b'])
    // It is gone without a word.
    first.connection.close()
    const second = await process()
    await eventually(() => expect(second.begun.join()).toContain('b'))
    await second.lanes.idle()
    expect(second.begun.join(' ').match(/[ab]\b/g)).toEqual(['a', 'b'])
  })

  it('take nothing while Redis has too few replicas, which is told once for each refusal, and no fault', async () => {
    const refused = vi.fn<() => void>()
    const { connection, lanes, begun, aside } = await process(undefined, { refused })
    await connection.commands.config('SET', 'min-replicas-to-write', '1')
    try {
      for (const item of ['a', 'b']) await expect(lanes.add('one', [item])).rejects.toThrow(QueueUnavailable)
      await pause(500)
    } finally {
      await connection.commands.config('SET', 'min-replicas-to-write', '0')
    }
    expect(refused).toHaveBeenCalledTimes(2)
    expect(aside).toEqual([])
    await lanes.add('one', ['c'])
    await lanes.idle()
    expect(begun.join(' ')).toContain('c')
  })

  it('leave items of another version to processes that know it, in their order', async () => {
    const otherVersion = vi.fn<(lane: string) => void>()
    const { connection, lanes, begun } = await process(undefined, { otherVersion })
    const laterItem = JSON.stringify({ v: 2, at: Date.now(), id: 'x', item: { from: 'later' } })
    await connection.commands.rpush(list('one'), laterItem)
    await lanes.add('one', ['b'])
    await pause(300)
    expect(begun).toEqual([])
    expect(otherVersion.mock.calls).toEqual([['one']])
    await connection.commands.lrem(list('one'), 1, laterItem)
    expect(await connection.commands.llen(list('one'))).toBe(1)
  })

  it.each([
    ['no JSON', '{'],
    ['no object', '7'],
    ['without a version', '{"item":"a"}'],
    ['of a version that cannot be', JSON.stringify({ v: 1.5, at: 1, id: 'x', item: 'a' })],
    ['of a version before the first', JSON.stringify({ v: 0, at: 1, id: 'x', item: 'a' })],
    ['of another form', JSON.stringify({ v: 1, at: 1, id: 'x', item: { do: 'harm' } })],
    ['without a time', JSON.stringify({ v: 1, id: 'x', item: 'a' })],
  ])('put aside what has not the form of an item: %s', async (_, raw) => {
    const { connection, lanes, begun, aside } = await process()
    await connection.commands.rpush(list('one'), raw)
    await lanes.add('one', ['b'])
    await lanes.idle()
    expect(begun).toEqual(['one: b'])
    expect(aside).toEqual([[undefined, 'form']])
    expect(await connection.commands.lrange(`${connection.prefix}:aside`, 0, -1)).toEqual([raw])
    expect(await connection.commands.ttl(`${connection.prefix}:aside`)).toBeGreaterThan(6 * 86_400)
  })

  it('take an item alone from the third try on, and put it aside after five, with all others done', async () => {
    const doneItems: string[] = []
    const { connection, lanes, begun, aside } = await process((_, items) => {
      if (items.includes('deadly')) return Promise.reject(new LaneTaken())
      doneItems.push(...items)
      return Promise.resolve()
    })
    await lanes.add('one', ['a', 'deadly', 'b'])
    await lanes.idle()
    expect(begun).toEqual([
      'one: a deadly b',
      'one: a deadly b',
      'one: a',
      'one: deadly',
      'one: deadly',
      'one: deadly',
      'one: b',
    ])
    expect(doneItems).toEqual(['a', 'b'])
    expect(aside).toEqual([['deadly', 'tries']])
    expect(await connection.commands.hlen(`${connection.prefix}:tries:lanes`)).toBe(0)
  })

  it('leave places to others: one sharer holds its share of a process, and what is above it comes back', async () => {
    const ends: (() => void)[] = []
    const { lanes, begun } = await process(() => new Promise((resolve) => void ends.push(resolve)), {
      places: 3,
      share: { of: (item) => item, maxPlaces: 2 },
    })
    for (const lane of ['1', '2', '3', '4']) await lanes.add(lane, ['a'])
    await lanes.add('5', ['b'])
    await eventually(() => expect(begun.toSorted()).toEqual(['1: a', '2: a', '5: b']))
    await pause(200)
    expect(begun.length).toBe(3)
    const timer = setInterval(() => {
      for (const end of ends.splice(0)) end()
    }, 10)
    await lanes.idle()
    clearInterval(timer)
    expect(begun.toSorted()).toEqual(['1: a', '2: a', '3: a', '4: a', '5: b'])
  })

  describe('that is away', () => {
    it('refuse what comes at once, and do what waited when it is back', async () => {
      let go = () => {}
      const gate = new Promise<void>((resolve) => (go = resolve))
      const { connection, lanes, begun } = await process((_, items) => (items.includes('a') ? gate : Promise.resolve()))
      await lanes.add('one', ['a'])
      await eventually(() => expect(begun).toEqual(['one: a']))
      await lanes.add('one', ['b'])
      const back = vi.fn<() => void>()
      connection.onBack(back)
      await pause(1100) // Redis writes its log each second.
      await server.kill()
      await eventually(() => expect(connection.awaySince()).toBeDefined())
      await expect(lanes.add('two', ['x'])).rejects.toThrow(QueueUnavailable)
      await expect(redisNotes(connection).put('kind', 'key', '', 60)).rejects.toThrow(QueueUnavailable)
      go()
      await server.start()
      await eventually(() => expect(back).toHaveBeenCalledTimes(1))
      expect(connection.awaySince()).toBeUndefined()
      await lanes.idle()
      expect(begun).toEqual(['one: a', 'one: b'])
    })

    it('lets no work change anything meanwhile', async () => {
      const holdErrors: unknown[] = []
      let go = () => {}
      const gate = new Promise<void>((resolve) => (go = resolve))
      const { connection, lanes, begun } = await process(async (_lane, _items, hold) => {
        await gate
        await hold().catch((error: unknown) => holdErrors.push(error))
      })
      await lanes.add('one', ['a'])
      await eventually(() => expect(begun).toEqual(['one: a']))
      await server.kill()
      await eventually(() => expect(connection.awaySince()).toBeDefined())
      go()
      await eventually(() => expect(holdErrors).toEqual([expect.any(LaneTaken)]))
      await server.start()
    })

    it('refuse after five seconds where it hangs just as they are opened, and do what it took without saying so', async () => {
      const opened = await connected()
      server.signal('SIGSTOP')
      const { lanes, begun } = await process(undefined, {}, opened)
      const asked = Date.now()
      try {
        await expect(lanes.add('one', ['a'])).rejects.toThrow(QueueUnavailable)
        expect(Date.now() - asked).toBeGreaterThan(4500)
      } finally {
        // The tests after it use the same server.
        server.signal('SIGCONT')
      }
      await lanes.add('two', ['b'])
      await eventually(() => expect(begun.toSorted()).toEqual(['one: a', 'two: b']))
    })
  })

  /** Lanes behind a proxy, which write down what they do. */
  const behindProxy = async (work: Run<string> = () => Promise.resolve()) => {
    const proxy = await redisProxy(server.url)
    ends.push(() => proxy.close())
    app += 1
    const opened = await connectRedis(proxy.url, app)
    connections.push(opened)
    return { proxy, ...(await process(work, {}, opened)) }
  }

  it('lose nothing and keep their order where the connection is cut after any command', async () => {
    const cut = async (commands: number) => {
      const { proxy, lanes, begun } = await behindProxy()
      const add = async (item: string) => {
        for (;;) {
          const isTaken = await lanes.add('one', [item]).then(
            () => true,
            () => false,
          )
          if (isTaken) return
          await pause(20)
        }
      }
      proxy.cutAfter(commands)
      for (const item of ['a', 'b', 'c']) await add(item)
      await eventually(async () => expect((await lanes.depth().catch(() => undefined))?.items).toBe(0))
      const doneItems = begun.flatMap((batch) => batch.replace('one: ', '').split(' '))
      return [...new Set(doneItems)]
    }
    const counts = [1, 2, 3, 4, 6, 8, 11, 14, 18, 23, 29]
    // The number of the App is taken before anything is waited for.
    const all: Promise<readonly string[]>[] = []
    for (const count of counts) all.push(cut(count))
    expect(await Promise.all(all)).toEqual(counts.map(() => ['a', 'b', 'c']))
  })

  it('go on where every answer is late, and may still hold their lanes', async () => {
    const holdResults: unknown[] = []
    const { proxy, lanes, begun } = await behindProxy(async (_lane, _items, hold) => {
      holdResults.push(await hold().catch((error: unknown) => error))
    })
    proxy.delay(30)
    await Promise.all(['one', 'two', 'three'].map((lane) => lanes.add(lane, ['a'])))
    await lanes.idle()
    expect(begun.toSorted()).toEqual(['one: a', 'three: a', 'two: a'])
    expect(holdResults).toEqual([undefined, undefined, undefined])
  })

  it('put aside what is larger than an item may be, and go on with the rest', async () => {
    const { connection, lanes, begun, aside } = await process()
    const large = JSON.stringify({ v: 1, at: 1, id: 'x', item: 'x'.repeat(5 << 20) })
    await connection.commands.rpush(list('one'), large)
    await lanes.add('one', ['b', 'y'.repeat(3 << 20)])
    await lanes.idle()
    expect(begun.map((batch) => batch.length)).toEqual([5 + 1 + 1 + (3 << 20)])
    expect(aside).toEqual([[undefined, 'form']])
    const [asideEntry = ''] = await connection.commands.lrange(`${connection.prefix}:aside`, 0, -1)
    expect(asideEntry.length).toBe(1000)
  })

  it('take no more together than a process can hold', async () => {
    const { lanes, begun } = await process()
    await lanes.add(
      'one',
      Array.from({ length: 7 }, () => 'x'.repeat(3 << 20)),
    )
    await lanes.idle()
    expect(begun.map((batch) => Math.round(batch.length / (3 << 20)))).toEqual([5, 2])
  })

  it('that a process puts off whose clock is an hour ahead do not wait for an hour in the others', async () => {
    const real = () => performance.timeOrigin + performance.now()
    const putOff = vi.spyOn(Job.prototype, 'moveToDelayed')
    const clock = vi.spyOn(Date, 'now').mockImplementation(() => Math.floor(real()) + 3_600_000)
    ends.push(() => putOff.mockRestore())
    ends.push(() => clock.mockRestore())
    const { lanes } = await process((_, [item]) =>
      item === 'a' ? Promise.reject(new RetryLater(Date.now() + 100)) : Promise.resolve(),
    )
    await lanes.add('one', ['a'])
    await eventually(() => expect(putOff).toHaveBeenCalled())
    expect(Math.abs((putOff.mock.calls[0]?.[0] ?? 0) - real())).toBeLessThan(60_000)
  })

  it('refuse what comes where Redis is full, and lose nothing that it has', async () => {
    const full = await startRedis('--maxmemory-policy', 'noeviction')
    ends.push(() => full.close())
    const before = server
    server = full
    const { connection, lanes, begun } = await process()
    server = before
    await lanes.add('one', ['a'])
    await lanes.idle()
    const otherQueue = new Queue('other', { connection: connection.commands, prefix: connection.prefix })
    await otherQueue.add('waits', {})
    await connection.commands.config('SET', 'maxmemory', '1')
    await expect(lanes.add('one', ['b'])).rejects.toThrow(QueueUnavailable)
    expect(await otherQueue.getWaitingCount()).toBe(1)
    await connection.commands.config('SET', 'maxmemory', '0')
    await lanes.add('one', ['c'])
    await lanes.idle()
    expect(begun).toEqual(['one: a', 'one: c'])
  })
})
