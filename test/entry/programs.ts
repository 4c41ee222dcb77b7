import { spawn } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { waitLimit } from '../hang.ts'
import { launch } from '../processes/launch.ts'

/** The checkout that these tests belong to, with the programs as they are committed. */
export const project = fileURLToPath(new URL('../..', import.meta.url))
export const cli = join(project, 'dist', 'cli.js')
export const action = join(project, 'dist', 'action.js')

type Variables = Readonly<Record<string, string | undefined>>

export interface Options {
  readonly cwd?: string
  readonly env?: Variables
  readonly input?: string
  /** Default: the one that runs the tests. */
  readonly node?: string
  /** Of Node itself. */
  readonly nodeOptions?: readonly string[]
}

export interface RunResult {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/**
 * Nothing of this machine plays a part: neither its git's configuration, nor its colours, nor that it is itself a
 * continuous integration.
 */
export const environment = (overrides: Variables = {}): Record<string, string> => {
  const all = {
    PATH: process.env['PATH'],
    HOME: tmpdir(),
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CONFIG_NOSYSTEM: '1',
    ...overrides,
  }
  return Object.fromEntries(
    Object.entries(all).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
}

/** Starts a program of `dist/`. */
export function start(
  program: string,
  args: readonly string[],
  { cwd, env = {}, node = process.execPath, nodeOptions = [] }: Options = {},
) {
  return spawn(node, [...nodeOptions, program, ...args], {
    cwd: cwd ?? tmpdir(),
    env: environment(env),
    stdio: ['pipe', 'pipe', 'pipe'],
    timeout: waitLimit,
    killSignal: 'SIGKILL',
  })
}

/** Runs a program of `dist/` to its end. `code` is null where it had to be ended. */
export async function run(program: string, args: readonly string[], options: Options = {}): Promise<RunResult> {
  const { cwd = tmpdir(), env = {}, node = process.execPath, nodeOptions = [], input = '' } = options
  const words = [...nodeOptions, program, ...args]
  const { code, stdout, stderr } = await launch({
    program: node,
    words,
    cwd,
    env: environment(env),
    input,
    timeout: waitLimit,
  })
  return { code, stdout: stdout.toString(), stderr: stderr.toString() }
}

export type Files = Readonly<Record<string, string | Uint8Array>>

/** Puts files into a folder. */
export function write(folder: string, files: Files): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), content)
  }
}

/** Folders for tests, and how to remove them all. */
export function scratch() {
  const made: string[] = []
  return {
    folder(files: Files = {}): string {
      const folder = mkdtempSync(join(tmpdir(), 'baton-entry-'))
      made.push(folder)
      write(folder, files)
      return folder
    },
    remove() {
      for (const folder of made) rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The program in a folder where everybody may read it: this checkout may lie where only its owner may look. */
export function openedTo(folder: string): string {
  cpSync(join(project, 'dist'), join(folder, 'dist'), { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  chmodSync(folder, 0o755)
  return join(folder, 'dist', 'cli.js')
}
