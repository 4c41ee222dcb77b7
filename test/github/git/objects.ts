import { createHash } from 'node:crypto'

export interface StoredObject {
  readonly type: 'blob' | 'commit' | 'tag' | 'tree'
  readonly bytes: Buffer
}

/** What a tree says of one name, as git stores it ("git-ls-tree", "git-mktree"). */
export interface Entry {
  /** `100644`, `100755`, `120000` for a link, `160000` for a submodule, `40000` for a tree. */
  readonly mode: string
  readonly sha: string
}

export interface CommitLinks {
  readonly tree: string
  readonly parents: readonly string[]
  /** When it was committed, in seconds. */
  readonly time: number
}

/** A name or path, one character for each byte: names need not be UTF-8. */
export type Bytes = string
export const bytesOf = (path: string | Uint8Array): Bytes => Buffer.from(path).toString('latin1')
export const textOf = (path: Bytes): string => Buffer.from(path, 'latin1').toString()

export const isTree = ({ mode }: Entry): boolean => mode === '40000'
export const emptyTree = '4b825dc642cb6eb9a060e54bf8d69288fbee4904'

/** The objects of a repository, or of a whole network of forks. */
export class Objects {
  readonly all = new Map<string, StoredObject>()
  readonly #trees = new Map<string, ReadonlyMap<Bytes, Entry>>()
  readonly #commits = new Map<string, CommitLinks>()

  get(sha: string): StoredObject | undefined {
    return this.all.get(sha)
  }

  add(type: StoredObject['type'], content: Uint8Array): string {
    const bytes = Buffer.from(content)
    const sha = createHash('sha1').update(`${type} ${bytes.length}\0`).update(bytes).digest('hex')
    if (!this.all.has(sha)) this.all.set(sha, { type, bytes })
    return sha
  }

  /** @throws RangeError where it is no tree. */
  tree(sha: string): ReadonlyMap<Bytes, Entry> {
    const knownTree = this.#trees.get(sha)
    if (knownTree) return knownTree
    const { type, bytes } = this.get(sha) ?? { type: sha === emptyTree ? 'tree' : 'nothing', bytes: Buffer.alloc(0) }
    if (type !== 'tree') throw new RangeError(`${sha} is a ${type}, not a tree`)
    const entries = new Map<Bytes, Entry>()
    for (let at = 0; at < bytes.length;) {
      const [space, end] = [bytes.indexOf(0x20, at), bytes.indexOf(0, at)]
      const entry = { mode: bytes.toString('latin1', at, space), sha: bytes.toString('hex', end + 1, end + 21) }
      entries.set(bytes.toString('latin1', space + 1, end), entry)
      at = end + 21
    }
    this.#trees.set(sha, entries)
    return entries
  }

  addTree(entries: ReadonlyMap<Bytes, Entry>): string {
    // As if names of trees ended in a slash.
    const key = ([name, entry]: readonly [Bytes, Entry]) => (isTree(entry) ? `${name}/` : name)
    const sorted = [...entries].sort((left, right) => (key(left) < key(right) ? -1 : 1))
    const parts = sorted.flatMap(([name, { mode, sha }]) => [
      Buffer.from(`${mode} ${name}\0`, 'latin1'),
      Buffer.from(sha, 'hex'),
    ])
    return this.add('tree', Buffer.concat(parts))
  }

  commit(sha: string): CommitLinks | undefined {
    const knownCommit = this.#commits.get(sha)
    if (knownCommit) return knownCommit
    const { type, bytes } = this.get(sha) ?? {}
    if (type !== 'commit' || !bytes) return undefined
    const head = bytes.toString('latin1', 0, bytes.indexOf('\n\n'))
    const [, time = '0'] = /^committer .*> (\d+) /m.exec(head) ?? []
    const links = {
      tree: head.slice('tree '.length, head.indexOf('\n')),
      parents: Array.from(head.matchAll(/^parent (.*)$/gm), ([, parent = '']) => parent),
      time: Number(time),
    }
    this.#commits.set(sha, links)
    return links
  }

  /** What is at a path below a tree. */
  entryAt(tree: string, path: Bytes): Entry | undefined {
    let entry: Entry = { mode: '40000', sha: tree }
    for (const name of path === '' ? [] : path.split('/')) {
      const next = isTree(entry) ? this.tree(entry.sha).get(name) : undefined
      if (!next) return undefined
      entry = next
    }
    return entry
  }

  /** Everything below a tree, in git's order; trees themselves too on request, before what is in them. */
  *walk(tree: string, withTrees = false, folder: Bytes = ''): Iterable<readonly [path: Bytes, entry: Entry]> {
    for (const [name, entry] of this.tree(tree)) {
      const path = folder + name
      if (!isTree(entry) || withTrees) yield [path, entry]
      if (isTree(entry)) yield* this.walk(entry.sha, withTrees, `${path}/`)
    }
  }

  /**
   * A tree with other entries at some paths; `undefined`: nothing there any more. Folders that become empty are gone.
   */
  changed(tree: string, changes: Iterable<readonly [path: Bytes, entry: Entry | undefined]>): string {
    const root = new Draft(this, tree)
    for (const [path, entry] of changes) root.set(path.split('/'), entry)
    return root.stored()
  }
}

/** A tree that is being changed, read as far as it is. */
class Draft {
  readonly #objects: Objects
  readonly #entries: Map<Bytes, Entry | Draft>

  constructor(objects: Objects, tree: string) {
    this.#objects = objects
    this.#entries = new Map(objects.tree(tree))
  }

  set([name = '', ...below]: readonly Bytes[], entry: Entry | undefined): void {
    const knownEntry = this.#entries.get(name)
    if (below.length === 0) {
      if (entry) this.#entries.set(name, entry)
      else this.#entries.delete(name)
      return
    }
    const folder =
      knownEntry instanceof Draft
        ? knownEntry
        : knownEntry && isTree(knownEntry)
          ? new Draft(this.#objects, knownEntry.sha)
          : undefined
    // Nothing is deleted where there is no folder.
    if (!folder && !entry) return
    const draft = folder ?? new Draft(this.#objects, emptyTree)
    draft.set(below, entry)
    if (draft.#entries.size === 0) this.#entries.delete(name)
    else this.#entries.set(name, draft)
  }

  stored(): string {
    const entries = [...this.#entries].map(
      ([name, entry]) => [name, entry instanceof Draft ? { mode: '40000', sha: entry.stored() } : entry] as const,
    )
    return this.#objects.addTree(new Map(entries))
  }
}
