import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process'

/** How a program is started: what `spawn` takes, as far as it can be sent. */
export interface LaunchOptions {
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
  /** Milliseconds until it is killed; default: never. */
  readonly timeout?: number
}

/** What this process is to do with a program, which the sender numbers. */
export type LaunchRequest = { readonly id: number } & (
  | { readonly program: string; readonly words: readonly string[]; readonly options: LaunchOptions }
  | { readonly write: Uint8Array }
  | { readonly end: true }
  | { readonly kill: NodeJS.Signals | number }
)

/** What happens with a program. An error is sent with its fields, which a copy of an `Error` lacks. */
export type LaunchEvent = { readonly id: number } & (
  | { readonly stdout: Uint8Array }
  | { readonly stderr: Uint8Array }
  | { readonly error: { readonly message: string } }
  | { readonly code: number | null; readonly signal: NodeJS.Signals | null }
)

const running = new Map<number, ChildProcessWithoutNullStreams>()

const tell = (event: LaunchEvent) => process.send?.(event)

// The fields of an error of the system: its code, and what it was about.
const fieldsOf = (error: Error) => ({ error: { ...Object.fromEntries(Object.entries(error)), message: error.message } })

function start(id: number, program: string, words: readonly string[], options: LaunchOptions): void {
  const child = spawn(program, words, { ...options, killSignal: 'SIGKILL', windowsHide: true })
  running.set(id, child)
  child.stdout.on('data', (stdout: Buffer) => tell({ id, stdout }))
  child.stderr.on('data', (stderr: Buffer) => tell({ id, stderr }))
  // A program may end before it has read everything.
  child.stdin.on('error', () => undefined)
  child.on('error', (error) => tell({ id, ...fieldsOf(error) }))
  child.on('close', (code, signal) => {
    running.delete(id)
    tell({ id, code, signal })
  })
}

process.on('message', (request: LaunchRequest) => {
  const { id } = request
  const child = running.get(id)
  if ('write' in request) child?.stdin.write(request.write)
  else if ('end' in request) child?.stdin.end()
  else if ('kill' in request) child?.kill(request.kill)
  else
    try {
      start(id, request.program, request.words, request.options)
    } catch (error) {
      tell({ id, ...fieldsOf(error as Error) })
      tell({ id, code: null, signal: null })
    }
})
// The caller is gone.
process.on('disconnect', () => process.exit())
