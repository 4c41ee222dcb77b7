import type { IncomingMessage, ServerResponse } from 'node:http'
import { QueueUnavailable } from '../../core/lanes.ts'
import type { Log } from './log.ts'
import { webhooksPath } from './server.ts'
import { labelOf, noMeter, timer, type Meter } from './metrics/meter.ts'
import { createHmac, timingSafeEqual } from 'node:crypto'

/** GitHub sends no larger payload (GitHub's documentation, "Webhook events and payloads", "Payload cap"). */
export const maxBodySize = 25 << 20

/** How much of unfinished bodies is held at once, of all senders together. */
const maxTotalSize = 4 * maxBodySize

/** Why a body is not taken. `broken`: it was never sent to its end. */
type BodyFailure = 'too large' | 'too much' | 'broken'

/** Reads bodies, of all connections together no more than there is room for. */
interface BodyReader {
  /** @param onPiece sees every piece as it comes */
  read(request: IncomingMessage, onPiece: (piece: Buffer) => void): Promise<Buffer | BodyFailure>
}

/** Whether a request says of itself that it is too large. */
const isAnnouncedTooLarge = ({ headers }: IncomingMessage, maxSize = maxBodySize): boolean =>
  Number(headers['content-length'] ?? 0) > maxSize

export function bodyReader({ each: maxSize = maxBodySize, all: maxTotal = maxTotalSize } = {}): BodyReader {
  let heldBytes = 0
  return {
    async read(request, onPiece) {
      const pieces: Buffer[] = []
      let size = 0
      try {
        // What is not read goes on existing, so that it can be answered.
        for await (const piece of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
          size += piece.length
          heldBytes += piece.length
          if (size > maxSize) return 'too large'
          if (heldBytes > maxTotal) return 'too much'
          onPiece(piece)
          pieces.push(piece)
        }
        return Buffer.concat(pieces)
      } catch {
        return 'broken'
      } finally {
        heldBytes -= size
      }
    },
  }
}

/**
 * Discards the rest of a refused body, so that its sender can read why; a sender that does not stop is cut off.
 *
 * @param maxSkippedBytes bytes that are read and dropped before the connection is cut
 */
function discardBody(request: IncomingMessage, maxSkippedBytes = maxBodySize): void {
  let skippedBytes = 0
  request.on('data', (piece: Buffer) => {
    skippedBytes += piece.length
    if (skippedBytes > maxSkippedBytes) request.destroy()
  })
  request.on('error', () => undefined)
  request.resume()
}

const form = /^sha256=([0-9a-f]{64})$/

/** A signature that is checked as the body comes, so that a body needs not be held for it. */
interface Signature {
  update(piece: Uint8Array): void
  /** Whether one of the secrets has signed what came. */
  holds(): boolean
}

/**
 * GitHub's documentation, "Validating webhook deliveries".
 *
 * @param header what the delivery says
 * @param secrets the webhook's, and the one before while it is being replaced
 * @returns `undefined` where that cannot be a signature
 */
function signatureOf(header: string, secrets: readonly string[]): Signature | undefined {
  const [, digest] = form.exec(header) ?? []
  if (digest === undefined) return undefined
  const expected = Buffer.from(digest, 'hex')
  const hmacs = secrets.map((secret) => createHmac('sha256', secret))
  return {
    update(piece) {
      for (const hmac of hmacs) hmac.update(piece)
    },
    // Each is compared, and each in constant time.
    holds: () => hmacs.map((hmac) => timingSafeEqual(hmac.digest(), expected)).includes(true),
  }
}

/** A delivery that GitHub has signed. */
export interface Delivery {
  readonly id: string
  readonly event: string
  readonly payload: unknown
}

interface WebhookOptions {
  readonly secrets: readonly string[]
  readonly log: Log
  readonly meter?: Meter
  /** Why no delivery is accepted now; `undefined`: they are. */
  readonly refusal: () => string | undefined
  /**
   * Takes a delivery; settles when what it asks for is with the queue.
   *
   * @returns whether it asks for anything
   * @throws QueueUnavailable where it cannot be taken
   */
  take(delivery: Delivery): Promise<boolean>
}

/** Why a delivery is refused. */
interface Refusal {
  readonly status: 400 | 401 | 413 | 503
  readonly reason: string
  /** What the operator can do, which only the log says. */
  readonly hint?: string
}

type Headers = IncomingMessage['headers']

/** A delivery's id is a GUID; what has another form is not repeated anywhere. */
const guid = /^[\w-]{1,64}$/

/** GitHub's events are words: `__proto__` is none. */
const eventName = /^[a-z]{1,40}(?:_[a-z]{1,40}){0,5}$/

const header = (headers: Headers, name: string, form: RegExp): string | undefined => {
  const value = headers[name]
  return typeof value === 'string' && form.test(value) ? value : undefined
}

/** Seconds after which a refused sender may try again: by then another process answers, or the queue does. */
const retryAfter = '30'

const bodyRefusals: Readonly<Record<BodyFailure, Refusal>> = {
  'too large': { status: 413, reason: 'the body is larger than 25 MB' },
  'too much': { status: 503, reason: 'too many large bodies at once' },
  broken: { status: 400, reason: 'the body broke off' },
}

const unsignedRefusal = {
  status: 401,
  reason: 'no signature',
  hint: 'Set the secret of the webhook, on the page of the App, to WEBHOOK_SECRET.',
} as const satisfies Refusal

const wrongSignatureRefusal = {
  status: 401,
  reason: 'wrong signature',
  hint: 'WEBHOOK_SECRET or WEBHOOK_SECRET_PREVIOUS must be the secret of the webhook, on the page of the App.',
} as const satisfies Refusal

const strayRefusal = {
  reason: 'not the address of the webhooks',
  hint: `Let the address of the webhook, on the page of the App, end in ${webhooksPath}, and the proxy take off what is before that.`,
} as const

/** Has the log say that GitHub sends its deliveries to an address where nothing is. */
export const strayDelivery =
  (log: Log) =>
  ({ headers }: IncomingMessage): void =>
    log.warn(
      { delivery: header(headers, 'x-github-delivery', guid), status: 404, result: 'refused', ...strayRefusal },
      'delivery not accepted',
    )

/** How a delivery ended, in the log and in the metrics. */
function resultOf(end: 200 | 202 | Refusal): string {
  if (end === 202) return 'taken'
  if (end === 200) return 'ignored'
  return end.status === 503 ? 'unavailable' : 'refused'
}

const isRefusal = (value: object): value is Refusal => 'reason' in value

const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * The object that a text is as JSON, which every payload of GitHub is; `undefined` where it is none. No finding points
 * into a delivery, which may be large: it is not a record.
 */
function parseJson(body: Buffer): { readonly payload: object } | undefined {
  try {
    const payload: unknown = JSON.parse(utf8.decode(body))
    return typeof payload === 'object' && payload !== null && !Array.isArray(payload) ? { payload } : undefined
  } catch {
    return undefined
  }
}

/**
 * Handles deliveries of the App's webhook: each is answered once it is known how it is handled. 202: what it asks for
 * is with the queue; 200: it asks for nothing. Nothing is taken that is not signed, and nothing held that is too large
 * to be GitHub's. Of one that is refused the log gets the id and the reason.
 */
export function webhookHandler({ secrets, log, meter = noMeter, refusal, take }: WebhookOptions) {
  const bodies = bodyReader()

  /**
   * The signed delivery that a request brings, or why it is none. What needs no body to be known is known before one is
   * read.
   */
  const deliveryIn = async (request: IncomingMessage): Promise<Delivery | Refusal> => {
    const reason = refusal()
    if (reason !== undefined) return { status: 503, reason }
    if (isAnnouncedTooLarge(request)) return bodyRefusals['too large']
    const { headers } = request
    const id = header(headers, 'x-github-delivery', guid)
    const event = header(headers, 'x-github-event', eventName)
    if (id === undefined) return { status: 400, reason: 'no delivery id' }
    if (event === undefined) return { status: 400, reason: 'not an event of GitHub' }
    const signatureHeader = headers['x-hub-signature-256']
    if (typeof signatureHeader !== 'string') return unsignedRefusal
    const signature = signatureOf(signatureHeader, secrets)
    if (!signature) return wrongSignatureRefusal
    const body = await bodies.read(request, signature.update)
    if (typeof body === 'string') return bodyRefusals[body]
    if (!signature.holds()) return wrongSignatureRefusal
    const result = parseJson(body)
    return result
      ? { id, event, ...result }
      : { status: 400, reason: 'not JSON: check that the content type of the webhook is application/json' }
  }

  /** @returns the status of the answer */
  const takeDelivery = async (delivery: Delivery): Promise<200 | 202 | Refusal> => {
    try {
      return (await take(delivery)) ? 202 : 200
    } catch (error) {
      if (!(error instanceof QueueUnavailable)) throw error
      return { status: 503, reason: 'the queue accepts nothing' }
    }
  }

  const refuse = (request: IncomingMessage, response: ServerResponse, refusal: Refusal) => {
    const { status, reason, hint } = refusal
    const delivery = header(request.headers, 'x-github-delivery', guid)
    log.warn(
      { delivery, status, result: resultOf(refusal), reason, ...(hint !== undefined && { hint }) },
      'delivery not accepted',
    )
    response.writeHead(status, status === 503 ? { 'retry-after': retryAfter } : undefined).end(`${reason}\n`)
    discardBody(request)
  }

  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const elapsed = timer()
    const delivery = await deliveryIn(request)
    const end = isRefusal(delivery) ? delivery : await takeDelivery(delivery)
    const labels = {
      event: labelOf.event(header(request.headers, 'x-github-event', eventName) ?? ''),
      result: resultOf(end),
    }
    meter.count('deliveries_total', labels)
    meter.observe('delivery_seconds', labels, elapsed())
    if (typeof end === 'object') refuse(request, response, end)
    else response.writeHead(end).end(end === 202 ? 'accepted\n' : 'nothing to do\n')
  }
}
