import { Queue, Worker } from 'bullmq'
import type { RedisConnection } from './connection.ts'

/** Work that one of several processes begins at intervals. */
export interface Round {
  /** Milliseconds; absent: never. */
  readonly every: number | undefined
  begin(): Promise<void>
}

/**
 * Has rounds begun at their intervals, each by one of all processes, the first time at once. The interval of the process that started last
 * holds for all.
 *
 * @param failed is called with errors
 * @returns what ends the part of this process
 */
export async function redisSchedule(
  { commands, work, prefix }: RedisConnection,
  rounds: Readonly<Record<string, Round>>,
  failed: (error: unknown) => void,
): Promise<() => Promise<void>> {
  const queue = new Queue('schedule', { connection: commands, prefix, streams: { events: { maxLen: 100 } } })
  queue.on('error', () => undefined)
  for (const [name, { every }] of Object.entries(rounds)) {
    if (every === undefined) await queue.removeJobScheduler(name)
    else await queue.upsertJobScheduler(name, { every }, { name, opts: { removeOnComplete: true, removeOnFail: true } })
  }
  const worker = new Worker('schedule', ({ name }) => Promise.resolve(rounds[name]?.begin().catch(failed)), {
    connection: work,
    prefix,
    runRetryDelay: 1000,
  })
  worker.on('error', () => undefined)
  return async () => {
    await worker.close()
    await queue.close()
  }
}
