import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { request, type IncomingMessage, type Server } from 'node:http'
import { connect, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { QueueUnavailable } from '../../../src/core/lanes.ts'
import { bodyReader, maxBodySize, webhookHandler, type Delivery } from '../../../src/entry/bot/webhooks.ts'
import { makeLog } from '../../../src/entry/bot/log.ts'
import { listen, makeServer, timeouts, webhooksPath } from '../../../src/entry/bot/server.ts'

const secrets = ['the secret of now', 'the secret before'] as const
const guid = '12345678-0000-4000-8000-000000000000'
const sign = (body: string | Buffer, secret: string = secrets[0]) =>
  `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`

const closed = (socket: Socket) => new Promise((resolve) => void socket.on('close', resolve))

let server: Server | undefined
afterEach(() => {
  server?.close()
  server?.closeAllConnections()
})

/** The bot's server; what it takes is written down, and what it says. */
async function started({ take = () => Promise.resolve(true), stopping = false, times = timeouts } = {}) {
  const taken: Delivery[] = []
  const lines: Readonly<Record<string, unknown>>[] = []
  const { log } = makeLog({
    level: 'trace',
    secrets,
    to: { write: (line) => void lines.push(JSON.parse(line) as never) },
  })
  const webhooks = webhookHandler({
    secrets,
    log,
    refusal: () => (stopping ? 'stopping' : undefined),
    take(delivery) {
      taken.push(delivery)
      return take()
    },
  })
  server = makeServer({ webhooks, unready: () => (stopping ? ['stopping'] : []), failed: log.error }, times)
  const port = await listen(server, 0, '127.0.0.1')
  const url = `http://127.0.0.1:${port}`

  const send = async (
    body: string | Buffer<ArrayBuffer>,
    headers: Readonly<Record<string, string | undefined>> = {},
  ) => {
    const all = { 'x-github-event': 'push', 'x-github-delivery': guid, 'x-hub-signature-256': sign(body), ...headers }
    const sentHeaders = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined)
    const answer = await fetch(`${url}${webhooksPath}`, { method: 'POST', headers: sentHeaders, body })
    return { status: answer.status, body: await answer.text(), retryAfter: answer.headers.get('retry-after') }
  }
  return { port, url, taken, lines, send }
}

describe('a delivery', () => {
  it('is acknowledged once what it asks for is with the queue', async () => {
    let isQueued = false
    const { send, taken, lines } = await started({
      async take() {
        await new Promise((resolve) => setImmediate(resolve))
        isQueued = true
        return true
      },
    })
    expect((await send('{"ref":"x"}')).status).toBe(202)
    expect(isQueued).toBe(true)
    expect(taken).toEqual([{ id: guid, event: 'push', payload: { ref: 'x' } }])
    expect(lines).toEqual([])
  })

  it('that asks for nothing is answered so', async () => {
    const { send } = await started({ take: () => Promise.resolve(false) })
    expect((await send('{}')).status).toBe(200)
  })

  it('may be signed with the secret before', async () => {
    const { send } = await started()
    expect((await send('{}', { 'x-hub-signature-256': sign('{}', secrets[1]) })).status).toBe(202)
  })

  const text = '{"comment":{"body":"some words of mine"}}'
  it.each([
    ['is not signed', text, { 'x-hub-signature-256': undefined }, 401, 'no signature'],
    [
      'is signed with another secret',
      text,
      { 'x-hub-signature-256': sign(text, 'another secret') },
      401,
      'wrong signature',
    ],
    ['was changed', `${text} `, { 'x-hub-signature-256': sign(text) }, 401, 'wrong signature'],
    ['has half a signature', text, { 'x-hub-signature-256': sign(text).slice(0, 40) }, 401, 'wrong signature'],
    ['has two digits as its signature', text, { 'x-hub-signature-256': 'sha256=00' }, 401, 'wrong signature'],
    [
      'has an old signature',
      text,
      { 'x-hub-signature-256': undefined, 'x-hub-signature': `sha1=${'0'.repeat(40)}` },
      401,
      'no signature',
    ],
    ...(
      [
        ['is not JSON', 'payload=some+words'],
        ['is empty', ''],
        ['is null', 'null'],
        ['is a list', '[]'],
        ['is a number', '5'],
        ['is not UTF-8', Buffer.from('{"words":"\xe9"}', 'latin1')],
      ] as const
    ).map(
      ([what, body]) =>
        [what, body, {}, 400, 'not JSON: check that the content type of the webhook is application/json'] as const,
    ),
    ['has no event', text, { 'x-github-event': undefined }, 400, 'not an event of GitHub'],
    ['has an event that is none', text, { 'x-github-event': '__proto__' }, 400, 'not an event of GitHub'],
    ['has an event with other letters', text, { 'x-github-event': 'push/../x' }, 400, 'not an event of GitHub'],
    ['has an event in capitals', text, { 'x-github-event': 'PUSH' }, 400, 'not an event of GitHub'],
    ['has an event without end', text, { 'x-github-event': 'a'.repeat(10_000) }, 400, 'not an event of GitHub'],
    ['has no id', text, { 'x-github-delivery': undefined }, 400, 'no delivery id'],
    ['has words for an id', text, { 'x-github-delivery': 'some words of mine' }, 400, 'no delivery id'],
  ] as const)(
    'that %s is refused, and the log has its id and the reason alone',
    async (_, body, headers, status, reason) => {
      const { send, taken, lines } = await started()
      expect(await send(body, headers)).toMatchObject({ status, body: `${reason}\n` })
      expect(taken).toEqual([])
      const deliveryField = 'x-github-delivery' in headers ? {} : { delivery: guid }
      const { time: _time, pid: _pid, hostname: _hostname, hint, ...line } = lines[0] ?? {}
      expect(line).toEqual({
        level: 'warn',
        name: 'baton',
        ...deliveryField,
        status,
        result: 'refused',
        reason,
        msg: 'delivery not accepted',
      })
      expect(String(hint).includes('WEBHOOK_SECRET')).toBe(status === 401)
      expect(lines.length).toBe(1)
    },
  )

  it('with a name of every object is an event that asks for nothing', async () => {
    const { send, taken } = await started({ take: () => Promise.resolve(false) })
    expect((await send('{}', { 'x-github-event': 'constructor' })).status).toBe(200)
    expect(taken.length).toBe(1)
  })

  it('is to come again where the queue accepts nothing, or the bot stops', async () => {
    const away = await started({ take: () => Promise.reject(new QueueUnavailable()) })
    expect(await away.send('{}')).toMatchObject({ status: 503, retryAfter: '30', body: 'the queue accepts nothing\n' })
    expect(away.lines).toMatchObject([{ status: 503, result: 'unavailable' }])
    server?.close()
    const ending = await started({ stopping: true })
    expect(await ending.send('{}')).toMatchObject({ status: 503, retryAfter: '30', body: 'stopping\n' })
    expect(ending.taken).toEqual([])
  })

  it('that was not foreseen is answered without details', async () => {
    const { send, lines } = await started({ take: () => Promise.reject(new TypeError('some words of mine')) })
    expect(await send('{}')).toMatchObject({ status: 500, body: 'a fault of Baton itself: its log has the details\n' })
    expect(lines).toMatchObject([{ level: 'error', msg: 'A fault of Baton itself: TypeError.', fault: false }])
    expect(JSON.stringify(lines)).not.toContain('words of mine')
  })
})

describe('a body that is too large', () => {
  const piece = Buffer.alloc(1 << 16, 'a')
  const size = 200 << 20

  /** Sends 200 MB as fast as they are taken, and gives the answer and how much was sent until then. */
  const flood = async (port: number, headers: Readonly<Record<string, string | number>>) => {
    const sent = request({ port, host: '127.0.0.1', path: webhooksPath, method: 'POST', headers })
    sent.on('error', () => undefined)
    let bytes = 0
    const body = new Readable({
      read() {
        bytes += piece.length
        this.push(bytes > size ? null : piece)
      },
    })
    body.pipe(sent)
    const [answer] = (await once(sent, 'response')) as [IncomingMessage]
    const reply = await text(answer)
    body.destroy()
    sent.destroy()
    return { status: answer.statusCode, body: reply, bytes }
  }
  const signed = {
    'x-github-event': 'push',
    'x-github-delivery': guid,
    'x-hub-signature-256': `sha256=${'0'.repeat(64)}`,
  }

  it('is refused by what it says of itself, before any of it has come', async () => {
    const { port, lines, taken } = await started()
    const sent = request({
      port,
      host: '127.0.0.1',
      path: webhooksPath,
      method: 'POST',
      headers: { ...signed, 'content-length': size },
    })
    sent.on('error', () => undefined)
    sent.flushHeaders()
    const [answer] = (await once(sent, 'response')) as [IncomingMessage]
    expect([answer.statusCode, await text(answer)]).toEqual([413, 'the body is larger than 25 MB\n'])
    sent.destroy()
    expect(lines).toMatchObject([{ delivery: guid, status: 413, reason: 'the body is larger than 25 MB' }])
    expect(taken).toEqual([])
  })

  it('that is announced can be sent to its end, or so far, and is answered', async () => {
    const { port } = await started()
    expect(await flood(port, { ...signed, 'content-length': size })).toMatchObject({ status: 413 })
  })

  it('is refused as soon as it is, where it comes in pieces', async () => {
    const { port, lines, taken } = await started()
    const answer = await flood(port, signed)
    expect(answer).toMatchObject({ status: 413, body: 'the body is larger than 25 MB\n' })
    expect(answer.bytes).toBeLessThan(size)
    expect(lines.length).toBe(1)
    expect(taken).toEqual([])
  })

  it('is cut off where it goes on and on', async () => {
    const { port } = await started()
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => undefined)
    socket.write(`POST ${webhooksPath} HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n`)
    let sent = 0
    const writePieces = () => {
      for (let isTaken = true; isTaken && !socket.destroyed; sent += piece.length)
        isTaken = socket.write(`${piece.length.toString(16)}\r\n${piece.toString()}\r\n`)
    }
    socket.on('drain', writePieces)
    writePieces()
    await closed(socket)
    expect(sent).toBeGreaterThan(maxBodySize)
  })

  /** Pieces without end, and how many were read. */
  const endless = () => {
    const state = { requests: 0 }
    const stream = new Readable({
      highWaterMark: 1,
      read() {
        state.requests += 1
        this.push(piece)
      },
    })
    return { stream: stream as unknown as IncomingMessage, state }
  }

  it('is neither read further nor held', async () => {
    const onPiece = vi.fn<(piece: Buffer) => void>()
    const { stream, state } = endless()
    expect(await bodyReader({ each: 10 * piece.length, all: 100 * piece.length }).read(stream, onPiece)).toBe(
      'too large',
    )
    expect(onPiece).toHaveBeenCalledTimes(10)
    expect(state.requests).toBeLessThanOrEqual(13)
  })

  it('leaves its room to others, of all of which no more is held than there is', async () => {
    const reader = bodyReader({ each: 10 * piece.length, all: 12 * piece.length })
    const read = () => reader.read(endless().stream, () => undefined)
    expect(await Promise.all([read(), read(), read()])).toContain('too much')
    expect(await read()).toBe('too large')
    expect(await reader.read(Readable.from([piece]) as IncomingMessage, () => undefined)).toEqual(piece)
  })

  it('that breaks off is no delivery', async () => {
    const { port, lines, taken } = await started()
    const socket = connect(port, '127.0.0.1')
    const headers = Object.entries({ host: 'x', ...signed, 'content-length': 100 }).map(
      ([name, value]) => `${name}: ${value}\r\n`,
    )
    socket.write(`POST ${webhooksPath} HTTP/1.1\r\n${headers.join('')}\r\n{"a":`)
    if (server) await once(server, 'request')
    socket.destroy()
    await vi.waitFor(() => expect(lines).toMatchObject([{ reason: 'the body broke off' }]))
    expect(taken).toEqual([])
  })
})

describe('connections', () => {
  it('are given seconds, not minutes', () => {
    server = makeServer({ webhooks: () => Promise.resolve(), unready: () => [], failed: () => undefined })
    const { headersTimeout, requestTimeout, keepAliveTimeout } = server
    expect({ headersTimeout, requestTimeout, keepAliveTimeout }).toEqual({
      headersTimeout: 10_000,
      requestTimeout: 30_000,
      keepAliveTimeout: 65_000,
    })
    expect(timeouts.connectionsCheckingInterval).toBeLessThan(headersTimeout)
  })

  it.each([
    ['nothing', ''],
    ['half a request', 'POST / HTTP/1.1\r\nhost: x\r\n'],
    [
      'half a body',
      `POST ${webhooksPath} HTTP/1.1\r\nhost: x\r\nx-github-event: push\r\nx-github-delivery: ${guid}\r\nx-hub-signature-256: sha256=${'0'.repeat(64)}\r\ncontent-length: 10\r\n\r\n{`,
    ],
  ])('that send %s are closed', async (_, sent) => {
    const times = { headersTimeout: 20, requestTimeout: 30, keepAliveTimeout: 20, connectionsCheckingInterval: 10 }
    const { port } = await started({ times })
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => undefined)
    socket.resume()
    socket.write(sent)
    await closed(socket)
    expect(server?.listening).toBe(true)
  })
})
