import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { crlfDigestOf, digestOf } from '../../src/documents/digest.ts'

const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex')
const bytesOf = (text: string) => new TextEncoder().encode(text)

describe('a digest', () => {
  it('is that of the bytes', () => {
    expect(digestOf(new Uint8Array()).sha256).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855')
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        expect(digestOf(bytes).sha256).toBe(sha256(bytes))
      }),
    )
  })

  it.each<[text: string, lf: string]>([
    ['', ''],
    ['a\nb', 'a\nb'],
    ['a\r\nb\r\n', 'a\nb\n'],
    ['a\rb\r', 'a\rb\r'],
    ['a\r\r\n', 'a\r\n'],
    ['\r\n\n\r\n', '\n\n\n'],
    ['\ufeffa\r\n', '\ufeffa\n'],
  ])('of %j with LF is that of %j', (text, lf) => {
    expect(digestOf(bytesOf(text))).toEqual({ sha256: sha256(text), lf: sha256(lf) })
  })

  it.each([
    ['', ''],
    ['a\nb', 'a\r\nb'],
    ['a\r\nb\n\n', 'a\r\nb\r\n\r\n'],
    ['a\rb\r\r\n', 'a\rb\r\r\n'],
  ])('of %j with CRLF is that of %j', (text, crlf) => {
    expect(crlfDigestOf(bytesOf(text))).toBe(sha256(crlf))
  })
})
