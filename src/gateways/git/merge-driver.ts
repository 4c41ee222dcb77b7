import { minute } from '../../core/time.ts'
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, delimiter, join, resolve } from 'node:path'
import { mergeDriverName, type DriverTrial } from '../../core/installation.ts'
import { isProgram, lastingPath, onPath, real } from '../programs.ts'
import { git, type Environment } from './program.ts'

const call = 'merge-registry %O %A %B %P'

/** A path as one word of a shell, in a command in which git reads `%`. */
const quoted = (path: string) => `'${path.replaceAll("'", String.raw`'\''`).replaceAll('%', '%%')}'`

/**
 * The command by which git starts this program in a clone, whatever the PATH holds then: by its name where that leads to it, otherwise by
 * its whole path, so that work trees of the same clone find it too.
 *
 * @param program the program that runs, its links resolved
 */
export function driverCommand(root: string, program: string, environment: Environment = process.env): string {
  const named = onPath('baton', environment)
  if (named !== undefined && real(named) === program) return `baton ${call}`
  // A package manager may keep versions apart behind a link that stays.
  const local = resolve(root, 'node_modules/baton/dist/cli.js')
  const node = real(onPath('node', environment) ?? '') === real(process.execPath) ? 'node' : quoted(process.execPath)
  return `${node} ${quoted(real(local) === program ? local : program)} ${call}`
}

const key = `merge.${mergeDriverName}.driver`

/** The driver as git's configuration has it. */
export const currentDriver = (root: string, environment: Environment = process.env): Promise<string | undefined> =>
  git(root, environment).ask(['config', '--get', key], [1])

/** Sets the driver in the configuration of the clone alone. @returns the old value */
export async function setDriver(root: string, command: string, environment: Environment = process.env): Promise<string | undefined> {
  const { ask } = git(root, environment)
  const before = await currentDriver(root, environment)
  if (before !== command) {
    await ask(['config', '--local', `merge.${mergeDriverName}.name`, 'the registry, plugin by plugin'])
    await ask(['config', '--local', key, command])
  }
  return before
}

/** The words of a command that is nothing but words, some in quotes; `undefined` where a shell would do more with it. */
function wordsOf(command: string): readonly string[] | undefined {
  const word = /(?:[\p{L}\p{N}_/.,:@%+-]|\\[^\n]|'[^']*'|"[^"$`\\]*")+/uy
  const words: string[] = []
  for (let at = 0; at < command.length;) {
    word.lastIndex = at
    const found = word.exec(command)?.[0]
    if (found === undefined) return undefined
    words.push(found.replace(/\\(.)|'([^']*)'|"([^"]*)"/gsu, '$1$2$3').replaceAll('%%', '%'))
    at += found.length
    const space = /[ \t]*/y
    space.lastIndex = at
    const blanks = space.exec(command)?.[0].length ?? 0
    if (blanks === 0 && at < command.length) return undefined
    at += blanks
  }
  return words
}

/** Whether a call of this program merges the files that git names, and does nothing else: its other commands may write anywhere. */
const merges = ([command, ...words]: readonly string[]) => command === 'merge-registry' && words.every((word) => /^%[OABP]$/.test(word))

/** Whose program a command starts, as far as that shows without starting it; a text: why it cannot start. */
function startedBy(root: string, command: string, program: string, environment: Environment): 'own' | 'foreign' | { readonly why: string } {
  const [name, ...rest] = wordsOf(command) ?? []
  if (name === undefined || name.includes('=')) return 'foreign'
  const file = name.includes('/') ? resolve(root, name) : onPath(name, environment)
  if (file === undefined) return { why: `there is no ${name} on the PATH` }
  if (!isProgram(file)) return { why: `there is no program ${name}` }
  if (real(file) === program) return merges(rest) ? 'own' : 'foreign'
  const [script, ...words] = rest
  if (!/^node(?:\.exe)?$/.test(basename(file)) || script === undefined || script.startsWith('-')) return 'foreign'
  const started = real(resolve(root, script))
  if (started === undefined) return { why: `there is no ${script}` }
  return started === program && merges(words) ? 'own' : 'foreign'
}

const registry = (one: string, other: string) => `| Plugin Name | Status |\n|---|---|\n| One | ${one} |\n| Other | ${other} |\n`
const [before, after] = ['💡 Ideated', '📦 Installed']

/** The two sides of the trial: they change neighbouring rows, which cannot be merged as text. */
const sides = { base: registry(before, before), ours: registry(after, before), theirs: registry(before, after) }
const merged = registry(after, after)

/** Long enough for a program that starts at all. */
const retry = minute

/** Runs a command as git runs a driver, on files of its own. */
async function start(root: string, command: string, path: string, environment: Environment): Promise<DriverTrial> {
  const folder = mkdtempSync(join(tmpdir(), 'baton-merge-'))
  try {
    const file = (side: keyof typeof sides) => join(folder, side)
    for (const side of ['base', 'ours', 'theirs'] as const) writeFileSync(file(side), sides[side])
    const word = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`
    const values: Readonly<Record<string, string>> = { O: file('base'), A: file('ours'), B: file('theirs'), L: '7', P: path }
    const whole = command.replace(/%([%OABLPSXY])/g, (_, letter: string) => (letter === '%' ? '%' : word(values[letter] ?? letter)))
    const child = spawn('sh', ['-c', whole], {
      cwd: root,
      env: { ...environment, PATH: lastingPath(environment).join(delimiter) },
      stdio: ['ignore', 'ignore', 'pipe'],
      timeout: retry,
      killSignal: 'SIGKILL',
      windowsHide: true,
    })
    let complaint = ''
    child.stderr.on('data', (chunk: Buffer) => {
      if (complaint.length < 1000) complaint += chunk.toString()
    })
    const code = await new Promise<number | null>((done, fail) => child.on('error', fail).on('close', done))
    if (code === 0 && readFileSync(file('ours'), 'utf8') === merged) return { outcome: 'runs' }
    const lines = complaint.trim().split('\n')
    const why = lines.find((line) => /error|not found|no such|cannot/i.test(line)) ?? lines[0]
    return {
      outcome: 'fails',
      why: why || (code === null ? 'it does not end' : code === 0 ? 'it merges nothing' : `it ends with exit code ${code}`),
    }
  } catch (cause) {
    return { outcome: 'fails', why: cause instanceof Error ? cause.message : String(cause) }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * Finds out whether a driver starts, by starting it as git would, on temporary files. Only a command that runs this very program as a
 * merge driver is ever started: a clone's configuration may name any command.
 *
 * @param path the path of the registry
 * @param program the program that runs, its links resolved
 */
export async function tryDriver(
  root: string,
  command: string,
  path: string,
  program: string,
  environment: Environment = process.env,
): Promise<DriverTrial> {
  const origin = startedBy(root, command, program, environment)
  if (origin === 'foreign') return { outcome: 'foreign', command }
  return origin === 'own' ? start(root, command, path, environment) : { outcome: 'fails', why: origin.why }
}
