import { minute } from '../../core/time.ts'
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, delimiter, join, resolve } from 'node:path'
import { mergeDriverName, type DriverTrial } from '../../core/installation.ts'
import { singleQuoted } from '../../core/message.ts'
import { isProgram, lastingPath, programOnPath, realPath } from '../programs.ts'
import { git, type Environment } from './program.ts'

const call = 'merge-registry %O %A %B %P'

/** A path as one word of a shell, in a command in which git reads `%`. */
const quotePath = (path: string) => singleQuoted(path).replaceAll('%', '%%')

/**
 * The command by which git starts this program in a clone, whatever the PATH holds then: by its name where that leads
 * to it, otherwise by its whole path, so that work trees of the same clone find it too.
 *
 * @param program the program that runs, its links resolved
 */
export function driverCommand(root: string, program: string, environment: Environment = process.env): string {
  const namedProgram = programOnPath('baton', environment)
  if (namedProgram !== undefined && realPath(namedProgram) === program) return `baton ${call}`
  // A package manager may keep versions apart behind a link that stays.
  const local = resolve(root, 'node_modules/baton/dist/cli.js')
  const node =
    realPath(programOnPath('node', environment) ?? '') === realPath(process.execPath)
      ? 'node'
      : quotePath(process.execPath)
  return `${node} ${quotePath(realPath(local) === program ? local : program)} ${call}`
}

const key = `merge.${mergeDriverName}.driver`

/** The driver as git's configuration has it. */
export const currentDriver = (root: string, environment: Environment = process.env): Promise<string | undefined> =>
  git(root, environment).ask(['config', '--get', key], [1])

/** Sets the driver in the configuration of the clone alone. @returns the old value */
export async function setDriver(
  root: string,
  command: string,
  environment: Environment = process.env,
): Promise<string | undefined> {
  const { ask } = git(root, environment)
  const previous = await currentDriver(root, environment)
  if (previous !== command) {
    await ask(['config', '--local', `merge.${mergeDriverName}.name`, 'the registry, plugin by plugin'])
    await ask(['config', '--local', key, command])
  }
  return previous
}

/**
 * The words of a command that is nothing but words, some in quotes; `undefined` where a shell would do more with it.
 */
function wordsOf(command: string): readonly string[] | undefined {
  const word = /(?:[\p{L}\p{N}_/.,:@%+-]|\\[^\n]|'[^']*'|"[^"$`\\]*")+/uy
  const words: string[] = []
  for (let offset = 0; offset < command.length;) {
    word.lastIndex = offset
    const match = word.exec(command)?.[0]
    if (match === undefined) return undefined
    words.push(match.replace(/\\(.)|'([^']*)'|"([^"]*)"/gsu, '$1$2$3').replaceAll('%%', '%'))
    offset += match.length
    const space = /[ \t]*/y
    space.lastIndex = offset
    const blanks = space.exec(command)?.[0].length ?? 0
    if (blanks === 0 && offset < command.length) return undefined
    offset += blanks
  }
  return words
}

/**
 * Whether a call of this program merges the files that git names, and does nothing else: its other commands may write
 * anywhere.
 */
const isMergeCall = ([command, ...words]: readonly string[]) =>
  command === 'merge-registry' && words.every((word) => /^%[OABP]$/.test(word))

/** Whose program a command starts, as far as that shows without starting it; a text: why it cannot start. */
function originOf(
  root: string,
  command: string,
  program: string,
  environment: Environment,
): 'own' | 'foreign' | { readonly why: string } {
  const [name, ...rest] = wordsOf(command) ?? []
  if (name === undefined || name.includes('=')) return 'foreign'
  const file = name.includes('/') ? resolve(root, name) : programOnPath(name, environment)
  if (file === undefined) return { why: `there is no ${name} on the PATH` }
  if (!isProgram(file)) return { why: `there is no program ${name}` }
  if (realPath(file) === program) return isMergeCall(rest) ? 'own' : 'foreign'
  const [script, ...words] = rest
  if (!/^node(?:\.exe)?$/.test(basename(file)) || script === undefined || script.startsWith('-')) return 'foreign'
  const startedProgram = realPath(resolve(root, script))
  if (startedProgram === undefined) return { why: `there is no ${script}` }
  return startedProgram === program && isMergeCall(words) ? 'own' : 'foreign'
}

const registry = (first: string, second: string) =>
  `| Plugin Name | Status |\n|---|---|\n| One | ${first} |\n| Other | ${second} |\n`
const [statusBefore, statusAfter] = ['💡 Ideated', '📦 Installed']

/** The two sides of the trial: they change neighbouring rows, which cannot be merged as text. */
const sides = {
  base: registry(statusBefore, statusBefore),
  ours: registry(statusAfter, statusBefore),
  theirs: registry(statusBefore, statusAfter),
}
const mergedRegistry = registry(statusAfter, statusAfter)

/** Long enough for a program that starts at all. */
const trialTimeout = minute

/** Runs a command as git runs a driver, on files of its own. */
async function runTrial(root: string, command: string, path: string, environment: Environment): Promise<DriverTrial> {
  const folder = mkdtempSync(join(tmpdir(), 'baton-merge-'))
  try {
    const file = (side: keyof typeof sides) => join(folder, side)
    for (const side of ['base', 'ours', 'theirs'] as const) writeFileSync(file(side), sides[side])
    const word = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`
    const values: Readonly<Record<string, string>> = {
      O: file('base'),
      A: file('ours'),
      B: file('theirs'),
      L: '7',
      P: path,
    }
    const shellCommand = command.replace(/%([%OABLPSXY])/g, (_, letter: string) =>
      letter === '%' ? '%' : word(values[letter] ?? letter),
    )
    const child = spawn('sh', ['-c', shellCommand], {
      cwd: root,
      env: { ...environment, PATH: lastingPath(environment).join(delimiter) },
      stdio: ['ignore', 'ignore', 'pipe'],
      timeout: trialTimeout,
      killSignal: 'SIGKILL',
      windowsHide: true,
    })
    let complaint = ''
    child.stderr.on('data', (chunk: Buffer) => {
      if (complaint.length < 1000) complaint += chunk.toString()
    })
    const code = await new Promise<number | null>((settle, fail) => child.on('error', fail).on('close', settle))
    if (code === 0 && readFileSync(file('ours'), 'utf8') === mergedRegistry) return { outcome: 'runs' }
    const lines = complaint.trim().split('\n')
    const why = lines.find((line) => /error|not found|no such|cannot/i.test(line)) ?? lines[0]
    return {
      outcome: 'fails',
      why:
        why ||
        (code === null ? 'it does not end' : code === 0 ? 'it merges nothing' : `it ends with exit code ${code}`),
    }
  } catch (cause) {
    return { outcome: 'fails', why: cause instanceof Error ? cause.message : String(cause) }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * Finds out whether a driver starts, by starting it as git would, on temporary files. Only a command that runs this
 * very program as a merge driver is ever started: a clone's configuration may name any command.
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
  const origin = originOf(root, command, program, environment)
  if (origin === 'foreign') return { outcome: 'foreign', command }
  return origin === 'own' ? runTrial(root, command, path, environment) : { outcome: 'fails', why: origin.why }
}
