import { readdirSync, readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterAll, describe, expect, it } from 'vitest'
import { handoffPath, sample } from '../../../src/protocols/plugin/examples.ts'
import { repository } from '../../processes/work-tree.ts'
import { cli, environment, run, scratch, start } from '../programs.ts'
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
    new StdioClientTransport({ command: process.execPath, args: [cli, 'mcp', '--root', root], env: environment(), stderr: 'pipe' }),
    mode,
  )

describe.each<readonly [Mode]>([['legacy'], ['auto'], [{ pin: '2026-07-28' }]])('baton mcp, to a client of the era %j', (mode) => {
  it('changes, leaves unchanged, refuses and looks', async () => {
    const root = clone()
    const { client, call } = await served(root, mode)
    try {
      expect((await client.listTools()).tools).toHaveLength(8)
      expect((await call('next')).data).toMatchObject({ actions: [{ do: 'accept', target: 'plugin:TinyGain' }] })
      expect((await call('accept')).data).toMatchObject({ outcome: 'changed' })
      expect((await call('accept', { target: 'TinyGain' })).data).toMatchObject({ outcome: 'unchanged' })
      expect((await call('handback', { target: 'TinyGain', reason: 'question', text: 'Red?' })).data).toMatchObject({ question: 'Red?' })
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
      expect(await call('handback', { target: 'TinyGain', reason: 'done' })).toMatchObject({ isError: true, data: undefined })
      await expect(call('no-such-tool')).rejects.toThrow('no-such-tool')
      expect((await call('status', { root: '/' })).text).toMatch(/^ROOT_FOREIGN: /)
    } finally {
      await client.close()
    }
  })
})

const message = (id: number, method: string, params: object = {}) => `${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`
const opening = [
  message(1, 'initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'tests', version: '1' } }),
  `${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })}\n`,
].join('')
const accept = message(2, 'tools/call', { name: 'accept', arguments: { target: 'TinyGain' } })

describe('baton mcp', () => {
  it('ends well where its input ends in the midst of a change: that is whole or was not begun', async () => {
    for (const rest of [accept, accept.slice(0, -20)]) {
      const root = clone()
      const before = readFileSync(join(root, handoffPath), 'utf8')
      const { code, stdout } = await run(cli, ['mcp', '--root', root], { input: opening + rest })
      for (const line of stdout.trim().split('\n')) expect(JSON.parse(line)).toMatchObject({ jsonrpc: '2.0' })
      expect([code, readdirSync(root).filter((name) => name.startsWith('.baton'))]).toEqual([0, []])
      const [after, check] = [readFileSync(join(root, handoffPath), 'utf8'), await run(cli, ['validate', '--root', root])]
      expect(check.code).toBe(0)
      if (rest !== accept) expect(after).toBe(before)
    }
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
    expect((await run(cli, ['mcp', '--root', clone(), '--agent', 'a b'])).code).toBe(2)
  })

  it('goes on after a line that is no message, and ends where one is too long', async () => {
    const { code, stdout } = await run(cli, ['mcp', '--root', clone()], { input: `rubbish\n${opening}` })
    expect([code, JSON.parse(stdout.trim().split('\n')[0] ?? '')]).toMatchObject([0, { id: 1, result: { serverInfo: { name: 'baton' } } }])
    const long = await run(cli, ['mcp', '--root', clone()], { input: 'x'.repeat(11_000_000) })
    expect([long.code, long.stdout]).toEqual([0, ''])
  })
})
