import { tmpdir } from 'node:os'
import { Readable } from 'node:stream'
import { runAction } from '../../src/entry/action/run.ts'
import { runProgram } from '../../src/entry/cli/main.ts'
import { action, cli, environment, run, type Options, type RunResult } from './programs.ts'

let last: Promise<unknown> = Promise.resolve()

/** One after the other: there is one environment, one folder and one output. */
function inTurn<Given>(act: () => Promise<Given>): Promise<Given> {
  const result = last.then(act)
  last = result.catch(() => undefined)
  return result
}

/**
 * Git's user, whom git need not be asked for. Where that of a repository is tested, `GIT_CONFIG_COUNT` is undefined.
 */
const user = { GIT_CONFIG_COUNT: '1', GIT_CONFIG_KEY_0: 'user.name', GIT_CONFIG_VALUE_0: 'octocat' }

type Here = Pick<Options, 'cwd' | 'env' | 'input'>

/** Runs a program in this process as if it had one of its own. */
async function inProcess(
  program: string,
  args: readonly string[],
  { cwd = tmpdir(), env = {}, input = '' }: Here,
  main: () => Promise<number>,
) {
  const { stdout, stderr } = process
  const before = {
    folder: process.cwd(),
    env: process.env,
    argv: process.argv,
    code: process.exitCode,
    stdin: Object.getOwnPropertyDescriptor(process, 'stdin'),
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
  process.env = environment({ ...user, ...env })
  process.argv = [process.execPath, program, ...args]
  process.exitCode = undefined
  Object.defineProperty(process, 'stdin', { value: Readable.from([Buffer.from(input)]), configurable: true })
  stdout.write = keep('stdout')
  stderr.write = keep('stderr')
  // A pipe, also where those who run the tests have them believe in a terminal.
  stdout.isTTY = false
  try {
    return { code: await main(), ...output }
  } finally {
    stdout.isTTY = before.terminal
    stdout.write = before.out
    stderr.write = before.err
    if (before.stdin) Object.defineProperty(process, 'stdin', before.stdin)
    process.exitCode = before.code
    process.argv = before.argv
    process.env = before.env
    process.chdir(before.folder)
  }
}

/**
 * Runs the command line as `run` does, in this process: a tenth of the time, and the same program, since `dist/` is
 * held against `src/`. What needs its own Node gets a process of its own.
 */
export function runHere(args: readonly string[], options: Options = {}): Promise<RunResult> {
  const { node, nodeOptions, ...more } = options
  if (node !== undefined || nodeOptions !== undefined) return run(cli, args, options)
  return inTurn(() => inProcess(cli, args, more, () => runProgram(process.argv)))
}

/** Runs the Action in this process. */
export const actionHere = (options: Here): Promise<RunResult> =>
  inTurn(() =>
    inProcess(action, [], options, async () => {
      await runAction()
      return Number(process.exitCode ?? 0)
    }),
  )
