import { allowanceParts, QueueUnavailable, type Notes } from '../../core/lanes.ts'
import type { RedisConnection } from './connection.ts'

/**
 * Keys: for each allowance a hash with how much was taken, by the time from which it counts no more. Arguments: how
 * much is wanted, and the least of it that is of use; for each allowance how much may be taken, how long a part of its
 * time is, and how many parts it has. What ends later than what is taken now was taken before the clock was set back.
 */
const take = `local seconds, microseconds = unpack(redis.call('TIME'))
  local time, wanted = seconds * 1000 + math.floor(microseconds / 1000), tonumber(ARGV[1])
  local available, ends, lefts = wanted, {}, {}
  for i, key in ipairs(KEYS) do
    local most, part, parts = tonumber(ARGV[3 * i]), tonumber(ARGV[3 * i + 1]), tonumber(ARGV[3 * i + 2])
    ends[i] = (math.floor(time / part) + parts + 1) * part
    lefts[i] = most
    local amounts = redis.call('HGETALL', key)
    for at = 1, #amounts, 2 do
      local till = tonumber(amounts[at])
      if till <= time or till > ends[i] then redis.call('HDEL', key, amounts[at])
      else lefts[i] = math.max(0, lefts[i] - amounts[at + 1]) end
    end
    available = math.min(available, lefts[i])
  end
  local count, wait = available, 0
  if available < tonumber(ARGV[2]) then count = 0 end
  for i, key in ipairs(KEYS) do
    if count > 0 then
      redis.call('HINCRBY', key, string.format('%d', ends[i]), count)
      redis.call('PEXPIRE', key, string.format('%d', ends[i] - time))
    end
    if available < math.max(1, wanted) and lefts[i] == available then
      local first = ends[i]
      for _, till in ipairs(redis.call('HKEYS', key)) do first = math.min(first, tonumber(till)) end
      wait = math.max(wait, first - time)
    end
  end
  return { count, wait }`

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
    async take(kind, key, wanted, allowances, least = 0) {
      const [count = 0, wait = 0] = (await orUnavailable(
        commands.eval(
          take,
          allowances.length,
          ...allowances.map(({ within }) => keyOf(kind, `${key} ${within}`)),
          wanted,
          least,
          ...allowances.flatMap(({ most, within }) => [most, within / allowanceParts, allowanceParts]),
        ),
      )) as readonly number[]
      return { count, wait }
    },
  }
}
