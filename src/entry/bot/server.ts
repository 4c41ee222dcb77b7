import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Page } from './html.ts'

/** Where GitHub sends deliveries: Probot's own path. */
export const webhooksPath = '/api/github/webhooks'

/**
 * How long a connection may take, in milliseconds. A sender of nothing, or of a byte now and then, is cut off; GitHub
 * itself gives ten seconds. What stays open between two deliveries outlasts the minute that proxies in front keep
 * theirs, or they would meet a closed one.
 */
export const timeouts = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 2000,
}

export interface Routes {
  readonly webhooks: (request: IncomingMessage, response: ServerResponse) => Promise<void>
  /** Why it takes no deliveries; none: it does. */
  readonly unready: () => readonly string[]
  /** The pages for people, by path; `undefined` where there is none. */
  readonly site?: (path: string, request: IncomingMessage) => Page | undefined | Promise<Page | undefined>
  /** Called with what GitHub sent to another address than that of the webhooks. */
  readonly astray?: (request: IncomingMessage) => void
  /** Called with unforeseen errors. */
  readonly failed: (error: unknown) => void
}

const plainPage = (status: number, body: string): Page => ({
  status,
  headers: { 'content-type': 'text/plain; charset=utf-8' },
  body,
})

const joinLines = (reasons: readonly string[]) => reasons.map((line) => `${line}\n`).join('')

/**
 * The bot's addresses. `/livez` says that the process answers, `/readyz` and `/healthz` that it takes deliveries.
 *
 * @param routes are looked up at each request, so that they may be replaced
 */
export function makeServer(routes: Routes, times: typeof timeouts = timeouts): Server {
  const readiness = () => {
    const reasons = routes.unready()
    return reasons.length > 0 ? plainPage(503, joinLines(reasons)) : plainPage(200, 'ready\n')
  }
  const probes: Readonly<Record<string, () => Page>> = {
    '/livez': () => plainPage(200, 'alive\n'),
    '/readyz': readiness,
    '/healthz': readiness,
    '/ping': () => plainPage(200, 'PONG'),
  }

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method, url = '' } = request
    const [path = ''] = url.split('?', 1)
    if (path === webhooksPath && method === 'POST') {
      await routes.webhooks(request, response)
      return
    }
    if (path === webhooksPath) {
      const { status, headers, body } = plainPage(405, 'POST only: GitHub sends its deliveries here\n')
      response.writeHead(status, { ...headers, allow: 'POST' }).end(body)
      return
    }
    const probe = (method === 'GET' || method === 'HEAD') && Object.hasOwn(probes, path) ? probes[path] : undefined
    const { status, headers, body } = probe?.() ?? (await routes.site?.(path, request)) ?? plainPage(404, 'not found\n')
    if (status === 404 && method === 'POST' && 'x-github-event' in request.headers) routes.astray?.(request)
    response.writeHead(status, headers).end(body)
  }

  return createServer(times, (request, response) => {
    answer(request, response).catch((error: unknown) => {
      routes.failed(error)
      if (response.headersSent) response.destroy()
      else {
        const { status, headers, body } = plainPage(500, 'a fault of Baton itself: its log has the details\n')
        response.writeHead(status, headers).end(body)
      }
    })
  })
}

/** Listens, and gives the port. @throws the system's error where that cannot be */
export const listen = (server: Server, port: number, host: string | undefined): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      const address = server.address()
      resolve(typeof address === 'object' && address !== null ? address.port : port)
    })
  })

export interface OpenServer {
  readonly server: Server
  readonly port: number
  /** Answers by other routes from now on. */
  replace(routes: Routes): void
}

/** Serves routes. @throws the system's error where that cannot be */
export async function serve(
  routes: Routes,
  { port, host }: { readonly port: number; readonly host: string | undefined },
): Promise<OpenServer> {
  const current = { ...routes }
  const server = makeServer(current)
  return {
    server,
    port: await listen(server, port, host),
    replace: (newRoutes) => void Object.assign(current, { site: undefined, astray: undefined }, newRoutes),
  }
}
