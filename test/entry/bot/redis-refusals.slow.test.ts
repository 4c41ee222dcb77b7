import { afterEach, expect, it, vi } from 'vitest'
import type { Job } from '../../../src/entry/bot/jobs.ts'
import { makeLog } from '../../../src/entry/bot/log.ts'
import { redisQueue } from '../../../src/entry/bot/redis-queue.ts'
import { connectRedis } from '../../../src/gateways/redis/connection.ts'
import { isWithoutServer, startRedis } from '../../gateways/redis/server.ts'
import { waitLimit } from '../../hang.ts'
import { atEnd, endAll } from './started.ts'

afterEach(endAll)

const eventually = (holds: () => unknown) => vi.waitFor(holds, { timeout: waitLimit, interval: 20 })

const job: Job = {
  at: { installation: 1, id: 2, owner: 'octocat', repo: 'plugins' },
  task: { do: 'sweep' },
  delivery: 'sweep',
  came: 0,
}

it.skipIf(isWithoutServer)(
  'a user of Redis with the rights of docs/operating.md is enough, and a password that changed is a line of the log',
  async () => {
    const server = await startRedis()
    atEnd(() => server.close())
    const admin = await connectRedis(server.url, 2)
    atEnd(() => admin.close())
    const acl = (...words: readonly string[]) => admin.commands.call('ACL', ['SETUSER', 'baton', ...words])
    await acl('on', '>before', '~{baton:*', '+@all', '-@dangerous', '+info', '+config|get')

    const lines: Readonly<Record<string, unknown>>[] = []
    const { log } = makeLog({
      level: 'info',
      secrets: [],
      to: { write: (line) => void lines.push(JSON.parse(line) as (typeof lines)[number]) },
    })
    const times = { beat: 50, outage: 50, claim: 500, lock: 2000, stalled: 200, mending: 200 }
    const queue = await redisQueue({
      url: server.url.replace('//', '//baton:before@'),
      app: 1,
      boot: 'one',
      log,
      times,
    })
    atEnd(() => queue.close())
    const run = vi.fn<() => Promise<void>>(() => Promise.resolve())
    const lanes = queue.lanes('lanes', run, { places: 2, now: Date.now }, () => Promise.resolve())
    const stopRounds = queue.rounds(
      { sweepAll: () => Promise.resolve(), sweepRound: () => Promise.resolve(), auditAll: () => Promise.resolve() },
      { sweep: 100_000, audit: 100_000 },
      log.error,
    )
    atEnd(stopRounds)
    await lanes.add('one', [job])
    await eventually(() => expect(run).toHaveBeenCalledTimes(1))
    await lanes.idle()
    expect(await lanes.depth()).toEqual({ lanes: 0, items: 0, oldest: undefined })
    expect(lines).toEqual([])

    await acl('resetpass', '>after')
    await admin.commands.call('CLIENT', ['KILL', 'USER', 'baton'])
    await eventually(() => expect(queue.unready()).toEqual(['redis: access refused (WRONGPASS)']))
    await new Promise((resolve) => setTimeout(resolve, 3000))
    const errors = lines.filter(({ level }) => level === 'error')
    expect(errors).toEqual([
      expect.objectContaining({
        msg: 'Redis refuses the user or the password in REDIS_URL (WRONGPASS).',
        hint: 'Put the user and the password of the server into it, each special character as %XX.',
        fault: true,
      }),
    ])

    await acl('>before')
    await eventually(() => expect(queue.unready()).toEqual([]))
  },
)
