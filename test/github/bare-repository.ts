import { differences, mergedByFiles, type Difference } from './git/differences.ts'
import { OnDisk } from './git/disk.ts'
import { bytesOf, emptyTree, Objects, textOf, type Bytes, type Entry, type StoredObject } from './git/objects.ts'
import { ancestors, listed, mergeBases, resolve, type Listing, type Refs } from './git/revisions.ts'

/** What is at a path: text, bytes, a symbolic link with its target, or a submodule with its commit. */
export type Content = string | Uint8Array | { readonly link: string } | { readonly submodule: string }

/** Paths, as bytes where they are no UTF-8, with what is there. */
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

/** What a tree says of a path. */
export interface TreeEntry extends Entry {
  readonly path: string
  readonly type: 'blob' | 'commit' | 'tree'
  /** Bytes of a file. */
  readonly size: number | undefined
}

/** A bare git repository in memory. Real git works on a copy of it on disk, which is made when it is first needed. */
export interface BareRepository {
  readonly objects: Objects
  /** Refs by their whole names. */
  readonly refs: Refs
  /** Where real git finds the repository as it is now. */
  folder(): Promise<string>
  /** Runs real git on it. @throws Error with git's own message where it fails. */
  git(words: readonly string[], input?: string | Uint8Array): Promise<Buffer>
  /** The commit that a branch is at. */
  tip(branch: string): string | undefined
  /** What a name stands for, such as `refs/heads/main^{tree}` or `main:docs/a.md`. */
  resolve(name: string): string | undefined
  /** Reads an object; `undefined` where there is none. */
  object(sha: string): StoredObject | undefined
  /** A file, such as `refs/heads/main:docs/a.md`. */
  file(name: string): Buffer | undefined
  text(name: string): string | undefined
  /** The texts of all files of a commit by their paths. */
  files(treeish: string): Readonly<Record<string, string>>
  /** What is in a tree, or in that of a commit, in git's order: of its folders as well on request. */
  entries(treeish: string, options?: { readonly recursive?: boolean }): readonly TreeEntry[]
  /** What a tree, or that of a commit, has at a path. */
  entry(treeish: string, path: string): TreeEntry | undefined
  /** Moves a ref, makes it, or deletes it: only where it is at a commit, or absent, that is named. Whether it has. */
  move(ref: string, after: string | undefined, before?: { readonly at: string | undefined }): boolean
  /** Commits exactly these files, and gives the commit's SHA. */
  commit(commit: Commit): Promise<string>
  /**
   * The tree of a commit, another tree, or an empty one, with other contents at some paths; `null`: nothing there any
   * more.
   */
  changedTree(treeish: string | undefined, changes: Changes): string
  /** Stores an object as it is. */
  store(type: StoredObject['type'], bytes: Uint8Array): string
  isAncestor(ancestor: string, descendant: string): boolean
  mergeBase(head: string, otherHead: string): string | undefined
  commits(listing: Listing): readonly string[]
  /** What differs between the trees of two commits. */
  differences(from: string, to: string): readonly Difference[]
  /** The tree of a merge; `undefined` where there are conflicts. */
  merged(ours: string, theirs: string): Promise<string | undefined>
  remove(): void
}

/** @param shared A repository whose objects are this one's as well: a fork's are its parent's. */
export function bareRepository(shared?: BareRepository): BareRepository {
  const objects = shared?.objects ?? new Objects()
  const refs = new Map<string, string>()
  const disk = new OnDisk(objects, refs)
  const treeOf = (name: string): string => resolve(objects, refs, `${name}^{tree}`) ?? emptyTree

  const entryOf = (content: Content): Entry => {
    if (typeof content === 'string' || content instanceof Uint8Array)
      return { mode: '100644', sha: objects.add('blob', Buffer.from(content)) }
    return 'link' in content
      ? { mode: '120000', sha: objects.add('blob', Buffer.from(content.link)) }
      : { mode: '160000', sha: content.submodule }
  }
  const changed = (tree: string, changes: Iterable<readonly [path: string | Uint8Array, content: Content | null]>) =>
    objects.changed(
      tree,
      Array.from(
        changes,
        ([path, content]) => [bytesOf(path), content === null ? undefined : entryOf(content)] as const,
      ),
    )
  const listing = ([path, { mode, sha }]: readonly [Bytes, Entry]): TreeEntry => {
    const type = mode === '160000' ? 'commit' : mode === '40000' ? 'tree' : 'blob'
    const size = type === 'blob' ? objects.get(sha)?.bytes.length : undefined
    return { path: textOf(path), mode: mode.padStart(6, '0'), type, sha, size }
  }

  const repository: BareRepository = {
    objects,
    refs,
    folder: () => disk.folder(),
    git: (words, input) => disk.git(words, input),
    tip: (branch) => refs.get(`refs/heads/${branch}`),
    resolve: (name) => resolve(objects, refs, name),
    object: (sha) => objects.get(sha),
    file: (name) => objects.get(resolve(objects, refs, name) ?? '')?.bytes,
    text: (name) => repository.file(name)?.toString(),
    files: (treeish) =>
      Object.fromEntries(
        Array.from(objects.walk(treeOf(treeish)), ([path, { sha }]) => [textOf(path), String(objects.get(sha)?.bytes)]),
      ),
    entries: (treeish, { recursive = false } = {}) =>
      Array.from(recursive ? objects.walk(treeOf(treeish), true) : objects.tree(treeOf(treeish)), listing),
    entry(treeish, path) {
      const entry = objects.entryAt(treeOf(treeish), bytesOf(path))
      return entry && listing([bytesOf(path), entry])
    },
    move(ref, after, before) {
      if (before && refs.get(ref) !== before.at) return false
      if (after === undefined) refs.delete(ref)
      else refs.set(ref, after)
      return true
    },
    commit({ files, branch = 'main', parents = [repository.tip(branch) ?? []].flat(), message = 'A commit' }) {
      const who = 'octocat <octocat@example.com> 1769940000 +0000'
      const lines = [
        `tree ${changed(emptyTree, files)}`,
        ...parents.map((parent) => `parent ${parent}`),
        `author ${who}`,
        `committer ${who}`,
      ]
      const sha = objects.add('commit', Buffer.from([...lines, '', message].join('\n')))
      refs.set(`refs/heads/${branch}`, sha)
      return Promise.resolve(sha)
    },
    changedTree: (treeish, changes) => changed(treeish === undefined ? emptyTree : treeOf(treeish), changes),
    store: (type, bytes) => objects.add(type, bytes),
    isAncestor: (ancestor, descendant) => ancestors(objects, [descendant]).has(ancestor),
    mergeBase: (head, otherHead) => mergeBases(objects, head, otherHead)[0],
    commits: (filter) => listed(objects, filter),
    differences: (from, to) => differences(objects, treeOf(from), treeOf(to)),
    async merged(ours, theirs) {
      const [base, ...otherBases] = mergeBases(objects, ours, theirs)
      const merged =
        base !== undefined && otherBases.length === 0
          ? mergedByFiles(objects, treeOf(base), treeOf(ours), treeOf(theirs))
          : undefined
      if (merged !== undefined) return merged
      // Files that both sides have changed are merged by git itself.
      const printed = await disk.git(['merge-tree', '--write-tree', ours, theirs]).catch(() => undefined)
      return printed?.toString().split('\n')[0]
    },
    remove: () => disk.remove(),
  }
  return repository
}
