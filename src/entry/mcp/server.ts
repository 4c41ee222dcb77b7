import { McpServer, ResourceNotFoundError, ResourceTemplate, type CallToolResult } from '@modelcontextprotocol/server'
import { failureOf } from '../calls/failure.ts'
import { NothingHere, UsageError } from '../calls/usage.ts'
import { refusalText } from './refusal.ts'
import { namesOfWork, workingAs } from './own-names.ts'
import { inputOf } from './schema.ts'
import { type Session, rootOf } from './session.ts'
import type * as z from 'zod'
import { stringify } from '../../render/plain.ts'
import { operations } from '../operations/index.ts'
import { inputName } from '../operations/tools.ts'
import type { Caller, Operation, Tool } from '../operations/operation.ts'

/** An operation as a tool, with its schemas. */
interface ServedTool extends Tool {
  readonly input: z.ZodObject
  /** Gives what `--format brief` prints of the same operation. @throws where it has no such answer */
  call(toolInput: Readonly<Record<string, unknown>>, session: Session, signal: AbortSignal): Promise<string>
}

function makeServedTool(name: string, operation: Operation, tool: Tool): ServedTool {
  return {
    ...tool,
    input: inputOf(tool, operation.input),
    async call({ root, agent, ...toolInput }, session, signal) {
      const folder = tool.takes['root'] === undefined ? session.root : rootOf(session, root as string | undefined)
      const agentName = (agent ?? session.agent) as string | undefined
      const caller: Caller = {
        naming: {
          instance: session.instance,
          isServer: true,
          ownNames: session.ownNames,
          ...(agentName !== undefined && { agent: agentName }),
        },
        session: session.hostSession,
        from: folder,
        note: () => undefined,
      }
      const input = Object.fromEntries(Object.entries(toolInput).map(([name, value]) => [inputName(name), value]))
      const run = () => (tool.run ?? operation.run)({ ...input, root: folder, format: 'brief' } as never, caller)
      const change = () =>
        workingAs(namesOfWork(name, { agent, ...toolInput }, session.instance), session.ownNames, run)
      const { views, refusal } = await (tool.hints.readOnlyHint ? run() : session.changing(change, signal))
      if (refusal) throw refusal
      const brief = await views?.['brief']?.()
      return typeof brief === 'string' ? brief : stringify(brief, true)
    },
  }
}

/** What an agent calls first is listed first. */
const firstTools: readonly string[] = ['next', 'status']

const rank = (name: string) => (firstTools.includes(name) ? firstTools.indexOf(name) : firstTools.length)

/** The operations that are tools, in the order in which they are listed. */
export const tools: Readonly<Record<string, ServedTool>> = Object.fromEntries(
  Object.entries(operations)
    .flatMap(([name, operation]) =>
      operation.tool ? [[name, makeServedTool(name, operation, operation.tool())] as const] : [],
    )
    .toSorted(([a], [b]) => rank(a) - rank(b)),
)

const instructions =
  'Call `next` first and after every change: the `run` of its answer, with one of `a|b` chosen and each `…` filled in, is a call, `baton TOOL TARGET …`, or a line for the tool `run`, unless its `why` says it is for a shell. End every grant with `handback`.'

/** How long a text of a call may be, in bytes. */
const maxText = 64 << 10

function expectShort(value: unknown, key: string): void {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  if (Buffer.byteLength(text) > maxText)
    throw new UsageError(`Unexpected length of \`${key}\`, expected at most ${maxText} bytes.`)
}

const errorResult = (text: string): CallToolResult => ({ content: [{ type: 'text', text }], isError: true })

/** Why a call has no answer, for the client. What went wrong inside is for standard error. */
function refusalOf(error: unknown, { note }: Session, hasArguments: boolean): CallToolResult {
  const { outcome, lines, diagnostics } = failureOf(error)
  if (outcome !== 'fault') return errorResult(refusalText(diagnostics, { hasArguments }))
  for (const line of lines) note(line)
  const { code } = (error instanceof Error ? error : {}) as NodeJS.ErrnoException
  return errorResult(`FAULT: Baton failed${code === undefined ? '' : ` (${code})`}. Its standard error says why.`)
}

const isUnknown = (error: unknown) => error instanceof NothingHere || error instanceof UsageError

/** What a resource holds. @throws ResourceNotFoundError where there is none of this name */
async function content(uri: URL, mimeType: string, read: () => Promise<string>) {
  try {
    return { contents: [{ uri: uri.href, mimeType, text: await read() }] }
  } catch (cause) {
    throw isUnknown(cause) ? new ResourceNotFoundError(uri.href) : cause
  }
}

async function pageOf(code: string): Promise<string> {
  const { explanationOf } = await import('../calls/explain.ts')
  const { withExamples: documented } = await import('../rule-examples.ts')
  const { rulePage } = await import('../../render/rule-page.ts')
  const { code: name, meaning, rule } = explanationOf(code)
  return rule ? `${rulePage([await documented(rule)])}\n` : `# ${name}\n\n${meaning}\n`
}

function decodeName(value: string | readonly string[] | undefined): string {
  try {
    return decodeURIComponent(String(value ?? ''))
  } catch {
    return ''
  }
}

/** The commands of the program as tools of a server, and what they look at as resources. */
export function toolServer(session: Session, version: string): McpServer {
  const server = new McpServer(
    { name: 'baton', title: 'Baton', version },
    { instructions, capabilities: { tools: { listChanged: false }, resources: { listChanged: false } } },
  )
  for (const [name, tool] of Object.entries(tools)) {
    const { title, description, hints, input, takes, gives } = tool
    if (session.isReadOnly && hints.readOnlyHint !== true) continue
    const config = {
      title,
      description,
      inputSchema: input,
      outputSchema: gives,
      annotations: { ...hints, openWorldHint: false },
    }
    server.registerTool(name, config, async (toolInput, { mcpReq: { signal } }): Promise<CallToolResult> => {
      try {
        for (const [key, value] of Object.entries(toolInput)) expectShort(value, key)
        const text = (await tool.call(toolInput, session, signal)).trimEnd()
        // The same data as the text: without what JSON leaves out.
        return { structuredContent: JSON.parse(text) as Record<string, unknown>, content: [{ type: 'text', text }] }
      } catch (cause) {
        // Commands that are given as a text keep their options.
        return refusalOf(cause, session, takes['commands'] === undefined)
      }
    })
  }

  const neverAborted = new AbortController().signal
  const status = async (target?: string) =>
    ((await tools['status']?.call({ target }, session, neverAborted)) ?? '{}').trimEnd()
  const state = { mimeType: 'application/json', cacheHint: { ttlMs: 0, cacheScope: 'private' } } as const
  const rules = { mimeType: 'text/markdown', cacheHint: { ttlMs: 86_400_000, cacheScope: 'public' } } as const
  server.registerResource('status', 'baton://status', { ...state, title: 'Who holds what' }, (uri) =>
    content(uri, state.mimeType, () => status()),
  )
  const target = new ResourceTemplate('baton://target/{id}', { list: undefined })
  server.registerResource('target', target, { ...state, title: 'State of a target' }, (uri, { id }) =>
    content(uri, state.mimeType, () => status(decodeName(id))),
  )
  const rule = new ResourceTemplate('baton://rule/{code}', { list: undefined })
  server.registerResource('rule', rule, { ...rules, title: 'What a code means' }, (uri, { code }) =>
    content(uri, rules.mimeType, () => pageOf(decodeName(code))),
  )
  return server
}
