import { vi } from 'vitest'
import { makeBot, type Bot } from '../../../src/entry/bot/bot.ts'
import { readBotEnvironment } from '../../../src/entry/bot/environment.ts'
import { listenTo } from '../../../src/entry/bot/app.ts'
import { connect } from '../../../src/entry/bot/connect.ts'
import { identityOf } from '../../../src/entry/bot/identity.ts'
import { noMeter, type Meter } from '../../../src/entry/bot/metrics/meter.ts'
import { makeLog } from '../../../src/entry/bot/log.ts'
import { listen, makeServer, webhooksPath } from '../../../src/entry/bot/server.ts'
import { webhookHandler } from '../../../src/entry/bot/webhooks.ts'
import { clock } from '../../../src/entry/clock.ts'
import type { OwnedApp } from '../../github/app.ts'
import type { GitHub } from '../../github/server.ts'
import { environmentOf, secret } from './process.ts'

export type Line = Readonly<Record<string, unknown>>

/** The bot in the test's own process. */
export interface BotHere {
  readonly bot: Bot
  readonly lines: readonly Line[]
  /** Settles when so many lines of the log are of a kind. */
  until(isIt: (line: Line) => boolean, count?: number): Promise<readonly Line[]>
  end(): Promise<void>
}

/** Starts a bot that gets every webhook from then on. It retries without waiting. */
export async function botHere(
  github: GitHub,
  app: OwnedApp,
  extraEnv: Readonly<Record<string, string>> = {},
  meter: Meter = noMeter,
): Promise<BotHere> {
  const pause = vi.spyOn(clock, 'pause').mockResolvedValue(undefined)
  const environment = readBotEnvironment({ ...environmentOf(github, app), ...extraEnv })
  const lines: Line[] = []
  const looks = new Set<() => void>()
  const write = (line: string) => {
    lines.push(JSON.parse(line) as Line)
    for (const look of looks) look()
  }
  const { log, forLibraries } = makeLog({ level: environment.logLevel, secrets: environment.secrets, to: { write } })
  const probot = await connect(environment, forLibraries, { meter })
  const identity = await identityOf(await probot.auth(), environment.appId)
  const bot = makeBot({ probot, identity, log, settings: environment, meter, retryWaits: [0] })
  const webhooks = webhookHandler({
    secrets: environment.secrets,
    log,
    meter,
    refusal: () => undefined,
    take: listenTo(probot, bot),
  })
  const server = makeServer({ webhooks, unready: () => [], failed: log.error })
  const port = await listen(server, 0, '127.0.0.1')
  app.listen({ url: `http://127.0.0.1:${port}${webhooksPath}`, secret })
  return {
    bot,
    lines,
    until: (isIt, count = 1) => {
      const matchingLines = new Promise<readonly Line[]>((resolve) => {
        const look = () => {
          const found = lines.filter(isIt)
          if (found.length < count) return
          looks.delete(look)
          resolve(found)
        }
        looks.add(look)
        look()
      })
      return Promise.race([matchingLines, github.wrong])
    },
    async end() {
      await bot.stop()
      pause.mockRestore()
      server.close()
      server.closeAllConnections()
    },
  }
}
