import { allowanceParts, lineWait, waiterPatience, type Allowance, type TakeOptions } from '../../core/lanes.ts'

/**
 * Keys: those who wait, by since when; how much each wants, and until when it is kept; for each allowance a hash with
 * how much was taken, by the time from which it counts no more. What ends later than what is taken now was taken before
 * the clock was set back. Of those who wait, no more are looked at than there is something for.
 */
export const takeScript = `local seconds, microseconds = unpack(redis.call('TIME'))
  local time = seconds * 1000 + math.floor(microseconds / 1000)
  local line, wants, wanted, least, waiter = KEYS[1], KEYS[2], tonumber(ARGV[1]), tonumber(ARGV[2]), ARGV[3]
  local since, lineWait, patience = tonumber(ARGV[4]), tonumber(ARGV[5]), tonumber(ARGV[6])
  local most, last, ends, lefts = math.huge, 0, {}, {}
  for i = 3, #KEYS do
    local part, parts = tonumber(ARGV[3 * i - 1]), tonumber(ARGV[3 * i])
    ends[i] = (math.floor(time / part) + parts + 1) * part
    lefts[i] = tonumber(ARGV[3 * i - 2])
    local amounts = redis.call('HGETALL', KEYS[i])
    for at = 1, #amounts, 2 do
      local till = tonumber(amounts[at])
      if till <= time or till > ends[i] then redis.call('HDEL', KEYS[i], amounts[at])
      else lefts[i] = math.max(0, lefts[i] - amounts[at + 1]) end
    end
    most, last = math.min(most, lefts[i]), math.max(last, ends[i])
  end
  local left = most
  if since then
    since = math.min(since, time, tonumber(redis.call('ZSCORE', line, waiter) or time))
    local others = redis.call('ZRANGE', line, 0, most, 'WITHSCORES')
    for at = 1, #others, 2 do
      local name = others[at]
      if left <= 0 or name == waiter or tonumber(others[at + 1]) >= since then break end
      local want, till = string.match(redis.call('HGET', wants, name) or '', '^(%d+) (%d+)$')
      if till and tonumber(till) > time then left = math.max(0, left - want)
      else redis.call('ZREM', line, name) redis.call('HDEL', wants, name) end
    end
  end
  local count, needed, wait = math.min(wanted, left), math.max(1, wanted), 0
  if count < least then count = 0 end
  for i = 3, #KEYS do
    if count > 0 then
      redis.call('HINCRBY', KEYS[i], string.format('%d', ends[i]), count)
      redis.call('PEXPIRE', KEYS[i], string.format('%d', ends[i] - time))
    end
    if most < needed and lefts[i] == most then
      local first = ends[i]
      for _, till in ipairs(redis.call('HKEYS', KEYS[i])) do first = math.min(first, tonumber(till)) end
      wait = math.max(wait, first - time)
    end
  end
  if most >= needed and left < needed then wait = lineWait end
  if since and wait > 0 then
    local want = wanted - count
    if wanted == 0 then want = string.match(redis.call('HGET', wants, waiter) or '1', '^%d+') end
    redis.call('ZADD', line, string.format('%d', since), waiter)
    redis.call('HSET', wants, waiter, string.format('%d %d', want, time + wait + patience))
    for _, key in ipairs({ line, wants }) do redis.call('PEXPIRE', key, string.format('%d', last - time + patience)) end
  elseif since and wanted > 0 then
    redis.call('ZREM', line, waiter)
    redis.call('HDEL', wants, waiter)
  end
  return { count, wait }`

/** The arguments of {@link takeScript}. */
export const takeArguments = (
  wanted: number,
  allowances: readonly Allowance[],
  { least = 0, waiter }: TakeOptions = {},
): readonly (string | number)[] => [
  wanted,
  least,
  waiter?.name ?? '',
  waiter?.since ?? '',
  lineWait,
  waiterPatience,
  ...allowances.flatMap(({ most, within }) => [most, within / allowanceParts, allowanceParts]),
]
