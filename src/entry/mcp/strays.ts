import { StringDecoder } from 'node:string_decoder'
import { isJSONRPCNotification, isJSONRPCRequest, isJSONRPCResponse, ProtocolErrorCode } from '@modelcontextprotocol/server'

/** The answer to a line that is not a message. */
interface StrayAnswer {
  readonly jsonrpc: '2.0'
  readonly id: string | number | null
  readonly error: { readonly code: number; readonly message: string }
}

const answer = (id: StrayAnswer['id'], code: number, message: string): StrayAnswer => ({ jsonrpc: '2.0', id, error: { code, message } })

/** The id of a request that is not valid otherwise; `null` where it has none, as JSON-RPC wants it. */
function idIn(value: unknown): StrayAnswer['id'] {
  const id: unknown = typeof value === 'object' && value !== null && 'id' in value ? value.id : undefined
  return typeof id === 'string' || typeof id === 'number' ? id : null
}

/** The answer to a line that is not a message, with the codes of JSON-RPC; `undefined` for a message and an empty line. */
export function answerToStray(line: string): StrayAnswer | undefined {
  if (line.trim() === '') return undefined
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch {
    return answer(null, ProtocolErrorCode.ParseError, 'Unexpected line, expected a message as JSON')
  }
  if (isJSONRPCRequest(value) || isJSONRPCNotification(value) || isJSONRPCResponse(value)) return undefined
  return answer(idIn(value), ProtocolErrorCode.InvalidRequest, 'Unexpected JSON, expected a message of JSON-RPC 2.0')
}

/** Calls back with every whole line of a stream of bytes. The end of a line is only looked for in what is new. */
export function lineReader(onLine: (line: string) => void): (chunk: Buffer) => void {
  const decoder = new StringDecoder('utf8')
  let begun: string[] = []
  return (chunk) => {
    const [first = '', ...more] = decoder.write(chunk).split('\n')
    begun.push(first)
    for (const next of more) {
      onLine(begun.join(''))
      begun = [next]
    }
  }
}
