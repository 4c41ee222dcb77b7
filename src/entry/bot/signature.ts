import { createHmac, timingSafeEqual } from 'node:crypto'

const form = /^sha256=([0-9a-f]{64})$/

/** A signature that is checked as the body comes, so that a body needs not be held for it. */
export interface Signature {
  update(piece: Uint8Array): void
  /** Whether one of the secrets has signed what came. */
  holds(): boolean
}

/**
 * GitHub's documentation, "Validating webhook deliveries".
 *
 * @param header what the delivery says; `undefined` where that is no signature
 * @param secrets the webhook's, and the one before while it is being replaced
 */
export function signatureOf(header: unknown, secrets: readonly string[]): Signature | undefined {
  const [, digest] = form.exec(typeof header === 'string' ? header : '') ?? []
  if (digest === undefined) return undefined
  const expected = Buffer.from(digest, 'hex')
  const hmacs = secrets.map((secret) => createHmac('sha256', secret))
  return {
    update(piece) {
      for (const each of hmacs) each.update(piece)
    },
    // Each is compared, and each in constant time.
    holds: () => hmacs.map((each) => timingSafeEqual(each.digest(), expected)).includes(true),
  }
}
