import { existsSync, readdirSync, readFileSync, realpathSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { handoffPath, sample } from '../../../src/protocols/plugin/examples.ts'
import { repository } from '../../processes/work-tree.ts'
import { waitLimit } from '../../hang.ts'
import { cli, environment, project, run, scratch, start } from '../programs.ts'
import { connected, type Mode } from './calls.ts'

const places = scratch()
afterAll(places.remove)

function clone(): string {
  const root = realpathSync(places.folder(sample))
  repository(root)
  return root
}

const served = (root: string, mode: Mode) =>
  connected(
    new StdioClientTransport({
      command: process.execPath,
      args: [cli, 'mcp', '--root', root],
      env: environment(),
      stderr: 'pipe',
    }),
    mode,
  )

describe.each<readonly [Mode]>([['legacy'], ['auto'], [{ pin: '2026-07-28' }]])(
  'baton mcp, to a client of the era %j',
  (mode) => {
    it('changes, leaves unchanged, refuses and looks', async () => {
      const root = clone()
      const { client, call } = await served(root, mode)
      try {
        expect((await client.listTools()).tools).toHaveLength(8)
        expect((await call('next')).data).toMatchObject({ actions: [{ do: 'accept', target: 'plugin:TinyGain' }] })
        expect((await call('accept')).data).toMatchObject({ outcome: 'changed' })
        expect((await call('accept', { target: 'TinyGain' })).data).toMatchObject({ outcome: 'unchanged' })
        expect((await call('handback', { target: 'TinyGain', reason: 'question', text: 'Red?' })).data).toMatchObject({
          question: 'Red?',
        })
        expect((await call('accept', { target: 'TinyGain' })).text).toMatch(/^QUESTION_OPEN: .*Fix: answer /)
        expect((await call('answer', { target: 'TinyGain', text: 'Yes.' })).data).toMatchObject({ outcome: 'changed' })
        expect((await call('run', { commands: '/status TinyGain' })).data).toMatchObject({ holder: 'agent' })
        for (const [name, args] of [
          ['status', ['status']],
          ['validate', ['validate']],
        ] as const) {
          const { data, text } = await call(name)
          expect(JSON.parse(text)).toEqual(data)
          expect(data).toEqual(JSON.parse((await run(cli, [...args, '--root', root, '--format', 'brief'])).stdout))
        }
        expect((await call('explain', { code: 'NO_SUCH' })).text).toMatch(/^USAGE: /)
        expect(await call('handback', { target: 'TinyGain', reason: 'done' })).toMatchObject({
          isError: true,
          data: undefined,
        })
        await expect(call('no-such-tool')).rejects.toThrow('no-such-tool')
        const link = join(places.folder(), 'link')
        symlinkSync(places.folder(sample), link)
        for (const foreign of ['/', '.', 'plugins', link, clone(), join(root, 'gone')])
          expect((await call('accept', { target: 'TinyGain', root: foreign })).text).toMatch(/^ROOT_FOREIGN: /)
        renameSync(root, `${root}-moved`)
        expect((await call('next')).text).toMatch(/^ROOT_FOREIGN: /)
      } finally {
        await client.close()
      }
    })
  },
)

const message = (id: number, method: string, params: object = {}) =>
  `${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`
const opening = [
  message(1, 'initialize', {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'tests', version: '1' },
  }),
  `${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })}\n`,
].join('')
const accept = message(2, 'tools/call', { name: 'accept', arguments: { target: 'TinyGain' } })

interface Message {
  readonly jsonrpc: string
  readonly id?: number
  readonly result?: { readonly isError?: boolean }
}

/** The messages on standard output, of which each is a line of JSON. */
function messages(stdout: string): readonly Message[] {
  expect(stdout).toMatch(/\n$/)
  const lines = stdout
    .slice(0, -1)
    .split('\n')
    .map((line) => JSON.parse(line) as Message)
  expect(lines.filter(({ jsonrpc }) => jsonrpc !== '2.0')).toEqual([])
  return lines
}

const owned = (root: string) =>
  readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((path) => path.includes('.baton'))

describe('baton mcp', () => {
  it('answers thirty calls at once, each with one message', async () => {
    const root = clone()
    const child = start(cli, ['mcp', '--root', root, '--agent', 'dsp-agent'])
    const ended = new Promise((resolve) => child.once('close', resolve))
    const ids = Array.from({ length: 30 }, (_, at) => at + 2)
    const calls = ids.map((id) => {
      const [name, args] =
        (
          [
            ['status', {}],
            ['accept', { target: 'TinyGain' }],
            ['validate', {}],
            ['next', {}],
          ] as const
        )[id % 4] ?? []
      return message(id, 'tools/call', { name, arguments: args })
    })
    let stdout = ''
    const all = new Promise<void>((resolve) => {
      child.stdout.on('data', (piece: Buffer) => {
        stdout += piece.toString()
        if (stdout.split('\n').length > ids.length + 1) resolve()
      })
    })
    child.stdin.write(opening + calls.join(''))
    await all
    child.stdin.end()
    expect(await ended).toBe(0)
    const answers = messages(stdout)
    expect(answers.map(({ id = 0 }) => id).toSorted((left, right) => left - right)).toEqual([1, ...ids])
    expect(answers.filter(({ result }) => result === undefined || result.isError === true)).toEqual([])
    expect(owned(root)).toEqual([])
  })

  it('finishes the change that it writes when its input ends, and what waits after it is done whole or not at all', async () => {
    const root = clone()
    const hold = join(places.folder(), 'held')
    const interference = ['--import', join(project, 'test/processes/interference.ts')]
    const child = start(cli, ['mcp', '--root', root], { env: { HOLD: hold }, nodeOptions: interference })
    let stdout = ''
    child.stdout.on('data', (piece: Buffer) => (stdout += piece.toString()))
    const ended = new Promise((resolve) => child.once('close', resolve))
    const handback = message(3, 'tools/call', {
      name: 'handback',
      arguments: { target: 'TinyGain', reason: 'success' },
    })
    child.stdin.write(opening + accept + handback)
    await vi.waitUntil(() => existsSync(hold), { timeout: waitLimit })
    child.stdin.end()
    rmSync(hold)
    expect(await ended).toBe(0)
    for (const { id } of messages(stdout)) expect([1, 2, 3]).toContain(id)
    expect(owned(root)).toEqual([])
    const [target] = (
      JSON.parse((await run(cli, ['status', '--root', root, '--format', 'brief'])).stdout) as {
        readonly targets: readonly { readonly state: string }[]
      }
    ).targets
    expect(['stage 3 in_progress', 'stage 3 complete']).toContain(target?.state)
    expect((await run(cli, ['validate', '--root', root])).code).toBe(0)
  })

  it('ends well where its input ends in the midst of a change: that is whole or was not begun', async () => {
    for (const rest of [accept, accept.slice(0, -20)]) {
      const root = clone()
      const before = readFileSync(join(root, handoffPath), 'utf8')
      const { code, stdout } = await run(cli, ['mcp', '--root', root], { input: opening + rest })
      for (const line of stdout.trim().split('\n')) expect(JSON.parse(line)).toMatchObject({ jsonrpc: '2.0' })
      expect([code, readdirSync(root).filter((name) => name.startsWith('.baton'))]).toEqual([0, []])
      const [after, check] = [
        readFileSync(join(root, handoffPath), 'utf8'),
        await run(cli, ['validate', '--root', root]),
      ]
      expect(check.code).toBe(0)
      if (rest !== accept) expect(after).toBe(before)
    }
  })

  it.each([0, 3, 10])('answers every call that it got before its input ended: %i calls more', async (extraCalls) => {
    const root = clone()
    const ids = Array.from({ length: extraCalls }, (_, at) => at + 3)
    const calls = ids.map((id) => message(id, 'tools/call', { name: 'status', arguments: {} }))
    const cancelled = `${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 3 } })}\n`
    const { code, stdout } = await run(cli, ['mcp', '--root', root], {
      input: opening + accept + calls.join('') + (extraCalls > 0 ? cancelled : ''),
    })
    const answered = messages(stdout)
      .flatMap(({ id = 0, result }) => (result !== undefined && result.isError !== true && id !== 3 ? [id] : []))
      .toSorted((left, right) => left - right)
    expect([code, answered]).toEqual([0, [1, 2, ...ids.filter((id) => id !== 3)]])
    expect(readFileSync(join(root, handoffPath), 'utf8')).toContain('in_progress')
    expect(owned(root)).toEqual([])
  })

  it.each(['SIGTERM', 'SIGINT'] as const)('ends well at %s', async (signal) => {
    const child = start(cli, ['mcp', '--root', clone()])
    const ended = new Promise((resolve) => child.once('close', (code) => resolve(code)))
    child.stdin.write(opening)
    await new Promise((resolve) => child.stdout.once('data', resolve))
    child.kill(signal)
    expect(await ended).toBe(0)
  })

  it('refuses a root that is none, and a name that is none', async () => {
    expect((await run(cli, ['mcp', '--root', join(clone(), 'gone')])).code).toBe(2)
    expect((await run(cli, ['mcp', '--root', clone(), '--agent', 'a b'])).code).toBe(1)
  })

  it('answers a line that is not a message and goes on, and ends where one is too long', async () => {
    const old = `${JSON.stringify({ jsonrpc: '1.0', id: 7, method: 'tools/list' })}\n`
    const { code, stdout } = await run(cli, ['mcp', '--root', clone()], { input: `rubbish\n\n${old}${opening}` })
    expect([code, ...messages(stdout)]).toMatchObject([
      0,
      { id: null, error: { code: -32700 } },
      { id: 7, error: { code: -32600 } },
      { id: 1, result: { serverInfo: { name: 'baton' } } },
    ])
    const long = await run(cli, ['mcp', '--root', clone()], { input: 'x'.repeat(11_000_000) })
    expect([long.code, long.stdout]).toEqual([0, ''])
  })
})
