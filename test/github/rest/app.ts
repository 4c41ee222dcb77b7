import { appBody, installationBody } from '../bodies/accounts.ts'
import { repositoryBody } from '../bodies/repositories.ts'
import { notFound, unprocessable } from '../refused.ts'
import type { HostedRepository } from '../hosted.ts'
import type { App, Delivery, Installation, Permissions } from '../state/apps.ts'
import { repositoryOf, newToken } from '../state/server-state.ts'
import { ok, page, pageOf, type Answer, type OwnQuestion, type OwnRoute } from './route.ts'

function appOf({ credential: { app } }: OwnQuestion): App {
  if (!app) throw notFound()
  return app
}

function installationOf(question: OwnQuestion): Installation {
  const found = appOf(question).installations.find(({ id }) => id === Number(question.parameters['installation_id']))
  if (!found) throw notFound()
  return found
}

/**
 * Documentation: "REST API endpoints for GitHub App installations", "Get a repository installation for the
 * authenticated app".
 */
function ofRepository(question: OwnQuestion): Answer {
  const { serverState, parameters } = question
  const hosted = repositoryOf(serverState, parameters['owner'] ?? '', parameters['repo'] ?? '')
  const found = hosted && appOf(question).installations.find(({ repositories }) => repositories.includes(hosted))
  if (!found) throw notFound()
  return ok(installationBody(serverState, found))
}

const rank = { read: 1, write: 2 }

/**
 * Documentation: "REST API endpoints for GitHub Apps", "Create an installation access token for an app": an hour long,
 * for no more than the installation was given.
 */
function createToken(question: OwnQuestion): Answer {
  const { serverState, sent } = question
  const { app, repositories } = installationOf(question)
  const selection = (sent ?? {}) as {
    readonly permissions?: Permissions
    readonly repositories?: readonly string[]
    readonly repository_ids?: readonly number[]
  }
  const permissions: Permissions = { metadata: 'read', ...(selection.permissions ?? app.permissions) }
  for (const [name, level] of Object.entries(permissions)) {
    const grantedLevel = name === 'metadata' ? 'read' : app.permissions[name]
    if (!grantedLevel || rank[grantedLevel] < rank[level])
      throw unprocessable('The permissions requested are not granted to this installation.')
  }
  const selected = selection.repositories?.length ?? selection.repository_ids?.length
  const isChosen = ({ repo, id }: HostedRepository) =>
    (selection.repositories?.includes(repo) ?? true) && (selection.repository_ids?.includes(id) ?? true)
  // A token for all of them is one for those that are added later, too.
  const chosen = selected === undefined ? repositories : repositories.filter(isChosen)
  if (selected !== undefined && chosen.length < selected) {
    throw unprocessable(
      'There is at least one repository that does not exist or is not accessible to the parent installation.',
    )
  }
  const token = newToken()
  const expiresAt = serverState.clock() + 3_600_000
  serverState.credentials.set(token, {
    kind: 'installation',
    account: app.account,
    app,
    permissions,
    repositories: chosen,
    expiresAt,
  })
  const body = {
    token,
    expires_at: new Date(expiresAt).toISOString().replace(/\.\d+/, ''),
    permissions,
    repository_selection: 'selected',
  }
  return ok(
    {
      ...body,
      ...(selected !== undefined && {
        repositories: chosen.map((repository) => repositoryBody(serverState, repository)),
      }),
    },
    201,
  )
}

/**
 * Documentation: "REST API endpoints for GitHub App installations", "List repositories accessible to the app
 * installation".
 */
function reachable(question: OwnQuestion): Answer {
  const { serverState, credential } = question
  const all = credential.repositories ?? serverState.repositories
  const { items, headers } = page(question, all)
  const body = {
    total_count: all.length,
    repository_selection: 'selected',
    repositories: items.map((repository) => repositoryBody(serverState, repository)),
  }
  return { status: 200, headers, body }
}

/** What GitHub says of an answer. Documentation: "Viewing webhook deliveries". */
const verdict = (status: number) =>
  status >= 200 && status < 300 ? 'OK' : status === 0 ? 'failed to connect to host' : `Invalid HTTP Response: ${status}`

const deliveryBody = ({ id, guid, at, redelivery, status, event, action, installation, hosted }: Delivery) => ({
  id,
  guid,
  delivered_at: at,
  redelivery,
  duration: 0.01,
  status: verdict(status),
  // 502 is what GitHub shows where there was no receiver.
  status_code: status === 0 ? 502 : status,
  event,
  action: action ?? null,
  installation_id: installation.id,
  repository_id: hosted?.id ?? null,
  throttled_at: null,
})

function deliveryOf(question: OwnQuestion): Delivery {
  const found = appOf(question).deliveries.find(({ id }) => id === Number(question.parameters['delivery_id']))
  if (!found) throw notFound()
  return found
}

const threeDays = 3 * 86_400_000

/**
 * Documentation: "REST API endpoints for GitHub App webhooks", "List deliveries for an app webhook": newest first, of
 * three days.
 */
function deliveries(question: OwnQuestion): Answer {
  const { serverState, parameters, url } = question
  const { per_page: size = '30', cursor, status } = parameters
  const recentDeliveries = appOf(question)
    .deliveries.filter(({ at }) => Date.parse(at) > serverState.clock() - threeDays)
    .filter((delivery) => status === undefined || (status === 'success') === (verdict(delivery.status) === 'OK'))
    .reverse()
  const from = cursor === undefined ? 0 : recentDeliveries.findIndex(({ id }) => String(id) === cursor)
  if (from < 0) throw unprocessable('Invalid cursor')
  const shown = recentDeliveries.slice(from, from + Number(size))
  const next = recentDeliveries[from + Number(size)]
  const address = new URL(url)
  address.searchParams.set('cursor', String(next?.id))
  return { ...ok(shown.map(deliveryBody)), headers: next ? { link: `<${address.href}>; rel="next"` } : {} }
}

export const appRoutes: Readonly<Record<string, OwnRoute>> = {
  'GET /app': { by: ['app'], answer: (question) => ok(appBody(question.serverState, appOf(question))) },
  'GET /app/installations': {
    by: ['app'],
    answer: (question) =>
      pageOf(question, appOf(question).installations, (installation) =>
        installationBody(question.serverState, installation),
      ),
  },
  'GET /app/installations/{installation_id}': {
    by: ['app'],
    answer: (question) => ok(installationBody(question.serverState, installationOf(question))),
  },
  'GET /repos/{owner}/{repo}/installation': { by: ['app'], answer: ofRepository },
  'POST /app/installations/{installation_id}/access_tokens': { by: ['app'], answer: createToken },
  'GET /installation/repositories': { by: ['installation', 'actions'], answer: reachable },
  'GET /app/hook/deliveries': { by: ['app'], answer: deliveries },
  'GET /app/hook/deliveries/{delivery_id}': {
    by: ['app'],
    answer(question) {
      const delivery = deliveryOf(question)
      const request = {
        headers: { 'x-github-delivery': delivery.guid },
        payload: JSON.parse(delivery.payload) as object,
      }
      return ok({ ...deliveryBody(delivery), request, response: { headers: {}, payload: '' } })
    },
  },
  // Documentation: the same, "Redeliver a delivery for an app webhook": with the same GUID.
  'POST /app/hook/deliveries/{delivery_id}/attempts': {
    by: ['app'],
    answer(question) {
      question.serverState.redeliver(deliveryOf(question))
      return ok({}, 202)
    },
  },
}
