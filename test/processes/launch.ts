import { fork, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Answered, LaunchRequest } from './launcher.ts'

/** A program that is to be run to its end. */
export interface Launch {
  readonly program: string
  readonly words: readonly string[]
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
  /** What it reads; default: nothing. */
  readonly input?: string | Uint8Array
  /** Milliseconds until it is killed; default: never. */
  readonly timeout?: number
}

export interface Launched {
  /** Null where it was killed. */
  readonly code: number | null
  readonly stdout: Buffer
  readonly stderr: Buffer
}

interface Waiting {
  resolve(launched: Launched): void
  reject(error: Error): void
}

function startLauncher() {
  const waiting = new Map<number, Waiting>()
  const child: ChildProcess = fork(fileURLToPath(new URL('launcher.ts', import.meta.url)), { serialization: 'advanced', execArgv: [] })
  // It keeps this process only while it has something to do.
  const rest = () => {
    child.unref()
    child.channel?.unref()
  }
  rest()
  child.on('message', (answered: Answered) => {
    const request = waiting.get(answered.id)
    waiting.delete(answered.id)
    if (waiting.size === 0) rest()
    if ('failed' in answered) request?.reject(new Error(answered.failed))
    else request?.resolve({ ...answered, stdout: Buffer.from(answered.stdout), stderr: Buffer.from(answered.stderr) })
  })
  child.on('exit', () => {
    launcher = undefined
    for (const { reject } of waiting.values()) reject(new Error('The process that starts programs has ended'))
  })
  let count = 0
  return (what: Launch) =>
    new Promise<Launched>((resolve, reject) => {
      const id = ++count
      waiting.set(id, { resolve, reject })
      child.ref()
      child.channel?.ref()
      child.send({ ...what, id } satisfies LaunchRequest)
    })
}

let launcher: ReturnType<typeof startLauncher> | undefined

/**
 * Runs a program to its end, from a small process that is there for it: the larger a process, the longer it takes to fork, and the one
 * that runs the tests is large.
 *
 * @throws Error where it cannot be started.
 */
export const launch = (what: Launch): Promise<Launched> => (launcher ??= startLauncher())(what)
