import { afterEach, expect, it, vi } from 'vitest'
import { makeLog } from '../../../src/entry/bot/log.ts'
import { redisQueue } from '../../../src/entry/bot/redis-queue.ts'
import { isWithoutServer, startRedis } from '../../gateways/redis/server.ts'
import { waitLimit } from '../../hang.ts'
import { atEnd, endAll } from './started.ts'

afterEach(endAll)

const eventually = (holds: () => unknown) => vi.waitFor(holds, { timeout: waitLimit, interval: 20 })

it.skipIf(isWithoutServer)('the sweep of a start is made at once, and those of the intervals are rounds', async () => {
  const server = await startRedis()
  atEnd(() => server.close())
  const { log } = makeLog({ level: 'error', secrets: [], to: { write: (line) => expect.fail(line) } })
  const begin = async (sweep: number) => {
    const queue = await redisQueue({ url: server.url, app: 1, boot: 'one', log })
    const bot = {
      sweepAll: vi.fn<() => Promise<void>>(() => Promise.resolve()),
      sweepRound: vi.fn<() => Promise<void>>(() => Promise.resolve()),
      auditAll: () => Promise.resolve(),
    }
    const stop = queue.rounds(bot, { sweep, audit: undefined }, (error) => expect.fail(String(error)))
    atEnd(() => {
      stop()
      queue.close()
    })
    return bot
  }
  const first = await begin(2000)
  await eventually(() => expect(first.sweepRound).toHaveBeenCalledTimes(1))
  expect(first.sweepAll).toHaveBeenCalledTimes(1)
  expect(first.sweepAll.mock.invocationCallOrder[0]).toBeLessThan(first.sweepRound.mock.invocationCallOrder[0] ?? 0)
})
