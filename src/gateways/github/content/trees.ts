import * as z from 'zod'
import { Fault } from '../../../core/fault.ts'
import type { StoredEntry } from '../../../core/host/branch.ts'
import type { Host } from '../../../core/host/host.ts'
import { msg } from '../../../core/message.ts'
import { listedBy, type ListedEntry } from '../../listing.ts'
import type { SelectedPaths } from '../../../documents/selection.ts'
import type { Api } from '../requests/api.ts'
import { sha } from '../requests/forms.ts'
import type { Cache, CacheShelf } from '../requests/cache.ts'

const treeAnswer = z.object({
  truncated: z.boolean(),
  tree: z.array(
    z.object({
      path: z.string(),
      mode: z.string(),
      type: z.enum(['blob', 'tree', 'commit']),
      sha,
      size: z.number().optional(),
    }),
  ),
})

export type TreeAnswer = z.infer<typeof treeAnswer>

const entryOf = (folder: string, { path, mode, sha: oid, size }: TreeAnswer['tree'][number]): ListedEntry =>
  listedBy(mode, { path: folder + path, oid, size })

/** In bytes, roughly. */
const sizeOf = ({ tree }: TreeAnswer): number => tree.reduce((sum, { path }) => sum + 2 * path.length + 200, 0)

/** Lists of trees that were read before, by commit or tree. */
export const treeShelf = (cache: Cache): CacheShelf<TreeAnswer> => cache.shelf('tree', sizeOf)

export const treeKey = (commit: string, recursive: boolean): string => `${commit} ${recursive ? '1' : ''}`

/**
 * Lists the entries of a commit: at once or, if they are too many for one answer, folder by folder, without folders that cannot contain
 * selected files. Nothing is queried twice.
 */
export function treeLister(api: Api, cache: Cache): (sha: string, selectedPaths: SelectedPaths) => AsyncIterable<ListedEntry> {
  const known = treeShelf(cache)

  const ask = async (commit: string, parameters: { readonly recursive?: '1' }): Promise<TreeAnswer> => {
    const key = treeKey(commit, parameters.recursive !== undefined)
    const answer =
      known.get(key) ?? (await api.get('/repos/{owner}/{repo}/git/trees/{tree_sha}', { tree_sha: commit, ...parameters }, treeAnswer))
    known.set(key, answer)
    return answer
  }

  async function* list(commit: string, folder: string, here: SelectedPaths): AsyncGenerator<ListedEntry> {
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
      const below = entry.type === 'tree' ? here.below(entry.path) : undefined
      if (below) yield* list(entry.sha, `${folder}${entry.path}/`, below)
    }
  }

  return (commit, selectedPaths) => list(commit, '', selectedPaths)
}

/** All that a commit holds, by path; `undefined`: GitHub does not list it at once. */
export async function entriesOf(github: Api, commit: string): ReturnType<Host['entries']> {
  const { truncated, tree } = await github.get(
    '/repos/{owner}/{repo}/git/trees/{tree_sha}',
    { tree_sha: commit, recursive: '1' },
    treeAnswer,
  )
  if (truncated) return undefined
  return new Map(
    tree.flatMap(({ path, type, mode, sha: id }): [string, StoredEntry][] => (type === 'tree' ? [] : [[path, { mode, type, sha: id }]])),
  )
}
