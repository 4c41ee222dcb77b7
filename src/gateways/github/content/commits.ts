import * as z from 'zod'
import type { Author, Change, Commit } from '../../../core/change.ts'
import type { LoggedCommit } from '../../../core/log.ts'
import type { MergeCommit } from '../../../core/repository.ts'
import type { Api } from '../requests/api.ts'
import { sha } from '../requests/forms.ts'
import { changedPaths } from './changed-paths.ts'
import { untilMergeBase } from './merge-base.ts'
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
    // An empty object means a missing account, too.
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
const maxCommits = 500
const perPage = 100

async function list(api: Api, base: string, head: string): Promise<{ readonly total: number; readonly commits: readonly ListedCommit[] }> {
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
 * The commits that a head has and a base has not, oldest first: one request for each hundred, and some queries for what all of
 * them change. Of more than 500 only the number is given.
 */
export async function commitsBetween(api: Api, base: string, head: string): Promise<Pick<Change, 'commits' | 'tooMany'>> {
  const { total, commits } = await list(api, base, head)
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
  const found: LoggedCommit[] = []
  const select = 'oid parents(first: 10) { nodes { oid } } message'
  for await (const commit of walk(api, { from: head, select, form: loggedCommit, each: perPage, maxCommits: maxCommits + 1 }))
    found.push(commit)
  return found.length > maxCommits ? undefined : found
}

const objectAt = z.object({ oid: sha }).nullable()
const parent = z.object({ oid: sha }).catchall(objectAt)
const historyCommit = z
  .object({ oid: sha, parents: z.object({ nodes: z.array(parent) }) })
  .transform(({ oid, parents: { nodes } }) => ({ sha: oid, parents: nodes.map((each) => each.oid), nodes }))

/** As many files of each parent as a query looks up. Of more, only commits and parents are listed. */
const maxLookups = 20

/**
 * The merge commits among the newest 500 that a head has and a base has not, with the objects at some paths in their parents: one query
 * for each hundred commits.
 */
export async function mergesBetween(api: Api, base: string, head: string, paths: readonly string[]): Promise<readonly MergeCommit[]> {
  const queried = paths.slice(0, maxLookups)
  const variables = Object.fromEntries(queried.map((path, index) => [`f${index}`, ['String!', path]] as const))
  const fields = queried.map((_, index) => `f${index}: file(path: $f${index}) { oid }`)
  const select = `oid parents(first: 10) { nodes { oid ${fields.join(' ')} } }`
  const history = walk(api, { from: head, select, form: historyCommit, each: perPage, maxCommits: maxCommits, variables })
  const merges: MergeCommit[] = []
  for await (const { sha: merge, nodes } of untilMergeBase(history, base)) {
    if (nodes.length < 2) continue
    const parents = nodes.map((node) => ({
      sha: node.oid,
      files: new Map(
        paths.flatMap((path, index) => {
          // A path that was not looked up may exist, in any version.
          const found = index < queried.length ? node[`f${index}`] : { oid: node.oid }
          return typeof found === 'object' && found !== null ? [[path, found.oid] as const] : []
        }),
      ),
    }))
    merges.push({ sha: merge, parents })
  }
  return merges
}
