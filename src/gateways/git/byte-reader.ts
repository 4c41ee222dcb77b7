import { Fault } from '../../core/fault.ts'

const emptyBuffer: Buffer = Buffer.alloc(0)

/** Reads records up to a mark, or of a known length, from bytes that come in pieces of any size. */
export interface ByteReader {
  /** The bytes before the next mark, which is skipped; `undefined` where none follows. */
  until(mark: number): Promise<Buffer | undefined>
  /** Gives the next `length` bytes in pieces, each good only until `take` returns. @throws Fault where they end too early. */
  next(length: number, take: (piece: Uint8Array) => void): Promise<void>
  /** Ends the reading early. */
  close(): Promise<void>
}

export function byteReader(pieces: AsyncIterable<Uint8Array>): ByteReader {
  const source = pieces[Symbol.asyncIterator]()
  let piece = emptyBuffer
  let at = 0

  const more = async (): Promise<boolean> => {
    const next = await source.next()
    at = 0
    piece = next.done === true ? emptyBuffer : Buffer.from(next.value.buffer, next.value.byteOffset, next.value.byteLength)
    return next.done !== true
  }

  return {
    async until(mark) {
      let before = emptyBuffer
      for (;;) {
        const end = piece.indexOf(mark, at)
        const found = piece.subarray(at, end < 0 ? piece.length : end)
        if (end >= 0) {
          at = end + 1
          return before.length > 0 ? Buffer.concat([before, found]) : found
        }
        before = Buffer.concat([before, found])
        if (!(await more())) return undefined
      }
    },
    async next(length, take) {
      for (let missing = length; missing > 0;) {
        if (at >= piece.length && !(await more())) throw new Fault('An answer ended in its middle.')
        const taken = piece.subarray(at, at + missing)
        at += taken.length
        missing -= taken.length
        take(taken)
      }
    },
    async close() {
      await source.return?.()
    },
  }
}
