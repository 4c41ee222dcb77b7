import { Octokit } from '@octokit/core'
import app from './app.json' with { type: 'json' }
import { repository } from '../../../core/links.ts'
import { addressProblem, publicAddress } from '../public-address.ts'
import { webhooksPath } from '../server.ts'

/** What the operator chooses for the App. */
export interface Choices {
  readonly name: string
  /** The organization that the App is for; empty: the operator's own account. */
  readonly organization: string
  /** Where GitHub reaches the bot. */
  readonly address: string
}

/** What GitHub gives for a code. */
export interface RegisteredApp {
  readonly id: number
  readonly name: string
  /** The App's page. */
  readonly page: string
  readonly privateKey: string
  readonly webhookSecret: string
}

/** What the App asks for, each with the reason, and the events that it gets. */
export const permissions: readonly { readonly name: string; readonly access: string; readonly reason: string }[] =
  Object.entries(app.manifest.default_permissions).map(([name, access]) => ({
    name,
    access,
    reason: (app.reasons as Readonly<Record<string, string>>)[name] ?? '',
  }))

export const events: readonly string[] = app.manifest.default_events

export const defaultName: string = app.manifest.name

/** What is wrong with the choices; `undefined`: nothing. */
export function problemOf({ name, organization, address }: Choices): string | undefined {
  if (!/^[^\p{C}]{1,34}$/u.test(name)) return 'The name must have 1 to 34 characters.'
  if (!/^(?:[a-z\d](?:[a-z\d-]{0,37}[a-z\d])?)?$/i.test(organization)) return 'That is not the name of an organization.'
  return addressProblem(address)
}

/** The manifest that is sent to GitHub (GitHub's documentation, "Registering a GitHub App from a manifest"). */
export const manifestFor = ({ name, address }: Choices, redirectUrl: string, published = repository): string =>
  JSON.stringify({
    ...app.manifest,
    name,
    // A copy that is published nowhere has no page but the bot's own.
    url: published ?? address,
    hook_attributes: { ...app.manifest.hook_attributes, url: `${publicAddress(address)}${webhooksPath}` },
    redirect_url: redirectUrl,
  })

/** Where the manifest is posted to. */
export const formAddress = (webUrl: string, { organization }: Choices, state: string): string =>
  `${webUrl}${organization === '' ? '' : `/organizations/${organization}`}/settings/apps/new?state=${state}`

/** How long GitHub may take to answer, in milliseconds. */
const answerTimeout = 30_000

/** Exchanges the code for the App's credentials, which GitHub does once. @throws where GitHub does not */
export async function convert(baseUrl: string, code: string): Promise<RegisteredApp> {
  const { data } = await new Octokit({ baseUrl }).request('POST /app-manifests/{code}/conversions', {
    code,
    request: { signal: AbortSignal.timeout(answerTimeout) },
  })
  const { id, name, html_url: page, pem, webhook_secret: webhookSecret } = data
  if (!webhookSecret) throw new TypeError('GitHub gave no secret for the webhook')
  return { id, name, page, privateKey: pem, webhookSecret }
}
