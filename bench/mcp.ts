import { spawn } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { block } from '../src/engine/installation/agents/block.ts'
import { baton, run, type Bench, type Benchmark } from './measure.ts'
import { writeRepository } from './repository.ts'
import { briefly, complex } from './tokens.ts'

const against = 'tokens (o200k_base), written and read'

/** Does something with the tools of `baton mcp` in a folder. */
async function withTools<Made>(bench: Bench, root: string, work: (client: Client) => Promise<Made>): Promise<Made> {
  const { command, args } = baton(bench, 'mcp', '--root', root)
  const client = new Client({ name: 'bench', version: '1.0.0' })
  await client.connect(new StdioClientTransport({ command, args: [...args] }))
  try {
    return await work(client)
  } finally {
    await client.close()
  }
}

/** The list of tools, as it is in the context of every session. */
export const toolTokens: Benchmark = async (bench) => {
  const { tools } = await withTools(bench, bench.folder, (client) => client.listTools())
  const measured = countTokens(JSON.stringify({ tools }))
  return [
    {
      work: 'the list of the tools of baton mcp',
      against: 'tokens (o200k_base)',
      unit: 'tokens',
      aim: { bound: 'most', value: 2_000 },
      measured,
      raw: { tools: tools.length },
    },
  ]
}

/** The block in `AGENTS.md`, as it is in the context of every session. */
export const blockTokens: Benchmark = () => [
  {
    work: 'the block that `baton init --agents` writes into AGENTS.md',
    against: 'tokens (o200k_base)',
    unit: 'tokens',
    aim: { bound: 'most', value: 160 },
    measured: countTokens(block),
    raw: { characters: block.length },
  },
]

/** The complex workflow in calls of tools: a grant is `accept`, whatever has a report a line of `run`. */
export const mcpTokens: Benchmark = async (bench) => {
  if (!complex) throw new Error('There is no complex workflow among the stories.')
  const { start, steps } = complex
  const root = join(bench.folder, 'repository')
  for (const [path, text] of Object.entries(start)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  const spent = await withTools(bench, root, async (client) => {
    const sum = { written: 0, read: 0 }
    for (const step of steps) {
      const commands = briefly(step)
      const call =
        commands === '/accept TinyGain'
          ? { name: 'accept', arguments: { target: 'TinyGain' } }
          : { name: 'run', arguments: { commands } }
      const { content, isError } = await client.callTool(call)
      if (isError === true) throw new Error(`${commands}: ${JSON.stringify(content)}`)
      const [first] = content
      sum.written += countTokens(JSON.stringify(call))
      sum.read += countTokens(first?.type === 'text' ? first.text : '')
    }
    return sum
  })
  return [
    {
      work: `the complex workflow through baton mcp, in ${steps.length} calls`,
      against,
      unit: 'tokens',
      aim: { bound: 'most', value: 2_000 },
      measured: spent.written + spent.read,
      raw: spent,
    },
  ]
}

const message = (id: number, method: string, params: object) =>
  `${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`
/** How a host opens a session, up to the list of tools. */
export const opening = [
  message(1, 'initialize', {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'bench', version: '1.0.0' },
  }),
  `${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })}\n`,
  message(2, 'tools/list', {}),
].join('')

/** Seconds from the start of the server to its answered list of tools. */
async function listed(bench: Bench, root: string): Promise<number> {
  const { command, args, env } = baton(bench, 'mcp', '--root', root)
  const begin = performance.now()
  const child = spawn(command, args, { env: { ...process.env, ...env }, stdio: ['pipe', 'pipe', 'ignore'] })
  const ended = new Promise((resolve) => child.once('close', resolve))
  child.stdin.write(opening)
  const seconds = await new Promise<number>((resolve, reject) => {
    let answers = ''
    child.stdout.on('data', (chunk: Buffer) => {
      answers += chunk.toString()
      if (answers.split('\n').length > 2) resolve((performance.now() - begin) / 1000)
    })
    child.once('close', () => reject(new Error('baton mcp ended without a list of tools')))
  })
  child.stdin.end()
  await ended
  return seconds
}

/** How long a host waits for the tools when a session begins. */
export const mcpStart: Benchmark = async (bench) => {
  const root = `${bench.folder}/repository`
  writeRepository(root, 3)
  const seconds = { mcp: Infinity, node: Infinity }
  for (let round = 0; round < 20; round++) {
    seconds.mcp = Math.min(seconds.mcp, await listed(bench, root))
    seconds.node = Math.min(seconds.node, run({ command: process.execPath, args: ['-e', '0'] }).seconds)
  }
  return [
    {
      work: 'baton mcp, from its start to its list of tools',
      against: 'node -e 0',
      unit: '×',
      aim: { bound: 'most', value: 4 },
      measured: seconds.mcp / seconds.node,
      raw: seconds,
      note: 'not the first run: compiled code is kept',
    },
  ]
}
