import type { Probot } from 'probot'
import type { Identity } from '../../gateways/github/checks/overview.ts'
import { Fault } from '../../core/fault.ts'
import { lackingIn } from './app-permissions.ts'
import { clock } from '../clock.ts'
import type { Log } from './log.ts'
import { ConfigurationError } from './configuration-error.ts'
import { cutOff, unreached, type Unreached } from './reach.ts'

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

/**
 * How long is waited before GitHub is asked again where it did not answer, in milliseconds: two minutes or more in all.
 */
const waits = [1000, 2000, 4000, 8000, 15_000, 30_000, 60_000]

/** How long an answer may take, in milliseconds: GitHub ends what takes it longer. */
const deadline = 10_000

const baseUrlOf = (octokit: Octokit): string => octokit.request.endpoint.DEFAULTS.baseUrl

type Answer = Awaited<ReturnType<typeof requestApp>>

const requestApp = (octokit: Octokit) =>
  octokit.request('GET /app', { request: { signal: AbortSignal.timeout(deadline) } })

/** Octokit hands over as a text what was to be JSON and broke off. */
const isCutOff = ({ data, headers }: Answer): boolean =>
  typeof data === 'string' && String(headers['content-type']).includes('json')

/** @throws what GitHub answered, where it refuses the request */
async function tryForApp(octokit: Octokit): Promise<Answer | Unreached> {
  try {
    const answer = await requestApp(octokit)
    return isCutOff(answer) ? cutOff(baseUrlOf(octokit)) : answer
  } catch (error) {
    const failure = unreached(error, baseUrlOf(octokit))
    if (!failure) throw error
    return failure
  }
}

/**
 * Asks for the App until GitHub has an answer, for a while.
 *
 * @throws ConfigurationError where a setting keeps GitHub from being reached
 * @throws Fault where there is no answer in the end
 */
async function askForApp(
  octokit: Octokit,
  log: Pick<Log, 'warn'> | undefined,
  unanswered: () => Promise<void>,
): Promise<Answer> {
  for (let attempt = 0; ; attempt++) {
    const answer = await tryForApp(octokit)
    if (!('mayPass' in answer)) return answer
    const { message, status, mayPass } = answer
    if (!mayPass) throw new ConfigurationError(message)
    const wait = waits[attempt]
    if (wait === undefined) throw new Fault(message)
    log?.warn({ status }, `${message} It is asked again.`)
    await unanswered()
    await clock.pause(wait)
  }
}

/**
 * Where the answer came from if requests are sent on to another address, which does not get the App's key with them.
 */
function redirectedTo(url: string, baseUrl: string): string | undefined {
  const { origin } = new URL(url)
  return origin === new URL(baseUrl).origin ? undefined : origin
}

/**
 * Who we are by GitHub's word, with our login: `baton[bot]`.
 *
 * @param appId the App's number by the environment; absent: any
 * @param log learns that GitHub is asked again, and what the App lacks
 * @param unanswered called before GitHub is asked again
 * @throws ConfigurationError where the key is not that of the App, or what answers is not GitHub
 */
export async function identityOf(
  octokit: Octokit,
  appId?: number,
  log?: Pick<Log, 'warn'>,
  unanswered: () => Promise<void> = () => Promise.resolve(),
): Promise<AppIdentity> {
  const baseUrl = baseUrlOf(octokit)
  const notGitHub = (found: string) =>
    new ConfigurationError(
      `${new URL(baseUrl).host} does not answer like GitHub: ${found}. Set GHE_HOST and GHE_PROTOCOL to the address of the GitHub Enterprise Server, or leave them out for github.com; a proxy may answer in its place, too.`,
    )
  const checkAddress = (answer: { readonly url: string } | undefined) => {
    const address = answer && redirectedTo(answer.url, baseUrl)
    if (address !== undefined) throw notGitHub(`it sends GET /app on to ${address}`)
  }
  const answer = await askForApp(octokit, log, unanswered).catch((error: unknown) => {
    const { status = 0, response } = error as { readonly status?: number; readonly response?: { readonly url: string } }
    checkAddress(response)
    if (status === 400) throw notGitHub('it answered 400 to GET /app')
    const messageOf = identityProblems[status]
    throw messageOf ? new ConfigurationError(messageOf(appId)) : error
  })
  checkAddress(answer)
  const app = answer.data
  if (typeof app?.id !== 'number' || typeof app.html_url !== 'string')
    throw notGitHub('there is no App in its answer to GET /app')
  if (appId !== undefined && app.id !== appId)
    throw new ConfigurationError(
      `APP_ID is ${appId}, but the private key is that of the App ${app.id}. Set both for the same App.`,
    )
  const lacking = lackingIn(app)
  if (lacking.length > 0) log?.warn({ hint: lackingHint }, `The App lacks ${lacking.join(', ')}.`)
  return { login: `${app.slug ?? 'baton'}[bot]`, app: app.id, page: app.html_url }
}
