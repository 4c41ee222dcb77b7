import type { Probot } from 'probot'
import type { Identity } from '../../gateways/github/checks/overview.ts'
import { Misconfigured } from './misconfigured.ts'

type Octokit = Awaited<ReturnType<Probot['auth']>>

/** Why GitHub does not know the App, by the status of its answer. */
const identityProblems: Readonly<Record<number, (appId: number | undefined) => string>> = {
  401: (appId) =>
    `GitHub rejects the private key for the App${appId === undefined ? '' : ` ${appId}`}: it is the key of another App, or was deleted. Generate one on the page of the App whose number is APP_ID. A clock that is minutes off looks the same.`,
  404: (appId) =>
    `GitHub knows no App${appId === undefined ? ' of this number' : ` ${appId}`}. APP_ID is the number on the page of the App, under General; GHE_HOST is the server that the page is on, if it is not github.com.`,
}

/** Who we are, and the App's page on GitHub. */
export interface AppIdentity extends Identity {
  readonly page: string
}

/**
 * Who we are by GitHub's word, with our login: `baton[bot]`.
 *
 * @param appId the App's number by the environment; absent: any
 * @throws Misconfigured where the key is not that of the App
 */
export async function identityOf(octokit: Octokit, appId?: number): Promise<AppIdentity> {
  const response = await octokit.request('GET /app').catch((error: unknown) => {
    const { status = 0 } = error as { readonly status?: number }
    const messageOf = identityProblems[status]
    throw messageOf ? new Misconfigured(messageOf(appId)) : error
  })
  const app = response.data
  if (!app) throw new TypeError('GitHub does not say which App this is')
  if (appId !== undefined && app.id !== appId)
    throw new Misconfigured(`APP_ID is ${appId}, but the private key is that of the App ${app.id}. Set both for the same App.`)
  return { login: `${app.slug ?? 'baton'}[bot]`, app: app.id, page: app.html_url }
}
