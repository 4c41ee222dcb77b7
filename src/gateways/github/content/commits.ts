import * as z from 'zod'
import type { Author, Change, Commit, ChangedPath } from '../../../core/change.ts'
import type { LoggedCommit } from '../../../core/log.ts'
import { Fault, resultOf } from '../../../core/fault.ts'
import type { MergeCommit, LastCommits, LineCommits } from '../../../core/repository.ts'
import type { Api } from '../requests/api.ts'
import { sha, committedDate } from '../requests/forms.ts'
import { untilMergeBase } from './merge-base.ts'
import { walk } from '../conversations/ledger.ts'
import { inBatches } from '../requests/batches.ts'
import { linkTexts, type RawPath } from '../../links.ts'

/** The most objects in one query. */
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
  const entriesByTree = new Map<string, readonly Entry[]>()
  return {
    entries: (oid: string | undefined) =>
      new Map((oid === undefined ? [] : (entriesByTree.get(oid) ?? [])).map((entry) => [entry.name, entry])),
    /** The trees of commits. */
    async roots(shas: Iterable<string>): Promise<ReadonlyMap<string, string>> {
      const roots = new Map<string, string>()
      for (const batch of inBatches([...new Set(shas)], perQuery)) {
        const query = batch
          .map((commitSha) => `c${commitSha}: object(oid: "${commitSha}") { ... on Commit { tree { oid ${fields} } } }`)
          .join(' ')
        const answer = await api.query(query, rootsAnswer)
        for (const commitSha of batch) {
          const tree = answer[`c${commitSha}`]?.tree
          if (!tree) continue
          roots.set(commitSha, tree.oid)
          entriesByTree.set(tree.oid, tree.entries)
        }
      }
      return roots
    },
    async load(oids: Iterable<string | undefined>): Promise<void> {
      const missingOids = [...oids].filter((oid) => oid !== undefined).filter((oid) => !entriesByTree.has(oid))
      for (const batch of inBatches([...new Set(missingOids)], perQuery)) {
        const answer = await api.query(
          batch.map((oid) => `t${oid}: object(oid: "${oid}") { ... on Tree { ${fields} } }`).join(' '),
          treesAnswer,
        )
        for (const oid of batch) entriesByTree.set(oid, answer[`t${oid}`]?.entries ?? [])
      }
    },
  }
}

type Trees = ReturnType<typeof treeReader>

const folderOf = (entry: Entry | undefined) => (entry?.mode === folderMode ? entry.oid : undefined)
const fileOf = (entry: Entry | undefined) => (entry?.mode === folderMode ? undefined : entry)

/** Notes the differences in a pair of folders. @returns the pairs of folders in them that differ */
function compare(trees: Trees, { found, folder, before, after }: Pair): readonly Pair[] {
  const [oldEntries, newEntries] = [trees.entries(before), trees.entries(after)]
  const subfolders: Pair[] = []
  for (const name of new Set([...oldEntries.keys(), ...newEntries.keys()])) {
    const [oldEntry, newEntry] = [oldEntries.get(name), newEntries.get(name)]
    if (oldEntry && newEntry && oldEntry.oid === newEntry.oid && oldEntry.mode === newEntry.mode) continue
    const path = folder + name
    if (folderOf(oldEntry) !== folderOf(newEntry))
      subfolders.push({ found, folder: `${path}/`, before: folderOf(oldEntry), after: folderOf(newEntry) })
    const [file, fileNow] = [fileOf(oldEntry), fileOf(newEntry)]
    const last = fileNow ?? file
    if (!last) continue
    const change = fileNow ? (file ? 'changed' : 'added') : 'deleted'
    found.push({ path, change, mode: last.mode.toString(8), oid: last.oid })
  }
  return subfolders
}

/** The differences between each commit and its first parent: folder by folder, of all commits at once. */
async function rawPaths(api: Api, commits: readonly CommitParents[]): Promise<ReadonlyMap<string, readonly RawPath[]>> {
  const trees = treeReader(api)
  const roots = await trees.roots(commits.flatMap(({ sha: commitSha, parents }) => [commitSha, ...parents.slice(0, 1)]))
  const pathsByCommit = new Map(commits.map(({ sha: commitSha }) => [commitSha, [] as RawPath[]]))
  let pairs = commits.map(({ sha: commitSha, parents: [parent = ''] }): Pair => ({
    found: pathsByCommit.get(commitSha) ?? [],
    folder: '',
    before: roots.get(parent),
    after: roots.get(commitSha),
  }))
  while (pairs.length > 0) {
    await trees.load(pairs.flatMap(({ before, after }) => [before, after]))
    pairs = pairs.flatMap((pair) => compare(trees, pair))
  }
  return pathsByCommit
}

const textsAnswer = z.record(z.string(), z.object({ text: z.string().nullish() }).nullable())

async function linksOf(api: Api, oids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>()
  for (const batch of inBatches(oids, perQuery)) {
    const answer = await api.query(
      batch.map((oid) => `b${oid}: object(oid: "${oid}") { ... on Blob { text } }`).join(' '),
      textsAnswer,
    )
    for (const oid of batch) texts.set(oid, answer[`b${oid}`]?.text ?? '')
  }
  return texts
}

/** The changes of some commits against their first parents, by SHA, with the targets of links. */
async function changedPaths(
  api: Api,
  commits: readonly CommitParents[],
): Promise<(sha: string) => readonly ChangedPath[]> {
  const paths = await rawPaths(api, commits)
  const withLinkTexts = await linkTexts([...paths.values()].flat(), (oids) => linksOf(api, oids))
  return (sha) => withLinkTexts(paths.get(sha) ?? [])
}

/** Each is a history of its own to GitHub, which takes its time. */
const batchSize = 50

const histories = z.object({
  object: z.record(z.string(), z.object({ nodes: z.array(z.object({ oid: sha, committedDate })) })).nullable(),
})

/** The last commits that touched paths, by a query for every fifty of them. */
export async function lastCommits(
  github: Api,
  head: string,
  paths: readonly string[],
): Promise<LastCommits | undefined> {
  const commits = new Map<string, { readonly sha: string; readonly at: string }>()
  for (const batch of inBatches(paths, batchSize)) {
    const variables = Object.fromEntries(batch.map((path, index) => [`p${index}`, ['String!', path]] as const))
    const fields = batch.map(
      (_, index) => `h${index}: history(first: 1, path: $p${index}) { nodes { oid committedDate } }`,
    )
    const query = `object(oid: $head) { ... on Commit { ${fields.join(' ')} } }`
    const { object } = await github.query(query, histories, {
      variables: { head: ['GitObjectID!', head], ...variables },
    })
    if (!object) return undefined
    for (const [index, path] of batch.entries()) {
      const last = object[`h${index}`]?.nodes[0]
      if (last) commits.set(path, { sha: last.oid, at: last.committedDate })
    }
  }
  return commits
}

const blame = z.object({
  object: z
    .object({
      blame: z.object({
        ranges: z.array(
          z.object({ startingLine: z.number(), endingLine: z.number(), commit: z.object({ oid: sha, committedDate }) }),
        ),
      }),
    })
    .nullable(),
})

/** The last commits of lines of a file. Of a long history of a large file GitHub may not say it. */
export async function lineCommits(
  github: Api,
  head: string,
  path: string,
  lines: readonly number[],
): Promise<LineCommits | undefined> {
  const query =
    'object(oid: $head) { ... on Commit { blame(path: $path) { ranges { startingLine endingLine commit { oid committedDate } } } } }'
  const variables = { head: ['GitObjectID!', head], path: ['String!', path] } as const
  const answer = await resultOf(github.query(query, blame, { variables }))
  if (answer instanceof Fault || !answer.object) return undefined
  const { ranges } = answer.object.blame
  return new Map(
    lines.flatMap((line) => {
      const range = ranges.find(({ startingLine, endingLine }) => startingLine <= line && line <= endingLine)
      return range ? [[line, { sha: range.commit.oid, at: range.commit.committedDate }]] : []
    }),
  )
}

const listedCommit = z
  .object({
    sha,
    parents: z.array(z.object({ sha })),
    commit: z.object({
      message: z.string(),
      author: z.object({ email: z.string().nullish() }).nullish(),
      verification: z.object({ verified: z.boolean() }).nullish(),
    }),
    // An empty object means a missing account, too.
    author: z.object({ login: z.string().optional() }).nullish(),
  })
  .transform(({ sha, parents, commit: { message, author: gitAuthor, verification }, author }) => ({
    sha,
    parents: parents.map((parent) => parent.sha),
    message,
    author: { email: gitAuthor?.email ?? '', login: author?.login } satisfies Author,
    verified: verification?.verified === true,
  }))

type ListedCommit = z.infer<typeof listedCommit>

const comparison = z.object({ total_commits: z.number(), commits: z.array(listedCommit) })

/** The number of commits beyond which none is read. */
const maxCommits = 500
const perPage = 100

async function listCommits(
  api: Api,
  base: string,
  head: string,
): Promise<{ readonly total: number; readonly commits: readonly ListedCommit[] }> {
  const commits: ListedCommit[] = []
  for (let page = 1; ; page++) {
    const parameters = { basehead: `${base}...${head}`, per_page: perPage, page }
    const answer = await api.get('/repos/{owner}/{repo}/compare/{basehead}', parameters, comparison)
    commits.push(...answer.commits)
    const total = answer.total_commits
    if (total > maxCommits || commits.length >= total || answer.commits.length === 0) return { total, commits }
  }
}

/**
 * The commits that a head has and a base has not, oldest first: one request for each hundred, and some queries for what
 * all of them change. Of more than 500 only the number is given.
 */
export async function commitsBetween(
  api: Api,
  base: string,
  head: string,
): Promise<Pick<Change, 'commits' | 'tooMany'>> {
  const { total, commits } = await listCommits(api, base, head)
  if (total > maxCommits) return { commits: [], tooMany: total }
  const pathsOf = await changedPaths(
    api,
    commits.filter(({ parents }) => parents.length < 2),
  )
  return { commits: commits.map((commit): Commit => ({ ...commit, paths: pathsOf(commit.sha) })) }
}

/** Who made a commit, and whether GitHub has verified that. */
export async function signatureOf(api: Api, ref: string): Promise<Pick<Commit, 'author' | 'verified'>> {
  return api.get('/repos/{owner}/{repo}/commits/{ref}', { ref }, listedCommit)
}

const loggedCommit = z
  .object({ oid: sha, parents: z.object({ nodes: z.array(z.object({ oid: sha })) }), message: z.string() })
  .transform(({ oid, parents, message }): LoggedCommit => ({
    sha: oid,
    parents: parents.nodes.map((parent) => parent.oid),
    subject: message.split('\n', 1)[0] ?? '',
  }))

/** All commits that lead to one, where they are not above 500. */
export async function logOf(api: Api, head: string): Promise<readonly LoggedCommit[] | undefined> {
  const commits: LoggedCommit[] = []
  const select = 'oid parents(first: 10) { nodes { oid } } message'
  for await (const commit of walk(api, {
    from: head,
    select,
    form: loggedCommit,
    each: perPage,
    maxCommits: maxCommits + 1,
  }))
    commits.push(commit)
  return commits.length > maxCommits ? undefined : commits
}

const objectAt = z.object({ oid: sha }).nullable()
const parent = z.object({ oid: sha }).catchall(objectAt)
const historyCommit = z
  .object({ oid: sha, parents: z.object({ nodes: z.array(parent) }) })
  .transform(({ oid, parents: { nodes } }) => ({ sha: oid, parents: nodes.map((node) => node.oid), nodes }))

/** The most files of each parent that a query looks up. Of more, only commits and parents are listed. */
const maxLookups = 20

/**
 * The merge commits among the newest 500 that a head has and a base has not, with the objects at some paths in their
 * parents: one query for each hundred commits.
 */
export async function mergesBetween(
  api: Api,
  base: string,
  head: string,
  paths: readonly string[],
): Promise<readonly MergeCommit[]> {
  const queried = paths.slice(0, maxLookups)
  const variables = Object.fromEntries(queried.map((path, index) => [`f${index}`, ['String!', path]] as const))
  const fields = queried.map((_, index) => `f${index}: file(path: $f${index}) { oid }`)
  const select = `oid parents(first: 10) { nodes { oid ${fields.join(' ')} } }`
  const history = walk(api, { from: head, select, form: historyCommit, each: perPage, maxCommits, variables })
  const merges: MergeCommit[] = []
  for await (const { sha: merge, nodes } of untilMergeBase(history, base)) {
    if (nodes.length < 2) continue
    const parents = nodes.map((node) => ({
      sha: node.oid,
      files: new Map(
        paths.flatMap((path, index) => {
          // A path that was not looked up may exist, in any version.
          const object = index < queried.length ? node[`f${index}`] : { oid: node.oid }
          return typeof object === 'object' && object !== null ? [[path, object.oid] as const] : []
        }),
      ),
    }))
    merges.push({ sha: merge, parents })
  }
  return merges
}
