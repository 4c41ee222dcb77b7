import { spawn } from 'node:child_process'
import type { Launch, Launched } from './launch.ts'

/** A request to this process, and its answer. */
export type LaunchRequest = Launch & { readonly id: number }
export type Answered = { readonly id: number } & (Launched | { readonly failed: string })

function run({ id, program, words, input, timeout, ...where }: LaunchRequest): void {
  const answer = (answered: Answered) => process.send?.(answered)
  const child = spawn(program, words, { ...where, ...(timeout !== undefined && { timeout, killSignal: 'SIGKILL' }) })
  const output = { stdout: [] as Buffer[], stderr: [] as Buffer[] }
  child.stdout.on('data', (piece: Buffer) => output.stdout.push(piece))
  child.stderr.on('data', (piece: Buffer) => output.stderr.push(piece))
  child.stdin.on('error', () => undefined).end(input ?? '')
  child.on('error', ({ message }) => answer({ id, failed: message }))
  child.on('close', (code) => answer({ id, code, stdout: Buffer.concat(output.stdout), stderr: Buffer.concat(output.stderr) }))
}

process.on('message', run)
// The caller is gone.
process.on('disconnect', () => process.exit())
