import { fork, type ChildProcess } from 'node:child_process'
import { EventEmitter } from 'node:events'
import { PassThrough, Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import type { LaunchEvent, LaunchOptions, LaunchRequest } from './launcher.ts'

// Programs are started from a small process that is there for it: to fork a process takes the longer the larger it is,
// and the one that runs the tests has hundreds of megabytes, of which a fork copies every page table and then every
// page that is written to.

/** A program that runs: the part of a `ChildProcess` that is used. */
class LaunchedProcess extends EventEmitter<{ error: [Error]; exit: [number | null]; close: [number | null] }> {
  readonly stdin: Writable
  readonly stdout = new PassThrough()
  readonly stderr = new PassThrough()
  readonly kill: (signal?: NodeJS.Signals | number) => boolean

  constructor(id: number, send: (request: LaunchRequest) => void) {
    super()
    this.stdin = new Writable({
      write(chunk: Buffer, _, callback) {
        send({ id, write: chunk })
        callback()
      },
      final(callback) {
        send({ id, end: true })
        callback()
      },
    })
    this.kill = (signal = 'SIGTERM') => {
      send({ id, kill: signal })
      return true
    }
  }

  /** Takes what has happened with it. */
  take(event: LaunchEvent): void {
    if ('stdout' in event) this.stdout.write(event.stdout)
    else if ('stderr' in event) this.stderr.write(event.stderr)
    else if ('error' in event) this.emit('error', Object.assign(new Error(event.error.message), event.error))
    else {
      this.emit('exit', event.code)
      this.stdout.end()
      this.stderr.end()
      // What it has written is read first.
      setImmediate(() => this.emit('close', event.code))
    }
  }
}

function startLauncher() {
  const running = new Map<number, LaunchedProcess>()
  const launcher: ChildProcess = fork(fileURLToPath(new URL('launcher.ts', import.meta.url)), {
    serialization: 'advanced',
    execArgv: [],
  })
  // It keeps this process only while it has something to do.
  const rest = () => {
    launcher.unref()
    launcher.channel?.unref()
  }
  rest()
  const send = (request: LaunchRequest) => launcher.connected && launcher.send(request)
  launcher.on('message', (event: LaunchEvent) => {
    const launched = running.get(event.id)
    if ('code' in event) {
      running.delete(event.id)
      if (running.size === 0) rest()
    }
    launched?.take(event)
  })
  launcher.on('exit', () => {
    current = undefined
    for (const launched of running.values())
      launched.emit('error', new Error('The process that starts programs has ended'))
  })
  let count = 0
  return (program: string, words: readonly string[], options: LaunchOptions) => {
    const id = ++count
    const launched = new LaunchedProcess(id, send)
    running.set(id, launched)
    launcher.ref()
    launcher.channel?.ref()
    send({ id, program, words, options })
    return launched
  }
}

let current: ReturnType<typeof startLauncher> | undefined

/** Starts a program as `spawn` does, with three pipes. */
export const start: ReturnType<typeof startLauncher> = (...args) => (current ??= startLauncher())(...args)

/** A program that is to be run to its end. */
export interface Launch extends LaunchOptions {
  readonly program: string
  readonly words: readonly string[]
  /** What it reads; default: nothing. */
  readonly input?: string | Uint8Array
}

export interface ProcessResult {
  /** Null where it was killed. */
  readonly code: number | null
  readonly stdout: Buffer
  readonly stderr: Buffer
}

/** Runs a program to its end. @throws Error where it cannot be started. */
export function launch({ program, words, input = '', ...options }: Launch): Promise<ProcessResult> {
  const launched = start(program, words, options)
  const [stdout, stderr] = [launched.stdout, launched.stderr].map((stream) => {
    const pieces: Buffer[] = []
    stream.on('data', (piece: Buffer) => pieces.push(piece))
    return pieces
  }) as [Buffer[], Buffer[]]
  launched.stdin.end(input)
  return new Promise((resolve, reject) => {
    launched.on('error', reject)
    launched.on('close', (code) => resolve({ code, stdout: Buffer.concat(stdout), stderr: Buffer.concat(stderr) }))
  })
}
