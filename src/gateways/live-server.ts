import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A page and the requests to its server. */
export interface LivePage {
  readonly page: string
  /** The data of the page, as JSON. */
  readonly model: string
  /** Its policy, for the header. */
  readonly policy: string
}

/** A page on this machine, for its own people alone. */
export interface LiveServer {
  /** `http://127.0.0.1:8040/` */
  readonly address: string
  /** Shows another one, also where the last one is open. */
  show(page: LivePage): void
  /** Says, where it is open, why there is no newer one. */
  fail(message: string): void
  close(): Promise<void>
}

const host = '127.0.0.1'

/** Proxies and browsers give a connection up on which nothing is heard. */
const heartbeat = 15_000

const commonHeaders = {
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
}

/**
 * Serves a page on 127.0.0.1 and nowhere else. A request that names another host comes from a page that had its name
 * point here, and is refused.
 */
export async function serveLive(port: number, firstPage: LivePage): Promise<LiveServer> {
  let [shownPage, count, trouble] = [firstPage, 1, '']
  const listeners = new Set<ServerResponse>()
  const sendEvent = (response: ServerResponse, event: string, data: string) =>
    response.write(`event: ${event}\ndata: ${data}\n\n`)

  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    const { port: ownPort } = server.address() as AddressInfo
    const begin = (status: number, type: string) =>
      response.writeHead(status, {
        ...commonHeaders,
        'Content-Security-Policy': `${shownPage.policy}; frame-ancestors 'none'`,
        'Content-Type': `${type}; charset=utf-8`,
        ...(status === 405 && { Allow: 'GET, HEAD' }),
      })
    const answer = (status: number, type: string, text: string) => {
      begin(status, type)
      return response.end(request.method === 'HEAD' ? undefined : text)
    }
    if (![`${host}:${ownPort}`, `localhost:${ownPort}`].includes(request.headers.host?.toLowerCase() ?? ''))
      return answer(421, 'text/plain', 'Not this host.\n')
    if (request.method !== 'GET' && request.method !== 'HEAD') return answer(405, 'text/plain', 'Only to be read.\n')
    switch (request.url?.split('?', 1)[0]) {
      case '/':
        return answer(200, 'text/html', shownPage.page)
      case '/model.json':
        return answer(200, 'application/json', shownPage.model)
      case '/events':
        if (request.method === 'HEAD') return answer(200, 'text/event-stream', '')
        begin(200, 'text/event-stream')
        sendEvent(response, 'model', String(count))
        if (trouble !== '') sendEvent(response, 'failed', trouble)
        listeners.add(response)
        response.on('close', () => listeners.delete(response))
        return response
      default:
        return answer(404, 'text/plain', 'Nothing is here.\n')
    }
  })
  server.listen(port, host)
  await once(server, 'listening')
  const heartbeatTimer = setInterval(() => {
    for (const response of listeners) response.write(': still here\n\n')
  }, heartbeat)
  return {
    address: `http://${host}:${(server.address() as AddressInfo).port}/`,
    show(page) {
      shownPage = page
      trouble = ''
      count++
      for (const response of listeners) sendEvent(response, 'model', String(count))
    },
    fail(message) {
      trouble = message.replaceAll(/[\r\n]+/g, ' ')
      for (const response of listeners) sendEvent(response, 'failed', trouble)
    },
    async close() {
      clearInterval(heartbeatTimer)
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
