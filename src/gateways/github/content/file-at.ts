import * as z from 'zod'
import { listedBy, type Blob, type ListedEntry } from '../../listing.ts'
import type { SelectedPaths } from '../../../documents/selection.ts'
import type { Variables } from '../requests/api.ts'
import type { Cache, CacheShelf } from '../requests/cache.ts'
import { sha } from '../requests/forms.ts'
import { blobOf, blobShelf } from './blobs.ts'

const entry = z
  .object({
    mode: z.number(),
    oid: sha,
    object: z.object({ byteSize: z.number().optional(), text: z.string().nullish() }).nullish(),
  })
  .nullable()

/** A commit with the entries at a path and at the folders above it. */
export const commitWithFile = z.object({ oid: sha }).catchall(entry)

/** One file of a commit that an answer about something else brings along, so that the commit need not be listed for it. */
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
const wayTo = (path: string): readonly string[] => path.split('/').map((_, index, names) => names.slice(0, index + 1).join('/'))

export function fileAt(cache: Cache, path: string): FileAt {
  const way = wayTo(path)
  const [files, blobs] = [fileShelf(cache), blobShelf(cache)]
  const fields = way.map((_, index) => `f${index}: file(path: $f${index}) { mode oid object { ... on Blob { byteSize text } } }`)

  return {
    fields: `... on Commit { ${fields.join(' ')} }`,
    variables: Object.fromEntries(way.map((each, index) => [`f${index}`, ['String!', each]])),
    keep(commit) {
      if (!commit) return
      const { oid: of, ...its } = commit
      const found = way.map((each, index) => ({ path: each, entry: its[`f${index}`] }))
      // A commit in the answer without its files belongs to another query.
      if (found.some((each) => each.entry === undefined)) return
      const first = found.find((each) => each.entry?.mode !== folderMode)
      files.set(keyOf(of, path), first?.entry ? [listedAt(first.path, first.entry, blobs)] : [])
    },
  }
}

function listedAt(path: string, { mode, oid, object }: NonNullable<z.infer<typeof entry>>, blobs: CacheShelf<Blob>): ListedEntry {
  const blob = blobOf(Buffer.from(object?.text ?? ''))
  // GitHub's text is a decoded one, which may be cut.
  if (blob.oid === oid) blobs.set(oid, blob.blob)
  return listedBy(mode.toString(8), { path, oid, size: object?.byteSize })
}

/** The only selected path; `undefined`: there are others, or that is not certain. */
function onlyPath(here: SelectedPaths): string | undefined {
  const [name, ...others] = here.names() ?? []
  if (name === undefined || others.length > 0) return undefined
  const below = here.below(name)
  const isWanted = here.matching(name).length > 0
  if (!below) return isWanted ? name : undefined
  const rest = isWanted ? undefined : onlyPath(below)
  return rest === undefined ? undefined : `${name}/${rest}`
}

/** The file of a commit where no other path is selected. */
export function knownFiles(cache: Cache): (commit: string, selectedPaths: SelectedPaths) => readonly ListedEntry[] | undefined {
  const files = fileShelf(cache)
  return (commit, selectedPaths) => {
    const path = onlyPath(selectedPaths)
    return path === undefined ? undefined : files.get(keyOf(commit, path))
  }
}
