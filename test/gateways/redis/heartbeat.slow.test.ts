import { afterEach, describe, expect, it, vi } from 'vitest'
import { QueueUnavailable } from '../../../src/core/lanes.ts'
import { connectRedis } from '../../../src/gateways/redis/connection.ts'
import { heartbeat } from '../../../src/gateways/redis/heartbeat.ts'
import { waitLimit } from '../../hang.ts'
import { isWithoutServer, startRedis } from './server.ts'

const eventually = (holds: () => unknown) => vi.waitFor(holds, { timeout: waitLimit, interval: 10 })

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

describe.skipIf(isWithoutServer)('a process', () => {
  it('is known to live, and knows whether Redis is full, lost, or away', async () => {
    const server = await startRedis('--maxmemory-policy', 'noeviction')
    ends.push(() => server.close())
    const process = async (boot: string) => {
      const connection = await connectRedis(server.url, 1)
      const beats = heartbeat(connection, { boot, every: 50 })
      const end = () => {
        beats.stop()
        connection.close()
      }
      ends.push(end)
      return { connection, beats, end }
    }
    const firstProcess = await process('one')
    const secondProcess = await process('other')
    const living = async () => [...(await firstProcess.beats.alive(['one', 'other', 'third']))]
    await eventually(async () => expect(await living()).toEqual(['one', 'other']))
    secondProcess.end()
    await eventually(async () => expect(await living()).toEqual(['one']))
    expect(await firstProcess.beats.alive([])).toEqual(new Set())
    expect(firstProcess.beats.trouble()).toBeUndefined()

    const { commands } = firstProcess.connection
    await commands.config('SET', 'maxmemory', '1')
    await eventually(() => expect(firstProcess.beats.trouble()).toBe('full'))
    await commands.config('SET', 'maxmemory', '0')
    await eventually(() => expect(firstProcess.beats.trouble()).toBeUndefined())

    const doubt = vi.fn<() => void>()
    const forget = firstProcess.beats.onDoubt(doubt)
    await eventually(async () => expect(await living()).toEqual(['one']))
    doubt.mockClear()
    await commands.flushall()
    await eventually(() => expect(doubt).toHaveBeenCalledTimes(1))

    firstProcess.beats.doubt()
    await eventually(() => expect(doubt).toHaveBeenCalledTimes(2))

    await server.kill()
    await eventually(() => expect(firstProcess.beats.trouble()).toMatch(/^no answer for \d+ s$/))
    await expect(firstProcess.beats.alive(['one'])).rejects.toThrow(QueueUnavailable)
    await server.start()
    await eventually(() => expect(doubt).toHaveBeenCalledTimes(3))
    forget()
    await eventually(() => expect(firstProcess.beats.trouble()).toBeUndefined())
  })
})
