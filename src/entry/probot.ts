import type { Probot } from 'probot'
import { listenTo } from './bot/app.ts'
import { makeBot } from './bot/bot.ts'
import { readBotSettings } from './bot/environment.ts'
import { identityOf } from './bot/identity.ts'
import { logWithin } from './bot/log.ts'
import { startRounds } from './bot/rounds.ts'

/**
 * Baton as a Probot app, for `probot run`, a Probot server of your own, or `createNodeMiddleware`. The credentials and the webhook's secret
 * are that server's; `BATON_AT_ONCE`, `BATON_SWEEP`, `BATON_AUDIT`, and `BATON_LOG_ACTOR` are read from the environment. An event is
 * received once what it asks for waits in line: work goes on after that, so the process must go on too.
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
  const bot = makeBot({ probot: app, identity: await identityOf(await app.auth(), undefined, log), log, settings })
  listenTo(app, bot)
  startRounds(bot, settings, (error) => log.error(error))
}
