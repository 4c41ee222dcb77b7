import { verify } from 'node:crypto'
import type { Credential } from './state/apps.ts'
import type { ServerState } from './state/server-state.ts'
import { refusal, type Answer } from './rest/route.ts'

interface Claims {
  readonly iss?: string | number
  readonly iat?: number
  readonly exp?: number
}

const decoded = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString()) as unknown

const undecodable = () => refusal(401, 'A JSON web token could not be decoded')

/**
 * Documentation: "Generating a JSON Web Token (JWT) for a GitHub App": RS256, by the app's id or client id, begun in
 * the past, for ten minutes at most.
 */
function asApp({ apps, clock }: ServerState, token: string): Credential | Answer {
  const [head = '', body = '', signature = ''] = token.split('.')
  const claims = decoded(body) as Claims
  const app = apps.find(({ id, clientId }) => String(id) === String(claims.iss) || clientId === claims.iss)
  const { alg } = decoded(head) as { readonly alg?: string }
  if (alg !== 'RS256' || !app?.publicKey) return undecodable()
  if (!verify('RSA-SHA256', Buffer.from(`${head}.${body}`), app.publicKey, Buffer.from(signature, 'base64url')))
    return undecodable()
  const seconds = clock() / 1000
  const { iat = Infinity, exp = 0 } = claims
  if (exp <= seconds) {
    return refusal(
      401,
      `'Expiration time' claim ('exp') must be a numeric value representing the future time at which the assertion expires`,
    )
  }
  if (exp > seconds + 660) return refusal(401, `'Expiration time' claim ('exp') is too far in the future`)
  if (iat > seconds + 1) {
    return refusal(
      401,
      `'Issued at' claim ('iat') must be an Integer representing the time that the assertion was issued`,
    )
  }
  return { kind: 'app', account: app.account, app, permissions: {}, repositories: undefined, expiresAt: exp * 1000 }
}

/**
 * The account of a request, an anonymous one, or why it is refused. Documentation: "Authenticating to the REST API",
 * "Failed login limit".
 */
export function authenticate(serverState: ServerState, authorization = ''): Credential | Answer | undefined {
  const [, token] = /^(?:bearer|token) (.+)$/i.exec(authorization) ?? []
  if (token === undefined) return undefined
  if (token.split('.').length === 3) {
    try {
      return asApp(serverState, token)
    } catch {
      return undecodable()
    }
  }
  const credential = serverState.credentials.get(token)
  return credential && credential.expiresAt > serverState.clock() ? credential : refusal(401, 'Bad credentials')
}
