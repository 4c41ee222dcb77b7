import type { IncomingMessage } from 'node:http'

/** GitHub sends no larger payload (GitHub's documentation, "Webhook events and payloads", "Payload cap"). */
export const maxBodySize = 25 << 20

/** How much of unfinished bodies is held at once, of all senders together. */
const maxTotalSize = 4 * maxBodySize

/** Why a body is not taken. `broken`: it was never sent to its end. */
export type BodyFailure = 'too large' | 'too much' | 'broken'

/** Reads bodies, of all connections together no more than there is room for. */
export interface BodyReader {
  /** @param each sees every piece as it comes */
  read(request: IncomingMessage, each: (piece: Buffer) => void): Promise<Buffer | BodyFailure>
}

/** Whether a request says of itself that it is too large. */
export const isAnnouncedTooLarge = ({ headers }: IncomingMessage, most = maxBodySize): boolean =>
  Number(headers['content-length'] ?? 0) > most

export function bodyReader({ each: most = maxBodySize, all = maxTotalSize } = {}): BodyReader {
  let held = 0
  return {
    async read(request, each) {
      const pieces: Buffer[] = []
      let size = 0
      try {
        // What is not read goes on existing, so that it can be answered.
        for await (const piece of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
          size += piece.length
          held += piece.length
          if (size > most) return 'too large'
          if (held > all) return 'too much'
          each(piece)
          pieces.push(piece)
        }
        return Buffer.concat(pieces)
      } catch {
        return 'broken'
      } finally {
        held -= size
      }
    },
  }
}

/**
 * Discards the rest of a refused body, so that its sender can read why; a sender that does not stop is cut off.
 *
 * @param most bytes that are skipped at most
 */
export function discardBody(request: IncomingMessage, most = maxBodySize): void {
  let seen = 0
  request.on('data', (piece: Buffer) => {
    seen += piece.length
    if (seen > most) request.destroy()
  })
  request.on('error', () => undefined)
  request.resume()
}
