import { setTimeout as pause } from 'node:timers/promises'
import { connectRedis, UnusableRedis, type RedisConnection } from '../../gateways/redis/connection.ts'
import { heartbeat, type Heartbeat } from '../../gateways/redis/heartbeat.ts'
import { countAside } from '../../gateways/redis/items.ts'
import { redisLanes, type LaneEvent, type LaneTimes } from '../../gateways/redis/lanes.ts'
import { redisRefusal } from '../../gateways/redis/refusals.ts'
import { redisNotes } from '../../gateways/redis/notes.ts'
import { redisSchedule } from '../../gateways/redis/schedule.ts'
import { QueueUnavailable } from '../../core/lanes.ts'
import { minute } from '../../core/time.ts'
import { parseJob } from './job-form.ts'
import { nameOf, numberOf } from './jobs.ts'
import type { Log } from './log.ts'
import { noMeter, type Meter } from './metrics/meter.ts'
import { ConfigurationError } from './configuration-error.ts'
import { replicaName, type JobQueue } from './queue.ts'
import { sweptNote } from './rounds.ts'
import { sharedSweep } from './shared-sweep.ts'

/** How long things take, in milliseconds. */
export interface QueueTimes extends LaneTimes {
  /** How often a process shows that it lives. */
  readonly beat: number
  /** After how long the sweep comes where Redis was away. */
  readonly outage: number
  /** How long a sweep is left to the process that began it, and has not said again that it goes on. */
  readonly claim: number
}

interface RedisQueueOptions {
  readonly url: string
  readonly app: number
  /** Names this start of the process. */
  readonly boot: string
  readonly log: Log
  readonly meter?: Meter
  readonly times?: QueueTimes
}

/**
 * After how many milliseconds the sweep comes where Redis was away: what it has delivered again must find every process
 * connected.
 */
const sweepAfterOutage = 5000

const sweepClaim = 30_000

const laneMetrics = {
  'taken-over': 'lanes_taken_over_total',
  lost: 'lanes_lost_total',
  mended: 'lanes_mended_total',
} as const satisfies Readonly<Record<LaneEvent, string>>

/** Has measured whenever the figures are shown what only Redis knows. */
function measureRedis(connection: RedisConnection, { trouble }: Pick<Heartbeat, 'trouble'>, meter: Meter): void {
  meter.before(() => meter.set('redis_up', {}, trouble() === undefined ? 1 : 0))
  meter.before(async () => meter.set('items_aside', {}, await countAside(connection).catch(() => undefined)))
}

/** How long what does not pass by itself is not logged again, in milliseconds: every command would be a line. */
const refusalPause = 10 * minute

/** Reports errors, the same refusal of Redis once in a while. */
function sparingly(report: (error: unknown) => void): (error: unknown) => void {
  const reportedAt = new Map<string, number>()
  return (error) => {
    const code = redisRefusal(error)?.code
    if (code !== undefined && Date.now() - (reportedAt.get(code) ?? -Infinity) < refusalPause) return
    if (code !== undefined) reportedAt.set(code, Date.now())
    report(error)
  }
}

/** A queue in Redis, which several processes share. @throws ConfigurationError where it cannot be used */
export async function redisQueue({
  url,
  app,
  boot,
  log,
  meter = noMeter,
  times,
}: RedisQueueOptions): Promise<JobQueue> {
  const observeCommand = (seconds: number) => meter.observe('redis_command_seconds', {}, seconds)
  const connection = await connectRedis(url, app, observeCommand).catch((error: unknown) => {
    throw error instanceof UnusableRedis ? new ConfigurationError(error.message) : error
  })
  if (connection.isPolicyUnknown)
    log.warn(
      {},
      'The maxmemory-policy of Redis cannot be read. Make sure that it is noeviction: otherwise commands may be lost.',
    )
  connection.onAway(() => log.warn({}, 'Redis is away'))
  connection.onBack(() => log.info({}, 'Redis is back'))
  const notes = redisNotes(connection)
  const reportSparingly = sparingly((error) => log.error(error))
  const beats = heartbeat(connection, {
    boot,
    every: times?.beat,
    refused: (reason, error) => log.warn({ reason, hint: redisRefusal(error)?.hint }, 'Redis refuses writes'),
  })
  measureRedis(connection, beats, meter)
  let otherVersionReported = -Infinity
  const reportOtherVersion = (lane: string) => {
    if (Date.now() - otherVersionReported < refusalPause) return
    otherVersionReported = Date.now()
    log.warn(
      { lane, hint: 'Start a process of the newer version until it has done what waits there.' },
      'What waits in a lane was written by a newer version of Baton: it is not done here, and nor is what came after it.',
    )
  }

  /** Whether a process may begin something now, which then no other may for some seconds. */
  const isFirst = async (key: string, seconds: number): Promise<boolean> => {
    const [value] = await notes.get(sweptNote[0], [key])
    return value === undefined && (await notes.put(sweptNote[0], key, '', seconds))
  }

  return {
    notes,
    replica: { boot, alive: beats.alive },
    lanes: (queue, run, places, givenUp) =>
      redisLanes(connection, run, {
        ...places,
        queue,
        ...(times && { times }),
        parse: parseJob,
        refused: beats.doubt,
        otherVersion: reportOtherVersion,
        failed: reportSparingly,
        noted(event, lane) {
          meter.count(laneMetrics[event], {})
          if (event === 'taken-over')
            log.info({ lane, replica: replicaName(boot) }, 'A lane is taken over: its process ended, or was frozen.')
        },
        async setAside(job, why) {
          const details = job && {
            delivery: job.delivery,
            installation: job.at.installation,
            repository: nameOf(job.at),
            number: numberOf(job.task),
          }
          log.warn({ ...details, task: job?.task.do, outcome: 'aside', why }, 'put aside')
          if (job) await givenUp(job)
        },
      }),
    rounds({ sweepAll, sweepRound, auditAll }, { sweep, audit }, report) {
      const reportRound = sparingly(report)
      // That Redis is away is a line of its own, and once it is back there is a sweep.
      const failed = (error: unknown) => {
        if (!(error instanceof QueueUnavailable)) reportRound(error)
      }
      // Processes that start one after the other make one round, and so do two that find Redis back.
      const enough = (every = 0) => Math.ceil(every / 2000)
      const once = (name: string, every: number | undefined, begin: () => Promise<void>) => ({
        every,
        begin: async () => {
          if (await isFirst(name, enough(every))) await begin()
        },
      })
      const shared = sharedSweep({ notes, enough: enough(sweep), claim: times?.claim ?? sweepClaim, sweepAll, failed })
      const sweepOnce = once(sweptNote[1], sweep, sweepRound)
      const sweepSoon = async () => {
        await pause(times?.outage ?? sweepAfterOutage, undefined, { ref: false })
        await shared.begin()
      }
      const round = async () => {
        const state = await shared.state()
        // The process that wants a sweep may have ended.
        if (state === 'wanted') await sweepSoon()
        else if (state === 'none') await sweepOnce.begin()
      }
      const rounds = {
        sweep: { ...sweepOnce, begin: round },
        audit: once('audit', audit, auditAll),
      }
      // The schedule begins a round as soon as it is written, and the sweep of a start is not to wait for the others of
      // its round.
      const end = (sweep === undefined ? Promise.resolve() : shared.begin())
        .catch(failed)
        .then(() => redisSchedule(connection, rounds, beats.onDoubt, failed))
      end.catch(failed)
      const afterOutage = async () => {
        if (sweep === undefined) return
        await shared.want()
        await sweepSoon()
      }
      const forget = beats.onDoubt(() => void afterOutage().catch(failed))
      return () => {
        shared.stop()
        forget()
        void end.then((stop) => stop()).catch(() => undefined)
      }
    },
    unready() {
      const trouble = beats.trouble()
      return trouble === undefined ? [] : [`redis: ${trouble}`]
    },
    close() {
      beats.stop()
      connection.close()
    },
  }
}
