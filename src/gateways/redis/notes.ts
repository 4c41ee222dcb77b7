import { Unavailable, type Notes } from '../../core/lanes.ts'
import type { RedisConnection } from './connection.ts'

/** Notes that all processes share. They are lost with Redis, and reject with {@link Unavailable} while it is away. */
export function redisNotes({ prefix, commands }: Pick<RedisConnection, 'prefix' | 'commands'>): Notes {
  const keyOf = (kind: string, key: string) => `${prefix}:note:${encodeURIComponent(kind)}:${encodeURIComponent(key)}`
  const answered = <Answer>(answer: Promise<Answer>): Promise<Answer> =>
    answer.catch(() => {
      throw new Unavailable()
    })

  return {
    async put(kind, key, value, seconds) {
      const place = keyOf(kind, key)
      if (seconds <= 0) return (await answered(commands.del(place))) === 0
      return (await answered(commands.set(place, value, 'PX', Math.ceil(seconds * 1000), 'GET'))) === null
    },
    async get(kind, keys) {
      if (keys.length === 0) return []
      const found = await answered(commands.mget(keys.map((key) => keyOf(kind, key))))
      return found.map((value) => value ?? undefined)
    },
  }
}
