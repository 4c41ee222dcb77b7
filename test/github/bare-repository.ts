import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { launch } from '../processes/launch.ts'

/** What stands at a path: text, bytes, a symbolic link with its target, or a submodule with its commit. */
export type Content = string | Uint8Array | { readonly link: string } | { readonly submodule: string }

/** Paths, as bytes where they are no UTF-8, with what stands there. */
export type Contents = Iterable<readonly [path: string | Uint8Array, content: Content]>

/** What changes at which paths. */
export type Changes = Iterable<readonly [path: string, content: Content | null]>

export interface Commit {
  readonly files: Contents
  /** Default `main`. It is made, or moved to the new commit. */
  readonly branch?: string
  /** Default: what the branch was at; none for a history of its own. */
  readonly parents?: readonly string[]
  readonly message?: string
}

export interface StoredObject {
  readonly type: 'blob' | 'commit' | 'tag' | 'tree'
  readonly bytes: Buffer
}

/** A real bare git repository in a temporary folder. */
export interface BareRepository {
  readonly folder: string
  /** Runs git there. @throws Error with what git says where it fails. */
  git(words: readonly string[], input?: string | Uint8Array): Promise<Buffer>
  /** The same as text without the last line's end; `undefined` where git fails. */
  ask(...words: readonly string[]): Promise<string | undefined>
  /** The commit that a branch is at. */
  tip(branch: string): Promise<string | undefined>
  /** Reads an object; `undefined` where there is none. */
  object(sha: string): Promise<StoredObject | undefined>
  /** Commits exactly these files, and gives the commit's SHA. */
  commit(commit: Commit): Promise<string>
  /** The tree of a commit, or an empty one, with other contents at some paths; `null`: nothing there any more. */
  changedTree(commit: string | undefined, changes: Changes): Promise<string>
  /** Stores a commit object as it is. */
  store(commit: Uint8Array): Promise<string>
  remove(): void
}

/** Nothing of the machine's own configuration, and always the same people and times, so that the same files have the same SHAs. */
const environment = {
  PATH: process.env['PATH'],
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_AUTHOR_NAME: 'octocat',
  GIT_AUTHOR_EMAIL: 'octocat@example.com',
  GIT_AUTHOR_DATE: '2026-02-01T10:00:00Z',
  GIT_COMMITTER_NAME: 'octocat',
  GIT_COMMITTER_EMAIL: 'octocat@example.com',
  GIT_COMMITTER_DATE: '2026-02-01T10:00:00Z',
}

/** Runs git in a folder, away from the machine's own configuration. */
export async function runGit(folder: string, words: readonly string[], input: string | Uint8Array = ''): Promise<Buffer> {
  const { code, stdout, stderr } = await launch({ program: 'git', words, cwd: folder, env: environment, input })
  if (code === 0) return stdout
  throw new Error(`Command failed: git ${words.join(' ')}\n${stderr.toString()}`)
}

/** Reads objects by one process, for answers that need many. */
function objectReader(folder: string) {
  const child = spawn('git', ['cat-file', '--batch'], { cwd: folder, env: environment })
  const waiting: ((object: StoredObject | undefined) => void)[] = []
  let rest = Buffer.alloc(0)

  const take = (): boolean => {
    const head = rest.indexOf('\n')
    if (head < 0) return false
    const [, type, size] = rest.subarray(0, head).toString().split(' ')
    const end = head + 1 + Number(size ?? -1)
    if (rest.length <= end) return false
    waiting.shift()?.(size === undefined ? undefined : { type: type as StoredObject['type'], bytes: rest.subarray(head + 1, end) })
    rest = rest.subarray(end + 1)
    return true
  }
  // Whoever still asks when the repository is gone, such as a process that is being killed, gets no answer.
  child.stdin.on('error', () => undefined)
  child.stdout.on('data', (piece: Buffer) => {
    rest = Buffer.concat([rest, piece])
    while (take());
  })

  return {
    read: (sha: string) =>
      new Promise<StoredObject | undefined>((resolve) => {
        waiting.push(resolve)
        child.stdin.write(`${sha}\n`)
      }),
    stop: () => child.kill(),
  }
}

const quoted = (path: string | Uint8Array): string =>
  `"${[...Buffer.from(path)].map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('')}"`

const data = (content: string | Uint8Array): Buffer => {
  const bytes = Buffer.from(content)
  return Buffer.concat([Buffer.from(`data ${bytes.length}\n`), bytes, Buffer.from('\n')])
}

/** One file as `git fast-import` wants it (git's documentation, "git-fast-import"). */
function modification(path: string | Uint8Array, content: Content): Buffer {
  if (typeof content === 'string' || content instanceof Uint8Array) {
    return Buffer.concat([Buffer.from(`M 100644 inline ${quoted(path)}\n`), data(content)])
  }
  if ('link' in content) return Buffer.concat([Buffer.from(`M 120000 inline ${quoted(path)}\n`), data(content.link)])
  return Buffer.from(`M 160000 ${content.submodule} ${quoted(path)}\n`)
}

const readings = new Set(['cat-file', 'diff', 'log', 'ls-tree', 'merge-base', 'merge-tree', 'rev-list', 'rev-parse'])

/** Whether git is asked about nothing but commits and trees by their SHAs, so that the answer stays what it is. */
function isSettled([name = '', ...words]: readonly string[]): boolean {
  const end = words.indexOf('--')
  const named = (end < 0 ? words : words.slice(0, end)).filter((word) => !word.startsWith('-'))
  return (
    readings.has(name) &&
    named.length > 0 &&
    named.every((word) => /^[0-9a-f]{40}(?![0-9A-Za-z_/])/.test(word) && !/\.\.\.?(?![0-9a-f]{40}$)/.test(word))
  )
}

/** @param shared A repository whose objects are this one's as well: a fork's are its parent's. */
export async function bareRepository(shared?: BareRepository): Promise<BareRepository> {
  const folder = mkdtempSync(join(tmpdir(), 'baton-github-'))
  const answers = new Map<string, Buffer>()
  const git: BareRepository['git'] = async (words, input) => {
    const key = input === undefined && isSettled(words) ? words.join('\0') : undefined
    const known = key === undefined ? undefined : answers.get(key)
    const answer = known ?? (await runGit(folder, words, input))
    if (key !== undefined) answers.set(key, answer)
    return answer
  }
  const ask = async (...words: readonly string[]) => {
    try {
      return (await git(words)).toString().replace(/\n$/, '')
    } catch {
      return undefined
    }
  }
  await git(['init', '--quiet', '--bare', '--initial-branch=main', '.'])
  if (shared) {
    rmSync(join(folder, 'objects'), { recursive: true })
    symlinkSync(join(shared.folder, 'objects'), join(folder, 'objects'))
  }
  let reader: ReturnType<typeof objectReader> | undefined
  let drafts = 0

  const tip: BareRepository['tip'] = async (branch) => {
    // Answers may need very many, and a file is sooner read than git started.
    const loose = branch.includes('..') ? '' : await readFile(join(folder, 'refs', 'heads', branch), 'utf8').catch(() => '')
    return /^[0-9a-f]{40}\n$/.test(loose) ? loose.trim() : ask('rev-parse', '--verify', '--quiet', `refs/heads/${branch}`)
  }
  const object: BareRepository['object'] = async (sha) => {
    reader ??= objectReader(folder)
    return /^[0-9a-f]{40}$/.test(sha) ? reader.read(sha) : undefined
  }

  return {
    folder,
    git,
    ask,
    tip,
    object,
    async commit({ files, branch = 'main', parents, message = 'A commit' }) {
      const old = await tip(branch)
      const [from, ...others] = parents ?? (old === undefined ? [] : [old])
      // Made off every branch, and the branch moved to it: in one process, since tests make very many.
      const made = await git(
        ['fast-import', '--quiet', '--force'],
        Buffer.concat([
          Buffer.from(`commit refs/drafts/${(drafts += 1)}\nmark :1\ncommitter octocat <octocat@example.com> 1769940000 +0000\n`),
          data(message),
          Buffer.from(
            [...(from === undefined ? [] : [`from ${from}`]), ...others.map((other) => `merge ${other}`), 'deleteall', ''].join('\n'),
          ),
          ...[...files].map(([path, content]) => modification(path, content)),
          Buffer.from(`reset refs/heads/${branch}\nfrom :1\n\nget-mark :1\n`),
        ]),
      )
      return made.toString().trim()
    },
    async changedTree(commit, changes) {
      const made = await git(
        ['fast-import', '--quiet', '--force'],
        Buffer.concat([
          Buffer.from(`commit refs/drafts/${(drafts += 1)}\nmark :1\ncommitter octocat <octocat@example.com> 1769940000 +0000\n`),
          data('A draft'),
          Buffer.from(commit === undefined ? '' : `from ${commit}\n`),
          ...[...changes].map(([path, content]) => (content === null ? Buffer.from(`D ${quoted(path)}\n`) : modification(path, content))),
          Buffer.from('get-mark :1\n'),
        ]),
      )
      const commitText = (await object(made.toString().trim()))?.bytes.toString() ?? ''
      return commitText.slice('tree '.length, commitText.indexOf('\n'))
    },
    async store(commit) {
      return (await git(['hash-object', '-t', 'commit', '-w', '--stdin'], commit)).toString().trim()
    },
    remove() {
      reader?.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
