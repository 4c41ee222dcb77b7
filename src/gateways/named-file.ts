import { closeSync, constants, fstatSync, openSync, readFileSync, statSync } from 'node:fs'
import type { Tree } from '../core/view.ts'
import { contentOf, snapshot } from './snapshot.ts'
import { reasonFor } from './system-error.ts'

/** Why a file that the caller named cannot be read, in words. */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile'
}

/** A larger file is named by mistake. */
const maxSize = 256 << 20
const tooLarge = () => new UnreadableFile('it is larger than 256 MiB')

/** A pipe or device may never end, and opening one may do something. */
function requireRegular(stats: { isFile(): boolean; isDirectory(): boolean; readonly size: number }): void {
  if (!stats.isFile()) throw new UnreadableFile(stats.isDirectory() ? 'it is a folder' : 'it is a pipe or device')
  if (stats.size > maxSize) throw tooLarge()
}

/** The bytes of a file that the caller named: it may be anywhere, and be a link. Never waits. @throws UnreadableFile */
export function namedBytes(file: string): Uint8Array {
  try {
    requireRegular(statSync(file))
    const descriptor = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK)
    try {
      requireRegular(fstatSync(descriptor))
      return readFileSync(descriptor)
    } finally {
      closeSync(descriptor)
    }
  } catch (cause) {
    throw cause instanceof UnreadableFile ? cause : new UnreadableFile(reasonFor(cause))
  }
}

/** All of standard input. @throws UnreadableFile where it is endless. */
export async function standardInput(): Promise<Uint8Array> {
  const pieces: Buffer[] = []
  let size = 0
  for await (const piece of process.stdin) {
    pieces.push(piece as Buffer)
    size += (piece as Buffer).length
    if (size > maxSize) throw tooLarge()
  }
  return Buffer.concat(pieces)
}

/**
 * A tree of one file that the caller named, at a path of the caller's choice. It is read once, now. @throws
 * UnreadableFile
 */
export function namedFile(file: string, path: string): Tree {
  const bytes = namedBytes(file)
  return {
    name: path,
    open: ({ limit }) =>
      Promise.resolve(
        snapshot(
          new Map([
            [
              path,
              { entry: { kind: 'file', size: bytes.length }, level: 'text', content: contentOf(bytes, 'text', limit) },
            ],
          ]),
          new Set(),
          limit,
        ),
      ),
  }
}
