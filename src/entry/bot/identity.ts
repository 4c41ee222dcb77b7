import { createProbot, ProbotOctokit, type Probot } from 'probot'
import type { BotEnvironment } from './environment.ts'
import type { makeLog } from './log.ts'
import { Misconfigured } from './misconfigured.ts'

/** Probot as the App that the bot is: for its tokens alone. Deliveries, retries and the log are our own. */
export async function connect(
  { appId, privateKey, baseUrl }: BotEnvironment,
  log: ReturnType<typeof makeLog>['forLibraries'],
): Promise<Probot> {
  // Retries and waits are the gateway's own, by class of call: Octokit's would post things twice, and keep queries a second apart.
  const Octokit = ProbotOctokit.defaults((options: object) => ({ ...options, throttle: { enabled: false }, retry: { enabled: false } }))
  // Probot is shown no environment: it would take a `REDIS_URL` as its own, and look for a library that is not there.
  const probot = createProbot({ overrides: { appId, privateKey, baseUrl, log, Octokit, redisConfig: undefined }, env: {} })
  await probot.ready()
  return probot
}

type Octokit = Awaited<ReturnType<Probot['auth']>>

/** Why GitHub does not know the App, by the status of its answer. */
const unknown: Readonly<Record<number, (appId: number) => string>> = {
  401: (appId) =>
    `GitHub rejects the private key for the App ${appId}: it is the key of another App, or was deleted. Generate one on the page of the App whose number is APP_ID. A clock that is minutes off looks the same.`,
  404: (appId) => `GitHub knows no App ${appId}. APP_ID is the number on the page of the App, under General.`,
}

const readIdentity = async (octokit: Octokit, appId: number) => {
  try {
    return (await octokit.request('GET /app')).data
  } catch (error) {
    const { status = 0 } = error as { readonly status?: number }
    const messageOf = unknown[status]
    throw messageOf ? new Misconfigured(messageOf(appId)) : error
  }
}

/** Our own login: `baton[bot]`. @throws Misconfigured where the key is not that of the App */
export async function loginOf(octokit: Octokit, appId: number): Promise<string> {
  const app = await readIdentity(octokit, appId)
  if (app?.id !== undefined && app.id !== appId)
    throw new Misconfigured(`APP_ID is ${appId}, but the private key is that of the App ${app.id}. Set both for the same App.`)
  return `${app?.slug ?? 'baton'}[bot]`
}
