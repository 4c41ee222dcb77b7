import { spawn } from 'node:child_process'
import { accessSync, constants, realpathSync, statSync } from 'node:fs'
import { delimiter, isAbsolute, join, relative, resolve, sep } from 'node:path'
import type { DriverTrial, TrialInput } from '../core/installation.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** Where programs are found later: npm puts folders of the package that it runs onto the PATH for that time alone. */
export const lastingPath = ({ PATH = '' }: Environment): readonly string[] =>
  PATH.split(delimiter).filter((folder) => !/(?:^|[\\/])(?:node_modules[\\/]\.bin|node-gyp-bin)[\\/]?$/.test(folder))

export function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return statSync(file).isFile()
  } catch {
    return false
  }
}

export const programOnPath = (name: string, environment: Environment): string | undefined =>
  lastingPath(environment)
    .filter((folder) => folder !== '')
    .map((folder) => join(folder, name))
    .find(isProgram)

/** A path with its links resolved; `undefined`: there is nothing. */
export function realPath(file: string): string | undefined {
  try {
    return realpathSync(file)
  } catch {
    return undefined
  }
}

/**
 * The words that start the running program in a repository: by its name where that leads to it, otherwise by its path,
 * from the root if it is below it.
 *
 * @param program the program that runs, its links resolved
 */
export function startingWords(
  root: string,
  program: string,
  environment: Environment = process.env,
): readonly [string, ...string[]] {
  if (realPath(programOnPath('baton', environment) ?? '') === program) return ['baton']
  const relativePath = relative(realPath(root) ?? root, program)
  if (relativePath !== '..' && !relativePath.startsWith(`..${sep}`) && !isAbsolute(relativePath))
    return ['node', relativePath.split(sep).join('/')]
  return [
    realPath(programOnPath('node', environment) ?? '') === realPath(process.execPath) ? 'node' : process.execPath,
    program,
  ]
}

/** Long enough for a program that starts at all. */
const maxSeconds = 5
const maxOutput = 64 * 1024

/** The file that words start, if it is the running program; otherwise why it is not, or why nothing starts. */
function fileOf(
  root: string,
  [name, script]: readonly string[],
  program: string,
  environment: Environment,
): { readonly file: string } | { readonly why: string } | 'foreign' {
  if (name === undefined) return 'foreign'
  const file = isAbsolute(name) ? name : name.includes('/') ? undefined : programOnPath(name, environment)
  if (file === undefined) return name.includes('/') ? 'foreign' : { why: `there is no ${name} on the PATH` }
  if (!isProgram(file)) return { why: `there is no program ${name}` }
  if (realPath(file) === program) return { file }
  const isNode = [process.execPath, programOnPath('node', environment)].some(
    (node) => node !== undefined && realPath(node) === realPath(file),
  )
  if (!isNode || script === undefined) return 'foreign'
  const startedProgram = realPath(resolve(root, script))
  if (startedProgram === undefined) return { why: `there is no ${script}` }
  return startedProgram === program ? { file } : 'foreign'
}

const handshake = `${JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'baton doctor', version: '1' } },
})}\n`

/** Whether the first line of a server's output answers the handshake. */
function answersHandshake(output: string): boolean {
  try {
    const answer = JSON.parse(output.split('\n', 1)[0] ?? '') as {
      readonly id?: unknown
      readonly result?: { readonly protocolVersion?: unknown }
    }
    return answer.id === 1 && typeof answer.result?.protocolVersion === 'string'
  } catch {
    return false
  }
}

/**
 * Finds out whether a host can start what its settings name, by starting it as the host does: a server gets the
 * handshake of its protocol, a hook an empty input. No shell is involved, and only the running program is ever started:
 * a repository may name any command.
 *
 * @param words the program and its arguments
 * @param program the program that runs, its links resolved
 */
export async function tryStart(
  root: string,
  words: readonly string[],
  kind: TrialInput,
  program: string,
  environment: Environment = process.env,
): Promise<DriverTrial> {
  const startedFile = fileOf(root, words, program, environment)
  if (startedFile === 'foreign') return { outcome: 'foreign', command: words.join(' ') }
  if ('why' in startedFile) return { outcome: 'fails', why: startedFile.why }
  return new Promise((settle) => {
    const env = { ...environment, PATH: lastingPath(environment).join(delimiter) }
    const child = spawn(startedFile.file, words.slice(1), {
      cwd: root,
      env,
      stdio: ['pipe', 'pipe', 'pipe'],
      timeout: maxSeconds * 1000,
      killSignal: 'SIGKILL',
      windowsHide: true,
    })
    const output = { stdout: '', stderr: '' }
    for (const name of ['stdout', 'stderr'] as const)
      child[name].on('data', (chunk: Buffer) => {
        if (output[name].length < maxOutput) output[name] += chunk.toString()
        if (kind === 'handshake' && output.stdout.includes('\n')) child.stdin.end()
      })
    // It may have ended before it reads anything.
    child.stdin.on('error', () => undefined)
    if (kind === 'handshake') child.stdin.write(handshake)
    else child.stdin.end()
    child.on('error', ({ message }) => settle({ outcome: 'fails', why: message }))
    child.on('close', (code) => {
      if (code === 0 && (kind === 'nothing' || answersHandshake(output.stdout))) {
        settle({ outcome: 'runs' })
        return
      }
      const lines = output.stderr.trim().split('\n')
      const complaint = (lines.find((line) => /error|not found|no such|cannot/i.test(line)) ?? lines[0] ?? '').slice(
        0,
        200,
      )
      const ending =
        code === null
          ? `it does not answer within ${maxSeconds} seconds`
          : code === 0
            ? 'it does not answer'
            : `it ends with exit code ${code}`
      settle({ outcome: 'fails', why: complaint || ending })
    })
  })
}
