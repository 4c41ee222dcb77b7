import { Fault } from '../../core/fault.ts'

const emptyBuffer: Buffer = Buffer.alloc(0)

/** Reads records up to a mark, or of a known length, from bytes that come in pieces of any size. */
export interface ByteReader {
  /** The bytes before the next mark, which is skipped; `undefined` where none follows. */
  until(mark: number): Promise<Buffer | undefined>
  /**
   * Gives the next `length` bytes in pieces, each good only until `take` returns. @throws Fault where they end too
   * early.
   */
  next(length: number, take: (piece: Uint8Array) => void): Promise<void>
  /** Ends the reading early. */
  close(): Promise<void>
}

export function byteReader(pieces: AsyncIterable<Uint8Array>): ByteReader {
  const source = pieces[Symbol.asyncIterator]()
  let piece = emptyBuffer
  let offset = 0

  const readMore = async (): Promise<boolean> => {
    const next = await source.next()
    offset = 0
    piece =
      next.done === true ? emptyBuffer : Buffer.from(next.value.buffer, next.value.byteOffset, next.value.byteLength)
    return next.done !== true
  }

  return {
    async until(mark) {
      let bytesBefore = emptyBuffer
      for (;;) {
        const end = piece.indexOf(mark, offset)
        const part = piece.subarray(offset, end < 0 ? piece.length : end)
        if (end >= 0) {
          offset = end + 1
          return bytesBefore.length > 0 ? Buffer.concat([bytesBefore, part]) : part
        }
        bytesBefore = Buffer.concat([bytesBefore, part])
        if (!(await readMore())) return undefined
      }
    },
    async next(length, take) {
      for (let remaining = length; remaining > 0;) {
        if (offset >= piece.length && !(await readMore())) throw new Fault('An answer ended in its middle.')
        const part = piece.subarray(offset, offset + remaining)
        offset += part.length
        remaining -= part.length
        take(part)
      }
    },
    async close() {
      await source.return?.()
    },
  }
}
