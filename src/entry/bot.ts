import { randomBytes } from 'node:crypto'
import type { Server } from 'node:http'
import { hostname } from 'node:os'
import packageJson from '../../package.json' with { type: 'json' }
import { listenTo } from './bot/app.ts'
import { makeBot, type Bot } from './bot/bot.ts'
import { readBotEnvironment, redisPassword, type BotEnvironment } from './bot/environment.ts'
import { connect } from './bot/connect.ts'
import { home } from './bot/home.ts'
import { identityOf } from './bot/identity.ts'
import { makeLog, type Log } from './bot/log.ts'
import { Misconfigured } from './bot/misconfigured.ts'
import { memoryQueue, type JobQueue } from './bot/queue.ts'
import { safeError } from './bot/safe-error.ts'
import { listen, makeServer } from './bot/server.ts'
import { webhookHandler } from './bot/webhooks.ts'

/** How long what is in hand may take to end when the bot is to stop, in milliseconds. */
const shutdownGrace = 10_000

/** Exit codes: for what the operator can repair, and for unforeseen errors. */
const exits = { misconfigured: 2, fault: 70 }

/** What is running, and whether it is to end. */
interface Running {
  readonly bot: Bot
  /** Hands over a delivery, and tells whether it asks for anything. */
  readonly take: ReturnType<typeof listenTo>
  readonly log: Log
  readonly queue: JobQueue
  stopping: boolean
}

/** The first line of the log: what runs here. */
function introduce(log: Log, { redis }: BotEnvironment): void {
  const replica = `${hostname()}/${randomBytes(4).toString('hex')}`
  const queue = redis === undefined ? 'memory' : 'redis'
  log.info({ version: packageJson.version, node: process.versions.node, queue, replica }, 'starting')
}

/** Where work waits. What Redis needs is loaded only where there is one. */
async function queueOf({ redis, appId }: BotEnvironment, log: Log): Promise<JobQueue> {
  if (redis === undefined) return memoryQueue(Date.now)
  const { redisQueue } = await import('./bot/redis-queue.ts')
  return redisQueue({ url: redis, app: appId, log })
}

/** An unforeseen error ends the process, and is logged as all others are: Node would print it as it is. */
function endOnFault(log: Log): void {
  process.on('uncaughtException', (error) => {
    log.fatal(error)
    process.exit(exits.fault)
  })
}

/** The server for what GitHub delivers to a bot. */
function serverOf(running: Running, { secrets }: BotEnvironment, appPage: string): Server {
  const { log, take, queue } = running
  const isStopping = () => running.stopping
  const unready = () => [...(isStopping() ? ['stopping'] : []), ...queue.unready()]
  return makeServer({
    webhooks: webhookHandler({ secrets, log, isStopping, take }),
    unready,
    site: home({ version: packageJson.version, appPage, unready }),
    failed: (error) => log.error(error),
  })
}

/** Ends on a signal: nothing new is begun, and running work may end. */
function stopOnSignal(running: Running, server: Server, stopRounds: () => void): void {
  const stop = async () => {
    if (running.stopping) return
    running.stopping = true
    stopRounds()
    setTimeout(() => process.exit(0), shutdownGrace).unref()
    await running.bot.stop()
    running.log.info({}, 'stopped')
    server.close()
    server.closeAllConnections()
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop())
}

/** Becomes the App, listens, and looks around. */
async function run(environment: BotEnvironment, { log, forLibraries }: ReturnType<typeof makeLog>): Promise<void> {
  const probot = await connect(environment, forLibraries)
  const us = await identityOf(await probot.auth(), environment.appId)
  const queue = await queueOf(environment, log)
  const bot = makeBot({ probot, us, log, settings: environment, queue })
  const running: Running = { bot, take: listenTo(probot, bot), log, queue, stopping: false }
  const server = serverOf(running, environment, us.page)
  const port = await listen(server, environment.port, environment.host)
  const stopRounds = queue.rounds(bot, environment, (error) => {
    if (!running.stopping) log.error(error)
  })
  stopOnSignal(running, server, stopRounds)
  // Last, so that a signal that comes as soon as this is read takes effect.
  log.info({ port, app: us.login }, 'listening')
}

async function start(environment: BotEnvironment): Promise<void> {
  const { secrets, privateKey, redis, logLevel: level } = environment
  // Libraries read the environment too: what they look for there is none of their business.
  delete process.env['REDIS_URL']
  const password = redis === undefined ? '' : redisPassword(redis)
  const logs = makeLog({ level, secrets: [...secrets, privateKey, password] })
  introduce(logs.log, environment)
  endOnFault(logs.log)
  try {
    await run(environment, logs)
  } catch (error) {
    // What the operator can repair goes to standard error alone; of the rest the log has more.
    if (!(error instanceof Misconfigured)) logs.log.fatal(error)
    throw error
  }
}

try {
  await start(readBotEnvironment(process.env))
} catch (error) {
  const { message } = safeError(error)
  process.stderr.write(error instanceof Misconfigured ? `${message}\n` : `The bot cannot be started: ${message}\n`)
  process.exitCode = error instanceof Misconfigured ? exits.misconfigured : exits.fault
}
