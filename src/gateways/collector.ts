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
  const rawHash = createHash('sha256')
  const lfHash = createHash('sha256')
  // A carriage return at the end of a piece waits until the next shows what follows it.
  let pendingCr = ''
  return {
    add(piece) {
      rawHash.update(piece)
      const letters = pendingCr + Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength).toString('latin1')
      pendingCr = letters.endsWith(cr) ? cr : ''
      lfHash.update(letters.slice(0, letters.length - pendingCr.length).replaceAll('\r\n', '\n'), 'latin1')
    },
    end() {
      lfHash.update(pendingCr, 'latin1')
      return { sha256: rawHash.digest('hex'), lf: lfHash.digest('hex') }
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
  const maxSize = level === 'text' ? limit : smallSize
  const pieces: Uint8Array[] = []
  let size = 0
  const digest = once(() => {
    const wholeDigester = digester()
    for (const earlier of pieces.splice(0)) wholeDigester.add(earlier)
    return wholeDigester
  })

  return {
    add(piece) {
      size += piece.length
      if (size <= maxSize) pieces.push(new Uint8Array(piece))
      else digest().add(piece)
    },
    end() {
      if (size > maxSize) return { size, content: { digest: digest().end() } }
      const [firstPiece = new Uint8Array(), ...morePieces] = pieces
      return { size, content: contentOf(morePieces.length === 0 ? firstPiece : Buffer.concat(pieces), level, limit) }
    },
  }
}
