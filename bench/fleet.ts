import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { isWithoutServer, startRedis } from '../test/gateways/redis/server.ts'
import { balancer, replicas, type Line } from './fleet/replicas.ts'
import { hosting, isOver } from './fleet/hosting.ts'
import type { Benchmark, Figure } from './measure.ts'

/**
 * `FLEET=100,300` is a smaller one: so many repositories, and so many events in each phase. `FLEET=100,300,away` has
 * that phase alone; `FLEET=20,750,all` a phase of its own in which everything happens.
 */
const words = (process.env['FLEET'] ?? '').split(',')
const [repositories = 1000, events = 3000] = words.flatMap((word) => Number(word) || [])
const installations = Math.min(20, repositories)
const bots = 3
/** Milliseconds. */
const [eventEvery, killEvery, awayFor, frozenFor, looksEvery, mostWait] = [
  200, 5000, 60_000, 40_000, 50, 400_000,
] as const

const tokens = 'POST /app/installations/{installation_id}/access_tokens'

const keysOf = Object.keys as <Key extends string>(table: Readonly<Partial<Record<Key, unknown>>>) => readonly Key[]

/** The value that so many of all are not above. */
function percentile(all: readonly number[], part: number): number {
  const sorted = all.toSorted((left, right) => left - right)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0
}

/** What happened in a phase. */
interface Phase {
  /** From the delivery of each command, or from when Redis was back, to its last reaction, in milliseconds. */
  readonly waits: readonly number[]
  readonly commands: number
  readonly requests: number
  /** How many were left open by deliveries that nothing answered, before the sweep at the end. */
  readonly missed: number
  readonly lines: readonly Line[]
  readonly cpu: number
  readonly peak: number
  readonly answers: readonly number[]
  readonly faults: ReturnType<Awaited<ReturnType<typeof hosting>>['faults']>
}

/** How many requests of a phase were made for other things than commands. */
const othersOf = ({ lines }: Phase): number =>
  lines.reduce((sum, { task, requests }) => (task === undefined || task === 'handle' ? sum : sum + Number(requests)), 0)

/** How many commands took how many requests each. */
function requestsPerCommand({ lines }: Phase): Readonly<Record<string, number>> {
  const found: Record<string, number> = {}
  for (const { task, requests } of lines)
    if (task === 'handle') found[`${String(requests)} requests`] = (found[`${String(requests)} requests`] ?? 0) + 1
  return found
}

/** Several bots on one Redis, a thousand repositories, commands and pushes: calm, with kills, and with Redis away. */
export const fleet: Benchmark = async ({ dist }) => {
  const about = `${bots} bots on one Redis, ${repositories} repositories, ${(events * 2) / 3} commands and ${events / 3} pushes at 5 a second`
  if (isWithoutServer) return [{ work: about, against: 'count', unit: 's', raw: {}, note: 'there is no redis-server' }]
  const hosted = await hosting(repositories, installations)
  const { github, app, places } = hosted
  const redis = await startRedis('--maxmemory-policy', 'noeviction')
  const client = new Redis(redis.url, {
    retryStrategy: () => 200,
    maxRetriesPerRequest: 1,
    enableOfflineQueue: false,
    lazyConnect: true,
  })
  client.on('error', () => undefined)
  await client.connect()

  const lines: Line[] = []
  const secret = randomBytes(16).toString('hex')
  const { host } = new URL(github.url)
  const env = {
    PATH: process.env['PATH'],
    APP_ID: String(app.id),
    PRIVATE_KEY: app.privateKey,
    WEBHOOK_SECRET: secret,
    GHE_HOST: host,
    GHE_PROTOCOL: 'http',
    HOST: '127.0.0.1',
    PORT: '0',
    BATON_SWEEP: '1h',
    BATON_AUDIT: 'off',
    REDIS_URL: redis.url,
  }
  const fleetOf = replicas(['--max-semi-space-size=8', `${dist}/bot.js`], env, (line) => lines.push(line))
  const front = await balancer(fleetOf.ports)

  /** Waits until Redis has nothing that waits or is under way. */
  const idle = async () => {
    const until = Date.now() + mostWait
    const openItems = async () => {
      const open = await Promise.all(
        ['lanes', 'rounds'].map((queue) => client.zcard(`{baton:${app.id}}:open:${queue}`)),
      )
      return Math.max(...open)
    }
    for (let calm = 0; calm < 5 && Date.now() < until;) {
      calm = (await openItems().catch(() => 1)) === 0 ? calm + 1 : 0
      await pause(100)
    }
  }

  /** Has a process that starts sweep, though one has swept before it. */
  const sweep = async () => {
    await client.del(`{baton:${app.id}}:note:swept:sweep`)
    const sweptLines = () => lines.filter(({ task }) => task === 'sweep').length
    const wanted = sweptLines() + repositories
    await fleetOf.replace()
    for (const until = Date.now() + mostWait; sweptLines() < wanted && Date.now() < until;) await pause(looksEvery)
    await idle()
  }

  /**
   * Has the bots forget how much they have created. An installation gets some 250 comments and check runs in a phase:
   * within an hour, all phases together would be more than is allowed.
   */
  const forgetContent = async () => {
    const keys = await client.keys(`{baton:${app.id}}:note:content:*`)
    if (keys.length > 0) await client.del(...keys)
  }

  /** Gives commands and pushes at their times; other things happen meanwhile. */
  const phase = async (meanwhile: (isOpen: () => boolean) => Promise<number>): Promise<Phase> => {
    await forgetContent()
    github.log.length = 0
    lines.length = 0
    front.takeTimes()
    fleetOf.takeUsage()
    const open = new Map<Awaited<ReturnType<typeof hosted.comment>>, number>()
    const waits: number[] = []
    let [commands, backAt, isOpen] = [0, 0, true]
    const look = setInterval(() => {
      for (const [comment, from] of open) {
        if (!isOver(comment)) continue
        open.delete(comment)
        waits.push(Date.now() - Math.max(from, backAt))
      }
    }, looksEvery)
    const disturbance = meanwhile(() => isOpen).then((at) => (backAt = at))
    const began = Date.now()
    for (let event = 0; event < events; event++) {
      await pause(Math.max(0, began + event * eventEvery - Date.now()))
      const place = places[(event * 7) % places.length]
      if (!place) continue
      if (event % 3 === 2) await hosted.push(place)
      else {
        open.set(await hosted.comment(place), Date.now())
        commands += 1
      }
    }
    isOpen = false
    await disturbance
    // Once Redis is back, the processes sweep by themselves.
    const until = Date.now() + mostWait
    while (open.size > 0 && Date.now() < until) await pause(looksEvery)
    await idle()
    clearInterval(look)
    const requests = github.log.filter(({ operation }) => operation !== tokens).length
    // GitHub does not send a delivery again that got no answer: what is still open then is for the next sweep.
    const missed = hosted.faults().lost.length
    if (missed > 0) await sweep()
    return {
      waits,
      commands,
      requests,
      missed,
      lines: [...lines],
      ...fleetOf.takeUsage(),
      answers: front.takeTimes(),
      faults: hosted.faults(),
    }
  }

  try {
    for (let bot = 0; bot < bots; bot++) await fleetOf.start()
    app.listen({ url: front.url, secret })
    // The sweep at the start checks every head; the one after it finds nothing.
    await idle()
    github.log.length = 0
    await sweep()
    const swept = github.log.filter(({ operation }) => operation !== tokens).length

    const killBots = async (isOpen: () => boolean) => {
      for (; isOpen();) {
        await pause(killEvery)
        await fleetOf.replace()
      }
      return 0
    }
    const loseRedis = async () => {
      await pause((events * eventEvery) / 3)
      await redis.kill()
      await pause(awayFor)
      await redis.start()
      return Date.now()
    }
    const freezeBot = async () => {
      await pause((events * eventEvery) / 6)
      await fleetOf.freeze(frozenFor)
      return 0
    }
    const phases = {
      calm: () => Promise.resolve(0),
      kills: killBots,
      away: loseRedis,
      all: async (isOpen: () => boolean) =>
        Math.max(...(await Promise.all([killBots(isOpen), loseRedis(), freezeBot()]))),
    }
    const named = keysOf(phases).filter((name) => words.includes(name))
    const had: { [name in keyof typeof phases]?: Phase } = {}
    for (const name of named.length > 0 ? named : (['calm', 'kills', 'away'] as const))
      had[name] = await phase(phases[name])
    const used = Number(/^used_memory_peak:(\d+)/m.exec(await client.info('memory'))?.[1])

    const all = Object.values(had)
    const phaseNames = {
      calm: 'calm',
      kills: 'with a kill -9 each 5 s',
      away: 'with Redis away for 60 s',
      all: 'with a kill -9 each 5 s, a bot frozen for 40 s and Redis away for 60 s',
    }
    const count = { against: 'count', raw: {} } as const
    const atMost = (value: number) => ({ bound: 'most', value }) as const
    const seconds = (milliseconds: number) => milliseconds / 1000
    /** How long commands waited in a phase. */
    const waited = (waits: readonly number[], part: number) =>
      ({
        against: 'time',
        unit: 's',
        measured: seconds(percentile(waits, part)),
        raw: {
          median: seconds(percentile(waits, 0.5)),
          '95 %': seconds(percentile(waits, 0.95)),
          longest: seconds(Math.max(...waits)),
        },
      }) as const
    const { calm, kills, away } = had
    return [
      ...keysOf(had).flatMap((name): Figure[] => {
        const { faults, commands, waits, missed } = had[name] as Phase
        return [
          {
            work: `${about}, ${phaseNames[name]}: lost`,
            ...count,
            unit: 'commands',
            aim: atMost(0),
            measured: faults.lost.length,
            ...(faults.lost.length > 0 && { note: faults.lost.slice(0, 5).join(', ') }),
            raw: { commands, answered: waits.length, 'found by the sweep': missed - faults.lost.length },
          },
          {
            work: `the same, ${phaseNames[name]}: done twice`,
            ...count,
            unit: 'commands',
            aim: atMost(0),
            measured: faults.twice,
          },
        ]
      }),
      ...(calm
        ? ([
            {
              work: 'the same, calm: each command, the check of its commit included',
              ...count,
              raw: requestsPerCommand(calm),
              note: '5 where the process has the files, 8 where it has none of them: a repository has three events in this phase, for any of three processes',
              unit: 'requests',
              aim: atMost(6),
              measured: (calm.requests - othersOf(calm)) / calm.commands,
            },
            {
              work: 'the same, calm: webhook to 202, 99 %',
              against: 'time',
              unit: 'ms',
              aim: atMost(250),
              measured: percentile(calm.answers, 0.99),
              raw: { median: percentile(calm.answers, 0.5), longest: Math.max(...calm.answers) },
            },
            { work: 'the same, calm: webhook to 🚀, 95 %', ...waited(calm.waits, 0.95), aim: atMost(5) },
            {
              work: 'processor time of all bots for each command, half of the work of a push included',
              ...count,
              unit: 'ms',
              measured: (calm.cpu * 1000) / calm.commands,
            },
          ] satisfies Figure[])
        : []),
      ...(kills
        ? [{ work: 'the same, with kills: webhook to 🚀, the longest', ...waited(kills.waits, 1), aim: atMost(60) }]
        : []),
      ...(away
        ? ([
            {
              work: 'the same, Redis away: from when it is back to 🚀, the longest',
              ...waited(away.waits, 1),
              aim: atMost(120),
            },
            {
              work: 'the same, Redis away: peak of Redis after it was back',
              ...count,
              unit: 'MB',
              aim: atMost(20),
              measured: used / 1e6,
            },
          ] satisfies Figure[])
        : []),
      {
        work: `an idle sweep of ${repositories} repositories`,
        ...count,
        unit: 'requests',
        aim: atMost(2.1 * repositories),
        measured: swept,
      },
      {
        work: 'peak of each bot',
        ...count,
        unit: 'MB',
        aim: atMost(300),
        measured: Math.max(...all.map(({ peak }) => peak)) / 1e6,
      },
    ]
  } finally {
    client.disconnect()
    await fleetOf.stop()
    front.close()
    await redis.close()
    await github.close()
  }
}
