import { Client } from '@modelcontextprotocol/client'

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
  const call = async (name: string, given: Readonly<Record<string, unknown>> = {}): Promise<CallResult> => {
    const { isError = false, content, structuredContent } = await client.callTool({ name, arguments: given })
    const [first, ...more] = content as readonly Content[]
    if (more.length > 0 || first?.type !== 'text') throw new Error(`Unexpected content of ${name}`)
    return { isError, text: first.text ?? '', data: structuredContent as CallResult['data'] }
  }
  return { client, call }
}
