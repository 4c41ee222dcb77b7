import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'

/** Where GitHub sends deliveries: Probot's own path. */
export const webhooksPath = '/api/github/webhooks'

/**
 * How long a connection may take, in milliseconds. A sender of nothing, or of a byte now and then, is cut off; GitHub itself gives ten
 * seconds. What stays open between two deliveries outlasts the minute that proxies in front keep theirs, or they would meet a closed one.
 */
export const timeouts = { headersTimeout: 10_000, requestTimeout: 30_000, keepAliveTimeout: 65_000, connectionsCheckingInterval: 2000 }

interface Routes {
  readonly webhooks: (request: IncomingMessage, response: ServerResponse) => Promise<void>
  /** Why it takes no deliveries; none: it does. */
  readonly unready: () => readonly string[]
  /** Called with unforeseen errors. */
  readonly failed: (error: unknown) => void
}

type Answer = readonly [status: number, text: string]

const lines = (all: readonly string[]) => all.map((line) => `${line}\n`).join('')

/** The bot's addresses. `/livez` says that the process answers, `/readyz` and `/healthz` that it takes deliveries. */
export function makeServer({ webhooks, unready, failed }: Routes, times: typeof timeouts = timeouts): Server {
  const readiness = (): Answer => {
    const reasons = unready()
    return reasons.length > 0 ? [503, lines(reasons)] : [200, 'ready\n']
  }
  const pages: Readonly<Record<string, () => Answer>> = {
    '/livez': () => [200, 'alive\n'],
    '/readyz': readiness,
    '/healthz': readiness,
    '/ping': () => [200, 'PONG'],
  }

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const [path = ''] = (request.url ?? '').split('?', 1)
    if (path === webhooksPath && request.method === 'POST') {
      await webhooks(request, response)
      return
    }
    const page = (request.method === 'GET' || request.method === 'HEAD') && Object.hasOwn(pages, path) ? pages[path] : undefined
    const [status, text] = page?.() ?? [404, 'not found\n']
    response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(text)
  }

  return createServer(times, (request, response) => {
    answer(request, response).catch((error: unknown) => {
      failed(error)
      if (response.headersSent) response.destroy()
      else response.writeHead(500).end()
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
