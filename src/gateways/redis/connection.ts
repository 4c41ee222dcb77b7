import { Redis } from 'ioredis'
import { Fault } from '../../core/fault.ts'
import { certificateAdvice, untrusted } from '../certificates.ts'
import { redisRefusal, type RedisRefusal } from './refusals.ts'

/** Why a Redis cannot be used, in words for the operator. Never with a password in it. */
export class UnusableRedis extends Error {
  override readonly name = 'UnusableRedis'
}

export interface RedisConnection {
  /** What every key begins with. The braces keep all of them in one slot of a cluster. */
  readonly prefix: string
  /**
   * For what a delivery waits for: it fails at once where Redis is away, and after {@link answerTimeout} where it
   * hangs.
   */
  readonly commands: Redis
  /** For work that has begun: it waits until Redis is back. */
  readonly work: Redis
  /** Whether the policy of the server could not be read. */
  readonly isPolicyUnknown: boolean
  /** Since when Redis has been away, in milliseconds since 1970; `undefined`: it is there. */
  awaySince(): number | undefined
  /** Why Redis lets this process in no more, while it is away for that. */
  refusal(): RedisRefusal | undefined
  /** Calls a listener each time that Redis is away. */
  onAway(listener: () => void): void
  /** Calls a listener each time that Redis is back after it was away. @returns what ends that */
  onBack(listener: () => void): () => void
  close(): void
}

/** How long a delivery waits for Redis, in milliseconds: GitHub waits ten seconds. */
export const answerTimeout = 5000

/** How long a start waits for Redis, in milliseconds. */
const startTimeout = 10_000

const minVersion = [6, 2] as const

const retryStrategy = (attempt: number) => Math.min(200 * attempt, 2000)

// The protocol is that of every version, so that one that is too old can say which it is.
const commonOptions = { retryStrategy, connectTimeout: answerTimeout, lazyConnect: true, protocol: 2 } as const

function unusableBy(error: unknown): UnusableRedis | undefined {
  const refusal = redisRefusal(error)
  return refusal && new UnusableRedis(`${refusal.message} ${refusal.hint}`, { cause: error })
}

const isTooOld = (version: string): boolean => {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return major < minVersion[0] || (major === minVersion[0] && minor < minVersion[1])
}

/** Connects once, or says why that cannot be. */
async function connectOnce(redis: Redis): Promise<void> {
  let lastError: unknown
  const note = (error: unknown) => (lastError = error)
  redis.on('error', note)
  try {
    await redis.connect()
    await redis.ping()
    // A database that is not there is an error of the connection alone.
    const refusal = unusableBy(lastError)
    if (refusal) throw refusal
  } catch (error) {
    throw unusableBy(lastError) ?? unusableBy(error) ?? lastError ?? error
  } finally {
    redis.off('error', note)
  }
}

/** Where a Redis is, without its password. */
const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : 'REDIS_URL')

/** Errors of a server that is not there, or of the way to it: it may be there at the next start. */
const absent = /ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT/

/**
 * What to do where a server cannot be reached. One that speaks TLS, or not, against what is expected hangs up, or says
 * nothing.
 */
function unreachableAdvice(url: string, code: string): string {
  if (untrusted.test(code)) return certificateAdvice
  const advice = 'Check REDIS_URL, and whether the server runs.'
  const usesTls = url.startsWith('rediss:')
  // A server without TLS waits for the rest of a line that never ends.
  if (absent.test(code) && !(usesTls && code === 'ETIMEDOUT')) return advice
  return usesTls
    ? `${advice} If it does not use TLS at this port, write redis:// for rediss://.`
    : `${advice} If it uses TLS at this port, write rediss:// for redis://.`
}

/** Connects within some seconds: Redis may be starting, too. */
async function connectWithin(url: string): Promise<Redis> {
  const deadline = Date.now() + startTimeout
  for (;;) {
    const redis = new Redis(url, {
      ...commonOptions,
      retryStrategy: null,
      maxRetriesPerRequest: 0,
      commandTimeout: answerTimeout,
    })
    try {
      await connectOnce(redis)
      return redis
    } catch (error) {
      redis.disconnect()
      if (error instanceof UnusableRedis) throw error
      const { code = 'no answer' } = error as { readonly code?: string }
      if (Date.now() >= deadline || untrusted.test(code)) {
        const message = `Redis at ${hostOf(url)} cannot be reached (${code}). ${unreachableAdvice(url, code)}`
        throw new (absent.test(code) ? Fault : UnusableRedis)(message, { cause: error })
      }
    }
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
}

/** Refusals that pass by themselves: they do not keep a bot from starting, which waits until Redis takes something. */
const passing: ReadonlySet<string | undefined> = new Set(['OOM', 'MISCONF', 'NOREPLICAS'])

/**
 * Looks whether a server is new enough, keeps what it has, and takes what is written.
 *
 * @returns whether its policy could not be read
 */
async function examine(redis: Redis, prefix: string): Promise<boolean> {
  const version = /^redis_version:(\S+)/m.exec(await redis.info('server'))?.[1]
  if (version !== undefined && isTooOld(version))
    throw new UnusableRedis(
      `Redis ${version} is too old. Baton needs Redis ${minVersion.join('.')} or newer, or Valkey.`,
    )
  const policy = await redis.config('GET', 'maxmemory-policy').catch(() => undefined)
  const [, value] = (policy as readonly string[] | undefined) ?? []
  if (value !== undefined && value !== 'noeviction')
    throw new UnusableRedis(
      `Redis may remove commands that wait (maxmemory-policy ${value}). Write into its redis.conf: maxmemory-policy noeviction`,
    )
  await redis.set(`${prefix}:probe`, '', 'PX', 1).catch((error: unknown) => {
    if (!passing.has(redisRefusal(error)?.code)) throw error
  })
  return value === undefined
}

/** Measures how long commands take, those that fail included. */
function timeCommands(redis: Redis, onAnswer: (seconds: number) => void): void {
  const send = redis.sendCommand.bind(redis)
  redis.sendCommand = (command, stream) => {
    const began = performance.now()
    const end = () => onAnswer((performance.now() - began) / 1000)
    command.promise.then(end, end)
    return send(command, stream)
  }
}

/**
 * Opens the connections of a process.
 *
 * @param url begins with `redis://` or `rediss://`
 * @param app the number of the App: several may share a Redis
 * @param answered is called with the time that each command took that a delivery waits for
 * @throws UnusableRedis where the operator has something to repair, Fault where the server cannot be reached
 */
export async function connectRedis(
  url: string,
  app: number,
  answered?: (seconds: number) => void,
): Promise<RedisConnection> {
  const probe = await connectWithin(url)
  const prefix = `{baton:${app}}`
  const isPolicyUnknown = await examine(probe, prefix)
    .catch((error: unknown) => {
      throw unusableBy(error) ?? error
    })
    .finally(() => probe.disconnect())
  const commands = new Redis(url, {
    ...commonOptions,
    maxRetriesPerRequest: 1,
    enableOfflineQueue: false,
    commandTimeout: answerTimeout,
  })
  // BullMQ opens more like it, and one that connects only when it is used gives up for good where its first attempt
  // fails.
  const work = new Redis(url, { ...commonOptions, lazyConnect: false, maxRetriesPerRequest: null })
  const listeners = { away: new Set<() => void>(), back: new Set<() => void>() }
  let away: number | undefined
  let isClosed = false
  // Without a listener, an error of a connection would end the process. That Redis is away is seen below.
  work.on('error', () => undefined)
  let refusal: RedisRefusal | undefined
  commands.on('error', (error) => (refusal = redisRefusal(error)))
  if (answered) timeCommands(commands, answered)
  await Promise.all([commands.connect(), work.ping()])
  commands.on('close', () => {
    if (away !== undefined || isClosed) return
    away = Date.now()
    for (const listener of listeners.away) listener()
  })
  commands.on('ready', () => {
    refusal = undefined
    if (away === undefined) return
    away = undefined
    for (const listener of listeners.back) listener()
  })
  return {
    prefix,
    commands,
    work,
    isPolicyUnknown,
    awaySince: () => away,
    refusal: () => refusal,
    onAway: (listener) => void listeners.away.add(listener),
    onBack(listener) {
      listeners.back.add(listener)
      return () => void listeners.back.delete(listener)
    },
    close() {
      isClosed = true
      commands.disconnect()
      work.disconnect()
    },
  }
}
