import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect, createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

const redisSetting = process.env['BATON_TEST_REDIS'] ?? ''
const isAddress = /^rediss?:/.test(redisSetting)
const hasProgram = spawnSync('redis-server', ['--version']).status === 0

// With `BATON_TEST_REDIS=required` a skip is a failure.
if (redisSetting === 'required' && !hasProgram)
  throw new Error('redis-server is missing, and BATON_TEST_REDIS requires it.')

/** Whether tests have to be skipped that do with a Redis what they like: they need the program. */
export const isWithoutServer = !hasProgram

/**
 * Whether tests have to be skipped that keep to a prefix of their own: an address in `BATON_TEST_REDIS` is enough for
 * them.
 */
export const isWithoutRedis = !hasProgram && !isAddress

/** A server of a test. */
export interface RedisServer {
  readonly url: string
  /** Ends it at once, as a power cut would. */
  kill(): Promise<void>
  /** Starts it again, with what it had written. */
  start(): Promise<void>
  /** Stops and continues it: it answers nothing meanwhile. */
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void
  close(): Promise<void>
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

const isListening = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy()
      resolve(true)
    })
    socket.on('error', () => resolve(false))
  })

/** Starts a server on a free port, in a folder of its own. */
export async function startRedis(...settings: readonly string[]): Promise<RedisServer> {
  const folder = mkdtempSync(join(tmpdir(), 'redis-'))
  const port = await freePort()
  let child: ChildProcess | undefined
  const words = [
    '--port',
    String(port),
    '--bind',
    '127.0.0.1',
    '--dir',
    folder,
    '--save',
    '',
    '--appendonly',
    'yes',
    ...settings,
  ]
  const start = async () => {
    child = spawn('redis-server', words, { stdio: 'ignore' })
    while (!(await isListening(port))) {
      if (child.exitCode !== null) throw new Error(`redis-server has ended with ${child.exitCode}`)
      await pause(20)
    }
  }
  const kill = async () => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGCONT')
    child.kill('SIGKILL')
    await ended
  }
  await start()
  return {
    url: `redis://127.0.0.1:${port}`,
    kill,
    start,
    signal: (signal) => void child?.kill(signal),
    async close() {
      await kill()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The server that tests share which keep to a prefix of their own. */
export const sharedRedis = async (): Promise<Pick<RedisServer, 'url' | 'close'>> =>
  isAddress ? { url: redisSetting, close: () => Promise.resolve() } : startRedis()
