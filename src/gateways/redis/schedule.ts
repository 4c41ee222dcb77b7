import { Worker } from 'bullmq'
import type { RedisConnection } from './connection.ts'
import { openQueue } from './queue.ts'

/** Work that one of several processes begins at intervals. */
export interface Round {
  /** Milliseconds; absent: never. */
  readonly every: number | undefined
  begin(): Promise<void>
}

/**
 * Has rounds begun at their intervals, each by one of all processes, the first time at once. The interval of the
 * process that started last holds for all.
 *
 * @param onDoubt calls a listener when Redis may have lost the schedule
 * @param failed is called with errors
 * @returns what ends the part of this process
 */
export async function redisSchedule(
  connection: RedisConnection,
  rounds: Readonly<Record<string, Round>>,
  onDoubt: (listener: () => void) => () => void,
  failed: (error: unknown) => void,
): Promise<() => Promise<void>> {
  const { work, prefix } = connection
  const queue = openQueue(connection, 'schedule', () => undefined)
  const write = async () => {
    for (const [name, { every }] of Object.entries(rounds)) {
      if (every === undefined) await queue().removeJobScheduler(name)
      else
        await queue().upsertJobScheduler(
          name,
          { every },
          { name, opts: { removeOnComplete: true, removeOnFail: true } },
        )
    }
  }
  const forget = onDoubt(() => void write().catch(() => undefined))
  await write().catch(failed)
  const worker = new Worker('schedule', ({ name }) => Promise.resolve(rounds[name]?.begin().catch(failed)), {
    connection: work,
    prefix,
    runRetryDelay: 1000,
  })
  worker.on('error', () => undefined)
  return async () => {
    forget()
    await worker.close()
    await queue().close()
  }
}
