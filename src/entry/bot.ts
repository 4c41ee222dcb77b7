import type { Server } from 'node:http'
import { setFlagsFromString } from 'node:v8'
import packageJson from '../../package.json' with { type: 'json' }
import { listenTo } from './bot/app.ts'
import { makeBot, type Bot } from './bot/bot.ts'
import { readBotEnvironment, wantsSetup, withSaved, type BotEnvironment, type Variables } from './bot/environment.ts'
import { connect } from './bot/connect.ts'
import { introduce } from './bot/first-line.ts'
import { home } from './bot/home.ts'
import { identityOf } from './bot/identity.ts'
import { watchKey, type KeyWatch } from './bot/key-watch.ts'
import { makeLog, type Log } from './bot/log.ts'
import { ConfigurationError } from './bot/configuration-error.ts'
import { noMeter, type Meter } from './bot/metrics/meter.ts'
import type { ServedMetrics } from './bot/metrics/served-metrics.ts'
import { redisAddress } from './bot/redis-address.ts'
import { memoryQueue, newBoot, type JobQueue } from './bot/queue.ts'
import { checkOptions, misspeltVariables, savedVariables, whereLookedFor } from './bot/saved-variables.ts'
import { serve, type OpenServer, type Routes } from './bot/server.ts'
import { startFailure } from './bot/start-failure.ts'
import { strayDelivery, webhookHandler } from './bot/webhooks.ts'

/** How long what is in hand may take to end when the bot is to stop, in milliseconds. */
const shutdownGrace = 10_000

/** After how long a bot that is still starting listens, in milliseconds. */
const startPatience = 1000

/** Exit codes: for what the operator can repair, and for unforeseen errors. */
const exitCodes = { misconfigured: 2, fault: 70 }

interface RunningBot {
  readonly bot: Bot
  /** Hands over a delivery, and tells whether it asks for anything. */
  readonly take: ReturnType<typeof listenTo>
  readonly log: Log
  readonly queue: JobQueue
  readonly metrics: ServedMetrics | undefined
  readonly key: KeyWatch
  stopping: boolean
}

const queueName = (redis: string | undefined): 'memory' | 'redis' => (redis === undefined ? 'memory' : 'redis')

/** Where work waits. What Redis needs is loaded only where there is one. */
async function queueOf({ redis, appId }: BotEnvironment, log: Log, boot: string, meter: Meter): Promise<JobQueue> {
  if (redis === undefined) return memoryQueue(Date.now, boot)
  const { redisQueue } = await import('./bot/redis-queue.ts')
  return redisQueue({ url: redis, app: appId, boot, log, meter })
}

/** An unforeseen error ends the process, and is logged as all others are: Node would print it as it is. */
function endOnFault(log: Log): void {
  process.on('uncaughtException', (error) => {
    log.fatal(error)
    process.exit(exitCodes.fault)
  })
}

/** What libraries print by themselves becomes a line of the log, once however often it is printed. */
function logWarningsOfLibraries(log: Log): void {
  const printed = new Set<string>()
  const warn = (text: unknown) => {
    const message = String(text).replace(/^\[WARN\] /, '')
    if (!printed.has(message)) log.warn({}, message)
    printed.add(message)
  }
  Object.assign(console, { warn })
}

/** The lines of a readiness probe about GitHub. */
const troubleOf = (key: KeyWatch): readonly string[] => [key.trouble()].filter((line) => line !== undefined)

/** The addresses of a bot that waits for GitHub to say which App it is. */
function startingRoutes(
  log: Log,
  metrics: ServedMetrics | undefined,
  key: KeyWatch,
  { secrets }: BotEnvironment,
): Routes {
  const unready = () => ['starting', ...troubleOf(key)]
  return {
    webhooks: webhookHandler({
      secrets,
      log,
      meter: metrics?.meter ?? noMeter,
      refusal: () => unready()[0],
      take: () => Promise.resolve(false),
    }),
    unready,
    site: (path, request) => metrics?.site(path, request),
    failed: (error) => log.error(error),
  }
}

function routesOf(runningBot: RunningBot, { secrets }: BotEnvironment, appPage: string): Routes {
  const { log, take, queue, metrics, key } = runningBot
  const refusals = () => [...(runningBot.stopping ? ['stopping'] : []), ...troubleOf(key)]
  const unready = () => [...refusals(), ...queue.unready()]
  const pages = home({ version: packageJson.version, appPage, unready })
  return {
    webhooks: webhookHandler({ secrets, log, meter: metrics?.meter ?? noMeter, refusal: () => refusals()[0], take }),
    unready() {
      key.refresh()
      return unready()
    },
    site: (path, request) => metrics?.site(path, request) ?? pages(path, request),
    astray: strayDelivery(log),
    failed: (error) => log.error(error),
  }
}

const signals = ['SIGTERM', 'SIGINT'] as const

/** Ends on a signal as long as nothing has begun. As the first process of a container it would be deaf to them. */
const endAtOnce = () => process.exit(0)

/** Ends on a signal: nothing new is begun, and running work may end. */
function stopOnSignal(runningBot: RunningBot, server: Server, stopRounds: () => void): void {
  const stop = async () => {
    if (runningBot.stopping) return
    runningBot.stopping = true
    stopRounds()
    const cutOff = () => {
      const sentence =
        'Work that did not end within 10 s is cut off: the next sweep finds it, or with Redis another process does.'
      runningBot.log.warn({}, sentence)
      process.exit(0)
    }
    setTimeout(cutOff, shutdownGrace).unref()
    await runningBot.bot.stop()
    runningBot.log.info({}, 'stopped')
    server.close()
    server.closeAllConnections()
  }
  for (const signal of signals) process.off(signal, endAtOnce).on(signal, () => void stop())
}

/** Metrics, where they are asked for: nothing of them is loaded else. */
async function metricsOf({ metrics, host, redis }: BotEnvironment, log: Log): Promise<ServedMetrics | undefined> {
  if (metrics === 'off') return undefined
  const { serveMetrics } = await import('./bot/metrics/served-metrics.ts')
  const build = { version: packageJson.version, node: process.versions.node, queue: queueName(redis) }
  return serveMetrics({ where: metrics, host, build, failed: (error) => log.error(error) })
}

/** Becomes the App, listens, and looks around. */
async function runBot(
  environment: BotEnvironment,
  { log, forLibraries, boot }: ReturnType<typeof makeLog> & { readonly boot: string },
  openForSetup?: OpenServer,
): Promise<void> {
  for (const signal of signals) process.on(signal, endAtOnce)
  const metrics = await metricsOf(environment, log)
  const meter = metrics?.meter ?? noMeter
  const key = watchKey(log)
  const probot = await connect(environment, forLibraries, { meter, fetch: key.fetch })
  const octokit = await probot.auth()
  let opening = openForSetup && Promise.resolve(openForSetup)
  const open = () => (opening ??= serve(startingRoutes(log, metrics, key, environment), environment))
  // What takes a moment is not there yet, which every proxy understands; what takes longer is alive and not ready.
  const timer = setTimeout(() => void open().catch(() => undefined), startPatience)
  const identity = await identityOf(octokit, environment.appId, log, async () => void (await open()))
  key.checkBy(() => octokit.request('GET /app'))
  const queue = await queueOf(environment, log, boot, meter)
  const bot = makeBot({ probot, identity, log, settings: environment, queue, meter, trouble: () => key.trouble() })
  const runningBot: RunningBot = { bot, take: listenTo(probot, bot), log, queue, metrics, key, stopping: false }
  const routes = routesOf(runningBot, environment, identity.page)
  clearTimeout(timer)
  const { server, port, replace } = await open()
  replace(routes)
  const stopRounds = queue.rounds(bot, environment, (error) => {
    if (!runningBot.stopping) log.error(error)
  })
  stopOnSignal(runningBot, server, stopRounds)
  // Last, so that a signal that comes as soon as this is read takes effect.
  log.info({ port, metrics: metrics?.port ?? (metrics && port), app: identity.login }, 'listening')
}

async function start(environment: BotEnvironment, warnings: readonly string[], open?: OpenServer): Promise<void> {
  const { secrets, privateKey, redis, logLevel: level } = environment
  // Libraries read the environment too: what they look for there is none of their business.
  delete process.env['REDIS_URL']
  const password = redis === undefined ? '' : redisAddress(redis).password
  const boot = newBoot()
  const logs = makeLog({ level, secrets: [...secrets, privateKey, password] })
  introduce(logs.log, { queue: queueName(redis), boot, privateKey })
  for (const warning of warnings) logs.log.warn({}, warning)
  endOnFault(logs.log)
  logWarningsOfLibraries(logs.log)
  try {
    await runBot(environment, { ...logs, boot }, open)
  } catch (error) {
    // What the operator can repair goes to standard error alone; of the rest the log has more.
    if (!(error instanceof ConfigurationError)) logs.log.fatal(error)
    throw error
  }
}

/** Reads the variables, and says where it looked for them where one is missing. */
function readVariables(variables: Variables, saved: Variables): BotEnvironment {
  try {
    return readBotEnvironment(variables)
  } catch (error) {
    if (error instanceof ConfigurationError && /^Missing /m.test(error.message))
      throw new ConfigurationError(`${error.message}\n${whereLookedFor(process.cwd(), saved)}`)
    throw error
  }
}

/**
 * Starts the bot, after its App was registered where that is to be done. @param read is given the variables that it
 * starts with
 */
async function main(read: { variables: Variables }): Promise<void> {
  checkOptions(process.argv.slice(2))
  const saved = savedVariables(process.cwd())
  const variables = withSaved(saved, process.env)
  read.variables = variables
  if (!wantsSetup(process.argv.includes('--setup'), process.stdout.isTTY, process.env, saved)) {
    await start(readVariables(variables, saved), misspeltVariables(variables))
    return
  }
  const { setUp } = await import('./bot/setup/set-up.ts')
  const registration = await setUp(variables)
  await start(
    readBotEnvironment({ ...variables, PRIVATE_KEY_PATH: undefined, ...registration.variables }),
    misspeltVariables(variables),
    registration.open,
  )
}

// On a machine with much memory V8 lets the heap grow to four times what is in use before it collects.
setFlagsFromString('--heap-growing-percent=10')

const startVariables: { variables: Variables } = { variables: process.env }
try {
  await main(startVariables)
} catch (error) {
  const { message, isMisconfigured } = startFailure(error, startVariables.variables)
  process.stderr.write(`${message}\n`)
  // A server that is open would keep the process.
  process.exit(isMisconfigured ? exitCodes.misconfigured : exitCodes.fault)
}
