import { day, hour, minute } from '../../core/time.ts'
import { namedBytes, UnreadableFile } from '../../gateways/named-file.ts'
import { levels, type LogLevel } from './log.ts'
import { Misconfigured } from './misconfigured.ts'
import { isPrivateKey, readPrivateKey } from './private-key.ts'

/** The settings of the bot, for our server and for another Probot server. */
export interface BotSettings {
  /** Whether the log names people. */
  readonly logActor: boolean
  /** Batches that go on side by side. */
  readonly atOnce: number
  /** Milliseconds between sweeps; absent: never. */
  readonly sweep: number | undefined
  /** Milliseconds between audits of a repository; absent: never. */
  readonly audit: number | undefined
}

/** What the bot is started with (docs/operating.md, "Environment"): Probot's names, and ours. */
export interface BotEnvironment extends BotSettings {
  readonly appId: number
  readonly privateKey: string
  /** The webhook's secret, and after it the one before, as long as that is good too. */
  readonly secrets: readonly string[]
  readonly port: number
  readonly host: string | undefined
  /** The address of the REST API. */
  readonly baseUrl: string
  readonly logLevel: LogLevel
  /** The address of the Redis that several processes share; absent: this one keeps what waits in its memory. */
  readonly redis: string | undefined
}

type Variables = Readonly<Record<string, string | undefined>>

function keyOf({ PRIVATE_KEY: key, PRIVATE_KEY_PATH: path }: Variables): string | undefined {
  if (key) return readPrivateKey('PRIVATE_KEY', key)
  if (!path) return undefined
  // A path goes into the message, a key must not.
  if (isPrivateKey(path)) throw new Misconfigured('PRIVATE_KEY_PATH holds a key, and no path. Set PRIVATE_KEY to it instead.')
  let text: string
  try {
    text = Buffer.from(namedBytes(path)).toString()
  } catch (cause) {
    if (!(cause instanceof UnreadableFile)) throw cause
    throw new Misconfigured(
      `The file that PRIVATE_KEY_PATH names cannot be read: ${path}: ${cause.message}. Name the .pem file that GitHub gave you.`,
    )
  }
  return readPrivateKey('The file that PRIVATE_KEY_PATH names', text)
}

const units = { s: 1000, m: minute, h: hour, d: day } as const

/** What Node's timers take. */
const maxTimeout = 2 ** 31 - 1

function intervalOf(name: string, written: string): number | undefined {
  if (written === 'off') return undefined
  const [, amount, unit] = /^([1-9]\d{0,4})([smhd])$/.exec(written) ?? []
  if (amount === undefined) throw new Misconfigured(`Unexpected ${name} ${written}, expected a time such as 15m, or off.`)
  return Math.min(maxTimeout, Number(amount) * units[unit as keyof typeof units])
}

function portOf(written = '3000'): number {
  const port = Number(written)
  if (!/^\d{1,5}$/.test(written) || port > 65_535) throw new Misconfigured(`Unexpected PORT ${written}, expected a number up to 65535.`)
  return port
}

/** How many places can be configured: GitHub lets one App do no more than a hundred things at once. */
const maxConcurrency = 100

function atOnceOf(written = '8'): number {
  const places = Number(written)
  if (!/^[1-9]\d{0,2}$/.test(written) || places > maxConcurrency)
    throw new Misconfigured(`Unexpected BATON_AT_ONCE ${written}, expected a number from 1 to ${maxConcurrency}.`)
  return places
}

/** One of some words. */
function wordOf<Word extends string>(name: string, written: string, words: readonly Word[]): Word {
  const word = words.find((each) => each === written)
  if (word === undefined) throw new Misconfigured(`Unexpected ${name} ${written}, expected one of ${words.join(', ')}.`)
  return word
}

/** The REST API of github.com, or of a GitHub Enterprise Server. */
function baseUrlOf(host: string | undefined, protocol: 'http' | 'https'): string {
  if (host === undefined) return 'https://api.github.com'
  // What was set is not repeated: an address may hold a password.
  if (!/^[\w.[\]:-]+$/.test(host))
    throw new Misconfigured(
      'Unexpected GHE_HOST, expected the name of a host such as github.example.com, without https:// and without a path.',
    )
  return `${protocol}://${host}/api/v3`
}

/** An address of a Redis. What was set is not repeated: it may hold a password. */
function redisOf(written: string | undefined): string | undefined {
  if (written === undefined) return undefined
  const expected = 'expected an address such as rediss://:PASSWORD@redis.example.com:6379.'
  if (!URL.canParse(written)) throw new Misconfigured(`Unexpected REDIS_URL, ${expected}`)
  const { protocol, hostname } = new URL(written)
  if (protocol !== 'redis:' && protocol !== 'rediss:')
    throw new Misconfigured('Unexpected REDIS_URL, expected an address that begins with redis:// or rediss://.')
  if (hostname === '') throw new Misconfigured(`REDIS_URL names no host, ${expected}`)
  try {
    redisPassword(written)
  } catch {
    throw new Misconfigured('The password in REDIS_URL cannot be read: write each of its special characters as %XX.')
  }
  return written
}

/** The password in an address of a Redis, as the log must not show it. */
export const redisPassword = (url: string): string => decodeURIComponent(new URL(url).password)

const setOnly = (variables: Variables): Variables => Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''))

/** Reads the settings that hold in a Probot server of another's, too. @throws Misconfigured where one is wrong */
export function readBotSettings(variables: Variables): BotSettings {
  const { BATON_AT_ONCE, BATON_LOG_ACTOR = 'on', BATON_SWEEP = '15m', BATON_AUDIT = '24h' } = setOnly(variables)
  return {
    logActor: wordOf('BATON_LOG_ACTOR', BATON_LOG_ACTOR, ['on', 'off']) === 'on',
    atOnce: atOnceOf(BATON_AT_ONCE),
    sweep: intervalOf('BATON_SWEEP', BATON_SWEEP),
    audit: intervalOf('BATON_AUDIT', BATON_AUDIT),
  }
}

/** Reads the environment. @throws Misconfigured where something is missing: a guess would be a way in, or a silent bot. */
export function readBotEnvironment(variables: Variables): BotEnvironment {
  const set = setOnly(variables)
  const {
    APP_ID: id = '',
    WEBHOOK_SECRET: secret = '',
    WEBHOOK_SECRET_PREVIOUS: previous = '',
    PORT,
    HOST,
    REDIS_URL,
    GHE_HOST,
    GHE_PROTOCOL = 'https',
    LOG_LEVEL = 'info',
  } = set
  if (!/^[1-9]\d*$/.test(id)) {
    const found = id === '' ? 'Missing APP_ID' : `Unexpected APP_ID of ${id.length} characters`
    throw new Misconfigured(`${found}, expected the number of the GitHub App. It is on the page of the app, under General.`)
  }
  const privateKey = keyOf(set)
  if (privateKey === undefined)
    throw new Misconfigured(
      'Missing PRIVATE_KEY or PRIVATE_KEY_PATH, expected the private key of the GitHub App (PEM). It is generated on the page of the app.',
    )
  if (secret === '')
    throw new Misconfigured(
      'Missing WEBHOOK_SECRET: without it any sender could send commands. Set it here and on the page of the app, under Webhook, to the same random text.',
    )
  return {
    appId: Number(id),
    privateKey,
    secrets: previous === '' ? [secret] : [secret, previous],
    port: portOf(PORT),
    host: HOST,
    baseUrl: baseUrlOf(GHE_HOST, wordOf('GHE_PROTOCOL', GHE_PROTOCOL, ['https', 'http'])),
    logLevel: wordOf('LOG_LEVEL', LOG_LEVEL, levels),
    ...readBotSettings(set),
    redis: redisOf(REDIS_URL),
  }
}
