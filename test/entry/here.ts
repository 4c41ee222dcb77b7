import { tmpdir } from 'node:os'
import { runProgram } from '../../src/entry/cli/run.ts'
import { cli, environment, run, type Options, type Ran } from './programs.ts'

/**
 * Runs the command line as `run` does, in this process: a tenth of the time, and the same program, since `dist/` is held against
 * `src/`. What needs a process of its own, for its input or its Node, gets one.
 */
export async function here(args: readonly string[], options: Options = {}): Promise<Ran> {
  const { cwd = tmpdir(), env = {}, ...more } = options
  if (Object.keys(more).length > 0) return run(cli, args, options)

  const { stdout, stderr } = process
  const before = {
    folder: process.cwd(),
    env: process.env,
    argv: process.argv,
    out: stdout.write,
    err: stderr.write,
    terminal: stdout.isTTY,
  }
  const output = { stdout: '', stderr: '' }
  const keep = (name: keyof typeof output) => (text: string | Uint8Array) => {
    output[name] += typeof text === 'string' ? text : Buffer.from(text).toString()
    return true
  }
  process.chdir(cwd)
  process.env = environment(env)
  process.argv = [process.execPath, cli, ...args]
  stdout.write = keep('stdout')
  stderr.write = keep('stderr')
  // A pipe, also where those who run the tests have them believe in a terminal.
  stdout.isTTY = false
  try {
    return { code: await runProgram(process.argv), ...output }
  } finally {
    stdout.isTTY = before.terminal
    stdout.write = before.out
    stderr.write = before.err
    process.argv = before.argv
    process.env = before.env
    process.chdir(before.folder)
  }
}
