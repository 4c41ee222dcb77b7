import { Queue } from 'bullmq'
import type { RedisConnection } from './connection.ts'

/**
 * A queue of BullMQ. One whose first commands failed, as they do where Redis hangs just then, stays unusable: it is
 * opened anew.
 *
 * @param failed is called with errors
 */
export function openQueue<Data>(
  { commands, prefix }: Pick<RedisConnection, 'commands' | 'prefix'>,
  name: string,
  failed: (error: unknown) => void,
): () => Queue<Data> {
  let queue: Queue<Data> | undefined
  const open = (): Queue<Data> => {
    const newQueue = new Queue<Data>(name, { connection: commands, prefix, streams: { events: { maxLen: 100 } } })
    newQueue.on('error', failed)
    newQueue.waitUntilReady().catch(() => (queue = undefined))
    return newQueue
  }
  queue = open()
  return () => (queue ??= open())
}
