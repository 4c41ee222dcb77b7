import { createHash } from 'node:crypto'
import type { ChangeSet } from '../../../core/command.ts'
import type { Blob } from '../../listing.ts'
import type { Cache } from '../requests/cache.ts'
import { blobOf, blobShelf } from './blobs.ts'
import { treeKey, treeShelf, type TreeAnswer } from './trees.ts'

type Entry = TreeAnswer['tree'][number]

/** The entries of a folder, by name. */
type Folder = Map<string, Omit<Entry, 'path'>>

/** A commit as it would be listed with a change set on it. */
interface ComputedTree {
  /** The id of its whole tree, which proves all of it. */
  readonly root: string
  readonly listing: TreeAnswer
  readonly blobs: ReadonlyMap<string, Blob>
}

const split = (path: string): readonly [folder: string, name: string] => {
  const end = path.lastIndexOf('/')
  return end < 0 ? ['', path] : [path.slice(0, end), path.slice(end + 1)]
}

/** A folder and all above it, the outermost last. */
function* upwards(folder: string): Generator<string> {
  yield folder
  if (folder !== '') yield* upwards(split(folder)[0])
}

/** Git sorts the names of folders as if they ended with a slash: `a.b` precedes the folder `a`. */
const sortedName = (name: string, { type }: Omit<Entry, 'path'>) => Buffer.from(type === 'tree' ? `${name}/` : name)

/** The id of a folder as git stores it. */
function treeId(folder: Folder): string {
  const sorted = [...folder]
    .map(([name, entry]) => ({ name, entry, by: sortedName(name, entry) }))
    .toSorted((one, other) => Buffer.compare(one.by, other.by))
  const parts = sorted.map(({ name, entry: { mode, sha } }) =>
    Buffer.concat([Buffer.from(`${mode.replace(/^0+/, '')} ${name}\0`), Buffer.from(sha, 'hex')]),
  )
  const bytes = Buffer.concat(parts)
  return createHash('sha1').update(`tree ${bytes.length}\0`).update(bytes).digest('hex')
}

/**
 * The tree of a commit that adds a change set to a known tree; `undefined` where a file takes the place of a folder, or a
 * folder that of a file. Files are written as GitHub does by `createCommitOnBranch`: each is an ordinary one.
 */
export function treeWith({ truncated, tree }: TreeAnswer, changes: ChangeSet): ComputedTree | undefined {
  if (truncated) return undefined
  const folders = new Map<string, Folder>([['', new Map()]])
  for (const path of changes.keys()) for (const folder of upwards(split(path)[0])) folders.set(folder, new Map())

  const untouched: Entry[] = []
  for (const entry of tree) {
    const { path, type } = entry
    if (type === 'tree' ? changes.has(path) : folders.has(path)) return undefined
    const [parent, name] = split(path)
    const folder = folders.get(parent)
    if (folder) folder.set(name, entry)
    else untouched.push(entry)
  }

  const blobs = new Map<string, Blob>()
  for (const [path, content] of changes) {
    const [parent, name] = split(path)
    const folder = folders.get(parent)
    if (content === null) {
      folder?.delete(name)
      continue
    }
    const { oid, blob } = blobOf(Buffer.from(content))
    blobs.set(oid, blob)
    folder?.set(name, { mode: '100644', type: 'blob', sha: oid, size: blob.size })
  }

  const ids = new Map<string, string>()
  // The longest paths are the deepest: a folder is known before the one that it is in.
  for (const [path, folder] of [...folders].toSorted(([one], [other]) => other.length - one.length)) {
    const [parent, name] = split(path)
    const id = treeId(folder)
    ids.set(path, id)
    if (path === '') continue
    // Git keeps no empty folder.
    if (folder.size === 0) folders.get(parent)?.delete(name)
    else folders.get(parent)?.set(name, { mode: '040000', type: 'tree', sha: id })
  }
  const touched = [...folders].flatMap(([path, folder]) =>
    [...folder].map(([name, entry]): Entry => ({ ...entry, path: path === '' ? name : `${path}/${name}` })),
  )
  return { root: ids.get('') ?? '', listing: { truncated: false, tree: [...untouched, ...touched] }, blobs }
}

/** A commit that was made on another. */
export interface WrittenTree {
  readonly on: string
  readonly changes: ChangeSet
  readonly sha: string
  /** The id of its tree, as GitHub gives it. */
  readonly tree: string
}

/** Keeps the tree of a commit by Baton, so that it is not read back, if GitHub's id of the tree proves it right. */
export function cacheWrittenTree(cache: Cache, { on, changes, sha, tree }: WrittenTree): void {
  const trees = treeShelf(cache)
  const before = trees.get(treeKey(on, true))
  const computed = before && treeWith(before, changes)
  if (computed?.root !== tree) return
  trees.set(treeKey(sha, true), computed.listing)
  const known = blobShelf(cache)
  for (const [oid, blob] of computed.blobs) known.set(oid, blob)
}
