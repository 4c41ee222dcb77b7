import { createHash, hash } from 'node:crypto'
import { memo } from '../core/once.ts'
import type { Digest } from '../core/view.ts'

const CR = 0x0d
const LF = 0x0a

function withoutCarriageReturns(bytes: Uint8Array): Uint8Array {
  const result = new Uint8Array(bytes.length)
  let length = 0
  for (let index = 0; index < bytes.length; index++) {
    if (bytes[index] === CR && bytes[index + 1] === LF) continue
    result[length++] = bytes[index] as number
  }
  return result.subarray(0, length)
}

/** In one go: an object for each of thousands of files costs more than small files themselves. */
const sha256 = (bytes: Uint8Array): string => hash('sha256', bytes, 'hex')

/** The digest of a file's bytes, and of what they would be with LF line endings. */
export function digestOf(bytes: Uint8Array): Digest {
  const digest = sha256(bytes)
  return { sha256: digest, lf: bytes.includes(CR) ? sha256(withoutCarriageReturns(bytes)) : digest }
}

function withCarriageReturns(bytes: Uint8Array): Uint8Array {
  const lines = bytes.filter((byte, index) => byte === LF && bytes[index - 1] !== CR).length
  const result = new Uint8Array(bytes.length + lines)
  let length = 0
  for (let index = 0; index < bytes.length; index++) {
    if (bytes[index] === LF && bytes[index - 1] !== CR) result[length++] = CR
    result[length++] = bytes[index] as number
  }
  return result
}

/** The SHA-256 of what a file's bytes would be with CRLF line endings, lower-case hex. */
export const crlfDigestOf = memo((bytes: Uint8Array): string => sha256(withCarriageReturns(bytes)))

/**
 * The SHA-256 of several parts, in order, each with its length in bytes in front; of one that is not there `-`.
 * Lower-case hex.
 */
export function digestOfParts(parts: readonly (string | Uint8Array | undefined)[]): string {
  const combined = createHash('sha256')
  for (const part of parts) {
    const bytes = typeof part === 'string' ? Buffer.from(part) : part
    combined.update(bytes ? `${bytes.length}\n` : '-\n')
    if (bytes) combined.update(bytes)
  }
  return combined.digest('hex')
}

/** Whether bytes have a digest, whatever their line endings: git stores LF where a checkout may have CRLF. */
export const hasDigest = (bytes: Uint8Array, digest: Digest | undefined): boolean =>
  digest !== undefined && digestOf(bytes).lf === digest.lf
