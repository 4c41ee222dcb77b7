import { lstatSync, readdirSync, readlinkSync, type Dirent } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import type { Digest, LoadLevel, Selector, Tree, View } from '../core/view.ts'
import { Fault } from '../core/fault.ts'
import { msg } from '../core/message.ts'
import { once } from '../core/once.ts'
import { digestOf } from '../documents/digest.ts'
import { readRegularFile } from './regular-file.ts'
import { isInClone, isSparse } from './git/top.ts'
import { changed } from './tree/refusals.ts'
import { contentOf, snapshot, type HeldEntry } from './snapshot.ts'
import { isOwnName } from './tree/names.ts'
import { isFolderSelected, levelOf, pathFilter, selectedPaths, type SelectedPaths } from '../documents/selection.ts'

type DirectoryEntry = Dirent | Dirent<Buffer>

/** A file or folder: its path in the view, and the path that the system opens. */
interface Location {
  readonly path: string
  /** Bytes where a name in it is not UTF-8: the text of such a name does not lead back to the file. */
  readonly location: string | Buffer
}

function childOf({ path, location }: Location, name: string | Buffer): Location {
  const below = path === '' ? String(name) : `${path}/${String(name)}`
  if (typeof name === 'string' && typeof location === 'string') return { path: below, location: `${location}/${name}` }
  return { path: below, location: Buffer.concat([Buffer.from(location), Buffer.from('/'), Buffer.from(name)]) }
}

function list(location: string | Buffer): readonly DirectoryEntry[] {
  const entries = readdirSync(location, { withFileTypes: true })
  const decoded = entries.every(({ name }) => !name.includes('\ufffd'))
  return decoded ? entries : readdirSync(location, { withFileTypes: true, encoding: 'buffer' })
}

/** Error codes of the system for a listed file that is gone, or was replaced by a link or something else. */
const gone: ReadonlySet<string> = new Set(['ENOENT', 'ENOTDIR', 'ELOOP', 'EMLINK', 'ENXIO', 'EINVAL'])

function unlessGone<Result>({ path, location }: Location, look: () => Result): Result | undefined {
  try {
    return look()
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause)
    if (gone.has(code) && path !== '') return undefined
    throw new Fault(msg`${path === '' ? String(location) : path} cannot be read: ${code}.`, {
      hint: path === '' ? 'Name an existing folder that may be read.' : 'Give the user that runs this the right to read it.',
      cause,
    })
  }
}

function nameOf(spot: Location): HeldEntry | undefined {
  return unlessGone(spot, () => ({ entry: { kind: 'file', size: lstatSync(spot.location).size }, level: 'name' }))
}

function linkOf(spot: Location, level: LoadLevel, limit: number): HeldEntry | undefined {
  return unlessGone(spot, () => {
    const bytes = readlinkSync(spot.location, { encoding: 'buffer' })
    return { entry: { kind: 'symlink', size: bytes.length }, level, content: contentOf(bytes, level, limit) }
  })
}

/**
 * A view keeps the bytes of its files up to this sum. Files beyond it are read again when they are needed, mostly once: those of ten thousand
 * plugins are 140 MB.
 */
const maxKeptBytes = 16 << 20

/**
 * Bounds the memory that reading many files takes: `validate` of ten thousand plugins needs 350 MB with these flags, 590 without, in the same
 * time. V8 would let the space for young objects grow to 128 MB, though the objects of one file are garbage when the next file is read. And where
 * one large file leaves many objects of a kind, it would make all later ones of that kind among the old objects, which are rarely collected,
 * and with them the texts that they refer to. Not from the start on: Node's own compiled code is for the flags that Node begins with.
 */
const boundMemory = once(() => {
  setFlagsFromString('--semi-space-growth-factor=1')
  setFlagsFromString('--no-allocation-site-pretenuring')
})

/** Reads a file again, as it was read before. @throws TreeRefusal `TREE_CHANGED` where it is no longer the same. */
const readAgain =
  ({ path, location }: Location, limit: number) =>
  (digest: Digest): Uint8Array => {
    const found = unlessGone({ path, location }, () => readRegularFile(location, 'text', limit))?.content
    if (!found || !('bytes' in found) || digestOf(found.bytes).sha256 !== digest.sha256) throw changed(path)
    return found.bytes
  }

/** The selected paths below a folder. */
interface FoundEntries {
  readonly held: Map<string, HeldEntry>
  readonly folders: Set<string>
}

/** Reads the selected paths below a folder. It goes as deep as the longest path that the system opens, no deeper. */
function read(root: string, all: SelectedPaths, limit: number): FoundEntries {
  const held = new Map<string, HeldEntry>()
  const folders = new Set<string>()
  let kept = 0

  const visit = (folder: Location, entries: readonly DirectoryEntry[], here: SelectedPaths): void => {
    for (const entry of entries) {
      const spot = childOf(folder, entry.name)
      const found = look(spot, entry, here)
      if (found) held.set(spot.path, found)
    }
  }

  const look = (spot: Location, entry: DirectoryEntry, here: SelectedPaths): HeldEntry | undefined => {
    const name = String(entry.name)
    if (name === '.git' || isOwnName(name)) return undefined
    if (entry.isDirectory()) return enter(spot, name, here)
    const kind = entry.isSymbolicLink() ? 'symlink' : entry.isFile() ? 'file' : undefined
    const level = kind && levelOf(here, name, kind)
    if (!level) return undefined
    if (kind === 'symlink') return linkOf(spot, level, limit)
    if (level === 'name') return nameOf(spot)
    const again = level === 'text' && kept >= maxKeptBytes ? readAgain(spot, limit) : undefined
    if (again) boundMemory()
    const read = unlessGone(spot, () => readRegularFile(spot.location, level, limit, again))
    if (read?.content && 'bytes' in read.content) kept += read.entry.size
    return read
  }

  const enter = (spot: Location, name: string, here: SelectedPaths): HeldEntry | undefined => {
    if (!levelOf(here, name, 'submodule')) return undefined
    const entries = unlessGone(spot, () => list(spot.location)) ?? []
    if (entries.some((entry) => String(entry.name) === '.git')) return { entry: { kind: 'submodule', size: 0 }, level: 'name' }
    if (isFolderSelected(here, name)) folders.add(spot.path)
    const below = here.below(name)
    if (below) visit(spot, entries, below)
    return undefined
  }

  const top: Location = { path: '', location: root }
  visit(top, unlessGone(top, () => list(root)) ?? [], all)
  return { held, folders }
}

const carriageReturn = 0x0d

/** The digest of a file with CRLF line endings; of another nothing. */
function digestWithCrlf({ entry, content }: HeldEntry): Digest | undefined {
  if (entry.kind !== 'file' || !content || ('bytes' in content && !content.bytes.includes(carriageReturn))) return undefined
  const digest = 'bytes' in content ? digestOf(content.bytes) : content.digest
  return digest.lf === digest.sha256 ? undefined : digest
}

/** The same, with the content that git stores for files with CRLF line endings. Git is called only when there are some. */
async function asStored(root: string, held: ReadonlyMap<string, HeldEntry>): Promise<ReadonlyMap<string, HeldEntry>> {
  const files = new Map<string, Digest>()
  for (const [path, file] of held) {
    const digest = digestWithCrlf(file)
    if (digest) files.set(path, digest)
  }
  if (files.size === 0) return held
  const { storedForms } = await import('./git/stored.ts')
  const stored = await storedForms(root, files)
  return new Map([...held].map(([path, file]) => [path, { ...file, stored: stored.get(path) }]))
}

/** The same view, with the selected paths that git could not merge. A path of which only the name is selected is read by nothing. */
function withUnmerged(view: View, selectors: readonly Selector[], paths: ReadonlySet<string>): View {
  if (paths.size === 0) return view
  const filtered = pathFilter(selectors)
  const isRead = (path: string) => ['text', 'digest'].includes(filtered.level(path, 'file') ?? '')
  const unmerged = new Map([...paths].flatMap((path) => (isRead(path) ? [[path, []] as const] : [])))
  return unmerged.size === 0 ? view : { ...view, unmerged }
}

/**
 * The files below a folder as they are now; in a clone, sizes and digests are those of what git stores in their place, where a
 * checkout has other line endings. Links are not followed, except in the name of the folder itself.
 */
export function diskTree(root: string): Tree {
  const unmergedPaths = once(async () => (isInClone(root) ? (await import('./git/unmerged.ts')).unmergedPaths(root) : new Set<string>()))
  return {
    name: 'the working tree',
    async open(selection) {
      const { selectors, limit, mayBeUnmerged } = selection
      // Git runs while files are read, and while modules are loaded after the configuration: no one has to wait for it then.
      const asked = unmergedPaths()
      asked.catch(() => undefined)
      const { held, folders } = read(root, selectedPaths(selectors), limit)
      const [stored, unmerged] = await Promise.all([asStored(root, held), mayBeUnmerged ? new Set<string>() : asked])
      if (!isSparse(root)) return withUnmerged(snapshot(stored, folders, limit), selectors, unmerged)
      const { sparseFiles } = await import('./git/sparse.ts')
      const besides = await sparseFiles(root, selection, (path) => held.has(path))
      return withUnmerged(
        snapshot(new Map([...stored, ...besides.held]), new Set([...folders, ...besides.folders]), limit),
        selectors,
        unmerged,
      )
    },
  }
}
