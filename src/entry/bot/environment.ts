import { readFileSync } from 'node:fs'

/** What the bot is started with (interface, "Bot"): Probot's names, and ours. */
export interface BotEnvironment {
  readonly appId: number
  readonly privateKey: string
  readonly secret: string
  readonly port: number
  readonly host: string | undefined
  /** The address of the REST API. */
  readonly baseUrl: string
  readonly logLevel: string
  /** Milliseconds between sweeps; absent: never. */
  readonly sweep: number | undefined
  /** Milliseconds between audits of a repository; absent: never. */
  readonly audit: number | undefined
}

/** Why the bot does not start: each with what mends it. */
export class Misconfigured extends Error {
  override readonly name = 'Misconfigured'
}

type Variables = Readonly<Record<string, string | undefined>>

function keyOf({ PRIVATE_KEY: key, PRIVATE_KEY_PATH: path }: Variables): string | undefined {
  if (key) return key.includes('-----BEGIN') ? key.replaceAll(String.raw`\n`, '\n') : Buffer.from(key, 'base64').toString()
  if (!path) return undefined
  try {
    return readFileSync(path, 'utf8')
  } catch {
    throw new Misconfigured(`The file that PRIVATE_KEY_PATH names cannot be read: ${path}. Name the .pem file that GitHub gave you.`)
  }
}

const units = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const

/** What Node's timers take. */
const longest = 2 ** 31 - 1

function intervalOf(name: string, written: string): number | undefined {
  if (written === 'off') return undefined
  const [, amount, unit] = /^([1-9]\d{0,4})([smhd])$/.exec(written) ?? []
  if (amount === undefined) throw new Misconfigured(`Unexpected ${name} ${written}, expected a time such as 15m, or off.`)
  return Math.min(longest, Number(amount) * units[unit as keyof typeof units])
}

function portOf(written = '3000'): number {
  const port = Number(written)
  if (!/^\d{1,5}$/.test(written) || port > 65_535) throw new Misconfigured(`Unexpected PORT ${written}, expected a number up to 65535.`)
  return port
}

/** Reads the environment. @throws Misconfigured where something is missing: a guess would be a way in, or a silent bot. */
export function readBotEnvironment(variables: Variables): BotEnvironment {
  const {
    APP_ID: id = '',
    WEBHOOK_SECRET: secret = '',
    PORT,
    HOST,
    GHE_HOST,
    GHE_PROTOCOL,
    LOG_LEVEL,
    BATON_SWEEP = '15m',
    BATON_AUDIT = '24h',
  } = variables
  if (!/^[1-9]\d*$/.test(id))
    throw new Misconfigured('Missing APP_ID, expected the number of the GitHub App. It stands on the page of the app, under General.')
  const privateKey = keyOf(variables)
  if (!privateKey?.includes('-----BEGIN'))
    throw new Misconfigured(
      'Missing PRIVATE_KEY or PRIVATE_KEY_PATH, expected the private key of the GitHub App (PEM). It is generated on the page of the app.',
    )
  if (secret === '')
    throw new Misconfigured(
      'Missing WEBHOOK_SECRET: without it anybody could send commands. Set it here and on the page of the app, under Webhook, to the same random text.',
    )
  return {
    appId: Number(id),
    privateKey,
    secret,
    port: portOf(PORT),
    host: HOST,
    baseUrl: GHE_HOST ? `${GHE_PROTOCOL || 'https'}://${GHE_HOST}/api/v3` : 'https://api.github.com',
    logLevel: LOG_LEVEL ?? 'info',
    sweep: intervalOf('BATON_SWEEP', BATON_SWEEP),
    audit: intervalOf('BATON_AUDIT', BATON_AUDIT),
  }
}
