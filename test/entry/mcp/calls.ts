import { Client, InMemoryTransport } from '@modelcontextprotocol/client'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { toolServer } from '../../../src/entry/mcp/server.ts'
import { sessionOf, type Session } from '../../../src/entry/mcp/session.ts'

/** A text of a result. */
interface Content {
  readonly type: string
  readonly text?: string
}

export interface CallResult {
  readonly isError: boolean
  readonly text: string
  readonly data: Readonly<Record<string, unknown>> | undefined
}

export type Transport = Parameters<Client['connect']>[0]
export type Mode = 'legacy' | 'auto' | { readonly pin: string }

/** A client that is connected, and how it calls a tool. */
export async function connected(transport: Transport, mode: Mode = 'legacy') {
  const client = new Client({ name: 'tests', version: '1.0.0' }, { versionNegotiation: { mode } })
  await client.connect(transport)
  const call = async (name: string, args: Readonly<Record<string, unknown>> = {}): Promise<CallResult> => {
    const { isError = false, content, structuredContent } = await client.callTool({ name, arguments: args })
    const [first, ...extraContent] = content as readonly Content[]
    if (extraContent.length > 0 || first?.type !== 'text') throw new Error(`Unexpected content of ${name}`)
    return { isError, text: first.text ?? '', data: structuredContent as CallResult['data'] }
  }
  return { client, call }
}

/** What servers in this process have written down for people. */
export const notes: string[] = []

type Settings = Partial<Pick<Session, 'agent' | 'isReadOnly' | 'instance' | 'hostSession'>> & { readonly mode?: Mode }

/** A client that is connected with a server in this process. */
export async function served(root: string, { mode = 'legacy', ...more }: Settings = {}) {
  const [serverTransport, clientTransport] = InMemoryTransport.createLinkedPair()
  const note = (line: string) => void notes.push(line)
  const session = sessionOf({ root, agent: undefined, instance: '1a2b', isReadOnly: false, note, ...more })
  serveStdio(() => toolServer(session, '1.0.0'), { transport: serverTransport })
  return connected(clientTransport, mode)
}
