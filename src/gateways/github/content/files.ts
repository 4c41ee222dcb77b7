import * as z from 'zod'
import { createHash } from 'node:crypto'
import { Fault } from '../../../core/fault.ts'
import { msg } from '../../../core/message.ts'
import { collector } from '../../collector.ts'
import { type Blob, type SelectedBlobs, listedBy, type ListedEntry } from '../../listing.ts'
import { contentOf } from '../../snapshot.ts'
import type { Api, Variables } from '../requests/api.ts'
import type { Cache, CacheShelf } from '../requests/cache.ts'
import { Failure, lostAnswer } from '../requests/failure.ts'
import { blobShelf, treeAnswer, treeKey, treeShelf, type TreeAnswer } from './kept.ts'
import type { SelectedPaths } from '../../../documents/selection.ts'
import { sha } from '../requests/forms.ts'
import type { StoredEntry } from '../../../core/host/branch.ts'
import type { Host } from '../../../core/host/host.ts'

/** The limits of one query. GitHub stops queries that take it longer than 10 seconds, and cuts texts at some 500 kB. */
const batchLimits = { blobs: 200, bytes: 2 << 20, each: 256 << 10 }

/** "This endpoint supports blobs up to 100 megabytes in size" (GitHub's documentation, "Get a blob"). */
const maxBlobSize = 100_000_000

function batchesOf(selectedBlobs: SelectedBlobs): readonly (readonly string[])[] {
  const batches: string[][] = []
  let room = 0
  for (const [oid, { size = Infinity }] of selectedBlobs) {
    if (size > batchLimits.each) continue
    room -= size
    const batch = batches.at(-1)
    if (batch && room >= 0 && batch.length < batchLimits.blobs) batch.push(oid)
    else {
      batches.push([oid])
      room = batchLimits.bytes - size
    }
  }
  return batches
}

const objectHash = (size: number) => createHash('sha1').update(`blob ${size}\0`)

const encoder = new TextEncoder()

/**
 * A blob of this content, all of which is kept, and its id. `Buffer.from` would take the bytes from a pool of 64 KiB,
 * and a cache that keeps a small file would keep the whole pool.
 */
export function blobOf(content: string | Uint8Array): {
  readonly oid: string
  readonly bytes: Uint8Array
  readonly blob: Blob
} {
  const bytes = typeof content === 'string' ? encoder.encode(content) : new Uint8Array(content)
  return {
    oid: objectHash(bytes.length).update(bytes).digest('hex'),
    bytes,
    blob: { size: bytes.length, content: { bytes } },
  }
}

const texts = z.record(z.string(), z.object({ text: z.string().nullish() }).nullable())

/**
 * Texts of many blobs at once. GitHub's text is a decoded one: it is only taken where its bytes are the blob's, by its
 * id.
 */
async function readTexts(api: Pick<Api, 'query'>, oids: readonly string[]): Promise<ReadonlyMap<string, Uint8Array>> {
  const answer = await api.query(
    oids.map((oid) => `b${oid}: object(oid: "${oid}") { ... on Blob { text } }`).join(' '),
    texts,
  )
  const bytesByOid = new Map<string, Uint8Array>()
  for (const oid of oids) {
    const found = blobOf(answer[`b${oid}`]?.text ?? '')
    if (found.oid === oid) bytesByOid.set(oid, found.bytes)
  }
  return bytesByOid
}

function readRaw(api: Pick<Api, 'read'>, oid: string, selectedBlobs: SelectedBlobs, limit: number): Promise<Blob> {
  const { level, size = 0 } = selectedBlobs.get(oid) ?? { level: 'name' }
  if (size > maxBlobSize) {
    throw new Fault(msg`A file of ${size} bytes is too large to be read through GitHub's API.`, {
      hint: 'In a workflow, check out with `fetch-depth: 0`, so that it is read from git.',
    })
  }
  const parameters = { file_sha: oid, headers: { accept: 'application/vnd.github.raw+json' } }
  return api.read('/repos/{owner}/{repo}/git/blobs/{file_sha}', parameters, async (body) => {
    const hash = objectHash(size)
    const blobCollector = collector(level, limit)
    for await (const piece of body) {
      hash.update(piece)
      blobCollector.add(piece)
    }
    if (hash.digest('hex') !== oid) throw new Failure(500, lostAnswer.foreign)
    return blobCollector.end()
  })
}

/** Reads blobs, as many at once as GitHub bears; alone those that are large or no texts. */
export async function* readBlobs(
  api: Pick<Api, 'query' | 'read'>,
  selectedBlobs: SelectedBlobs,
  limit: number,
): AsyncGenerator<readonly [oid: string, blob: Blob]> {
  const remainingOids = new Set(selectedBlobs.keys())
  for (const batch of batchesOf(selectedBlobs)) {
    for (const [oid, bytes] of await readTexts(api, batch)) {
      remainingOids.delete(oid)
      yield [oid, { size: bytes.length, content: contentOf(bytes, selectedBlobs.get(oid)?.level ?? 'name', limit) }]
    }
  }
  for (const oid of remainingOids) yield [oid, await readRaw(api, oid, selectedBlobs, limit)]
}

const entry = z
  .object({
    mode: z.number(),
    oid: sha,
    object: z.object({ byteSize: z.number().optional(), text: z.string().nullish() }).nullish(),
  })
  .nullable()

/** A commit with the entries at a path and at the folders above it. */
export const commitWithFile = z.object({ oid: sha }).catchall(entry)

/**
 * One file of a commit that an answer about something else brings along, so that the commit need not be listed for it.
 */
export interface FileAt {
  /** The fields of a commit; with `variables`. */
  readonly fields: string
  readonly variables: Variables
  /** Keeps the answer about a commit. */
  keep(commit: z.infer<typeof commitWithFile> | undefined): void
}

/** The entries at a path of commits: the file, or whatever is in its place. By commit and path. */
const fileShelf = (cache: Cache): CacheShelf<readonly ListedEntry[]> => cache.shelf('file', () => 200)

const keyOf = (commit: string, path: string) => `${commit} ${path}`

const folderMode = 0o040000

/** A path and the folders above it, from the top. */
const pathsTo = (path: string): readonly string[] =>
  path.split('/').map((_, index, names) => names.slice(0, index + 1).join('/'))

export function fileAt(cache: Cache, path: string): FileAt {
  const paths = pathsTo(path)
  const [files, blobs] = [fileShelf(cache), blobShelf(cache)]
  const fields = paths.map(
    (_, index) => `f${index}: file(path: $f${index}) { mode oid object { ... on Blob { byteSize text } } }`,
  )

  return {
    fields: `... on Commit { ${fields.join(' ')} }`,
    variables: Object.fromEntries(paths.map((ancestor, index) => [`f${index}`, ['String!', ancestor]])),
    keep(commit) {
      if (!commit) return
      const { oid: commitOid, ...entriesByField } = commit
      const entries = paths.map((ancestor, index) => ({ path: ancestor, entry: entriesByField[`f${index}`] }))
      // A commit in the answer without its files belongs to another query.
      if (entries.some((candidate) => candidate.entry === undefined)) return
      const first = entries.find((candidate) => candidate.entry?.mode !== folderMode)
      files.set(keyOf(commitOid, path), first?.entry ? [listedAt(first.path, first.entry, blobs)] : [])
    },
  }
}

function listedAt(
  path: string,
  { mode, oid, object }: NonNullable<z.infer<typeof entry>>,
  blobs: CacheShelf<Blob>,
): ListedEntry {
  const blob = blobOf(object?.text ?? '')
  // GitHub's text is a decoded one, which may be cut.
  if (blob.oid === oid) blobs.set(oid, blob.blob)
  return listedBy(mode.toString(8), { path, oid, size: object?.byteSize })
}

/** The only selected path; `undefined`: there are others, or that is not certain. */
function onlyPath(selected: SelectedPaths): string | undefined {
  const [name, ...otherNames] = selected.names() ?? []
  if (name === undefined || otherNames.length > 0) return undefined
  const inFolder = selected.below(name)
  const isWanted = selected.matching(name).length > 0
  if (!inFolder) return isWanted ? name : undefined
  const restPath = isWanted ? undefined : onlyPath(inFolder)
  return restPath === undefined ? undefined : `${name}/${restPath}`
}

/** The file of a commit where no other path is selected. */
export function knownFiles(
  cache: Cache,
): (commit: string, selectedPaths: SelectedPaths) => readonly ListedEntry[] | undefined {
  const files = fileShelf(cache)
  return (commit, selectedPaths) => {
    const path = onlyPath(selectedPaths)
    return path === undefined ? undefined : files.get(keyOf(commit, path))
  }
}

const entryOf = (folder: string, { path, mode, sha: oid, size }: TreeAnswer['tree'][number]): ListedEntry =>
  listedBy(mode, { path: folder + path, oid, size })

/**
 * Lists the entries of a commit: at once or, if they are too many for one answer, folder by folder, without folders
 * that cannot contain selected files. Nothing is queried twice.
 */
export function treeLister(
  api: Api,
  cache: Cache,
): (sha: string, selectedPaths: SelectedPaths) => AsyncIterable<ListedEntry> {
  const trees = treeShelf(cache)

  const pendingTrees = new Map<string, Promise<TreeAnswer>>()

  const askOnce = async (
    key: string,
    commit: string,
    parameters: { readonly recursive?: '1' },
  ): Promise<TreeAnswer> => {
    try {
      const answer = await api.get(
        '/repos/{owner}/{repo}/git/trees/{tree_sha}',
        { tree_sha: commit, ...parameters },
        treeAnswer,
      )
      trees.set(key, answer)
      return answer
    } finally {
      pendingTrees.delete(key)
    }
  }

  const ask = async (commit: string, parameters: { readonly recursive?: '1' }): Promise<TreeAnswer> => {
    const key = treeKey(commit, parameters.recursive !== undefined)
    const answer = trees.get(key) ?? pendingTrees.get(key) ?? askOnce(key, commit, parameters)
    if (answer instanceof Promise) pendingTrees.set(key, answer)
    return answer
  }

  async function* list(commit: string, folder: string, selected: SelectedPaths): AsyncGenerator<ListedEntry> {
    const recursiveTree = await ask(commit, { recursive: '1' })
    if (!recursiveTree.truncated) {
      for (const entry of recursiveTree.tree) yield entryOf(folder, entry)
      return
    }
    const { tree, truncated } = await ask(commit, {})
    if (truncated) {
      throw new Fault(msg`The folder ${folder || '.'} has too many entries to be listed through GitHub's API.`, {
        hint: 'In a workflow, check out with `fetch-depth: 0`, so that it is read from git.',
      })
    }
    for (const entry of tree) {
      yield entryOf(folder, entry)
      const selectedBelow = entry.type === 'tree' ? selected.below(entry.path) : undefined
      if (selectedBelow) yield* list(entry.sha, `${folder}${entry.path}/`, selectedBelow)
    }
  }

  return (commit, selectedPaths) => list(commit, '', selectedPaths)
}

/** The entries of a commit by path; `undefined`: GitHub does not list them all at once. */
export async function entriesOf(github: Api, commit: string): ReturnType<Host['entries']> {
  const { truncated, tree } = await github.get(
    '/repos/{owner}/{repo}/git/trees/{tree_sha}',
    { tree_sha: commit, recursive: '1' },
    treeAnswer,
  )
  if (truncated) return undefined
  return new Map(
    tree.flatMap(({ path, type, mode, sha: id }): [string, StoredEntry][] =>
      type === 'tree' ? [] : [[path, { mode, type, sha: id }]],
    ),
  )
}
