import * as z from 'zod'
import { msg } from '../../../core/message.ts'
import { createHash } from 'node:crypto'
import type { ChangeSet } from '../../../core/command.ts'
import type { Blob } from '../../listing.ts'
import type { Cache } from '../requests/cache.ts'
import { blobOf } from '../content/files.ts'
import { blobShelf, treeKey, treeShelf, type TreeAnswer } from '../content/kept.ts'
import type { CommitRequest, CommitResult } from '../../../core/host/branch.ts'
import type { Api, RepositoryName } from '../requests/api.ts'
import { Failure } from '../requests/failure.ts'
import { sha } from '../requests/forms.ts'
import { sendAtMostOnce, failedRequestOf, type RetryOptions } from '../requests/send.ts'

type Entry = TreeAnswer['tree'][number]

type Folder = Map<string, Omit<Entry, 'path'>>

/** A commit as it would be listed with a change set on it. */
interface ComputedTree {
  /** The id of its whole tree, which proves all of it. */
  readonly root: string
  readonly listing: TreeAnswer
  readonly blobs: ReadonlyMap<string, Blob>
}

const splitPath = (path: string): readonly [folder: string, name: string] => {
  const end = path.lastIndexOf('/')
  return end < 0 ? ['', path] : [path.slice(0, end), path.slice(end + 1)]
}

/** A folder and all above it, the outermost last. */
function* foldersUpwards(folder: string): Generator<string> {
  yield folder
  if (folder !== '') yield* foldersUpwards(splitPath(folder)[0])
}

/** Git sorts the names of folders as if they ended with a slash: `a.b` precedes the folder `a`. */
const sortedName = (name: string, { type }: Omit<Entry, 'path'>) => Buffer.from(type === 'tree' ? `${name}/` : name)

function treeId(folder: Folder): string {
  const sorted = [...folder]
    .map(([name, entry]) => ({ name, entry, by: sortedName(name, entry) }))
    .toSorted((a, b) => Buffer.compare(a.by, b.by))
  const parts = sorted.map(({ name, entry: { mode, sha } }) =>
    Buffer.concat([Buffer.from(`${mode.replace(/^0+/, '')} ${name}\0`), Buffer.from(sha, 'hex')]),
  )
  const bytes = Buffer.concat(parts)
  return createHash('sha1').update(`tree ${bytes.length}\0`).update(bytes).digest('hex')
}

/**
 * The tree of a commit that adds a change set to a known tree; `undefined` where a file takes the place of a folder, or
 * a folder that of a file. Files are written as GitHub does by `createCommitOnBranch`: each is an ordinary one.
 */
export function treeWith({ truncated, tree }: TreeAnswer, changes: ChangeSet): ComputedTree | undefined {
  if (truncated) return undefined
  const folders = new Map<string, Folder>([['', new Map()]])
  for (const path of changes.keys())
    for (const folder of foldersUpwards(splitPath(path)[0])) folders.set(folder, new Map())

  const untouchedEntries: Entry[] = []
  for (const entry of tree) {
    const { path, type } = entry
    if (type === 'tree' ? changes.has(path) : folders.has(path)) return undefined
    const [parent, name] = splitPath(path)
    const folder = folders.get(parent)
    if (folder) folder.set(name, entry)
    else untouchedEntries.push(entry)
  }

  const blobs = new Map<string, Blob>()
  for (const [path, content] of changes) {
    const [parent, name] = splitPath(path)
    const folder = folders.get(parent)
    if (content === null) {
      folder?.delete(name)
      continue
    }
    const { oid, blob } = blobOf(content)
    blobs.set(oid, blob)
    folder?.set(name, { mode: '100644', type: 'blob', sha: oid, size: blob.size })
  }

  const ids = new Map<string, string>()
  // The longest paths are the deepest: a folder is known before the one that it is in.
  for (const [path, folder] of [...folders].toSorted(([a], [b]) => b.length - a.length)) {
    const [parent, name] = splitPath(path)
    const id = treeId(folder)
    ids.set(path, id)
    if (path === '') continue
    // Git keeps no empty folder.
    if (folder.size === 0) folders.get(parent)?.delete(name)
    else folders.get(parent)?.set(name, { mode: '040000', type: 'tree', sha: id })
  }
  const touchedEntries = [...folders].flatMap(([path, folder]) =>
    [...folder].map(([name, entry]): Entry => ({ ...entry, path: path === '' ? name : `${path}/${name}` })),
  )
  return {
    root: ids.get('') ?? '',
    listing: { truncated: false, tree: [...untouchedEntries, ...touchedEntries] },
    blobs,
  }
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
  const previousTree = trees.get(treeKey(on, true))
  const computed = previousTree && treeWith(previousTree, changes)
  if (computed?.root !== tree) return
  trees.set(treeKey(sha, true), computed.listing)
  const blobs = blobShelf(cache)
  for (const [oid, blob] of computed.blobs) blobs.set(oid, blob)
}

const commitForm = z.object({
  commit: z.object({
    oid: sha,
    tree: z.object({ oid: sha }),
    signature: z.object({ isValid: z.boolean(), wasSignedByGitHub: z.boolean() }).nullable(),
  }),
})

const commitFields = 'commit { oid tree { oid } signature { isValid wasSignedByGitHub } }'

function fileChanges(changes: ChangeSet) {
  const additions: { readonly path: string; readonly contents: string }[] = []
  const deletions: { readonly path: string }[] = []
  for (const [path, content] of changes) {
    if (content === null) deletions.push({ path })
    else additions.push({ path, contents: Buffer.from(content).toString('base64') })
  }
  return { additions, deletions }
}

function headlineAndBody(message: string) {
  const [headline = '', ...body] = message.split('\n')
  return { headline, body: body.join('\n').trim() }
}

/** How often a commit is tried that GitHub finds stale although its branch has not moved. */
const maxTries = 3

/** How a commit ended; one that was made with the id of its tree. */
export type MadeCommit =
  | Exclude<CommitResult, { readonly end: 'made' }>
  | (Extract<CommitResult, { readonly end: 'made' }> & { readonly tree: string })

/**
 * Makes a commit on a branch that must still be where it was: compare and swap, signed by GitHub (GitHub's
 * documentation, "Mutations", `createCommitOnBranch`).
 */
export async function makeCommit(
  github: Api,
  { owner, repo }: RepositoryName,
  retry: RetryOptions,
  tip: (branch: string) => Promise<string | undefined>,
  { branch, expected, message, changes }: CommitRequest,
): Promise<MadeCommit> {
  const input = {
    branch: { repositoryNameWithOwner: `${owner}/${repo}`, branchName: branch },
    expectedHeadOid: expected,
    message: headlineAndBody(message),
    fileChanges: fileChanges(changes),
  }
  const description = msg`the commit on ${branch}`
  for (let attempt = 1; ; attempt++) {
    const sendResult = await sendAtMostOnce(retry, description, () =>
      github.mutate([{ field: 'createCommitOnBranch', input, select: commitFields }]),
    )
    if ('end' in sendResult) return sendResult
    const [answer] = sendResult.answer
    if (!(answer instanceof Failure)) {
      // Not the failure that a broken answer is elsewhere: whether the commit was made is unclear then.
      const { data } = commitForm.safeParse(answer)
      if (!data) return { end: 'unclear' }
      const { oid, tree, signature } = data.commit
      return {
        end: 'made',
        sha: oid,
        tree: tree.oid,
        verified: signature?.isValid === true && signature.wasSignedByGitHub,
      }
    }
    if (answer.type === 'NOT_FOUND' && (await tip(branch)) === undefined)
      return { end: 'refused', why: msg`The branch ${branch} no longer exists.`, isBranchGone: true }
    if (answer.type !== 'STALE_DATA') return failedRequestOf(answer, undefined, description)
    // Right after a branch was made or moved, some of GitHub's servers still have the old state.
    if (attempt === maxTries || (await tip(branch)) !== expected) return { end: 'moved' }
    await retry.sleep(1000 * attempt)
  }
}
