import { connectRedis, UnusableRedis } from '../../gateways/redis/connection.ts'
import { redisLanes, type LaneTimes } from '../../gateways/redis/lanes.ts'
import { redisNotes } from '../../gateways/redis/notes.ts'
import { redisSchedule } from '../../gateways/redis/schedule.ts'
import { parseJob } from './job-form.ts'
import { nameOf, numberOf } from './jobs.ts'
import type { Log } from './log.ts'
import { Misconfigured } from './misconfigured.ts'
import type { JobQueue } from './queue.ts'

interface RedisQueueOptions {
  readonly url: string
  /** The number of the App. */
  readonly app: number
  readonly log: Log
  readonly times?: LaneTimes
}

/** For how many seconds no second sweep is begun after Redis was away, however many processes find it back. */
const sweptAfterOutage = 60

/** A queue in Redis, which several processes share. @throws Misconfigured where it cannot be used */
export async function redisQueue({ url, app, log, times }: RedisQueueOptions): Promise<JobQueue> {
  const connection = await connectRedis(url, app).catch((error: unknown) => {
    throw error instanceof UnusableRedis ? new Misconfigured(error.message) : error
  })
  if (connection.isPolicyUnknown)
    log.warn({}, 'The maxmemory-policy of Redis cannot be read. Make sure that it is noeviction: otherwise commands may be lost.')
  connection.onAway(() => log.warn({}, 'Redis is away'))
  connection.onBack(() => log.info({}, 'Redis is back'))
  const notes = redisNotes(connection)

  /** Whether a process may begin something now, which then no other may for some seconds. */
  const isFirst = async (key: string, seconds: number): Promise<boolean> => {
    const [found] = await notes.get('swept', [key])
    return found === undefined && (await notes.put('swept', key, '', seconds))
  }

  return {
    notes,
    lanes: (queue, run, places) =>
      redisLanes(connection, run, {
        ...places,
        queue,
        ...(times && { times }),
        parse: parseJob,
        failed: (error) => log.error(error),
        setAside(job, why) {
          const about = job && {
            delivery: job.delivery,
            installation: job.at.installation,
            repository: nameOf(job.at),
            number: numberOf(job.task),
          }
          log.warn({ ...about, task: job?.task.do, outcome: 'aside', why }, 'put aside')
        },
      }),
    rounds({ sweepAll, auditAll }, { sweep, audit }, failed) {
      // Processes that start one after the other make one round, and so do two that find Redis back.
      const once = (name: string, every: number | undefined, begin: () => Promise<void>) => ({
        every,
        begin: async () => {
          if (await isFirst(name, Math.ceil((every ?? 0) / 2000))) await begin()
        },
      })
      const rounds = { sweep: once('sweep', sweep, sweepAll), audit: once('audit', audit, auditAll) }
      const end = redisSchedule(connection, rounds, failed)
      end.catch(failed)
      if (sweep !== undefined) void rounds.sweep.begin().catch(failed)
      const afterOutage = async () => {
        if (sweep !== undefined && (await isFirst('outage', sweptAfterOutage))) await sweepAll()
      }
      const forget = connection.onBack(() => void afterOutage().catch(failed))
      return () => {
        forget()
        void end.then((stop) => stop()).catch(() => undefined)
      }
    },
    unready() {
      const since = connection.awaySince()
      return since === undefined ? [] : [`redis: no answer since ${Math.ceil((Date.now() - since) / 1000)} s`]
    },
    close: () => connection.close(),
  }
}
