import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import * as z from 'zod'
import { registerApp, type OwnedApp } from './app.ts'
import type { Answer } from './rest/route.ts'
import type { ServerState } from './state/server-state.ts'

/**
 * Documentation: "Registering a GitHub App from a manifest", "GitHub App Manifest parameters", all of them: others are
 * refused.
 */
const manifestShape = z.strictObject({
  name: z.string().optional(),
  url: z.url(),
  hook_attributes: z.strictObject({ url: z.url(), active: z.boolean().optional() }).optional(),
  redirect_url: z.url(),
  callback_urls: z.array(z.url()).optional(),
  setup_url: z.url().optional(),
  description: z.string().optional(),
  public: z.boolean().optional(),
  default_events: z.array(z.string()),
  default_permissions: z.record(z.string(), z.enum(['read', 'write'])),
  request_oauth_on_install: z.boolean().optional(),
  setup_on_update: z.boolean().optional(),
})

const text = (status: number, body: string): Answer => ({
  status,
  body: Buffer.from(body),
  type: 'text/plain; charset=utf-8',
})

/**
 * Documentation: the same page, "Implementing the GitHub App Manifest flow". Octocat is logged in, and confirms at
 * once.
 *
 * @param made gets the app
 * @returns `undefined` where the request is for no page of the website
 */
export function answerPage(
  serverState: ServerState,
  made: OwnedApp[],
  { method }: IncomingMessage,
  url: URL,
  body: string,
): Answer | undefined {
  if (/^\/apps\/[\w-]+\/installations\/new$/.test(url.pathname)) return text(200, 'Install the app')
  if (url.pathname === '/favicon.ico') return text(404, 'Not Found')
  const [, organization = 'octocat'] = /^(?:\/organizations\/([\w-]+))?\/settings\/apps\/new$/.exec(url.pathname) ?? [
    undefined,
    '',
  ]
  if (organization === '') return undefined
  if (method !== 'POST') return text(404, 'Not Found')
  const manifest = manifestShape.parse(JSON.parse(new URLSearchParams(body).get('manifest') ?? ''))
  const slug = (manifest.name ?? '').toLowerCase().replaceAll(/[^a-z\d]+/g, '-')
  if (serverState.apps.some((app) => app.slug === slug)) return text(422, 'Name is already taken')
  const owned = registerApp(serverState, {
    slug,
    owner: organization,
    permissions: manifest.default_permissions,
    events: manifest.default_events,
  })
  const secret = randomBytes(20).toString('hex')
  if (manifest.hook_attributes) owned.listen({ url: manifest.hook_attributes.url, secret })
  const code = randomBytes(20).toString('hex')
  serverState.manifests.set(code, { app: owned.app, privateKey: owned.privateKey, secret })
  made.push(owned)
  const back = new URL(manifest.redirect_url)
  back.searchParams.set('code', code)
  const state = url.searchParams.get('state')
  if (state !== null) back.searchParams.set('state', state)
  return { status: 302, body: undefined, headers: { location: back.href } }
}
