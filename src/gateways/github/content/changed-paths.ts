import * as z from 'zod'
import type { ChangedPath } from '../../../core/change.ts'
import { linkTexts, type RawPath } from '../../links.ts'
import type { Api } from '../requests/api.ts'
import { inBatches } from '../requests/batches.ts'

/** As many objects as a query bears. */
const perQuery = 50

const entries = z
  .array(z.object({ name: z.string(), mode: z.number(), oid: z.string() }))
  .nullish()
  .transform((list) => list ?? [])
type Entry = z.infer<typeof entries>[number]

const rootsAnswer = z.record(z.string(), z.object({ tree: z.object({ oid: z.string(), entries }) }).nullable())
const treesAnswer = z.record(z.string(), z.object({ entries }).nullable())

const fields = 'entries { name mode oid }'
const folderMode = 0o040000

/** A commit, and where it comes from. */
interface CommitParents {
  readonly sha: string
  readonly parents: readonly string[]
}

/** Two folders that are to be compared, of which one may not be there. */
interface Pair {
  readonly found: RawPath[]
  /** Empty, or ends with `/`. */
  readonly folder: string
  readonly before: string | undefined
  readonly after: string | undefined
}

/** Trees of commits and folders by their ids, as many at once as a query bears. */
function treeReader(api: Api) {
  const known = new Map<string, readonly Entry[]>()
  return {
    entries: (oid: string | undefined) => new Map((oid === undefined ? [] : (known.get(oid) ?? [])).map((entry) => [entry.name, entry])),
    /** The trees of commits. */
    async roots(shas: Iterable<string>): Promise<ReadonlyMap<string, string>> {
      const roots = new Map<string, string>()
      for (const batch of inBatches([...new Set(shas)], perQuery)) {
        const query = batch.map((each) => `c${each}: object(oid: "${each}") { ... on Commit { tree { oid ${fields} } } }`).join(' ')
        const answer = await api.query(query, rootsAnswer)
        for (const each of batch) {
          const tree = answer[`c${each}`]?.tree
          if (!tree) continue
          roots.set(each, tree.oid)
          known.set(tree.oid, tree.entries)
        }
      }
      return roots
    },
    async load(oids: Iterable<string | undefined>): Promise<void> {
      const missing = [...oids].filter((oid) => oid !== undefined).filter((oid) => !known.has(oid))
      for (const batch of inBatches([...new Set(missing)], perQuery)) {
        const answer = await api.query(
          batch.map((oid) => `t${oid}: object(oid: "${oid}") { ... on Tree { ${fields} } }`).join(' '),
          treesAnswer,
        )
        for (const oid of batch) known.set(oid, answer[`t${oid}`]?.entries ?? [])
      }
    },
  }
}

type Trees = ReturnType<typeof treeReader>

const folderOf = (entry: Entry | undefined) => (entry?.mode === folderMode ? entry.oid : undefined)
const fileOf = (entry: Entry | undefined) => (entry?.mode === folderMode ? undefined : entry)

/** Notes the differences in a pair of folders. @returns the pairs of folders in them that differ */
function compare(trees: Trees, { found, folder, before, after }: Pair): readonly Pair[] {
  const [old, now] = [trees.entries(before), trees.entries(after)]
  const below: Pair[] = []
  for (const name of new Set([...old.keys(), ...now.keys()])) {
    const [was, is] = [old.get(name), now.get(name)]
    if (was && is && was.oid === is.oid && was.mode === is.mode) continue
    const path = folder + name
    if (folderOf(was) !== folderOf(is)) below.push({ found, folder: `${path}/`, before: folderOf(was), after: folderOf(is) })
    const [file, fileNow] = [fileOf(was), fileOf(is)]
    const last = fileNow ?? file
    if (!last) continue
    const change = fileNow ? (file ? 'changed' : 'added') : 'deleted'
    found.push({ path, change, mode: last.mode.toString(8), oid: last.oid })
  }
  return below
}

/** The differences between each commit and its first parent: folder by folder, of all commits at once. */
async function rawPaths(api: Api, commits: readonly CommitParents[]): Promise<ReadonlyMap<string, readonly RawPath[]>> {
  const trees = treeReader(api)
  const roots = await trees.roots(commits.flatMap(({ sha: each, parents }) => [each, ...parents.slice(0, 1)]))
  const found = new Map(commits.map(({ sha: each }) => [each, [] as RawPath[]]))
  let pairs = commits.map(({ sha: each, parents: [parent = ''] }): Pair => ({
    found: found.get(each) ?? [],
    folder: '',
    before: roots.get(parent),
    after: roots.get(each),
  }))
  while (pairs.length > 0) {
    await trees.load(pairs.flatMap(({ before, after }) => [before, after]))
    pairs = pairs.flatMap((pair) => compare(trees, pair))
  }
  return found
}

const textsAnswer = z.record(z.string(), z.object({ text: z.string().nullish() }).nullable())

async function linksOf(api: Api, oids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>()
  for (const batch of inBatches(oids, perQuery)) {
    const answer = await api.query(batch.map((oid) => `b${oid}: object(oid: "${oid}") { ... on Blob { text } }`).join(' '), textsAnswer)
    for (const oid of batch) texts.set(oid, answer[`b${oid}`]?.text ?? '')
  }
  return texts
}

/** The changes of some commits against their first parents, by SHA, with the targets of links. */
export async function changedPaths(api: Api, commits: readonly CommitParents[]): Promise<(sha: string) => readonly ChangedPath[]> {
  const paths = await rawPaths(api, commits)
  const complete = await linkTexts([...paths.values()].flat(), (oids) => linksOf(api, oids))
  return (sha) => complete(paths.get(sha) ?? [])
}
