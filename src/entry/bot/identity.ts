import type { Probot } from 'probot'
import type { Identity } from '../../gateways/github/checks/overview.ts'
import { lackingIn } from './app-permissions.ts'
import { clock } from '../clock.ts'
import type { Log } from './log.ts'
import { ConfigurationError } from './configuration-error.ts'
import { safeError } from './safe-error.ts'

type Octokit = Awaited<ReturnType<Probot['auth']>>

/** Why GitHub does not know the App, by the status of its answer. */
const identityProblems: Readonly<Record<number, (appId: number | undefined) => string>> = {
  401: (appId) =>
    `GitHub rejects the private key for the App${appId === undefined ? '' : ` ${appId}`}: it is the key of another App, or was deleted. Generate one on the page of the App whose number is APP_ID. A clock that is minutes off looks the same.`,
  404: (appId) =>
    `GitHub knows no App${appId === undefined ? ' of this number' : ` ${appId}`}. APP_ID is the number on the page of the App, under General; GHE_HOST is the server that the page is on, if it is not github.com.`,
}

const lackingHint =
  'Add it on the page of the App, under Permissions & events; the owner of each installation then has to accept new permissions.'

/** Who we are, and the App's page on GitHub. */
export interface AppIdentity extends Identity {
  readonly page: string
}

/** How long is waited before GitHub is asked again where it has a fault of its own, in milliseconds: two minutes or more in all. */
const waits = [1000, 2000, 4000, 8000, 15_000, 30_000, 60_000]

/** Whether GitHub answered that it has a fault of its own. */
const isGitHubDown = (error: unknown): boolean => {
  const { status = 0, response } = error as { readonly status?: number; readonly response?: unknown }
  return status >= 500 && response !== undefined
}

/** Asks for the App until GitHub has an answer, for a while. */
async function askForApp(octokit: Octokit, log: Pick<Log, 'warn'> | undefined) {
  for (const wait of waits) {
    try {
      return await octokit.request('GET /app')
    } catch (error) {
      if (!isGitHubDown(error)) throw error
      const { status, message } = safeError(error)
      log?.warn({ status }, `${message} It is asked again.`)
      await clock.pause(wait)
    }
  }
  return octokit.request('GET /app')
}

/**
 * Who we are by GitHub's word, with our login: `baton[bot]`.
 *
 * @param appId the App's number by the environment; absent: any
 * @param log learns that GitHub is asked again, and what the App lacks
 * @throws Misconfigured where the key is not that of the App, or what answers is not GitHub
 */
export async function identityOf(octokit: Octokit, appId?: number, log?: Pick<Log, 'warn'>): Promise<AppIdentity> {
  const response = await askForApp(octokit, log).catch((error: unknown) => {
    const { status = 0 } = error as { readonly status?: number }
    const messageOf = identityProblems[status]
    throw messageOf ? new ConfigurationError(messageOf(appId)) : error
  })
  const app = response.data
  if (typeof app?.id !== 'number' || typeof app.html_url !== 'string') {
    const { host } = new URL(octokit.request.endpoint.DEFAULTS.baseUrl)
    throw new ConfigurationError(
      `${host} does not answer like GitHub: there is no App in its answer to GET /app. Set GHE_HOST to the host of the GitHub Enterprise Server, or leave it out for github.com; a proxy may answer in its place, too.`,
    )
  }
  if (appId !== undefined && app.id !== appId)
    throw new ConfigurationError(`APP_ID is ${appId}, but the private key is that of the App ${app.id}. Set both for the same App.`)
  const lacking = lackingIn(app)
  if (lacking.length > 0) log?.warn({ hint: lackingHint }, `The App lacks ${lacking.join(', ')}.`)
  return { login: `${app.slug ?? 'baton'}[bot]`, app: app.id, page: app.html_url }
}
