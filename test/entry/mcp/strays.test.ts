import { describe, expect, it } from 'vitest'
import { answerToStray, lineReader } from '../../../src/entry/mcp/serve.ts'

const request = { jsonrpc: '2.0', id: 3, method: 'tools/list' }
const { jsonrpc: _, ...unversioned } = request

describe('a line for the server', () => {
  it.each([
    ['rubbish', null, -32_700],
    ['{"jsonrpc":"2.0","id":3', null, -32_700],
    ['\u0000', null, -32_700],
    [JSON.stringify({ ...request, jsonrpc: '1.0' }), 3, -32_600],
    [JSON.stringify({ ...request, id: 'a', jsonrpc: 2 }), 'a', -32_600],
    [JSON.stringify(unversioned), 3, -32_600],
    [JSON.stringify({ ...request, params: null }), 3, -32_600],
    [JSON.stringify({ ...request, params: [] }), 3, -32_600],
    [JSON.stringify({ ...request, method: 1 }), 3, -32_600],
    [JSON.stringify({ ...request, id: null }), null, -32_600],
    [JSON.stringify({ ...request, id: {} }), null, -32_600],
    [JSON.stringify([request]), null, -32_600],
    ['null', null, -32_600],
    ['{}', null, -32_600],
    ['"text"', null, -32_600],
    ['['.repeat(100) + ']'.repeat(100), null, -32_600],
  ])('that is not a message is answered: %s', (line, id, code) => {
    const message = expect.stringMatching(/^Unexpected .*, expected /) as unknown
    expect(answerToStray(line)).toEqual({ jsonrpc: '2.0', id, error: { code, message } })
  })

  it.each([
    '',
    '\r',
    ' ',
    JSON.stringify(request),
    `${JSON.stringify({ ...request, params: {} })}\r`,
    JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' }),
    JSON.stringify({ jsonrpc: '2.0', id: 3, result: {} }),
    JSON.stringify({ jsonrpc: '2.0', id: 3, error: { code: 1, message: 'no' } }),
  ])('that is a message or empty is not: %j', (line) => {
    expect(answerToStray(line)).toBeUndefined()
  })

  it('is read as a whole, however it comes in', () => {
    const bytes = Buffer.from('aü\n\nb—c\nrest')
    for (const size of [1, 2, 3, bytes.length]) {
      const lines: string[] = []
      const read = lineReader((line) => lines.push(line))
      for (let at = 0; at < bytes.length; at += size) read(bytes.subarray(at, at + size))
      expect(lines).toEqual(['aü', '', 'b—c'])
    }
  })
})
