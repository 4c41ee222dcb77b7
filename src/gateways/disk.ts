import { lstatSync, readdirSync, readlinkSync, type Dirent } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import type { Digest, LoadLevel, Selector, Tree, View } from '../core/view.ts'
import { Fault } from '../core/fault.ts'
import { msg } from '../core/message.ts'
import { once } from '../core/once.ts'
import { digestOf } from '../documents/digest.ts'
import { readRegularFile } from './regular-file.ts'
import { isInClone, isSparse } from './git/top.ts'
import { changedRefusal } from './tree/refusals.ts'
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
  const childPath = path === '' ? String(name) : `${path}/${String(name)}`
  if (typeof name === 'string' && typeof location === 'string')
    return { path: childPath, location: `${location}/${name}` }
  return { path: childPath, location: Buffer.concat([Buffer.from(location), Buffer.from('/'), Buffer.from(name)]) }
}

function list(location: string | Buffer): readonly DirectoryEntry[] {
  const entries = readdirSync(location, { withFileTypes: true })
  const areDecoded = entries.every(({ name }) => !name.includes('\ufffd'))
  return areDecoded ? entries : readdirSync(location, { withFileTypes: true, encoding: 'buffer' })
}

/** Error codes of the system for a listed file that is gone, or was replaced by a link or something else. */
const goneCodes: ReadonlySet<string> = new Set(['ENOENT', 'ENOTDIR', 'ELOOP', 'EMLINK', 'ENXIO', 'EINVAL'])

function unlessGone<Result>({ path, location }: Location, look: () => Result): Result | undefined {
  try {
    return look()
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause)
    if (goneCodes.has(code) && path !== '') return undefined
    throw new Fault(msg`${path === '' ? String(location) : path} cannot be read: ${code}.`, {
      hint:
        path === ''
          ? 'Name an existing folder that may be read.'
          : 'Give the user that runs this the right to read it.',
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
 * A view keeps the bytes of its files up to this sum. Files beyond it are read again when they are needed, mostly once:
 * those of ten thousand plugins are 140 MB.
 */
const maxKeptBytes = 16 << 20

/**
 * Bounds the memory that reading many files takes: `validate` of ten thousand plugins needs 350 MB with these flags,
 * 590 without, in the same time. V8 would let the space for young objects grow to 128 MB, though the objects of one
 * file are garbage when the next file is read. And where one large file leaves many objects of a kind, it would make
 * all later ones of that kind among the old objects, which are rarely collected, and with them the texts that they
 * refer to. Not from the start on: Node's own compiled code is for the flags that Node begins with.
 */
const boundMemory = once(() => {
  setFlagsFromString('--semi-space-growth-factor=1')
  setFlagsFromString('--no-allocation-site-pretenuring')
})

/** Reads a file again, as it was read before. @throws TreeRefusal `TREE_CHANGED` where it is no longer the same. */
const readAgain =
  ({ path, location }: Location, limit: number) =>
  (digest: Digest): Uint8Array => {
    const content = unlessGone({ path, location }, () => readRegularFile(location, 'text', limit))?.content
    if (!content || !('bytes' in content) || digestOf(content.bytes).sha256 !== digest.sha256)
      throw changedRefusal(path)
    return content.bytes
  }

/** The selected paths below a folder. */
interface FoundEntries {
  readonly held: Map<string, HeldEntry>
  readonly folders: Set<string>
  /** Where there is a pipe, socket or device. */
  readonly special: Set<string>
}

/** Reads the selected paths below a folder. It goes as deep as the longest path that the system opens, no deeper. */
function readFolder(root: string, paths: SelectedPaths, limit: number): FoundEntries {
  const heldEntries = new Map<string, HeldEntry>()
  const folders = new Set<string>()
  const special = new Set<string>()
  let keptBytes = 0

  const visit = (folder: Location, entries: readonly DirectoryEntry[], selected: SelectedPaths): void => {
    for (const entry of entries) {
      const spot = childOf(folder, entry.name)
      const heldEntry = look(spot, entry, selected)
      if (heldEntry) heldEntries.set(spot.path, heldEntry)
    }
  }

  const look = (spot: Location, entry: DirectoryEntry, selected: SelectedPaths): HeldEntry | undefined => {
    const name = String(entry.name)
    if (name === '.git' || isOwnName(name)) return undefined
    if (entry.isDirectory()) return enter(spot, name, selected)
    const kind = entry.isSymbolicLink() ? 'symlink' : entry.isFile() ? 'file' : undefined
    const level = levelOf(selected, name, kind ?? 'file')
    if (!level) return undefined
    if (kind === undefined) {
      special.add(spot.path)
      return undefined
    }
    if (kind === 'symlink') return linkOf(spot, level, limit)
    if (level === 'name') return nameOf(spot)
    const reread = level === 'text' && keptBytes >= maxKeptBytes ? readAgain(spot, limit) : undefined
    if (reread) boundMemory()
    const heldEntry = unlessGone(spot, () => readRegularFile(spot.location, level, limit, reread))
    if (heldEntry?.content && 'bytes' in heldEntry.content) keptBytes += heldEntry.entry.size
    return heldEntry
  }

  const enter = (spot: Location, name: string, selected: SelectedPaths): HeldEntry | undefined => {
    if (!levelOf(selected, name, 'submodule')) return undefined
    const entries = unlessGone(spot, () => list(spot.location)) ?? []
    if (entries.some((entry) => String(entry.name) === '.git'))
      return { entry: { kind: 'submodule', size: 0 }, level: 'name' }
    if (isFolderSelected(selected, name)) folders.add(spot.path)
    const selectedBelow = selected.below(name)
    if (selectedBelow) visit(spot, entries, selectedBelow)
    return undefined
  }

  const top: Location = { path: '', location: root }
  visit(top, unlessGone(top, () => list(root)) ?? [], paths)
  return { held: heldEntries, folders, special }
}

const carriageReturn = 0x0d

/** The digest of a file with CRLF line endings; of another nothing. */
function digestWithCrlf({ entry, content }: HeldEntry): Digest | undefined {
  if (entry.kind !== 'file' || !content || ('bytes' in content && !content.bytes.includes(carriageReturn)))
    return undefined
  const digest = 'bytes' in content ? digestOf(content.bytes) : content.digest
  return digest.lf === digest.sha256 ? undefined : digest
}

/**
 * The same, with the content that git stores for files with CRLF line endings. Git is called only when there are some.
 */
async function withStored(
  root: string,
  heldEntries: ReadonlyMap<string, HeldEntry>,
): Promise<ReadonlyMap<string, HeldEntry>> {
  const files = new Map<string, Digest>()
  for (const [path, file] of heldEntries) {
    const digest = digestWithCrlf(file)
    if (digest) files.set(path, digest)
  }
  if (files.size === 0) return heldEntries
  const { storedForms } = await import('./git/stored.ts')
  const stored = await storedForms(root, files)
  return new Map([...heldEntries].map(([path, file]) => [path, { ...file, stored: stored.get(path) }]))
}

/**
 * Adds to a view the selected paths that git could not merge, unless only their names are selected: then no rule reads
 * them.
 */
function withUnmerged(view: View, selectors: readonly Selector[], paths: ReadonlySet<string>): View {
  if (paths.size === 0) return view
  const filter = pathFilter(selectors)
  const isRead = (path: string) => ['text', 'digest'].includes(filter.level(path, 'file') ?? '')
  const unmerged = new Map([...paths].flatMap((path) => (isRead(path) ? [[path, []] as const] : [])))
  return unmerged.size === 0 ? view : { ...view, unmerged }
}

/**
 * The files below a folder as they are now; in a clone, sizes and digests are those of what git stores in their place,
 * where a checkout has other line endings. Links are not followed, except in the name of the folder itself.
 */
export function diskTree(root: string): Tree {
  const unmergedPaths = once(async () =>
    isInClone(root) ? (await import('./git/unmerged.ts')).unmergedPaths(root) : new Set<string>(),
  )
  return {
    name: 'the working tree',
    async open(selection) {
      const { selectors, limit, mayBeUnmerged } = selection
      // Git runs while files are read, and while modules are loaded after the configuration: no one has to wait for it
      // then.
      const unmergedPromise = unmergedPaths()
      unmergedPromise.catch(() => undefined)
      const { held: heldEntries, folders, special } = readFolder(root, selectedPaths(selectors), limit)
      const [stored, unmerged] = await Promise.all([
        withStored(root, heldEntries),
        mayBeUnmerged ? new Set<string>() : unmergedPromise,
      ])
      const complete = (view: View) =>
        withUnmerged(special.size === 0 ? view : { ...view, special }, selectors, unmerged)
      if (!isSparse(root)) return complete(snapshot(stored, folders, limit))
      const { sparseFiles } = await import('./git/sparse.ts')
      const sparse = await sparseFiles(root, selection, (path) => heldEntries.has(path))
      return complete(snapshot(new Map([...stored, ...sparse.held]), new Set([...folders, ...sparse.folders]), limit))
    },
  }
}
