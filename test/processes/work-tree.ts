import { createHash } from 'node:crypto'
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { deflateSync } from 'node:zlib'
import { bytesOf, emptyTree, Objects, type Bytes, type Entry } from '../github/git/objects.ts'

// Repositories on disk, written as git writes them: a test starts git where it needs git's answer, not for what it
// begins with.

/** Writes objects into git's folder, except those that `written` has; adds them to it. */
export function writeObjects(gitFolder: string, objects: Objects, written: Set<string> = new Set()): void {
  for (const [sha, { type, bytes }] of objects.all) {
    if (written.has(sha)) continue
    written.add(sha)
    const path = join(gitFolder, 'objects', sha.slice(0, 2), sha.slice(2))
    if (existsSync(path)) continue
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, deflateSync(Buffer.concat([Buffer.from(`${type} ${bytes.length}\0`), bytes]), { level: 1 }), {
      mode: 0o444,
    })
  }
}

/** An empty repository whose branch is `main`, as `git init` makes it. */
export function initialize(gitFolder: string, bare = false): void {
  for (const folder of ['objects/info', 'objects/pack', 'refs/heads', 'refs/tags', 'info', 'hooks'])
    mkdirSync(join(gitFolder, folder), { recursive: true })
  writeFileSync(join(gitFolder, 'HEAD'), 'ref: refs/heads/main\n')
  const settings = [
    'repositoryformatversion = 0',
    'filemode = true',
    `bare = ${bare}`,
    ...(bare ? [] : ['logallrefupdates = true']),
  ]
  writeFileSync(join(gitFolder, 'config'), `[core]\n${settings.map((setting) => `\t${setting}\n`).join('')}`)
}

/** A file of the work tree with its numbers, which git compares before it reads the file. */
interface IndexEntry extends Entry {
  readonly path: Bytes
  readonly numbers: readonly number[]
}

function* staged(folder: string, objects: Objects, prefix = ''): Iterable<IndexEntry> {
  for (const name of readdirSync(join(folder, prefix))) {
    const [path, location] = [prefix + name, join(folder, prefix, name)]
    if (path === '.git') continue
    const found = lstatSync(location, { bigint: true })
    if (found.isDirectory()) {
      yield* staged(folder, objects, `${path}/`)
      continue
    }
    const mode = found.isSymbolicLink() ? '120000' : (Number(found.mode) & 0o100) === 0 ? '100644' : '100755'
    const content = found.isSymbolicLink() ? Buffer.from(readlinkSync(location)) : readFileSync(location)
    const times = [found.ctimeNs, found.mtimeNs].flatMap((time) => [time / 1_000_000_000n, time % 1_000_000_000n])
    const numbers = [...times, found.dev, found.ino, BigInt(`0o${mode}`), found.uid, found.gid, found.size]
    yield {
      path: bytesOf(path),
      mode,
      sha: objects.add('blob', content),
      numbers: numbers.map((number) => Number(BigInt.asUintN(32, number))),
    }
  }
}

/** The index of all these files ("gitformat-index", version 2). */
function index(files: readonly IndexEntry[]): Buffer {
  const words = (...numbers: readonly number[]) => {
    const buffer = Buffer.alloc(4 * numbers.length)
    numbers.forEach((number, at) => buffer.writeUInt32BE(number, 4 * at))
    return buffer
  }
  const entries = files.map(({ path, sha, numbers }) => {
    const flags = Buffer.alloc(2)
    flags.writeUInt16BE(Math.min(path.length, 0xfff))
    const entry = Buffer.concat([words(...numbers), Buffer.from(sha, 'hex'), flags, Buffer.from(path, 'latin1')])
    return Buffer.concat([entry, Buffer.alloc(8 - (entry.length % 8))])
  })
  const content = Buffer.concat([Buffer.from('DIRC'), words(2, files.length), ...entries])
  return Buffer.concat([content, createHash('sha1').update(content).digest()])
}

/** The commit that a ref, or `HEAD`, is at; `undefined` where there is none yet. */
function at(gitFolder: string, ref: string): string | undefined {
  const path = join(gitFolder, ref)
  if (existsSync(path)) {
    const text = readFileSync(path, 'utf8').trim()
    return text.startsWith('ref: ') ? at(gitFolder, text.slice('ref: '.length)) : text
  }
  const packed = join(gitFolder, 'packed-refs')
  const line = existsSync(packed) ? readFileSync(packed, 'utf8').split('\n') : []
  return line.find((packedRef) => packedRef.endsWith(` ${ref}`))?.slice(0, 40)
}

/** The commit that `HEAD` or a branch is at. */
export function revision(folder: string, name: string): string {
  const sha = at(join(folder, '.git'), name === 'HEAD' ? name : `refs/heads/${name}`)
  if (sha === undefined) throw new Error(`${folder} has no commit ${name}`)
  return sha
}

/**
 * Commits what is in a work tree, also what git ignores, and gives the commit: the one that git itself would have made.
 *
 * @param time in seconds
 */
export function commitAll(folder: string, message = 'A commit', time = 1_769_940_000): string {
  const [gitFolder, objects] = [join(folder, '.git'), new Objects()]
  const files = [...staged(folder, objects)].sort((left, right) => (left.path < right.path ? -1 : 1))
  const tree = objects.changed(
    emptyTree,
    files.map((file) => [file.path, { mode: file.mode, sha: file.sha }]),
  )
  const parent = at(gitFolder, 'HEAD')
  const who = `octocat <octocat@example.com> ${time} +0000`
  const lines = [
    `tree ${tree}`,
    ...(parent === undefined ? [] : [`parent ${parent}`]),
    `author ${who}`,
    `committer ${who}`,
  ]
  const sha = objects.add('commit', Buffer.from([...lines, '', message.trimEnd(), ''].join('\n')))
  writeObjects(gitFolder, objects)
  writeFileSync(join(gitFolder, 'index'), index(files))
  const head = readFileSync(join(gitFolder, 'HEAD'), 'utf8').trim()
  const ref = head.startsWith('ref: ') ? head.slice('ref: '.length) : 'HEAD'
  mkdirSync(dirname(join(gitFolder, ref)), { recursive: true })
  writeFileSync(join(gitFolder, ref), `${sha}\n`)
  return sha
}

/** Adds settings to the repository's own configuration. */
export function configure(folder: string, settings: Readonly<Record<string, string>>): void {
  const lines = Object.entries(settings).map(([name, value]) => {
    const dot = name.lastIndexOf('.')
    const [section = '', ...rest] = name.slice(0, dot).split('.')
    const quoted = (text: string) => `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`
    return `[${section}${rest.length === 0 ? '' : ` ${quoted(rest.join('.'))}`}]\n\t${name.slice(dot + 1)} = ${quoted(value)}\n`
  })
  writeFileSync(join(folder, '.git', 'config'), lines.join(''), { flag: 'a' })
}

/** Settings by which git knows whose commits it makes. */
export const octocat = { 'user.name': 'octocat', 'user.email': 'octocat@example.com' }

/** Makes a repository of a folder, with a commit of what is there. */
export function repository(folder: string, settings: Readonly<Record<string, string>> = {}): string {
  initialize(join(folder, '.git'))
  configure(folder, settings)
  return commitAll(folder)
}
