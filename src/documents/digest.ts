import { createHash } from 'node:crypto'
import type { Digest } from '../core/view.ts'

const CR = 0x0d
const LF = 0x0a

function withoutCarriageReturns(bytes: Uint8Array): Uint8Array {
  const kept = new Uint8Array(bytes.length)
  let length = 0
  for (let index = 0; index < bytes.length; index++) {
    if (bytes[index] === CR && bytes[index + 1] === LF) continue
    kept[length++] = bytes[index] as number
  }
  return kept.subarray(0, length)
}

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** The digest of a file's bytes, and of what they would be with LF line endings. */
export function digestOf(bytes: Uint8Array): Digest {
  const digest = sha256(bytes)
  return { sha256: digest, lf: bytes.includes(CR) ? sha256(withoutCarriageReturns(bytes)) : digest }
}

/** The SHA-256 of several parts, in order, each with its length in bytes in front; of one that is not there `-`. Lower-case hex. */
export function digestOfParts(parts: readonly (string | Uint8Array | undefined)[]): string {
  const hash = createHash('sha256')
  for (const part of parts) {
    const bytes = typeof part === 'string' ? Buffer.from(part) : part
    hash.update(bytes ? `${bytes.length}\n` : '-\n')
    if (bytes) hash.update(bytes)
  }
  return hash.digest('hex')
}
