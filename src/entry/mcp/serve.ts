import { randomBytes } from 'node:crypto'
import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio'
import { visibleLine } from '../../core/message.ts'
import { version } from '../calls/answer.ts'
import { agentNamed } from '../calls/next.ts'
import { refuseBare } from '../calls/sources.ts'
import { folder } from '../calls/tree.ts'
import type { Answer, Caller } from '../operations/operation.ts'
import type { McpInput } from '../operations/setup.ts'
import { toolServer } from './server.ts'
import { sessionOf } from './session.ts'
import { StringDecoder } from 'node:string_decoder'
import {
  isJSONRPCNotification,
  isJSONRPCRequest,
  isJSONRPCResponse,
  ProtocolErrorCode,
} from '@modelcontextprotocol/server'

/** The answer to a line that is not a message. */
interface StrayAnswer {
  readonly jsonrpc: '2.0'
  readonly id: string | number | null
  readonly error: { readonly code: number; readonly message: string }
}

const errorAnswer = (id: StrayAnswer['id'], code: number, message: string): StrayAnswer => ({
  jsonrpc: '2.0',
  id,
  error: { code, message },
})

/** The id of a request that is not valid otherwise; `null` where it has none, as JSON-RPC wants it. */
function idIn(value: unknown): StrayAnswer['id'] {
  const id: unknown = typeof value === 'object' && value !== null && 'id' in value ? value.id : undefined
  return typeof id === 'string' || typeof id === 'number' ? id : null
}

/**
 * The answer to a line that is not a message, with the codes of JSON-RPC; `undefined` for a message and an empty line.
 */
export function answerToStray(line: string): StrayAnswer | undefined {
  if (line.trim() === '') return undefined
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch {
    return errorAnswer(null, ProtocolErrorCode.ParseError, 'Unexpected line, expected a message as JSON')
  }
  if (isJSONRPCRequest(value) || isJSONRPCNotification(value) || isJSONRPCResponse(value)) return undefined
  return errorAnswer(
    idIn(value),
    ProtocolErrorCode.InvalidRequest,
    'Unexpected JSON, expected a message of JSON-RPC 2.0',
  )
}

/** Calls back with every whole line of a stream of bytes. The end of a line is only looked for in what is new. */
export function lineReader(onLine: (line: string) => void): (chunk: Buffer) => void {
  const decoder = new StringDecoder('utf8')
  let lineParts: string[] = []
  return (chunk) => {
    const [first = '', ...moreParts] = decoder.write(chunk).split('\n')
    lineParts.push(first)
    for (const next of moreParts) {
      onLine(lineParts.join(''))
      lineParts = [next]
    }
  }
}

type Message = Parameters<StdioServerTransport['send']>[0]

/**
 * Standard input and output. Where the input ends, what came until then is answered before the connection is closed.
 */
class Connection extends StdioServerTransport {
  /** The requests that are not yet answered. */
  readonly #open = new Set<string | number>()
  #hasEnded = false
  #settle: () => void = () => undefined
  readonly #closed: () => void
  /** Answers lines that are not messages, which the transport passes over. */
  readonly #answerStrays = lineReader((line) => {
    const answer = answerToStray(line)
    if (answer) process.stdout.write(`${JSON.stringify(answer)}\n`)
  })

  constructor(onClose: () => void) {
    super()
    this.#closed = onClose
  }

  override async start(): Promise<void> {
    const deliver = this.onmessage?.bind(this)
    // oxlint-disable-next-line prefer-add-event-listener
    this.onmessage = (message: Message) => {
      this.#note(message)
      deliver?.(message)
    }
    // Before the listeners of the transport, which close it.
    for (const event of ['end', 'close'] as const) process.stdin.once(event, () => (this.#hasEnded = true))
    process.stdin.on('data', this.#answerStrays)
    await super.start()
  }

  #note(message: Message): void {
    if (!('method' in message)) return
    // A subscription stays open until it is cancelled, and what is cancelled is not answered.
    if ('id' in message && message.method !== 'subscriptions/listen') this.#open.add(message.id)
    const cancelled = message.method === 'notifications/cancelled' ? message.params?.['requestId'] : undefined
    if (typeof cancelled === 'string' || typeof cancelled === 'number') this.#answered(cancelled)
  }

  #answered(id: string | number): void {
    this.#open.delete(id)
    if (this.#open.size === 0) this.#settle()
  }

  override async send(message: Message): Promise<void> {
    try {
      await super.send(message)
    } finally {
      // What cannot be written is not waited for.
      if (!('method' in message) && message.id !== undefined) this.#answered(message.id)
    }
  }

  /** Closes without a look at what is not yet answered. */
  abandon(): void {
    this.#open.clear()
    this.#settle()
  }

  override async close(): Promise<void> {
    // A line that is too long closes the transport: then nothing more of it is kept.
    process.stdin.off('data', this.#answerStrays)
    if (this.#hasEnded && this.#open.size > 0) await new Promise<void>((resolve) => (this.#settle = resolve))
    await super.close()
    this.#closed()
  }
}

/**
 * Serves the tools on standard input and output. Where the input ends, what is asked is answered first; at a signal to
 * stop, a change in hand is finished.
 */
export async function serve(
  { root, agent, readOnly }: McpInput,
  { naming, session: hostSession, note }: Caller,
): Promise<Answer> {
  refuseBare(folder(root, '--root'))
  const session = sessionOf({
    root,
    agent: agentNamed(agent ?? naming.agent),
    instance: randomBytes(2).toString('hex'),
    hostSession: hostSession || undefined,
    isReadOnly: readOnly === true,
    note,
  })
  await new Promise<void>((resolve) => {
    const transport = new Connection(resolve)
    const handle = serveStdio(() => toolServer(session, version), {
      transport,
      onerror: ({ message }) => note(visibleLine(message)),
    })
    const stop = () => {
      transport.abandon()
      void handle.close()
    }
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, stop)
  })
  await session.idle()
  // Its other end may be open still.
  process.stdin.destroy()
  return {}
}
