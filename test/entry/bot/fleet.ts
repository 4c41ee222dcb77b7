import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { events, permissions } from '../../../demo/manifest.ts'
import type { QueueTimes } from '../../../src/entry/bot/redis-queue.ts'
import { sample } from '../../../src/protocols/plugin/examples.ts'
import { startRedis } from '../../gateways/redis/server.ts'
import { startGitHub } from '../../github/server.ts'
import { environmentOf, listening, type BotProcess } from './process.ts'
import { atEnd } from './started.ts'

export const times: QueueTimes = { lock: 1500, stalled: 500, mending: 1000, beat: 300, outage: 2500, claim: 1500 }

/** What a program is begun with whose clock is an hour ahead. */
export const anHourAhead = `--import=data:text/javascript,${encodeURIComponent(`
  const now = Date.now
  Date = class extends Date {
    constructor(...words) {
      super(...(words.length > 0 ? words : [now() + 3_600_000]))
    }
    static now() {
      return now() + 3_600_000
    }
  }`)}`

/** What a program is begun with in whose source something is different: the end of a file's path, and two texts. */
export const withSource = (...changes: readonly (readonly [file: string, from: string, to: string])[]) =>
  `--import=data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module'
  const changes = ${JSON.stringify(changes)}
  registerHooks({
    load(url, context, next) {
      const loaded = next(url, context)
      const [, from, to] = changes.find(([path]) => url.endsWith(path)) ?? []
      if (from === undefined) return loaded
      if (!String(loaded.source).includes(from)) throw new Error(url)
      return { ...loaded, source: String(loaded.source).replace(from, to) }
    },
  })`)}`

/** A repository, a Redis, and what starts bots that share it. */
export async function fleet(sweep: string) {
  const github = await startGitHub()
  atEnd(() => github.close())
  const octocat = github.user('octocat')
  const repository = await github.repository('octocat', 'plugins')
  repository.collaborator(octocat, 'admin')
  const app = github.app({ slug: 'baton', owner: 'octocat', permissions, events })
  await app.install(repository)
  const main = await repository.push('main', sample, { by: octocat })
  const redis = await startRedis()
  atEnd(() => redis.close())

  const env = { ...environmentOf(github, app), REDIS_URL: redis.url, BATON_SWEEP: sweep }
  const all: BotProcess[] = []
  const start = async (extraEnv: Readonly<Record<string, string>> = {}): Promise<BotProcess> => {
    const words = [join(import.meta.dirname, 'replica.ts'), JSON.stringify(times)]
    const bot = await listening(
      spawn(process.execPath, words, { env: { ...env, ...extraEnv }, stdio: ['ignore', 'pipe', 'pipe'] }),
      app,
    )
    atEnd(() => bot.end('SIGKILL'))
    all.push(bot)
    return bot
  }
  /** What went wrong in the bots themselves: GitHub was never away. */
  const faults = () => all.flatMap(({ lines }) => lines.filter(({ level }) => level === 'error' || level === 'fatal'))
  return {
    github,
    octocat,
    repository,
    app,
    main,
    redis,
    start,
    faults,
    secret: (env as Readonly<Record<string, string>>)['WEBHOOK_SECRET'] ?? '',
  }
}
