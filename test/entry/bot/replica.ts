import { listenTo } from '../../../src/entry/bot/app.ts'
import { makeBot } from '../../../src/entry/bot/bot.ts'
import { connect } from '../../../src/entry/bot/connect.ts'
import { readBotEnvironment } from '../../../src/entry/bot/environment.ts'
import { identityOf } from '../../../src/entry/bot/identity.ts'
import { makeLog } from '../../../src/entry/bot/log.ts'
import { newBoot } from '../../../src/entry/bot/queue.ts'
import { redisQueue, type QueueTimes } from '../../../src/entry/bot/redis-queue.ts'
import { listen, makeServer } from '../../../src/entry/bot/server.ts'
import { webhookHandler } from '../../../src/entry/bot/webhooks.ts'

/**
 * The bot as one of several, from the sources, with times in which a test does not have to wait for long. Its argument:
 * those times, as JSON.
 */
const times = JSON.parse(process.argv[2] ?? '') as QueueTimes
const environment = readBotEnvironment(process.env)
const { secrets, redis: url = '', appId: app } = environment
const { log, forLibraries } = makeLog({ level: environment.logLevel, secrets })
const probot = await connect(environment, forLibraries)
const identity = await identityOf(await probot.auth(), app)
const queue = await redisQueue({ url, app, boot: newBoot(), log, times })
const bot = makeBot({ probot, identity, log, settings: environment, queue })
const webhooks = webhookHandler({ secrets, log, refusal: () => undefined, take: listenTo(probot, bot) })
const server = makeServer({ webhooks, unready: queue.unready, failed: log.error })
const port = await listen(server, 0, '127.0.0.1')
queue.rounds(bot, environment, log.error)
log.info({ port }, 'listening')
