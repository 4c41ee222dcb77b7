import { createProbot, ProbotOctokit, type Probot } from 'probot'
import type { BotEnvironment } from './environment.ts'
import type { makeLog } from './log.ts'
import { countRequests } from './metrics/github.ts'
import { noMeter, type Meter } from './metrics/meter.ts'

/** Probot as the App that the bot is. What answers GitHub, retries and the log are our own. */
export async function connect(
  { appId, privateKey, baseUrl }: BotEnvironment,
  log: ReturnType<typeof makeLog>['forLibraries'],
  {
    meter = noMeter,
    fetch = globalThis.fetch,
  }: { readonly meter?: Meter; readonly fetch?: typeof globalThis.fetch } = {},
): Promise<Probot> {
  // Retries and waits are the gateway's own, by class of call: Octokit's would post things twice, and keep queries a
  // second apart.
  const Octokit = ProbotOctokit.plugin((octokit) => countRequests(octokit, meter)).defaults((options: object) => ({
    ...options,
    throttle: { enabled: false },
    retry: { enabled: false },
  }))
  // Probot is shown no environment: it would take a `REDIS_URL` as its own, and look for a library that is not there.
  const probot = createProbot({
    overrides: { appId, privateKey, baseUrl, log, Octokit, request: { fetch }, redisConfig: undefined },
    env: {},
  })
  await probot.ready()
  return probot
}
