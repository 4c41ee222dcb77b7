import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { isDeepStrictEqual, stripVTControlCharacters } from 'node:util'
import { createMcpHandler } from '@modelcontextprotocol/server'
import { toolServer, tools } from '../src/entry/mcp/server.ts'
import { sessionOf } from '../src/entry/mcp/session.ts'
import { sample } from '../src/protocols/plugin/examples.ts'

/**
 * Holds `baton mcp` against the two programs that the makers of the protocol publish: the Inspector, which lists and
 * calls every tool of the built program, and the conformance suite. The suite speaks HTTP alone, so that the same
 * server is put behind a port of this machine. Needs the network and Node 22.19 or later: npx fetches both.
 */

const inspector = '@modelcontextprotocol/inspector@2.12.0'
const suite = '@modelcontextprotocol/conformance@0.2.0-alpha.12'

const project = join(import.meta.dirname, '..')
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'baton-mcp-check-')))

function repository(name: string): string {
  const root = join(folder, name)
  for (const [path, text] of Object.entries(sample)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  return root
}

interface RunResult {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** Runs a published program. */
const npx = (name: string, ...words: readonly string[]) =>
  new Promise<RunResult>((resolve, reject) => {
    const child = spawn('npx', ['--yes', name, ...words], { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] })
    const output = { stdout: '', stderr: '' }
    child.stdout.on('data', (piece: Buffer) => (output.stdout += piece.toString()))
    child.stderr.on('data', (piece: Buffer) => (output.stderr += piece.toString()))
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, ...output }))
  })

let passed = 0
let failed = 0

/** Counts something that was looked at, and prints it. */
function judge(what: string, problem?: string): void {
  if (problem === undefined) passed++
  else failed++
  console.log(
    `${problem === undefined ? '✔' : '✖'} ${what}${problem === undefined ? '' : `\n  ${problem.trim().replaceAll('\n', '\n  ')}`}`,
  )
}

const shown = ({ code, stdout, stderr }: RunResult) =>
  `exit ${code}\n${stripVTControlCharacters(stdout + stderr).slice(-4000)}`

const jsonIn = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * A call of each tool, one after the other on one repository, and how the Inspector is to end: 5 is the code of a
 * refusal.
 */
const calls: readonly (readonly [tool: string, given: object, code: number, expected: object | RegExp])[] = [
  ['next', {}, 0, { actions: [{ do: 'accept', target: 'plugin:TinyGain' }] }],
  ['status', { target: 'TinyGain' }, 0, { targets: [{ id: 'plugin:TinyGain' }] }],
  ['validate', { what: ['PLUGINS.md'] }, 0, { valid: true }],
  ['explain', { code: 'QUESTION_OPEN' }, 0, { code: 'QUESTION_OPEN' }],
  ['accept', { target: 'TinyGain', agent: 'dsp-agent/1' }, 0, { outcome: 'changed', target: 'plugin:TinyGain' }],
  [
    'handback',
    { target: 'TinyGain', reason: 'question', text: 'Red?', agent: 'dsp-agent/1' },
    0,
    { outcome: 'changed', question: 'Red?' },
  ],
  ['accept', { target: 'TinyGain', agent: 'dsp-agent/1' }, 5, /QUESTION_OPEN: /],
  ['answer', { target: 'TinyGain', text: 'Red.', agent: 'dsp-agent/1' }, 0, { outcome: 'changed', holder: 'agent' }],
  [
    'run',
    { commands: '/handback TinyGain success --agent dsp-agent/1' },
    0,
    { outcome: 'changed', holder: 'orchestrator' },
  ],
  ['handback', { target: 'TinyGain', reason: 'done' }, 5, /Invalid arguments for tool handback/],
]

/** Whether a value has everything that another has, in lists at the same places. */
function holds(value: unknown, expected: unknown): boolean {
  if (typeof expected !== 'object' || expected === null) return isDeepStrictEqual(value, expected)
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(expected).every(([key, each]) => holds((value as Record<string, unknown>)[key], each))
}

interface Result {
  readonly content?: readonly { readonly text?: string }[]
  readonly structuredContent?: unknown
}

/** What is wrong with the result of a call, as the Inspector prints it. */
function wrongResult(ran: RunResult, code: number, expected: object | RegExp): string | undefined {
  const { content, structuredContent } = (jsonIn(ran.stdout) ?? {}) as Result
  const text = content?.[0]?.text ?? ''
  if (ran.code !== code) return shown(ran)
  if (expected instanceof RegExp) return expected.test(text) && structuredContent === undefined ? undefined : shown(ran)
  return holds(structuredContent, expected) && isDeepStrictEqual(jsonIn(text), structuredContent)
    ? undefined
    : shown(ran)
}

async function inspect(): Promise<void> {
  const server = [process.execPath, join(project, 'dist/cli.js'), 'mcp', '--root', repository('inspected')]
  const ask = (...words: readonly string[]) => npx(inspector, '--cli', ...server, '--method', ...words)
  // It ends with 6 where a schema is one that not every host can read.
  const listed = await ask('tools/list', '--strict')
  const names = (
    (jsonIn(listed.stdout) as { readonly tools?: readonly { readonly name: string }[] } | undefined)?.tools ?? []
  ).map(({ name }) => name)
  judge(
    'inspector: tools/list',
    listed.code === 0 && isDeepStrictEqual(names, Object.keys(tools)) ? undefined : shown(listed),
  )
  for (const [tool, given, code, expected] of calls) {
    const written = JSON.stringify(given)
    const ran = await ask('tools/call', '--tool-name', tool, '--tool-args-json', written)
    judge(`inspector: ${tool} ${written}`, wrongResult(ran, code, expected))
  }
  const uncalled = names.filter((name) => !calls.some(([tool]) => tool === name))
  judge(
    'inspector: every tool was called',
    uncalled.length === 0 && names.length > 0 ? undefined : `Not called: ${uncalled.join(', ')}`,
  )
  const read = await ask('resources/read', '--uri', 'baton://status')
  judge(
    'inspector: resources/read baton://status',
    read.code === 0 && read.stdout.includes('plugin:TinyGain') ? undefined : shown(read),
  )
}

const revisions = ['2025-11-25', '2026-07-28'] as const

/** The scenarios of the suite that are about what this server has, and the revisions that they are for. */
const scenarios: Readonly<Record<string, readonly (typeof revisions)[number][]>> = {
  'server-initialize': ['2025-11-25'],
  ping: ['2025-11-25'],
  'tools-list': revisions,
  'resources-list': revisions,
  'sep-2164-resource-not-found': ['2026-07-28'],
  'input-required-result-unsupported-methods': ['2026-07-28'],
  'server-stateless': ['2026-07-28'],
  caching: ['2026-07-28'],
}

/**
 * The checks of a scenario that fail, and no others: they need tools or prompts of a server that is made for the suite.
 */
const expectedFailures: Readonly<Record<string, readonly string[]>> = {
  'server-stateless': [
    // Need the tools `test_missing_capability`, `test_streaming_elicitation` and `test_logging_tool`.
    'sep-2575-http-server-no-independent-requests-on-stream',
    'sep-2575-missing-capability-http-400',
    'sep-2575-server-no-log-without-loglevel',
    'sep-2575-server-rejects-undeclared-capability',
  ],
  // There are no prompts.
  caching: ['sep-2549-prompts-list-caching-hints'],
}

interface Check {
  readonly id: string
  readonly status: string
  readonly errorMessage?: string
}

/** What the suite has written down of one scenario. */
function checksIn(output: string): readonly Check[] {
  const file = readdirSync(output, { recursive: true, encoding: 'utf8' }).find((path) => path.endsWith('checks.json'))
  return file === undefined ? [] : (JSON.parse(readFileSync(join(output, file), 'utf8')) as readonly Check[])
}

async function conform(url: string): Promise<void> {
  for (const [scenario, versions] of Object.entries(scenarios))
    for (const version of versions) {
      const output = join(folder, `${scenario}-${version}`)
      mkdirSync(output)
      const words = ['--url', url, '--scenario', scenario, '--spec-version', version, '--output-dir', output]
      const ran = await npx(suite, 'server', ...words)
      const checks = checksIn(output)
      const failures = checks.filter(({ status }) => status === 'FAILURE' || status === 'WARNING')
      const succeeded = checks.filter(({ status }) => status === 'SUCCESS').length
      const ids = failures.map(({ id }) => id).toSorted()
      const expected = expectedFailures[scenario] ?? []
      const isAsExpected = succeeded > 0 && isDeepStrictEqual(ids, [...expected])
      const found = failures.map(({ id, errorMessage }) => `${id}: ${errorMessage}`)
      const problem = [
        `Expected to fail: ${expected.join(', ') || 'nothing'}.`,
        ...found,
        ...(checks.length === 0 ? [shown(ran)] : []),
      ]
      judge(
        `conformance ${version}: ${scenario}, ${succeeded} checks passed, ${ids.length} failed${expected.length > 0 ? ' as expected' : ''}`,
        isAsExpected ? undefined : problem.join('\n'),
      )
    }
}

/** Does something with the server behind a port of this machine. */
async function overHttp(work: (url: string) => Promise<void>): Promise<void> {
  const session = sessionOf({
    root: repository('served'),
    agent: undefined,
    instance: '1a2b',
    isReadOnly: false,
    note: (line) => console.error(line),
  })
  const handler = createMcpHandler(() => toolServer(session, '0.0.0'))
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const pieces: Buffer[] = []
    for await (const piece of request) pieces.push(piece as Buffer)
    const { method = 'GET', url = '/' } = request
    const headers = Object.entries(request.headers).flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value] as const] : [],
    )
    const body = method === 'POST' ? { body: Buffer.concat(pieces) } : {}
    const aborting = new AbortController()
    response.once('close', () => aborting.abort())
    const answered = await handler.fetch(
      new Request(`http://127.0.0.1${url}`, {
        method,
        headers: Object.fromEntries(headers),
        signal: aborting.signal,
        ...body,
      }),
    )
    response.writeHead(answered.status, Object.fromEntries(answered.headers))
    response.flushHeaders()
    if (answered.body) for await (const piece of answered.body) response.write(piece)
    response.end()
  }
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  try {
    await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`)
  } finally {
    await handler.close()
    server.closeAllConnections()
    server.close()
  }
}

try {
  await inspect()
  await overHttp(conform)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
console.log(`\n${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1
