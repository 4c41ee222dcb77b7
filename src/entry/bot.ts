import { createServer } from 'node:http'
import { createNodeMiddleware, createProbot, ProbotOctokit } from 'probot'
import * as z from 'zod'
import { makeBot } from './bot/bot.ts'
import { Misconfigured, readBotEnvironment, type BotEnvironment } from './bot/environment.ts'
import { wishesOf } from '../app/deliveries/events.ts'

/** How long what is in hand may take to end when the bot is to stop, in milliseconds. */
const patience = 10_000

const place = z.object({
  installation: z.object({ id: z.number() }),
  repository: z.object({ name: z.string(), owner: z.object({ login: z.string() }) }),
})

async function start({ appId, privateKey, secret, port, host, baseUrl, logLevel, sweep, audit }: BotEnvironment): Promise<void> {
  // Retries and waits are the gateway's own, by class of call: Octokit's would post things twice, and keep queries a second apart.
  const Octokit = ProbotOctokit.defaults((options: object) => ({ ...options, throttle: { enabled: false }, retry: { enabled: false } }))
  const probot = createProbot({
    overrides: { appId, privateKey, secret, baseUrl, logLevel: logLevel as 'info', Octokit },
    env: { ...process.env, LOG_FORMAT: 'json', LOG_LEVEL_IN_STRING: 'true' },
  })
  await probot.ready()
  const octokit = await probot.auth()
  const { data: app } = await octokit.request('GET /app')
  const us = `${app?.slug ?? 'baton'}[bot]`
  const bot = makeBot(probot, us, audit)

  const failed = (error: unknown) => probot.log.error(error instanceof Error ? error.message : String(error))
  const look = () => bot.sweepAll().catch(failed)
  let stopping = false
  const webhooks = await createNodeMiddleware(
    (each) => {
      each.onAny(async ({ id, name, payload }) => {
        await Promise.resolve()
        if (stopping) return
        const wishes = wishesOf(name, payload)
        if (wishes.some((wish) => wish.do === 'sweep')) void look()
        const { data } = place.safeParse(payload)
        if (!data) return
        const { installation, repository } = data
        const at = { installation: installation.id, owner: repository.owner.login, repo: repository.name }
        bot.take(at, wishes, id)
      })
    },
    { probot, webhooksPath: '/api/github/webhooks' },
  )
  const server = createServer((request, response) => {
    if (request.url === '/healthz') response.writeHead(stopping ? 503 : 200).end(stopping ? 'stopping\n' : 'ready\n')
    else if (stopping) response.writeHead(503).end()
    else void webhooks(request, response, () => response.writeHead(404).end())
  })
  await new Promise<void>((resolve, reject) => {
    server.on('error', reject)
    server.listen(port, host, resolve)
  })
  const address = server.address()
  probot.log.info({ port: typeof address === 'object' ? address?.port : port, app: us }, 'listening')

  if (sweep !== undefined) void look()
  const timer = sweep === undefined ? undefined : setInterval(() => void look(), sweep)
  // The sweep sees what has not been audited for long, and so at the start too.
  const audits = () => bot.auditAll().catch(failed)
  if (audit !== undefined && sweep === undefined) void audits()
  const auditTimer = audit === undefined ? undefined : setInterval(() => void audits(), audit)

  const stop = async () => {
    if (stopping) return
    stopping = true
    clearInterval(timer)
    clearInterval(auditTimer)
    const late = setTimeout(() => process.exit(0), patience)
    late.unref()
    await bot.stop()
    probot.log.info('stopped')
    // The last lines of the log are still on their way: the process ends by itself when nothing is left to do.
    server.close()
    server.closeAllConnections()
  }
  process.on('SIGTERM', () => void stop())
  process.on('SIGINT', () => void stop())
}

try {
  await start(readBotEnvironment(process.env))
} catch (error) {
  const message = error instanceof Error ? error.message : String(error)
  process.stderr.write(error instanceof Misconfigured ? `${message}\n` : `The bot cannot be started: ${message}\n`)
  process.exitCode = error instanceof Misconfigured ? 2 : 70
}
