import { pluralize } from '../../core/diagnostic.ts'
import { day, hour, minute } from '../../core/time.ts'
import { namedBytes, UnreadableFile } from '../../gateways/named-file.ts'
import { levels, type LogLevel } from './log.ts'
import { ConfigurationError } from './configuration-error.ts'
import { isPrivateKey, readPrivateKey } from './private-key.ts'
import { addressProblem, publicAddress } from './public-address.ts'
import { redisAddress } from './redis-address.ts'

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

/** Where the bot listens, and where GitHub is. */
interface Addresses {
  readonly port: number
  readonly host: string | undefined
  /** The address of the REST API. */
  readonly baseUrl: string
}

/** What the set-up page is started with. */
export interface SetupEnvironment extends Addresses {
  /** The address of GitHub's pages. */
  readonly webUrl: string
  /** The public address of the bot, where it is known. */
  readonly publicUrl: string | undefined
  /** Variables that the bot needs at its next start, too. */
  readonly saved: Readonly<Record<string, string>>
}

/** What the bot is started with (docs/operating.md, "Environment"): Probot's names, and ours. */
export interface BotEnvironment extends BotSettings, Addresses {
  readonly appId: number
  readonly privateKey: string
  /** The webhook's secret, and after it the one before, as long as that is good too. */
  readonly secrets: readonly string[]
  readonly logLevel: LogLevel
  /**
   * The address of the Redis that several processes share, as it was set; absent: this one keeps what waits in its
   * memory.
   */
  readonly redis: string | undefined
  /** Where metrics are served: nowhere, beside the webhooks, or on a port of their own. */
  readonly metrics: 'off' | 'on' | number
}

/** All variables that the bot reads. */
export const variableNames: readonly string[] = [
  'APP_ID',
  'PRIVATE_KEY',
  'PRIVATE_KEY_PATH',
  'WEBHOOK_SECRET',
  'WEBHOOK_SECRET_PREVIOUS',
  'PORT',
  'HOST',
  'GHE_HOST',
  'GHE_PROTOCOL',
  'REDIS_URL',
  'LOG_LEVEL',
  'BATON_URL',
  'BATON_LOG_ACTOR',
  'BATON_METRICS',
  'BATON_AT_ONCE',
  'BATON_SWEEP',
  'BATON_AUDIT',
]

export type Variables = Readonly<Record<string, string | undefined>>

function keyOf({ PRIVATE_KEY: key, PRIVATE_KEY_PATH: path }: Variables): string | undefined {
  if (key && path)
    throw new ConfigurationError(
      'PRIVATE_KEY and PRIVATE_KEY_PATH are both set. Keep the one that holds the key to use, and remove the other.',
    )
  if (key) return readPrivateKey('PRIVATE_KEY', key)
  if (!path) return undefined
  // A path goes into the message, a key must not.
  if (isPrivateKey(path))
    throw new ConfigurationError('PRIVATE_KEY_PATH holds a key, not a path. Set PRIVATE_KEY to it instead.')
  let text: string
  try {
    text = Buffer.from(namedBytes(path)).toString()
  } catch (cause) {
    if (!(cause instanceof UnreadableFile)) throw cause
    throw new ConfigurationError(
      `The file that PRIVATE_KEY_PATH names cannot be read: ${path}: ${cause.message}. Name the .pem file that GitHub gave you.`,
    )
  }
  return readPrivateKey('The file that PRIVATE_KEY_PATH names', text)
}

const units = { s: 1000, m: minute, h: hour, d: day } as const

/** What Node's timers take. */
const maxTimeout = 2 ** 31 - 1

function intervalOf(name: string, text: string): number | undefined {
  if (text === 'off') return undefined
  const [, amount, unit] = /^([1-9]\d{0,4})([smhd])$/.exec(text) ?? []
  if (amount === undefined)
    throw new ConfigurationError(`Unexpected ${name} ${text}, expected a time such as 15m, or off.`)
  return Math.min(maxTimeout, Number(amount) * units[unit as keyof typeof units])
}

const isPort = (text: string) => /^\d{1,5}$/.test(text) && Number(text) <= 65_535

function portOf(text = '3000'): number {
  if (!isPort(text)) throw new ConfigurationError(`Unexpected PORT ${text}, expected a number up to 65535.`)
  return Number(text)
}

function metricsOf({ BATON_METRICS: text = 'off', PORT = '3000' }: Variables): BotEnvironment['metrics'] {
  if (text === 'off' || text === 'on') return text
  if (!isPort(text))
    throw new ConfigurationError(`Unexpected BATON_METRICS ${text}, expected off, on, or a port such as 9464.`)
  if (Number(text) === Number(PORT) && Number(PORT) !== 0)
    throw new ConfigurationError(
      `Unexpected BATON_METRICS ${text}, which is the port of the webhooks. Set it to on to have the metrics there, or to another port.`,
    )
  return Number(text)
}

/** How many places can be configured: GitHub lets one App do no more than a hundred things at once. */
const maxConcurrency = 100

function atOnceOf(text = '8'): number {
  const places = Number(text)
  if (!/^[1-9]\d{0,2}$/.test(text) || places > maxConcurrency)
    throw new ConfigurationError(`Unexpected BATON_AT_ONCE ${text}, expected a number from 1 to ${maxConcurrency}.`)
  return places
}

function wordOf<Word extends string>(name: string, text: string, words: readonly Word[]): Word {
  const word = words.find((candidate) => candidate === text)
  if (word === undefined)
    throw new ConfigurationError(`Unexpected ${name} ${text}, expected one of ${words.join(', ')}.`)
  return word
}

type GitHubAddresses = Pick<SetupEnvironment, 'baseUrl' | 'webUrl'>

/** The addresses of github.com, or of a GitHub Enterprise Server. */
function githubOf({ GHE_HOST: host, GHE_PROTOCOL = 'https' }: Variables): GitHubAddresses {
  const protocol = wordOf('GHE_PROTOCOL', GHE_PROTOCOL, ['https', 'http'])
  if (host === undefined) return { baseUrl: 'https://api.github.com', webUrl: 'https://github.com' }
  // What was set is not repeated: an address may hold a password.
  if (!/^[\w.[\]:-]+$/.test(host) || !URL.canParse(`${protocol}://${host}`))
    throw new ConfigurationError(
      'Unexpected GHE_HOST, expected the name of a host such as github.example.com or github.example.com:8443, without https:// and without a path.',
    )
  return { baseUrl: `${protocol}://${host}/api/v3`, webUrl: `${protocol}://${host}` }
}

function publicUrlOf(text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  const address = publicAddress(text)
  const problem = addressProblem(address, 'BATON_URL')
  if (problem !== undefined) throw new ConfigurationError(problem)
  return address
}

/** An empty variable counts as not set. */
const withoutEmpty = (variables: Variables): Variables =>
  Object.fromEntries(Object.entries(variables).filter(([, value]) => value))

/**
 * The variables of the file `.env` and of the process, which count more: a key that is set in one way replaces one that
 * is saved in the other.
 */
export function withSaved(saved: Variables, variables: Variables): Variables {
  const setVariables = withoutEmpty(variables)
  const { PRIVATE_KEY: _, PRIVATE_KEY_PATH: __, ...otherVariables } = saved
  return {
    ...((setVariables['PRIVATE_KEY'] ?? setVariables['PRIVATE_KEY_PATH']) ? otherVariables : saved),
    ...setVariables,
  }
}

/** The variables that identify the App: without all of them the bot is yet to be set up. */
const credentials = ['APP_ID', 'PRIVATE_KEY', 'PRIVATE_KEY_PATH', 'WEBHOOK_SECRET'] as const

/** The variables that identify the App, as far as they are set. */
const credentialsIn = (variables: Variables): readonly string[] => credentials.filter((name) => variables[name])

/**
 * Whether the App is to be registered before the bot starts: by `--setup`, or where it has no credentials and an
 * operator looks on.
 *
 * @param variables of the process
 * @param saved those of the file `.env`
 * @throws ConfigurationError where variables would count more than what is about to be saved
 */
export function wantsSetup(isAsked: boolean, isTerminal: boolean, variables: Variables, saved: Variables): boolean {
  const [setName] = credentialsIn(variables)
  if (isAsked && setName !== undefined)
    throw new ConfigurationError(
      `${setName} is set, and would count more than what --setup saves. Remove it from the environment.`,
    )
  return isAsked || (isTerminal && setName === undefined && credentialsIn(saved).length === 0)
}

type Readers<Values> = { readonly [Name in keyof Values]: () => Values[Name] }

/**
 * Reads several variables, so that one start names all that are wrong. @throws ConfigurationError with a line for each
 */
function readAll<Values extends object>(readers: Readers<Values>): Values {
  const problems: string[] = []
  const entries = Object.entries<() => unknown>(readers).map(([name, read]) => {
    try {
      return [name, read()] as const
    } catch (error) {
      if (!(error instanceof ConfigurationError)) throw error
      problems.push(error.message)
      return [name, undefined] as const
    }
  })
  if (problems.length > 0) throw new ConfigurationError(problems.join('\n'))
  return Object.fromEntries(entries) as Values
}

/** What has nothing to do with the App. */
interface Settings extends Pick<BotEnvironment, 'port' | 'redis' | 'logLevel' | 'metrics'> {
  readonly settings: BotSettings
  readonly github: GitHubAddresses
}

const settingReaders = (setVariables: Variables): Readers<Settings> => ({
  port: () => portOf(setVariables['PORT']),
  github: () => githubOf(setVariables),
  redis: () => redisOf(setVariables['REDIS_URL']),
  logLevel: () => wordOf('LOG_LEVEL', setVariables['LOG_LEVEL'] ?? 'info', levels),
  metrics: () => metricsOf(setVariables),
  settings: () => readBotSettings(setVariables),
})

/**
 * Reads where the set-up page is served. @throws ConfigurationError where a variable is wrong, of those too that the bot
 * needs afterwards: an App must not be registered for a bot that cannot start
 */
export function readSetupEnvironment(variables: Variables): SetupEnvironment {
  const setVariables = withoutEmpty(variables)
  const { HOST, BATON_URL } = setVariables
  const keptVariables = ['GHE_HOST', 'GHE_PROTOCOL'].flatMap((name) =>
    setVariables[name] === undefined ? [] : [[name, setVariables[name]] as const],
  )
  const { port, github, publicUrl } = readAll<Settings & Pick<SetupEnvironment, 'publicUrl'>>({
    ...settingReaders(setVariables),
    publicUrl: () => publicUrlOf(BATON_URL),
  })
  return { port, host: HOST, ...github, publicUrl, saved: Object.fromEntries(keptVariables) }
}

/** Reads the settings that hold in a Probot server of another's, too. @throws ConfigurationError where one is wrong */
export function readBotSettings(variables: Variables): BotSettings {
  const { BATON_AT_ONCE, BATON_LOG_ACTOR = 'on', BATON_SWEEP = '15m', BATON_AUDIT = '24h' } = withoutEmpty(variables)
  return readAll<BotSettings>({
    logActor: () => wordOf('BATON_LOG_ACTOR', BATON_LOG_ACTOR, ['on', 'off']) === 'on',
    atOnce: () => atOnceOf(BATON_AT_ONCE),
    sweep: () => intervalOf('BATON_SWEEP', BATON_SWEEP),
    audit: () => intervalOf('BATON_AUDIT', BATON_AUDIT),
  })
}

function appIdOf(id = ''): number {
  if (/^[1-9]\d*$/.test(id)) return Number(id)
  const problem = id === '' ? 'Missing APP_ID' : `Unexpected APP_ID of ${pluralize(id.length, 'character')}`
  throw new ConfigurationError(
    `${problem}, expected the number of the GitHub App. It is on the page of the app, under General.`,
  )
}

/** The address as it was set, once it is known to be one. */
function redisOf(url: string | undefined): string | undefined {
  if (url !== undefined) redisAddress(url)
  return url
}

function neededKeyOf(variables: Variables): string {
  const key = keyOf(variables)
  if (key !== undefined) return key
  throw new ConfigurationError(
    'Missing PRIVATE_KEY or PRIVATE_KEY_PATH, expected the private key of the GitHub App (PEM). It is generated on the page of the app.',
  )
}

function secretsOf({ WEBHOOK_SECRET: secret, WEBHOOK_SECRET_PREVIOUS: previous }: Variables): readonly string[] {
  if (secret !== undefined && secret.trim() !== '') return previous === undefined ? [secret] : [secret, previous]
  throw new ConfigurationError(
    'Missing WEBHOOK_SECRET: without it any sender could send commands. Set it here and on the page of the app, under Webhook, to the same random text.',
  )
}

/**
 * Reads the environment. @throws ConfigurationError where something is missing: a guess would be a way in, or a silent
 * bot.
 */
export function readBotEnvironment(variables: Variables): BotEnvironment {
  const setVariables = withoutEmpty(variables)
  if (credentialsIn(setVariables).length === 0)
    throw new ConfigurationError(
      'Missing APP_ID, PRIVATE_KEY and WEBHOOK_SECRET. Start the bot with --setup to register its GitHub App on a page that saves them, or set them.',
    )
  const { settings, github, ...values } = readAll<Settings & Pick<BotEnvironment, 'appId' | 'privateKey' | 'secrets'>>({
    appId: () => appIdOf(setVariables['APP_ID']),
    privateKey: () => neededKeyOf(setVariables),
    secrets: () => secretsOf(setVariables),
    ...settingReaders(setVariables),
  })
  return { ...values, ...settings, host: setVariables['HOST'], baseUrl: github.baseUrl }
}
