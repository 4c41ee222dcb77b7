import type { Probot } from 'probot'
import { listenTo } from './bot/app.ts'
import { makeBot } from './bot/bot.ts'
import { readBotSettings } from './bot/environment.ts'
import { introduce } from './bot/first-line.ts'
import { identityOf } from './bot/identity.ts'
import { logWithin } from './bot/log.ts'
import { readPrivateKey } from './bot/private-key.ts'
import { memoryQueue, newBoot } from './bot/queue.ts'
import { startRounds } from './bot/rounds.ts'

/** The private key that a Probot was given; none where it has a token instead. GitHub is not asked. */
async function privateKeyOf(octokit: Awaited<ReturnType<Probot['auth']>>): Promise<string | undefined> {
  // A factory is called with the options of the strategy (@octokit/auth-app, "auth(options)").
  const factory = (options: object) => options
  const options: unknown = await octokit.auth({ type: 'installation', installationId: 1, factory })
  const key =
    typeof options === 'object' && options !== null && 'privateKey' in options ? options.privateKey : undefined
  return typeof key === 'string' ? key : undefined
}

/**
 * Baton as a Probot app, for `probot run`, a Probot server of your own, or `createNodeMiddleware`. The credentials and
 * the webhook's secret are that server's; `BATON_AT_ONCE`, `BATON_SWEEP`, `BATON_AUDIT`, and `BATON_LOG_ACTOR` are read
 * from the environment. An event is received once what it asks for waits in line: work goes on after that, so the
 * process must go on too.
 *
 * @throws where GitHub does not know the App, or a setting is wrong
 */
export default async function baton(app: Probot): Promise<void> {
  const { env } = process
  const settings = readBotSettings(env)
  const log = logWithin(
    app.log,
    ['PRIVATE_KEY', 'WEBHOOK_SECRET'].map((name) => env[name] ?? ''),
  )
  const boot = newBoot()
  const octokit = await app.auth()
  const privateKey = await privateKeyOf(octokit)
  if (privateKey !== undefined)
    introduce(log, { queue: 'memory', boot, privateKey: readPrivateKey('PRIVATE_KEY', privateKey) })
  const identity = await identityOf(octokit, undefined, log)
  const bot = makeBot({ probot: app, identity, log, settings, queue: memoryQueue(Date.now, boot) })
  listenTo(app, bot)
  startRounds(bot, settings, (error) => log.error(error))
}
