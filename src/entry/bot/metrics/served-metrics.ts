import { createServer, type IncomingMessage } from 'node:http'
import { listen, timeouts, type Routes } from '../server.ts'
import type { Meter } from './meter.ts'
import { prometheus } from './prometheus.ts'

interface ServeOptions {
  /** Beside the webhooks, or on a port of their own. */
  readonly where: 'on' | number
  readonly host: string | undefined
  readonly build: Parameters<typeof prometheus>[0]
  /** Called with unforeseen errors. */
  readonly failed: (error: unknown) => void
}

export interface ServedMetrics {
  readonly meter: Meter
  /** The port of their own, where they have one. */
  readonly port?: number
  /** The page beside the webhooks; none where the metrics have a port of their own. */
  readonly site: NonNullable<Routes['site']>
}

/** Serves metrics. @throws the system's error where their port cannot be had */
export async function serveMetrics({ where, host, build, failed }: ServeOptions): Promise<ServedMetrics> {
  const { meter, page } = prometheus(build)
  const site = (path: string, request: IncomingMessage) =>
    path === '/metrics' && request.method === 'GET' ? page(request) : undefined
  if (where === 'on') return { meter, site }
  const server = createServer(timeouts, (request, response) => {
    const [path = ''] = (request.url ?? '').split('?', 1)
    Promise.resolve(site(path, request)).then(
      (answer) => response.writeHead(answer?.status ?? 404, answer?.headers).end(answer?.body),
      (error: unknown) => {
        failed(error)
        response.writeHead(500).end()
      },
    )
  })
  const port = await listen(server, where, host)
  server.unref()
  // A scraper keeps its connection open, which would keep the process.
  server.on('connection', (socket) => socket.unref())
  return { meter, port, site: () => undefined }
}
