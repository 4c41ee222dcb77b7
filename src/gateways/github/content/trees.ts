import * as z from 'zod'
import { Fault } from '../../../core/fault.ts'
import { say } from '../../../core/say.ts'
import type { Listed } from '../../listing.ts'
import type { Wanted } from '../../wanted.ts'
import type { Api } from '../requests/api.ts'
import type { Cache } from '../requests/cache.ts'

const treeAnswer = z.object({
  truncated: z.boolean(),
  tree: z.array(
    z.object({
      path: z.string(),
      mode: z.string(),
      type: z.enum(['blob', 'tree', 'commit']),
      sha: z.string().regex(/^[0-9a-f]{40}$/),
      size: z.number().optional(),
    }),
  ),
})

type TreeAnswer = z.infer<typeof treeAnswer>

const kinds: Readonly<Record<string, Listed['kind']>> = { '120000': 'symlink', '160000': 'submodule' }

const listed = (folder: string, { path, mode, sha, size }: TreeAnswer['tree'][number]): Listed => {
  const kind = kinds[mode] ?? 'file'
  return { path: folder + path, kind, oid: sha, size: kind === 'submodule' ? 0 : size }
}

/** In bytes, roughly. */
const sizeOf = ({ tree }: TreeAnswer): number => tree.reduce((sum, { path }) => sum + 2 * path.length + 200, 0)

/**
 * Lists what stands in a commit: at once, or where that is too much for one answer folder by folder, without those in which nothing
 * wanted can lie. What was answered is not asked for again.
 */
export function treeLister(api: Api, cache: Cache): (sha: string, wanted: Wanted) => AsyncIterable<Listed> {
  const known = cache.shelf<TreeAnswer>('tree', sizeOf)

  const ask = async (sha: string, parameters: { readonly recursive?: '1' }): Promise<TreeAnswer> => {
    const key = `${sha} ${parameters.recursive ?? ''}`
    const answer =
      known.get(key) ?? (await api.get('/repos/{owner}/{repo}/git/trees/{tree_sha}', { tree_sha: sha, ...parameters }, treeAnswer))
    known.set(key, answer)
    return answer
  }

  async function* list(sha: string, folder: string, here: Wanted): AsyncGenerator<Listed> {
    const whole = await ask(sha, { recursive: '1' })
    if (!whole.truncated) {
      for (const entry of whole.tree) if (entry.type !== 'tree') yield listed(folder, entry)
      return
    }
    const { tree, truncated } = await ask(sha, {})
    if (truncated) {
      throw new Fault(say`The folder ${folder || '.'} has too many entries to be listed through GitHub's API.`, {
        hint: 'In a workflow, check out with `fetch-depth: 0`, so that it is read from git.',
      })
    }
    for (const entry of tree) {
      const below = entry.type === 'tree' ? here.below(entry.path) : undefined
      if (below) yield* list(entry.sha, `${folder}${entry.path}/`, below)
      else if (entry.type !== 'tree') yield listed(folder, entry)
    }
  }

  return (sha, wanted) => list(sha, '', wanted)
}
