import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'
import type { Digest, LoadLevel } from '../core/view.ts'
import { collector } from './collector.ts'
import { digestOf } from '../documents/digest.ts'
import { mayConflict } from '../documents/text.ts'
import { contentOf, keepsBytes, type HeldEntry } from './snapshot.ts'

/**
 * Links are not followed, and opening a FIFO does not wait for a writer: either may have taken a file's place since it
 * was listed.
 */
const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK

/** One for all files: nothing else runs while a file is read. */
const buffer = Buffer.allocUnsafeSlow(1 << 20)

/** Fills the piece; less than all of it is the end of the file. */
function readPiece(descriptor: number, expected: number): Uint8Array {
  let length = 0
  while (length < buffer.length) {
    const readCount = readSync(descriptor, buffer, length, buffer.length - length, null)
    length += readCount
    if (readCount === 0 || length === expected) break
  }
  return buffer.subarray(0, length)
}

function readInPieces(descriptor: number, first: Uint8Array, level: LoadLevel, limit: number): HeldEntry {
  const fileCollector = collector(level, limit)
  for (let piece = first; piece.length > 0; piece = readPiece(descriptor, -1)) fileCollector.add(piece)
  const { size, content } = fileCollector.end()
  return { entry: { kind: 'file', size }, level, content }
}

/**
 * Reads a file's content, holding no more of it than is needed; `undefined` where there is no regular file.
 *
 * @param again of a file whose bytes are not to be kept: reads them again.
 * @throws what `node:fs` throws; `ELOOP` where there is a link.
 */
export function readRegularFile(
  path: string | Buffer,
  level: LoadLevel,
  limit: number,
  again?: (digest: Digest) => Uint8Array,
): HeldEntry | undefined {
  const descriptor = openSync(path, flags)
  try {
    const facts = fstatSync(descriptor)
    if (!facts.isFile()) return undefined
    const firstPiece = readPiece(descriptor, facts.size)
    if (firstPiece.length === buffer.length) return readInPieces(descriptor, firstPiece, level, limit)
    if (again && keepsBytes(level, firstPiece.length, limit)) {
      const digest = digestOf(firstPiece)
      return {
        entry: { kind: 'file', size: firstPiece.length },
        level,
        content: { digest, again: { read: () => again(digest), mayConflict: mayConflict(firstPiece) } },
      }
    }
    const bytes = keepsBytes(level, firstPiece.length, limit) ? new Uint8Array(firstPiece) : firstPiece
    return { entry: { kind: 'file', size: firstPiece.length }, level, content: contentOf(bytes, level, limit) }
  } finally {
    closeSync(descriptor)
  }
}
