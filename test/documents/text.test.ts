import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Entry, View } from '../../src/core/view.ts'
import { insertAfter, readText, removeLines, splice, textDocument } from '../../src/documents/text.ts'

const documentOf = (text: string) => textDocument('a.md', text)
const linesOf = (text: string) => {
  const document = documentOf(text)
  return Array.from({ length: document.lineCount }, (_, index) => document.line(index + 1))
}

describe('lines', () => {
  it.each<[about: string, text: string, lines: readonly string[], eol: string]>([
    ['an empty file', '', [], '\n'],
    ['a byte-order mark alone', '\ufeff', [], '\n'],
    ['one line', 'a', ['a'], '\n'],
    ['one line that ends', 'a\n', ['a'], '\n'],
    ['an empty line', '\n', [''], '\n'],
    ['LF', 'a\n\nb\n', ['a', '', 'b'], '\n'],
    ['CRLF', 'a\r\n\r\nb\r\n', ['a', '', 'b'], '\r\n'],
    ['CRLF without a newline at the end', 'a\r\nb', ['a', 'b'], '\r\n'],
    ['an empty line with CRLF', '\r\n', [''], '\r\n'],
    ['the first line decides, LF', 'a\nb\r\n', ['a', 'b'], '\n'],
    ['the first line decides, CRLF', 'a\r\nb\n', ['a', 'b'], '\r\n'],
    ['a CR alone is a character', 'a\rb\n\r', ['a\rb', '\r'], '\n'],
    ['two CRs before an LF', 'a\r\r\nb', ['a\r', 'b'], '\r\n'],
    ['a byte-order mark', '\ufeffa\nb', ['a', 'b'], '\n'],
    ['a byte-order mark before a line ending', '\ufeff\r\n', [''], '\r\n'],
    ['a byte-order mark further down', 'a\n\ufeffb', ['a', '\ufeffb'], '\n'],
    ['other separators', 'a\u2028b\u0085c\fd\n', ['a\u2028b\u0085c\fd'], '\n'],
  ])('%s', (_, text, lines, eol) => {
    expect(linesOf(text)).toEqual(lines)
    expect(documentOf(text).eol).toBe(eol)
  })

  it('are empty before the first and after the last', () => {
    const document = documentOf('a\nb\n')
    expect([document.line(0), document.line(3), document.line(99)]).toEqual(['', '', ''])
    expect([document.offsetOf(3), document.offsetOf(99)]).toEqual([4, 4])
  })

  it('with their endings are the whole text', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('a', '💡', ' ', '\r', '\n', '\r\n', '\ufeff')), (parts) => {
        const text = parts.join('')
        const document = documentOf(text)
        const whole = Array.from({ length: document.lineCount }, (_, index) =>
          text.slice(document.offsetOf(index + 1), document.offsetOf(index + 2)),
        )
        expect(text.slice(0, document.start) + whole.join('')).toBe(text)
        for (const [index, line] of whole.entries()) expect(line.replace(/\r?\n$/, '')).toBe(document.line(index + 1))
      }),
    )
  })
})

describe('places', () => {
  it('count lines and columns from 1, and columns in UTF-16 units', () => {
    const document = documentOf('💡 a\r\nb')
    expect(document.span(3, 4)).toEqual({ path: 'a.md', line: 1, column: 4, endLine: 1, endColumn: 5 })
    expect(document.span(0, 7)).toEqual({ path: 'a.md', line: 1, column: 1, endLine: 2, endColumn: 2 })
  })

  it('do not count a byte-order mark', () => {
    expect(documentOf('\ufeffab').span(1, 2)).toMatchObject({ line: 1, column: 1, endColumn: 2 })
    expect(documentOf('\ufeffab').span(0, 2)).toMatchObject({ line: 1, column: 1, endColumn: 2 })
  })

  it('after the last line are those of the line that would follow', () => {
    expect(documentOf('a\n').span(2, 2)).toMatchObject({ line: 2, column: 1 })
    expect(documentOf('').span(0, 0)).toMatchObject({ line: 1, column: 1 })
  })

  it('of a line leave out the white space around it', () => {
    expect(documentOf('a\n  b c \r\n').place(2)).toEqual({ path: 'a.md', line: 2, column: 3, endLine: 2, endColumn: 6 })
    expect(documentOf('\ufeff a').place(1)).toMatchObject({ line: 1, column: 2, endColumn: 3 })
    expect(documentOf('a\n   \nb').place(2)).toMatchObject({ line: 2, column: 4, endColumn: 4 })
  })

  it('lead back to the offset', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('ab', '💡', '\n', '\r\n', '\r')), fc.nat(), (parts, seed) => {
        const document = documentOf(parts.join(''))
        const offset = seed % (document.text.length + 1)
        const { line = 0, column = 0 } = document.span(offset, offset)
        expect(document.lineOf(offset)).toBe(line)
        expect(document.offsetOf(line) + column - 1).toBe(offset)
      }),
    )
  })
})

describe('a file of a view', () => {
  const view = (entry: Entry | undefined, bytes?: Uint8Array): View => ({
    paths: ['a.md'],
    folders: new Set(),
    entry: () => entry,
    bytes: () => bytes,
    content: () => bytes,
    digest: () => undefined,
  })
  const file = (...bytes: number[]) => view({ kind: 'file', size: bytes.length }, Uint8Array.from(bytes))

  it.each<[about: string, view: View, read: string]>([
    ['is not there', view(undefined), 'absent'],
    ['is a link', view({ kind: 'symlink', size: 1 }), 'link'],
    ['is a submodule', view({ kind: 'submodule', size: 1 }), 'link'],
    ['is too large', view({ kind: 'file', size: 11 }), 'large'],
    ['was not loaded', view({ kind: 'file', size: 1 }), 'encoding'],
    ['holds a NUL', file(0x61, 0), 'encoding'],
    ['holds a byte that UTF-8 has not', file(0x61, 0xff), 'encoding'],
    ['ends within a character', file(0xf0, 0x9f), 'encoding'],
    ['holds half of a pair', file(0xed, 0xa0, 0x80), 'encoding'],
    ['holds an overlong form', file(0xc0, 0xae), 'encoding'],
  ])('%s', (_, view, read) => {
    expect(readText(view, 'a.md', 10)).toBe(read)
  })

  it('is read with its byte-order mark, and after one that could not be', () => {
    const bytes = [0xef, 0xbb, 0xbf, 0xf0, 0x9f, 0x92, 0xa1]
    expect(readText(file(0xf0), 'a.md', 10)).toBe('encoding')
    expect(readText(file(...bytes), 'a.md', 10)).toMatchObject({
      path: 'a.md',
      text: '\ufeff💡',
      start: 1,
      lineCount: 1,
    })
  })
})

describe('whole lines', () => {
  it.each<readonly [text: string, added: string, removed: string]>([
    ['a\nb\nc', 'a\nb\nx\ny\nc', 'a\nc'],
    ['a\r\nb\r\nc', 'a\r\nb\r\nx\r\ny\r\nc', 'a\r\nc'],
    ['a\r\nb\nc\n', 'a\r\nb\nx\r\ny\r\nc\n', 'a\r\nc\n'],
    ['a\nb\r\nc\r\n', 'a\nb\r\nx\ny\nc\r\n', 'a\nc\r\n'],
    ['a\r\nb', 'a\r\nb\r\nx\r\ny', 'a'],
  ])('of %j get the line ending of the first, and change that of no other', (text, added, removed) => {
    const document = documentOf(text)
    expect(splice(text, [insertAfter(document, 2, ['x', 'y'])])).toBe(added)
    expect(splice(text, [removeLines(document, 2, 2)])).toBe(removed)
  })
})
