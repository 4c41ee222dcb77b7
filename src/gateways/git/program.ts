import { spawn, spawnSync } from 'node:child_process'
import { devNull } from 'node:os'
import { Fault, TreeRefusal } from '../../core/fault.ts'
import { msg } from '../../core/message.ts'
import { isBare } from './top.ts'

/** Variables by name, as in `process.env`. */
export type Environment = Readonly<Record<string, string | undefined>>

/**
 * The variables of git that are passed on: the places of the caller's configuration and the caller's identity, none
 * that leads to another repository.
 */
const callerVariables =
  /^GIT_(?:CONFIG_(?:GLOBAL|SYSTEM|NOSYSTEM|COUNT|KEY_\d+|VALUE_\d+)|EXEC_PATH|(?:AUTHOR|COMMITTER)_(?:NAME|EMAIL))$/

const baseEnvironment: Environment = {
  LC_ALL: 'C',
  GIT_ALLOW_PROTOCOL: 'none',
  GIT_GRAFT_FILE: devNull,
  GIT_LITERAL_PATHSPECS: '1',
  GIT_NO_LAZY_FETCH: '1',
  GIT_NO_REPLACE_OBJECTS: '1',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_TERMINAL_PROMPT: '0',
}

/**
 * The repository's own configuration is not to be trusted with programs, nor a folder in it that looks like a bare
 * repository.
 */
const settings = ['core.fsmonitor=false', `core.hooksPath=${devNull}`, 'safe.bareRepository=explicit']

function hardenEnvironment(environment: Environment): Record<string, string | undefined> {
  const keptVariables = Object.entries(environment).filter(
    ([name]) => !name.startsWith('GIT_') || callerVariables.test(name),
  )
  return { ...Object.fromEntries(keptVariables), ...baseEnvironment }
}

/** Messages of git when it fails, and what to do about each. */
const knownFailures: readonly {
  readonly matches: RegExp
  readonly message: string
  hint(complaint: string): string
}[] = [
  {
    matches: /dubious ownership/,
    message: 'git does not read this repository, since it belongs to another user.',
    hint: (complaint) =>
      msg`If you trust it, run ${complaint.split('\n').find((line) => line.includes('--add safe.directory')) ?? ''}.`,
  },
  {
    matches: /promisor remote/,
    message: 'This clone lacks files that are needed, since it was made with a filter.',
    hint: () => 'Clone without `--filter`; in a workflow, check out without `filter` and `sparse-checkout`.',
  },
  {
    matches: /not a tree object|Not a valid (?:commit|object) name/,
    message: 'A commit that is needed is not in this clone.',
    hint: () => 'Run `git fetch`; in a workflow, check out with `fetch-depth: 0`.',
  },
  {
    matches: /cannot use bare repository/,
    message: 'git does not read this folder, since it looks like a separate repository.',
    hint: () => 'Name another folder of the work tree.',
  },
]

/** Commands that write into git's own folder, and git's message if it may not. */
const writers: ReadonlySet<string> = new Set([
  'hash-object',
  'read-tree',
  'update-index',
  'write-tree',
  'commit-tree',
  'update-ref',
])
const unwritableReason =
  /insufficient permission|Permission denied|Read-only file system|No space left on device|Disk quota exceeded/i

/** What git says where it does not know whose commit it would make. */
const unknownAuthor = /tell me who you are|empty ident name|unable to auto-detect email/i

/** Another git process holds the lock of a file that this one has to write. */
export class LockedFault extends Fault {}

/** What git says on stderr without its advice, which comes first and would hide the cause where the text is cut. */
const withoutAdvice = (text: string): string => text.replaceAll(/^hint:.*\n?/gm, '')

function faultOf(words: readonly string[], stderr: string): Fault {
  const complaint = withoutAdvice(stderr)
  if (complaint.includes(".lock': File exists")) return new LockedFault('Another git is at work on this repository.')
  const [reason] = writers.has(words[0] ?? '') ? (unwritableReason.exec(complaint) ?? []) : []
  if (reason !== undefined)
    return new TreeRefusal('TREE_READ_ONLY', [
      {
        message: `git cannot write to its own folder: ${reason.toLowerCase()}`,
        hint: 'Leave out `--commit`, and commit where that folder can be written.',
        place: { path: '.git' },
      },
    ])
  if (unknownAuthor.test(complaint))
    return new TreeRefusal('COMMIT_AUTHOR_UNKNOWN', [
      {
        message: 'git has no name or address for the author of the commit',
        hint: 'Set both: `git config user.name "NAME"`, `git config user.email "ADDRESS"`. Or leave out `--commit`.',
        place: { path: '.git' },
      },
    ])
  const knownFailure = knownFailures.find(({ matches }) => matches.test(complaint))
  if (knownFailure) return new Fault(knownFailure.message, { hint: knownFailure.hint(complaint) })
  return new Fault(msg`git ${words[0] ?? ''} failed: ${complaint.trim()}`)
}

const maxComplaint = 4096

/** A git that answers one question after the other. */
export interface Conversation {
  say(text: string): void
  /** The output of git, in pieces. */
  readonly output: AsyncIterable<Uint8Array>
  /** Stops it. */
  end(): void
}

/**
 * The repository that a folder is in, as the `git` program sees it. For plumbing: commands that run nothing that the
 * repository names.
 */
export interface Git {
  /** The output of git, without the line's end; `undefined` if it exits with one of these codes, which mean no. */
  ask(words: readonly string[], no?: readonly number[], input?: string | Uint8Array): Promise<string | undefined>
  /** The output of git, in pieces, while it is given the input. */
  read(words: readonly string[], input?: string): AsyncIterable<Uint8Array>
  /** Starts git for questions that are asked one after the other, while it runs. */
  converse(words: readonly string[]): Conversation
  /** All that git writes, and its exit code, whatever that is. */
  whole(words: readonly string[]): Promise<{ readonly code: number; readonly bytes: Uint8Array }>
}

/** A bare repository is read only where it is the folder itself that was named. */
const directoryVariables = (folder: string): Environment => (isBare(folder) ? { GIT_DIR: '.' } : {})

const leadingWords = (folder: string) => [...settings.flatMap((setting) => ['-c', setting]), '-C', folder]

const maxOutput = 1 << 30

/** The answer of git, synchronously; `undefined` where it says no, or cannot be run. */
export function runGitSync(folder: string, environment: Environment, words: readonly string[]): string | undefined {
  const options = {
    env: { ...hardenEnvironment(environment), ...directoryVariables(folder) },
    windowsHide: true,
    encoding: 'utf8',
    maxBuffer: maxOutput,
  } as const
  const { status, stdout } = spawnSync('git', [...leadingWords(folder), ...words], options)
  return status === 0 ? stdout : undefined
}

/** Whether a fault is that there is no git that could be run. */
export const isGitMissing = (error: unknown): boolean =>
  error instanceof Fault &&
  error.cause instanceof Error &&
  'syscall' in error.cause &&
  String(error.cause.syscall).startsWith('spawn')

/**
 * @param variables further variables, such as that of an index of its own.
 * @throws Fault from each call: git cannot be run, or fails.
 */
export function git(folder: string, environment: Environment, variables: Environment = {}): Git {
  const env = { ...hardenEnvironment(environment), ...directoryVariables(folder), ...variables }

  const start = (words: readonly string[], input?: string | Uint8Array) => {
    const child = spawn('git', [...leadingWords(folder), ...words], { env, windowsHide: true })
    const exitCode = new Promise<number | null>((resolve, reject) => child.on('error', reject).on('close', resolve))
    // A caller that stops reading early does not wait for the end.
    exitCode.catch(() => undefined)
    let complaint = ''
    child.stderr.on('data', (chunk: Buffer) => {
      if (complaint.length < maxComplaint) complaint += chunk.toString()
    })
    // A git that ends before it has read everything says why by its exit code.
    child.stdin.on('error', () => undefined)
    if (input !== undefined) child.stdin.end(input)

    const finish = async (acceptedCodes?: readonly number[]): Promise<number> => {
      const code = await exitCode.catch((cause: unknown) => {
        throw new Fault('git cannot be run.', { hint: 'Install git, or put it on the PATH.', cause })
      })
      if (code === null || acceptedCodes?.includes(code) === false) throw faultOf(words, complaint)
      return code
    }
    return { output: child.stdout, input: child.stdin, finish, stop: () => child.kill() }
  }

  return {
    async ask(words, no = [], input = '') {
      const { output, finish } = start(words, input)
      let answer = ''
      for await (const piece of output.setEncoding('utf8')) answer += String(piece)
      const code = await finish([0, ...no])
      return code === 0 ? answer.replace(/\n$/, '') : undefined
    },
    async whole(words) {
      const { output, finish } = start(words, '')
      const pieces: Buffer[] = []
      for await (const piece of output) pieces.push(piece as Buffer)
      return { code: await finish(), bytes: Buffer.concat(pieces) }
    },
    converse(words) {
      const { output, input, finish, stop } = start(words)
      async function* pieces() {
        for await (const piece of output) yield piece as Buffer
        await finish([0])
      }
      return { say: (text) => input.write(text), output: pieces(), end: stop }
    },
    async *read(words, input = '') {
      const { output, finish, stop } = start(words, input)
      try {
        for await (const piece of output) yield piece as Buffer
        await finish([0])
      } finally {
        stop()
      }
    },
  }
}

/** The form of a key that git accepts: a section and a name, with or without a subsection between them. */
const settingKey = /^[A-Za-z0-9-]+\.(?:[^\n]*\.)?[A-Za-z][A-Za-z0-9-]*$/

/**
 * The user that the caller's environment configures, which no file of git's configuration overrides; `undefined` where
 * only git can tell.
 */
function configuredUser(environment: Environment): string | undefined {
  const count = environment['GIT_CONFIG_COUNT'] ?? ''
  if (!/^[1-9]\d?$/.test(count)) return undefined
  const settings = Array.from({ length: Number(count) }, (_, number) => ({
    key: environment[`GIT_CONFIG_KEY_${number}`] ?? '',
    value: environment[`GIT_CONFIG_VALUE_${number}`],
  }))
  // Git refuses all of them for the sake of one.
  if (!settings.every(({ key, value }) => value !== undefined && settingKey.test(key))) return undefined
  return settings.findLast(({ key }) => key.toLowerCase() === 'user.name')?.value
}

/** Git's user in a folder; `nobody` where it has no user, or is not installed. */
export async function userOf(root: string, environment: Environment = process.env): Promise<string> {
  try {
    const name =
      configuredUser(environment) ?? (await git(root, environment).ask(['config', '--get', 'user.name'], [1]))
    return name || 'nobody'
  } catch {
    return 'nobody'
  }
}
