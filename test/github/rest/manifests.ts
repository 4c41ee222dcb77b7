import { appBody } from '../bodies/accounts.ts'
import { notFound } from '../refused.ts'
import { ok, type OpenRoute } from './route.ts'

/**
 * Documentation: "REST API endpoints for GitHub Apps", "Create a GitHub App from a manifest": a code is good once, and
 * needs no account.
 */
export const manifestRoutes: Readonly<Record<string, OpenRoute>> = {
  'POST /app-manifests/{code}/conversions': {
    open: true,
    answer({ serverState, parameters }) {
      const code = parameters['code'] ?? ''
      const found = serverState.manifests.get(code)
      if (!found) throw notFound()
      serverState.manifests.delete(code)
      const { app, privateKey, secret } = found
      const credentials = {
        client_id: app.clientId,
        client_secret: 'a secret of the client',
        webhook_secret: secret,
        pem: privateKey,
      }
      return ok({ ...appBody(serverState, app), ...credentials }, 201)
    },
  },
}
