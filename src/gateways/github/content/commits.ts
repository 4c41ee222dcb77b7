import * as z from 'zod'
import type { Author, Change, Commit } from '../../../core/change.ts'
import type { LoggedCommit } from '../../../core/log.ts'
import { linkTexts, type RawPath } from '../../links.ts'
import type { Api } from '../requests/api.ts'
import { sha } from '../requests/forms.ts'
import { walk } from '../conversations/ledger.ts'

const listedCommit = z
  .object({
    sha,
    parents: z.array(z.object({ sha })),
    commit: z.object({
      message: z.string(),
      author: z.object({ email: z.string().nullish() }).nullish(),
      verification: z.object({ verified: z.boolean() }).nullish(),
    }),
    // An empty object stands for nobody, too.
    author: z.object({ login: z.string().optional() }).nullish(),
  })
  .transform(({ sha, parents, commit: { message, author: by, verification }, author }) => ({
    sha,
    parents: parents.map((parent) => parent.sha),
    message,
    author: { email: by?.email ?? '', login: author?.login } satisfies Author,
    verified: verification?.verified === true,
  }))

type ListedCommit = z.infer<typeof listedCommit>

const comparison = z.object({ total_commits: z.number(), commits: z.array(listedCommit) })

/** Of more commits than that none is read. */
const mostCommits = 500
const perPage = 100
const treesPerQuery = 50

const entries = z
  .array(z.object({ name: z.string(), mode: z.number(), oid: z.string() }))
  .nullish()
  .transform((list) => list ?? [])
type Entry = z.infer<typeof entries>[number]

const rootsAnswer = z.record(z.string(), z.object({ tree: z.object({ oid: z.string(), entries }) }).nullable())
const treesAnswer = z.record(z.string(), z.object({ entries }).nullable())

const fields = 'entries { name mode oid }'
const folderMode = 0o040000

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
  const inBatches = async (ids: Iterable<string>, ask: (batch: readonly string[]) => Promise<void>) => {
    const all = [...new Set(ids)]
    for (let from = 0; from < all.length; from += treesPerQuery) await ask(all.slice(from, from + treesPerQuery))
  }
  return {
    entries: (oid: string | undefined) => new Map((oid === undefined ? [] : (known.get(oid) ?? [])).map((entry) => [entry.name, entry])),
    /** The trees of commits. */
    async roots(shas: Iterable<string>): Promise<ReadonlyMap<string, string>> {
      const roots = new Map<string, string>()
      await inBatches(shas, async (batch) => {
        const query = batch.map((each) => `c${each}: object(oid: "${each}") { ... on Commit { tree { oid ${fields} } } }`).join(' ')
        const answer = await api.query(query, rootsAnswer)
        for (const each of batch) {
          const tree = answer[`c${each}`]?.tree
          if (!tree) continue
          roots.set(each, tree.oid)
          known.set(tree.oid, tree.entries)
        }
      })
      return roots
    },
    async load(oids: Iterable<string | undefined>): Promise<void> {
      const missing = [...oids].filter((oid) => oid !== undefined).filter((oid) => !known.has(oid))
      await inBatches(missing, async (batch) => {
        const answer = await api.query(
          batch.map((oid) => `t${oid}: object(oid: "${oid}") { ... on Tree { ${fields} } }`).join(' '),
          treesAnswer,
        )
        for (const oid of batch) known.set(oid, answer[`t${oid}`]?.entries ?? [])
      })
    },
  }
}

type Trees = ReturnType<typeof treeReader>

const folderOf = (entry: Entry | undefined) => (entry?.mode === folderMode ? entry.oid : undefined)
const fileOf = (entry: Entry | undefined) => (entry?.mode === folderMode ? undefined : entry)

/** Notes what differs in a pair of folders; gives the pairs of folders in them that differ. */
function compare(trees: Trees, { found, folder, before, after }: Pair): readonly Pair[] {
  const [old, now] = [trees.entries(before), trees.entries(after)]
  const below: Pair[] = []
  for (const name of new Set([...old.keys(), ...now.keys()])) {
    const [was, is] = [old.get(name), now.get(name)]
    if (was && is && was.oid === is.oid && was.mode === is.mode) continue
    const path = folder + name
    if (folderOf(was) !== folderOf(is)) below.push({ found, folder: `${path}/`, before: folderOf(was), after: folderOf(is) })
    const [file, fileNow] = [fileOf(was), fileOf(is)]
    const stands = fileNow ?? file
    if (!stands) continue
    const change = fileNow ? (file ? 'changed' : 'added') : 'deleted'
    found.push({ path, change, mode: stands.mode.toString(8), oid: stands.oid })
  }
  return below
}

/** What each commit changes against its first parent: folder by folder, of all commits at once. */
async function changedPaths(api: Api, commits: readonly ListedCommit[]): Promise<ReadonlyMap<string, readonly RawPath[]>> {
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
  for (let from = 0; from < oids.length; from += treesPerQuery) {
    const batch = oids.slice(from, from + treesPerQuery)
    const answer = await api.query(batch.map((oid) => `b${oid}: object(oid: "${oid}") { ... on Blob { text } }`).join(' '), textsAnswer)
    for (const oid of batch) texts.set(oid, answer[`b${oid}`]?.text ?? '')
  }
  return texts
}

async function list(api: Api, base: string, head: string): Promise<{ readonly total: number; readonly commits: readonly ListedCommit[] }> {
  const commits: ListedCommit[] = []
  for (let page = 1; ; page++) {
    const parameters = { basehead: `${base}...${head}`, per_page: perPage, page }
    const answer = await api.get('/repos/{owner}/{repo}/compare/{basehead}', parameters, comparison)
    commits.push(...answer.commits)
    const total = answer.total_commits
    if (total > mostCommits || commits.length >= total || answer.commits.length === 0) return { total, commits }
  }
}

/**
 * The commits that a head has and a base has not, oldest first: one request for each hundred, and some queries for what all of
 * them change. Of more than 500 only the number is told.
 */
export async function commitsBetween(api: Api, base: string, head: string): Promise<Pick<Change, 'commits' | 'tooMany'>> {
  const { total, commits } = await list(api, base, head)
  if (total > mostCommits) return { commits: [], tooMany: total }
  const paths = await changedPaths(
    api,
    commits.filter(({ parents }) => parents.length < 2),
  )
  const complete = await linkTexts([...paths.values()].flat(), (oids) => linksOf(api, oids))
  return { commits: commits.map((commit): Commit => ({ ...commit, paths: complete(paths.get(commit.sha) ?? []) })) }
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
  const found: LoggedCommit[] = []
  const select = 'oid parents(first: 10) { nodes { oid } } message'
  for await (const commit of walk(api, { from: head, select, form: loggedCommit, each: perPage, most: mostCommits + 1 })) found.push(commit)
  return found.length > mostCommits ? undefined : found
}
