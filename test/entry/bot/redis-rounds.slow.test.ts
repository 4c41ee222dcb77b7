import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { QueueUnavailable } from '../../../src/core/lanes.ts'
import { makeLog } from '../../../src/entry/bot/log.ts'
import { connectRedis } from '../../../src/gateways/redis/connection.ts'
import { redisQueue } from '../../../src/entry/bot/redis-queue.ts'
import { redisProxy } from '../../gateways/redis/proxy.ts'
import { redisNotes } from '../../../src/gateways/redis/notes.ts'
import { isWithoutServer, startRedis } from '../../gateways/redis/server.ts'
import { waitLimit } from '../../hang.ts'
import { times } from './fleet.ts'
import { atEnd, endAll } from './started.ts'

afterEach(endAll)

const eventually = (holds: () => unknown) => vi.waitFor(holds, { timeout: waitLimit, interval: 20 })

/** A process that is connected, and begins its rounds when it is told to. */
async function connected(url: string, failures: unknown[] = []) {
  const { log } = makeLog({ level: 'error', secrets: [], to: { write: (line) => expect.fail(line) } })
  const queue = await redisQueue({ url, app: 1, boot: 'one', log, times })
  const bot = {
    sweepAll: vi.fn<() => Promise<void>>(() => Promise.resolve()),
    sweepRound: vi.fn<() => Promise<void>>(() => Promise.resolve()),
    auditAll: () => Promise.resolve(),
  }
  let isOver = false
  const begin = (sweep: number) => {
    const stop = queue.rounds(bot, { sweep, audit: undefined }, (error) => {
      if (!isOver) failures.push(error)
    })
    atEnd(() => {
      isOver = true
      stop()
      queue.close()
    })
  }
  return {
    ...bot,
    queue,
    begin,
    end() {
      isOver = true
      queue.close()
    },
  }
}

describe.skipIf(isWithoutServer)('with Redis', () => {
  it('the sweep of a start is made at once, and those of the intervals are rounds', async () => {
    const server = await startRedis()
    atEnd(() => server.close())
    const failures: unknown[] = []
    const first = await connected(server.url, failures)
    first.begin(2000)
    await eventually(() => expect(first.sweepRound).toHaveBeenCalledTimes(1))
    expect(first.sweepAll).toHaveBeenCalledTimes(1)
    expect(first.sweepAll.mock.invocationCallOrder[0]).toBeLessThan(first.sweepRound.mock.invocationCallOrder[0] ?? 0)
    expect(failures).toEqual([])
  })

  it('a round that finds Redis away is no error: that it is away is said, and then there is a sweep', async () => {
    const server = await startRedis()
    atEnd(() => server.close())
    const failures: unknown[] = []
    const first = await connected(server.url, failures)
    first.sweepRound.mockRejectedValueOnce(new QueueUnavailable())
    first.sweepRound.mockRejectedValueOnce(new TypeError('It broke'))
    first.begin(1000)
    await eventually(() => expect(first.sweepRound.mock.calls.length).toBeGreaterThan(1))
    await eventually(() => expect(failures).toEqual([new TypeError('It broke')]))
  })

  it('processes that start at once make one sweep, though each has seen that there was none', async () => {
    const server = await startRedis()
    atEnd(() => server.close())
    const proxy = await redisProxy(server.url)
    atEnd(() => proxy.close())
    const failures: unknown[] = []
    const processes = await Promise.all(Array.from({ length: 3 }, () => connected(proxy.url, failures)))
    // All have asked before the first of them has an answer.
    proxy.delay(500)
    for (const { begin } of processes) begin(3_600_000)
    const sweeps = () => processes.reduce((sum, { sweepAll }) => sum + sweepAll.mock.calls.length, 0)
    await eventually(() => expect(sweeps()).toBeGreaterThan(0))
    await pause(1000)
    expect(sweeps()).toBe(1)
    expect(processes.flatMap(({ sweepRound }) => sweepRound.mock.calls)).toEqual([])
    expect(failures).toEqual([])
  })

  it('a sweep whose process ends before it is done is made by another one, and none is made again after it', async () => {
    const server = await startRedis()
    atEnd(() => server.close())
    const [first, second, third] = await Promise.all([1, 2, 3].map(() => connected(server.url)))
    first?.sweepAll.mockReturnValue(new Promise(() => undefined))
    first?.begin(3_600_000)
    await eventually(() => expect(first?.sweepAll).toHaveBeenCalledTimes(1))
    second?.begin(3_600_000)
    await pause(3 * times.claim)
    expect(second?.sweepAll).not.toHaveBeenCalled()
    first?.end()
    await eventually(() => expect(second?.sweepAll).toHaveBeenCalledTimes(1))
    third?.begin(3_600_000)
    await pause(2 * times.claim)
    expect(third?.sweepAll).not.toHaveBeenCalled()
    expect(second?.sweepAll).toHaveBeenCalledTimes(1)
  })

  const outages = [
    { what: 'after the sweep of the one before', isUnderWay: false },
    { what: 'while that sweep is being made', isUnderWay: true },
  ]
  it.each(outages)('an outage $what has a sweep of its own, whoever makes it', async ({ isUnderWay }) => {
    const server = await startRedis()
    atEnd(() => server.close())
    const failures: unknown[] = []
    const processes = await Promise.all([1, 2].map(() => connected(server.url, failures)))
    const sweeps = () => processes.reduce((sum, { sweepAll }) => sum + sweepAll.mock.calls.length, 0)
    let finish: () => void = () => undefined
    for (const { begin, sweepAll } of processes) {
      begin(3_600_000)
      await eventually(() => expect(sweeps()).toBe(1))
      sweepAll.mockImplementationOnce(() =>
        isUnderWay ? new Promise((resolve) => (finish = resolve)) : Promise.resolve(),
      )
    }
    const client = await connectRedis(server.url, 1)
    atEnd(() => client.close())
    const beFull = async () => {
      await client.commands.config('SET', 'maxmemory', '1')
      for (const { queue } of processes) await eventually(() => expect(queue.unready()).toEqual(['redis: full']))
      await client.commands.config('SET', 'maxmemory', '0')
      for (const { queue } of processes) await eventually(() => expect(queue.unready()).toEqual([]))
    }
    await beFull()
    await eventually(() => expect(sweeps()).toBe(2))
    await beFull()
    await pause(2 * times.outage)
    finish()
    await eventually(() => expect(sweeps()).toBe(3))
    await pause(2 * (times.claim + times.outage))
    expect(sweeps()).toBe(3)
    expect(processes.flatMap(({ sweepRound }) => sweepRound.mock.calls)).toEqual([])
    expect(failures).toEqual([])
  })

  it('a sweep that a process wanted which has ended is made at the next round', async () => {
    const server = await startRedis()
    atEnd(() => server.close())
    const client = await connectRedis(server.url, 1)
    atEnd(() => client.close())
    const first = await connected(server.url)
    first.begin(1000)
    await eventually(() => expect(first.sweepAll).toHaveBeenCalledTimes(1))
    await redisNotes(client).put('swept', 'wanted', '', 60)
    await eventually(() => expect(first.sweepAll).toHaveBeenCalledTimes(2))
  })
})
