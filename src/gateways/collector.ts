import type { LoadLevel, Digest } from '../core/view.ts'
import { once } from '../core/once.ts'
import { contentOf, type Content } from './snapshot.ts'
import { createHash } from 'node:crypto'

/** A digest of bytes that come in pieces, for files that are never held whole. */
interface Digester {
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

/** Takes a file's content in pieces, and holds no more of it than is needed. */
export interface Collector {
  /** A piece may change as soon as this returns. */
  add(piece: Uint8Array): void
  end(): { readonly size: number; readonly content: Content | undefined }
}

/** Up to this size, bytes that are only to be hashed are gathered and hashed in one go. */
const smallSize = 1 << 20

export function collector(level: LoadLevel, limit: number): Collector {
  const most = level === 'text' ? limit : smallSize
  const pieces: Uint8Array[] = []
  let size = 0
  const digest = once(() => {
    const all = digester()
    for (const earlier of pieces.splice(0)) all.add(earlier)
    return all
  })

  return {
    add(piece) {
      size += piece.length
      if (size <= most) pieces.push(new Uint8Array(piece))
      else digest().add(piece)
    },
    end() {
      if (size > most) return { size, content: { digest: digest().end() } }
      const [only = new Uint8Array(), ...others] = pieces
      return { size, content: contentOf(others.length === 0 ? only : Buffer.concat(pieces), level, limit) }
    },
  }
}
