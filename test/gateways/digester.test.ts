import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { digestOf } from '../../src/documents/digest.ts'
import { digester } from '../../src/gateways/collector.ts'

describe('a digest of pieces', () => {
  it('is that of the whole, wherever it is cut', () => {
    const piece = fc
      .uint8Array({ max: 255, maxLength: 20 })
      .map((bytes) => bytes.map((byte) => (byte < 100 ? 0x0d : byte < 200 ? 0x0a : byte)))
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const digest = digester()
        for (const bytes of pieces) digest.add(bytes)
        expect(digest.end()).toEqual(digestOf(Buffer.concat(pieces)))
      }),
    )
  })
})
