import { QueueUnavailable, type Notes } from '../../core/lanes.ts'
import { takeArguments, takeScript } from './allowances.ts'
import type { RedisConnection } from './connection.ts'

/**
 * Notes that all processes share. They are lost with Redis, and reject with {@link QueueUnavailable} while it is away.
 */
export function redisNotes({ prefix, commands }: Pick<RedisConnection, 'prefix' | 'commands'>): Notes {
  const keyOf = (kind: string, key: string) => `${prefix}:note:${encodeURIComponent(kind)}:${encodeURIComponent(key)}`
  const orUnavailable = <Answer>(answer: Promise<Answer>): Promise<Answer> =>
    answer.catch(() => {
      throw new QueueUnavailable()
    })

  return {
    async put(kind, key, value, seconds) {
      const place = keyOf(kind, key)
      if (seconds <= 0) return (await orUnavailable(commands.del(place))) === 0
      return (await orUnavailable(commands.set(place, value, 'PX', Math.ceil(seconds * 1000), 'GET'))) === null
    },
    async get(kind, keys) {
      if (keys.length === 0) return []
      const values = await orUnavailable(commands.mget(keys.map((key) => keyOf(kind, key))))
      return values.map((value) => value ?? undefined)
    },
    async take(kind, key, wanted, allowances, options) {
      const keys = ['waiting', 'wanted', ...allowances.map(({ within }) => within)].map((name) =>
        keyOf(kind, `${key} ${name}`),
      )
      const [count = 0, wait = 0] = (await orUnavailable(
        commands.eval(takeScript, keys.length, ...keys, ...takeArguments(wanted, allowances, options)),
      )) as readonly number[]
      return { count, wait }
    },
  }
}
