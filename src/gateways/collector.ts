import type { LoadLevel } from '../core/view.ts'
import { once } from '../core/once.ts'
import { digester } from './digester.ts'
import { contentOf, type Content } from './snapshot.ts'

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
