import type { IncomingMessage, ServerResponse } from 'node:http'
import { Unavailable } from '../../app/deliveries/lanes.ts'
import { bodyReader, isAnnouncedTooLarge, discardBody, type BodyFailure } from './body.ts'
import type { Log } from './log.ts'
import { signatureOf } from './signature.ts'

/** A delivery that GitHub has signed. */
export interface Delivery {
  readonly id: string
  readonly event: string
  readonly payload: unknown
}

interface WebhookOptions {
  readonly secrets: readonly string[]
  readonly log: Log
  readonly isStopping: () => boolean
  /**
   * Takes a delivery; settles when what it asks for is with the queue.
   *
   * @returns whether it asks for anything
   * @throws Unavailable where it cannot be taken
   */
  take(delivery: Delivery): Promise<boolean>
}

/** Why a delivery is refused. */
interface Refusal {
  readonly status: 400 | 401 | 413 | 503
  readonly reason: string
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

const isRefusal = (found: object): found is Refusal => 'reason' in found

/** What a text is as JSON; `undefined` where it is none. No finding points into a delivery, which may be large: it is not a record. */
function parsed(body: Buffer): { readonly payload: unknown } | undefined {
  try {
    return { payload: JSON.parse(body.toString()) as unknown }
  } catch {
    return undefined
  }
}

/**
 * Handles deliveries of the App's webhook: each is answered once it is known how it is handled. 202: what it asks for is with the queue;
 * 200: it asks for nothing. Nothing is taken that is not signed, and nothing held that is too large to be GitHub's. Of one that is refused
 * the log gets the id and the reason.
 */
export function webhookHandler({ secrets, log, isStopping, take }: WebhookOptions) {
  const bodies = bodyReader()

  /** The signed delivery that a request brings, or why it is none. What needs no body to be known is known before one is read. */
  const deliveryIn = async (request: IncomingMessage): Promise<Delivery | Refusal> => {
    if (isStopping()) return { status: 503, reason: 'stopping' }
    if (isAnnouncedTooLarge(request)) return bodyRefusals['too large']
    const { headers } = request
    const id = header(headers, 'x-github-delivery', guid)
    const event = header(headers, 'x-github-event', eventName)
    if (id === undefined) return { status: 400, reason: 'no delivery id' }
    if (event === undefined) return { status: 400, reason: 'not an event of GitHub' }
    const signature = signatureOf(headers['x-hub-signature-256'], secrets)
    if (!signature) return { status: 401, reason: 'no signature' }
    const body = await bodies.read(request, signature.update)
    if (typeof body === 'string') return bodyRefusals[body]
    if (!signature.holds()) return { status: 401, reason: 'wrong signature' }
    const found = parsed(body)
    return found
      ? { id, event, ...found }
      : { status: 400, reason: 'not JSON: check that the content type of the webhook is application/json' }
  }

  /** @returns the status of the answer */
  const taken = async (delivery: Delivery): Promise<200 | 202 | Refusal> => {
    try {
      return (await take(delivery)) ? 202 : 200
    } catch (error) {
      if (!(error instanceof Unavailable)) throw error
      return { status: 503, reason: 'the queue accepts nothing' }
    }
  }

  const refuse = (request: IncomingMessage, response: ServerResponse, { status, reason }: Refusal) => {
    log.warn({ delivery: header(request.headers, 'x-github-delivery', guid), status, reason }, 'delivery refused')
    response.writeHead(status, status === 503 ? { 'retry-after': retryAfter } : undefined).end(`${reason}\n`)
    discardBody(request)
  }

  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const delivery = await deliveryIn(request)
    const end = isRefusal(delivery) ? delivery : await taken(delivery)
    if (typeof end === 'object') refuse(request, response, end)
    else response.writeHead(end).end(end === 202 ? 'accepted\n' : 'nothing to do\n')
  }
}
