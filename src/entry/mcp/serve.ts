import { randomBytes } from 'node:crypto'
import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio'
import { agentFrom } from '../calls/next.ts'
import { refuseBare } from '../calls/sources.ts'
import { folder } from '../calls/tree.ts'
import { toolServer } from './server.ts'
import { sessionOf } from './session.ts'

/** The options of `baton mcp`, as they were given. */
export interface ServeOptions {
  readonly root: string
  readonly agent?: string
  readonly readOnly?: true
}

/** Serves the tools on standard input and output until that ends or the process gets a signal to stop; a change in hand is finished. */
export async function serve({ root, agent, readOnly }: ServeOptions, version: string): Promise<void> {
  refuseBare(folder(root, '--root'))
  const note = (line: string) => void process.stderr.write(`${line}\n`)
  const session = sessionOf({
    root,
    agent: agentFrom(agent),
    instance: randomBytes(2).toString('hex'),
    hostSession: process.env['BATON_SESSION'] || undefined,
    isReadOnly: readOnly === true,
    note,
  })
  await new Promise<void>((resolve) => {
    class Connection extends StdioServerTransport {
      override async close() {
        await super.close()
        resolve()
      }
    }
    const handle = serveStdio(() => toolServer(session, version), {
      transport: new Connection(),
      onerror: ({ message }) => note(message),
    })
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void handle.close())
  })
  await session.idle()
  // Its other end may be open still.
  process.stdin.destroy()
}
