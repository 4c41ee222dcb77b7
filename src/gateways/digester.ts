import { createHash } from 'node:crypto'
import type { Digest } from '../core/view.ts'

/** A digest of bytes that come in pieces, for files that are never held whole. */
export interface Digester {
  add(piece: Uint8Array): void
  end(): Digest
}

const cr = '\r'

export function digester(): Digester {
  const asTheyAre = createHash('sha256')
  const withLf = createHash('sha256')
  // A carriage return at the end of a piece waits until the next shows what follows it.
  let held = ''
  return {
    add(piece) {
      asTheyAre.update(piece)
      const letters = held + Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength).toString('latin1')
      held = letters.endsWith(cr) ? cr : ''
      withLf.update(letters.slice(0, letters.length - held.length).replaceAll('\r\n', '\n'), 'latin1')
    },
    end() {
      withLf.update(held, 'latin1')
      return { sha256: asTheyAre.digest('hex'), lf: withLf.digest('hex') }
    },
  }
}
